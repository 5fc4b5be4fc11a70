import { runProcess } from '@errand/service-kit';
import { readConfig } from './config.ts';
import { startExecutor } from './index.ts';

await runProcess('executor', (env) => startExecutor(readConfig(env)));
