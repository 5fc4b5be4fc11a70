export { freePort, isPortFree } from './ports.ts';
export { type Account, serverAccount } from './postgres/account.ts';
export { spawnGuarded, stopGuarded } from './postgres/guarded-spawn.ts';
export { startTemporaryPostgres } from './postgres/temporary-postgres.ts';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres/server.ts';
export {
  type ProcessOptions,
  type ProcessSpec,
  type RunningProcesses,
  type ServiceProcess,
  type UnexpectedEnd,
  startProcesses,
} from './processes.ts';
export { type DatabaseName, provision } from './provision.ts';
export { openSecrets } from './secrets.ts';
export { SERVICES, type ServiceName, serviceEnvironments } from './services.ts';
export { type RestartOptions, type Restarts, createRestarts } from './restarts.ts';
export { stopOnSignals } from './signals.ts';
export { type RunningStack, type StackOptions, startStack } from './stack.ts';
export { StartError } from './start-error.ts';
export { lastLines } from './tail.ts';
