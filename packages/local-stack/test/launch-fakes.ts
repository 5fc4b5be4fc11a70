/** A test launcher: starts two fake services on the given ports and folder, and stops them on signals. */
import path from 'node:path';
import { startProcesses, stopOnSignals } from '../src/index.ts';

const [folder = '', ...ports] = process.argv.slice(2);
const running = await startProcesses(
  ports.map((port, index) => ({
    name: `fake-${index}`,
    script: path.join(import.meta.dirname, 'fake-service.ts'),
    env: { NAME: `fake-${index}`, PORT: port, DIARY: path.join(folder, 'diary') },
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  })),
  { logDir: path.join(folder, 'logs') },
);
stopOnSignals(running.stop);
process.stdout.write(`${JSON.stringify(running.processes.map(({ pid }) => pid))}\n`);
