import { runProcess } from '@errand/service-kit';
import { readConfig } from './config.ts';
import { startRunsService } from './index.ts';

await runProcess('runs', (env) => startRunsService(readConfig(env)));
