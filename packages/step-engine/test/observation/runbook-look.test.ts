import { expect, test } from '@jest/globals';
import { run, sharedPool, steps } from '../browser.ts';
import { click } from './site-answers.ts';
import { send, serveTwoSided, type TwoSided } from './two-sided-site.ts';

const later: TwoSided[] = [
  {
    page: '<form method="post" action="sent"><button>Pay</button></form>',
    answers: (no, { path }) => {
      if (path === 'sent') return '<meta http-equiv="refresh" content="1; url=end"><h1>Asking your bank</h1>';
      return path === 'end' ? `<p>${no ? 'Your bank declined the payment' : 'Receipt 77'}</p>` : undefined;
    },
    acts: [click('Pay')],
    says: 'error_shown',
  },
  {
    page: `<p id="note"></p><button onclick="note.textContent = 'Backing up…'; ${send("if (j.file) note.textContent = 'a.zip'")}">Back up</button>`,
    answers: (no, { path }) => (path === 'api' ? { json: no ? {} : { file: 'a.zip' } } : undefined),
    acts: [click('Back up')],
    says: 'error_shown',
  },
  {
    page: `<div id="told"></div><button onclick="${send("told.innerHTML = '<p class=' + j.kind + '>' + j.says + '</p>'")}">Book</button>`,
    answers: (no, { path }) =>
      path === 'api'
        ? {
            json: no
              ? { kind: 'alert-danger', says: 'Somebody eats there at 14:00' }
              : { kind: 'alert-success', says: 'Your table is reserved for 14:00' },
          }
        : undefined,
    acts: [click('Book')],
    says: 'error_shown',
  },
  {
    page: '<form action="find"><label>Search <input name="q"></label><button id="go">Search</button></form>',
    answers: (no, { path }) =>
      path === 'find'
        ? `${no ? '<p>Nothing matches “gate”.</p>' : '<ul><li>Gate</li></ul>'}<button id="all" onclick="note.textContent = 'Exported'">Export</button><p id="note"></p>`
        : undefined,
    acts: [click('#go'), click('#all')],
    says: 'error_shown',
  },
];
const pool = sharedPool();
const site = serveTwoSided(later);

test.each(later.map(({ acts, says }, index) => ({ index, acts, says })))(
  'a Runbook warns of what its last page said after the step: $index',
  async ({ index, acts, says }) => {
    const warningsAt = async (side: string) => {
      const url = `${site.url}/${side}/${index}/`;
      const { outcome, host } = await run(
        pool,
        steps({ primitive: 'browser.navigate', input: { url } }, ...acts),
      );
      expect(outcome.status).toBe('completed');
      return host.events.filter(({ type }) => type === 'step.warned').map(({ data }) => data?.['reason']);
    };
    expect(await warningsAt('no')).toContain(says);
    expect(await warningsAt('yes')).toEqual([]);
  },
);
