export { executeTask } from './execute-task.ts';
export { taskSecrets } from './secrets.ts';
