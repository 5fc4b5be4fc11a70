export { executeTask, type TaskExecution } from './task/execute-task.ts';
export { taskSecrets } from './task/task-secrets.ts';
