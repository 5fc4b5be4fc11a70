import { spawnSync } from 'node:child_process';

/** Whether this machine has a Redis to queue on; prints that Redis is skipped when not. */
export function onRedis(print: (line: string) => void): boolean {
  const has = spawnSync('redis-server', ['--version']).status === 0;
  if (!has) print('skipped on Redis: no redis-server on the PATH');
  return has;
}
