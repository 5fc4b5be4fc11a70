import { runProcess } from '@errand/service-kit';
import { start } from './index.ts';

if (import.meta.main) await runProcess('gateway', start);
