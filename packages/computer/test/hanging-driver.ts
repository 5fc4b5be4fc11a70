/** Drives a desktop, holds a key and a button down, gives an unused key a symbol, and hangs: run as a program of its own. */
import { openComputer } from '@errand/computer';

const { display } = await openComputer(process.env, { guarded: true });
const [shift, unused] = process.argv.slice(2).map(Number);
display.key(shift ?? 0, true);
display.button(1, true);
display.send('ChangeKeyboardMapping', unused, 2, [0x0100_65e5, 0x0100_65e5]);
await display.sync();
process.stdout.write('hangs\n', () => {
  for (;;);
});
