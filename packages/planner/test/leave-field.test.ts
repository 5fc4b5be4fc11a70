import { expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';

const said = '<p id="said">nothing</p>';
const field = (event: string) =>
  `<label>Nickname <input ${event}="said.textContent = 'kept ' + this.value"></label>`;

const pages = {
  '/outside': `${said}<a href="/other">Help</a> ${field('onchange')}`,
  '/form': `${said}<a href="/other">Help</a> <form>${field('onchange')}</form>`,
  '/form-blur': `${said}<form><label>City <input></label> ${field('onblur')}</form>`,
  '/alone': `${said}${field('onchange')}`,
  '/while-typing': `${said}${field('oninput')}`,
  '/with-button': `${said}<form onsubmit="said.textContent = 'sent'; return false">${field('onchange')} <button>Show</button></form>`,
};

const tasks = tasksOn(() => servePages(pages));

test.each(['/outside', '/form', '/form-blur', '/alone', '/while-typing', '/with-button'])(
  'on %s, a page that keeps a value once its field is left has kept it when the task ends there',
  async (path) => {
    const { outcome } = await tasks.run(
      `Open SITE${path}. Fill Nickname with "Bob" and report the text of said`,
      { stepTimeoutMs: 15_000 },
    );
    expect(outcome).toMatchObject({ status: 'completed', outputs: { text_of_said: 'kept Bob' } });
  },
);

test('a value that a page keeps once its field is left is kept when a task changes what the field is called after', async () => {
  const { outcome } = await tasks.run(
    'Open SITE/outside. Change the nickname to Bob and report the text of said',
    { stepTimeoutMs: 15_000 },
  );
  expect(outcome).toMatchObject({ status: 'completed', outputs: { text_of_said: 'kept Bob' } });
});
