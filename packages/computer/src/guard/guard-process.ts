/** Started by `startGuard`, with the display as its argument. */
import { openDisplay } from '../x11/display.ts';
import { watchHands } from '../x11/hands.ts';
import type { GuardMessage, GuardOrder } from './guard.ts';
import { readKeyboard } from './let-go.ts';

/** How long a process that does not hang may take to hear of the chord. */
const HEARS_WITHIN_MS = 1_000;

const driver = process.ppid;
const display = await openDisplay(process.argv[2] ?? '');
const keyboard = await readKeyboard(display);
let killing: NodeJS.Timeout | undefined;

function tell(message: GuardMessage): void {
  if (process.connected) process.send?.(message);
}

await watchHands(display, () => {
  tell('pressed');
  killing ??= setTimeout(() => {
    process.stderr.write(
      'The stop chord was pressed, and the process that drives the desktop hangs: it is ended.\n',
    );
    process.kill(driver, 'SIGKILL');
  }, HEARS_WITHIN_MS);
});

process.on('message', (order: GuardOrder) => {
  clearTimeout(killing);
  killing = undefined;
  if (order === 'done') process.exit();
});
// The process that drives the desktop has ended, in the middle of something.
process.on('disconnect', () => {
  clearTimeout(killing);
  void keyboard.letGo().finally(() => process.exit());
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
tell('watching');
