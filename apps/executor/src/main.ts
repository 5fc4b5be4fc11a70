import { runProcess } from '@errand/service-kit';
import { readConfig } from './config.ts';
import { startExecutor } from './index.ts';

if (import.meta.main) await runProcess('executor', (env) => startExecutor(readConfig(env)));
