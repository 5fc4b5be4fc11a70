import { runProcess } from '@errand/service-kit';
import { readConfig } from './config.ts';
import { startRunsService } from './index.ts';

if (import.meta.main) await runProcess('runs', (env) => startRunsService(readConfig(env)));
