/** Runs Jest as this repository needs it; arguments go to Jest. `npm test -- runs` runs the tests of one folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const jest = path.join(root, 'node_modules/jest/bin/jest.js');
const { NODE_OPTIONS = '' } = process.env;

const child = spawn(
  process.execPath,
  [jest, '--config', path.join(root, 'jest.config.js'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_OPTIONS: `${NODE_OPTIONS} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim(),
    },
  },
);
// Ctrl-C reaches Jest by itself; this process only waits for its tear-down.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (signal === 'SIGTERM') child.kill(signal);
  });

const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
