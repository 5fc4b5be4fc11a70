export { executeTask, type TaskExecution } from './execute-task.ts';
export { taskSecrets } from './secrets.ts';
