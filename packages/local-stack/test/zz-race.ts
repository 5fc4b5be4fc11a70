import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startStack } from '../src/index.ts';
const dir = await mkdtemp(path.join(os.tmpdir(), 'errand-race-'));
const name = (process.argv[3] ?? 'executor') as 'executor';
const stack = await startStack({
  dir,
  port: 0,
  env: process.env,
  onExit: (e) => {
    if (e.how !== 'signal SIGKILL' && e.name !== 'PostgreSQL') console.log('!!', e.name, e.how, e.lastLines);
  },
});
const n = Number(process.argv[2]);
for (let i = 0; i < n; i += 1) {
  const at = Math.random() * 1800;
  await stack.kill(name);
  const restarted = stack.restart(name).catch((e) => console.log('restart', at, e.message));
  await new Promise((r) => setTimeout(r, at));
  await stack.crashPostgres({ whileAway: () => new Promise((r) => setTimeout(r, Math.random() * 600)) });
  await restarted;
  console.log(i, Math.round(at));
}
await stack.stop();
