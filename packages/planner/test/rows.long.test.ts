import { expect, test } from '@jest/globals';
import { tasksOnOwnSites } from './browser.ts';
import { serveNoting } from './noting-site.ts';
import { rowPages } from './row-pages.ts';

const run = tasksOnOwnSites(() => serveNoting(rowPages));

test.concurrent.each<[path: string, task: string, done: string[], answers?: unknown[]]>([
  ['/team', 'For Ann, set the role to Admin', ['Ann Admin']],
  ['/team', "Change Bob's role to buyer", ['Bob Buyer']],
  ['/team', 'Give Ann the role of buyer', ['Ann Buyer']],
  ['/team', 'In the row of Bob, click Edit', ['edit Bob']],
  ['/members', "Change Bob's role to buyer", ['Bob Buyer']],
  ['/members', 'Make Bob an Admin', ['Bob Admin']],
  ['/parts', 'List the parts that are out of stock', [], [['Ball valve', 'Seal']]],
  ['/parts', 'How many parts are out of stock?', [], [2]],
  ['/parts', 'Enter 5 in the quantity field of the second row', ['Gate valve 5']],
  ['/parts', 'Set the quantity in the third row to 7', ['Seal 7']],
  ['/orders', 'Copy the order from the first row into the Reference field', ['reference 4710']],
  ['/orders', 'Copy the status of order 4711 into the Reference field', ['reference Open']],
  ['/checkout', 'Place the order with PO number 7781', ['ordered 7781']],
  ['/ticket', 'Close ticket 12 with the comment "done"', ['closed done']],
  ['/tickets', 'Close ticket 12 with the comment "done"', ['closed done']],
  ['/invoices', 'Download invoice R-100 as a PDF', ['PDF R-100']],
  ['/about', 'Read the first paragraph', [], ['We make pumps.']],
  ['/about', 'What does the second paragraph say?', [], ['Since 1980.']],
  ['/file', 'Open the File menu and click Save as', ['saved as']],
  ['/list', 'Drag the first item to the end of the list', ['Bolt,Chain,Axle']],
  ['/list', 'Move Chain to the top', ['Chain,Axle,Bolt']],
  ['/list', 'Move Axle to the top', []],
  ['/pages', 'Keep clicking Next until the button is disabled, then tell me the page', [], ['3']],
  ['/pages', 'Click Next until there are no more pages and list the parts', [], [['Part 5', 'Part 6']]],
])(
  'does on %s what "%s" asks for',
  async (path, task, done, answers) => {
    const told = await run(`Open SITE${path}. ${task}`, 15_000);
    expect(told).toMatchObject({ status: 'completed', done, ...(answers && { answers }) });
  },
  60_000,
);

test('presses nothing when it is to confirm with a password that is not given', async () => {
  expect(await run('Open SITE/close. Delete my account and confirm with my password')).toMatchObject({
    status: 'failed',
    done: [],
  });
}, 60_000);
