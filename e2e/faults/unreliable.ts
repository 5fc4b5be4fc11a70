/**
 * Preloaded into a service (`--import`), adds faults that cannot be caused from outside: SIGUSR2 blocks the event loop for
 * FAULT_BLOCK_MS, the wall clock is FAULT_CLOCK_MS off, and SIGPWR moves it ten minutes ahead, the next time back.
 */
import { isMainThread } from 'node:worker_threads';

const { FAULT_BLOCK_MS = '0', FAULT_CLOCK_MS = '0' } = process.env;

if (isMainThread && Number(FAULT_BLOCK_MS) > 0)
  process.on('SIGUSR2', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(FAULT_BLOCK_MS));
  });

const CLOCK_JUMP_MS = 600_000;
let offMs = Number(FAULT_CLOCK_MS);
if (isMainThread) {
  let jumpMs = CLOCK_JUMP_MS;
  process.on('SIGPWR', () => {
    offMs += jumpMs;
    jumpMs = -jumpMs;
  });
  const now = Date.now.bind(Date);
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: [], created) =>
      Reflect.construct(target, args.length === 0 ? [now() + offMs] : args, created) as object,
    get: (target, property, receiver) =>
      property === 'now' ? () => now() + offMs : (Reflect.get(target, property, receiver) as unknown),
  });
}
