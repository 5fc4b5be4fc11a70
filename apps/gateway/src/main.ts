import { runProcess } from '@errand/service-kit';
import { start } from './index.ts';

await runProcess('gateway', start);
