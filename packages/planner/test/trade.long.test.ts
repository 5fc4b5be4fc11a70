import { expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';
import { tradePages } from './trade-pages.ts';

const tasks = tasksOn(() => servePages(tradePages));

test.concurrent.each([
  ['/parts', 'Find the most expensive pump and put it in the basket', 'basket BP-3;'],
  ['/settings', 'Set holiday from 21/12/2026 until 4 January 2027 and save', '2026-12-21 2027-01-04;'],
  [
    '/settings',
    'Copy the street of the company address into the street of the invoice address and save it',
    'Invoice Company Lane 1;',
  ],
  ['/order', 'Drag the pump to the top of the list', 'Pump,Tape,Kit;'],
  ['/news', 'Subscribe ida@acme.test to the monthly newsletter', 'ida@acme.test,Monthly;'],
  ['/news', 'Sign up for the newsletter with ida@acme.test, monthly', 'ida@acme.test,Monthly;'],
  ['/tickets', 'Open the late delivery ticket', 'opened Late delivery K-49;'],
  ['/bills', 'Select R-1 and R-3 and email them', 'R-1,R-3;'],
  ['/team', 'Invite Nina Holt, nina@acme.test, as a fitter', 'Nina Holt|nina@acme.test|Fitter;'],
])(
  'does on %s what "%s" asks for',
  async (path, task, said) => {
    const { outcome } = await tasks.run(`Open SITE${path}. ${task} and report the text of said`, {
      stepTimeoutMs: 15_000,
    });
    expect(outcome).toMatchObject({ status: 'completed', outputs: { text_of_said: said } });
  },
  60_000,
);

test.concurrent.each([
  ['/valves', 'What is the cheapest valve?', ['Ball valve']],
  ['/valves', 'List all the names', [['Ball valve', 'Gate valve']]],
  ['/parts', 'Open the last page and tell me the price of the shaft seal', ['£27.50']],
  ['/help', 'Expand "What is the minimum order?" and tell me the amount', ['£25']],
  ['/returned', 'What is the return number?', ['RMA-77']],
])(
  'answers on %s "%s"',
  async (path, question, values) => {
    const { outcome } = await tasks.run(`Open SITE${path}. ${question}`, { stepTimeoutMs: 15_000 });
    expect(outcome.status === 'completed' ? Object.values(outcome.outputs) : outcome).toEqual(values);
  },
  60_000,
);

test('writes no last day into a field that asks for the first', async () => {
  const { outcome } = await tasks.run(
    'Open SITE/one-date. Set the holiday from 21/12/2026 to 04/01/2027 and save',
  );
  expect(outcome.status).toBe('failed');
}, 60_000);
