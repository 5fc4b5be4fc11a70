/** Tasks of the desktop benchmark about files: of an office program, of a file manager, and one that a site offers. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startShop } from '@errand/demo-shop';
import {
  type Judged,
  type Task,
  button,
  click,
  fileText,
  fill,
  judge,
  press,
  readFrom,
  step,
  type,
  wait,
} from './desktop-done.ts';
import type { Machine, Step } from './desktop-machine.ts';

const CALC = 'libreoffice-calc';
/** An office program takes long to start for the first time. */
const STARTS = { timeoutMs: 120_000 };
const PRICES = 'name,price\nTea,12\nMilk,30\n';

/** Opens prices in Calc, does something with them and saves them in their own format. */
async function inCalc({ runbook, until }: Machine, steps: readonly Step[], wanted: string): Promise<Judged> {
  const file = { name: 'prices.csv', content: PRICES };
  const ran = await runbook([
    step('desktop.open', { application: CALC, file }, STARTS),
    step(
      'desktop.click',
      { target: { ...button(CALC, 'OK'), window: 'Text Import - [prices.csv]' } },
      STARTS,
    ),
    step(
      'desktop.click',
      { target: { app: CALC, window: 'Tip of the Day', role: 'button', name: 'OK' } },
      STARTS,
    ),
    press('Control+End', 'Home', 'ArrowDown'),
    ...steps,
    press('Control+S'),
    click({ app: CALC, role: 'button', name: 'Use Text CSV Format' }),
  ]);
  const { path: place = '' } = (ran.outcome.outputs['s1'] ?? {}) as { path?: string };
  await until(async () => (await fileText(place)) === wanted);
  return judge(ran, await fileText(place), wanted);
}

export const FILES: readonly Task[] = [
  {
    name: '7 Calc: fill cells of a CSV and save',
    needs: ['localc'],
    carryOut: (machine) => inCalc(machine, [type('Grüße\t12.5\n')], `${PRICES}Grüße,12.5\n`),
  },
  {
    name: '8 Calc: sum a column',
    needs: ['localc'],
    carryOut: (machine) => inCalc(machine, [press('ArrowRight'), type('=SUM(B2:B3)\n')], `${PRICES},42\n`),
  },
  {
    name: '10 thunar: rename and move a file',
    needs: ['thunar'],
    carryOut: async ({ desktop, runbook, until }) => {
      const folder = path.join(desktop.home, 'papers');
      await mkdir(path.join(folder, 'archive'), { recursive: true });
      await writeFile(path.join(folder, 'old.txt'), 'x');
      desktop.start('thunar', folder);
      const cell = (name: string) => ({ app: 'thunar', role: 'cell', name, exact: true });
      const ran = await runbook([
        wait({ app: 'thunar', role: 'window', name: 'papers' }),
        // The view that lists files with their details.
        press('Control+2'),
        click(cell('old.txt')),
        press('F2'),
        fill({ app: 'thunar', window: 'Rename', role: 'textbox' }, 'new.txt'),
        click(button('thunar', 'Rename')),
        click(cell('new.txt')),
        press('Control+X'),
        step('desktop.click', { target: cell('archive'), clickCount: 2 }),
        wait({ app: 'thunar', role: 'window', name: 'archive' }),
        press('Control+V'),
      ]);
      const places = ['old.txt', 'new.txt', 'archive/new.txt'].map((name) => path.join(folder, name));
      const found = () => Promise.all(places.map(fileText));
      await until(async () => (await found())[2] !== null);
      return judge(ran, await found(), [null, null, 'x']);
    },
  },
  {
    name: '12 browser and mousepad: open a download',
    needs: ['mousepad'],
    carryOut: async ({ runbook }) => {
      const shop = await startShop();
      try {
        const url = `${shop.url}/office/prices.csv`;
        const ran = await runbook([
          step('browser.download', { url }),
          step('desktop.open', {
            application: 'mousepad',
            file: { artifactId: '{{ steps.s1.output.artifactId }}' },
          }),
          readFrom({ app: 'mousepad', window: 'prices.csv', role: 'textbox' }),
        ]);
        const offered = await (await fetch(url)).text();
        return judge(ran, String(ran.outcome.outputs['s3']).trimEnd(), offered.trimEnd());
      } finally {
        await shop.close();
      }
    },
  },
];
