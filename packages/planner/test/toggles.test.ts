import { describe, expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';

const said = '<p id="said">nothing</p><script>const say = (text) => { said.textContent = text; };</script>';

/** The Bolt's button stands before its name and is off, the Hinge's stands after its name and is on. */
function parts(button: (name: string, isOn: boolean) => string): string {
  return `${said}<h2>Parts</h2><ul><li>${button('Bolt', false)} <b>Bolt</b></li><li><b>Hinge</b> ${button('Hinge', true)}</li></ul>`;
}

const press = (keeps: boolean) =>
  `const on = this.getAttribute('aria-pressed') !== 'true'; ${keeps ? "this.setAttribute('aria-pressed', on);" : ''} say(this.dataset.part + ' ' + on)`;

const pages = {
  '/stars': parts(
    (name, isOn) =>
      `<button aria-label="Star" aria-pressed="${isOn}" data-part="${name}" onclick="${press(true)}">☆</button>`,
  ),
  '/dead-stars': parts(
    (name, isOn) =>
      `<button aria-label="Star" aria-pressed="${isOn}" data-part="${name}" onclick="${press(false)}">☆</button>`,
  ),
  '/silent-stars': parts((name) => `<button aria-label="Star" onclick="say('${name} pressed')">☆</button>`),
  '/named-stars': parts(
    (name, isOn) => `<button onclick="say('${name} pressed')">${isOn ? 'Unstar' : 'Star'}</button>`,
  ),
  '/hearts': parts(
    (name, isOn) =>
      `<button aria-label="Add to favourites" aria-pressed="${isOn}" data-part="${name}" onclick="${press(true)}">♡</button>`,
  ),
  '/pins': parts(
    (name, isOn) =>
      `<button aria-label="Pin" aria-pressed="${isOn}" data-part="${name}" onclick="${press(true)}; const row = this.parentElement; on ? row.parentElement.append(row) : row.remove()">P</button>`,
  ),
  '/liked': `${said}<h2>Bolt</h2><p>A good bolt. <button onclick="say('pressed')">♥ Liked</button></p>`,
};

const tasks = tasksOn(() => servePages(pages));

async function came(path: string, task: string) {
  const { outcome } = await tasks.run(`Open SITE${path}. ${task} and report the text of said`, {
    stepTimeoutMs: 15_000,
  });
  return outcome.status === 'completed' ? Object.values(outcome.outputs) : outcome.status;
}

describe('a button that switches something on and off', () => {
  test.each([
    ['/stars', 'Star the Bolt', ['Bolt true']],
    ['/stars', 'Unstar the Hinge', ['Hinge false']],
    ['/hearts', 'Add the Bolt to favourites', ['Bolt true']],
    ['/hearts', 'Like the Bolt', ['Bolt true']],
    ['/hearts', 'Unlike the Hinge', ['Hinge false']],
    ['/pins', 'Pin the Bolt', ['Bolt true']],
    ['/pins', 'Unpin the Hinge', ['Hinge false']],
    ['/named-stars', 'Star the Bolt', ['Bolt pressed']],
    ['/named-stars', 'Unstar the Hinge', ['Hinge pressed']],
    ['/silent-stars', 'Star the Bolt', ['Bolt pressed']],
  ])('on %s, "%s" is done', async (path, task, expected) => {
    expect(await came(path, task)).toEqual(expected);
  });

  test.each([
    ['/stars', 'Star the Hinge'],
    ['/hearts', 'Add the Hinge to favourites'],
    ['/stars', 'Unstar the Bolt'],
  ])('on %s, "%s" completes without a press, because it is so already', async (path, task) => {
    expect(await came(path, task)).toEqual(['nothing']);
  });

  test.each([
    ['/dead-stars', 'Unstar the Hinge'],
    ['/dead-stars', 'Star the Bolt'],
    ['/silent-stars', 'Unstar the Hinge'],
  ])('on %s, "%s" fails, because the button does not show what became of it', async (path, task) => {
    expect(await came(path, task)).toBe('failed');
  });

  test('a button called "Liked" is not pressed to like something', async () => {
    expect(await came('/liked', 'Like it')).toEqual(['nothing']);
  });
});
