/** Starts the stack on the given folder and port, prints its address, and runs until a signal. */
import { startStack, stopOnSignals } from '../src/index.ts';

const [dir = '', port] = process.argv.slice(2);
const stack = await startStack({ dir, port: Number(port), env: process.env });
stopOnSignals(stack.stop);
process.stdout.write(`${JSON.stringify(stack.processes.map(({ pid }) => pid))}\n`);
