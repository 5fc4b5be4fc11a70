import { runProcess } from '@errand/service-kit';
import { readConfig } from './config.ts';
import { startRunbooksService } from './index.ts';

if (import.meta.main) await runProcess('runbooks', (env) => startRunbooksService(readConfig(env)));
