import { describe, expect, test } from '@jest/globals';
import { isSelector } from '../src/targets/locator.ts';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

const PAGE = `<title>Targets</title>
<h2>Save</h2><button>Save</button>
<label>Name <input id="name"></label><button>Name</button>
<input id="city" placeholder="City" title="Where"><button aria-label="Close">×</button>
<button>Twin</button><a href="#2">Twin</a>
<p>Only <b>a</b> text</p><span style="display:none">Hidden text</span><a href="#logo"><img alt="Home" src="data:,"></a>
<div id="host"></div><iframe name="inner" src="/inner"></iframe><button id="late" hidden>Late</button>
<button id="off" disabled>Off</button><div data-testid="box">boxed</div>
<button id="under" style="position:absolute;top:500px">Under</button><div id="cover" style="position:absolute;top:480px;width:300px;height:80px;background:#fff">We use cookies</div>
<output></output>
<script>
document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<button>Shady</button>';
setTimeout(() => { document.querySelector('#late').hidden = false; }, 200);
document.addEventListener('click', (event) => {
  const target = event.composedPath()[0];
  document.querySelector('output').textContent = target.id || target.tagName + ' ' + (target.textContent || target.alt || target.getAttribute('aria-label'));
});
</script>`;

const pool = sharedPool();
const site = sharedSite({
  '/': PAGE,
  '/inner': '<button onclick="this.textContent=\'Pressed\'">Inside</button>',
  '/rows':
    '<table><tr><td>Ada</td><td><button>Delete</button><tr><td>Grace</td><td><button>Delete</button></table>',
  '/nested': '<iframe name="lvl1" src="/lvl1"></iframe><iframe name="twin" src="/lvl2"></iframe>',
  '/lvl1': `<iframe name="twin" src="/lvl2"></iframe><script>setTimeout(() => {
    document.body.insertAdjacentHTML('beforeend', '<iframe name="lvl2" id="deep" src="/lvl2"></iframe>');
  }, 200)</script>`,
  '/lvl2': '<p>only inner</p><p>Twice</p><p>Twice</p>',
});

function onPage(...given: Parameters<typeof steps>) {
  return run(pool, steps(openerOf(site)(), ...given), {
    limits: { stepTimeoutMs: 30_000 },
  });
}
function click(target: unknown, timeoutMs?: number) {
  return {
    id: 'act',
    primitive: 'browser.click',
    input: { target },
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}
const clicked = { id: 'clicked', primitive: 'browser.extract', input: { target: 'output', as: 'text' } };

test.each(['#a', '.a', '[name=a]', '//a', 'text=a', 'css=a', 'role=button', 'button', 'h1', 'input[name=q]'])(
  '%s is a selector',
  (text) => expect(isSelector(text)).toBe(true),
);
test.each(['Save', 'Sign in', 'Buttons', 'data.csv', 'a = b', 'text', 'Table'])('%s is a name', (text) =>
  expect(isSelector(text)).toBe(false),
);

describe('a name means', () => {
  test.each([
    ['a control before a heading', 'Save', 'BUTTON Save'],
    ['a control by its label for assistive technology', 'Close', 'BUTTON ×'],
    ['a link by its picture', 'Home', 'IMG Home'],
    ['a text', 'Only a text', 'P Only a text'],
    ['a control in a shadow tree', 'Shady', 'BUTTON Shady'],
    ['a control that comes later', 'Late', 'late'],
    ['a field by its placeholder', 'City', 'city'],
  ])('%s', async (_what, target, expected) => {
    const { outcome } = await onPage(click(target), clicked);
    expect(outcome.outputs['clicked']).toBe(expected);
  });

  test('a name means the field when something is filled in', async () => {
    const { outcome } = await onPage(
      { primitive: 'browser.fill', input: { target: 'Name', value: 'Ada' } },
      { id: 'name', primitive: 'browser.extract', input: { target: '#name', as: 'value' } },
    );
    expect(outcome.outputs['name']).toBe('Ada');
  });
});

describe('an object means', () => {
  test.each([
    [{ role: 'button', name: 'Save' }, 'BUTTON Save'],
    [{ label: 'Name', exact: true }, 'name'],
    [{ placeholder: 'City' }, 'city'],
    [{ text: 'boxed' }, 'DIV boxed'],
    [{ testId: 'box' }, 'DIV boxed'],
    [{ css: 'button', nth: 0 }, 'BUTTON Save'],
  ])('%j', async (target, expected) => {
    const { outcome } = await onPage(click(target), clicked);
    expect(outcome.outputs['clicked']).toBe(expected);
  });

  test.each(['inner', 'iframe'])('something in the frame %s', async (frame) => {
    const { outcome } = await onPage(click({ text: 'Inside', frame }), {
      id: 'inside',
      primitive: 'browser.extract',
      input: { target: { css: 'button', frame }, as: 'text' },
    });
    expect(outcome.outputs['inside']).toBe('Pressed');
  });
});

describe('in a frame inside a frame', () => {
  const read = (target: object) =>
    run(
      pool,
      steps(openerOf(site)('/nested'), {
        id: 'inside',
        primitive: 'browser.extract',
        input: { target, as: 'text' },
      }),
      { limits: { stepTimeoutMs: 30_000 } },
    );

  test.each(['lvl2', '#deep'])('something is found by the frame %s, which comes later', async (frame) => {
    const { outcome } = await read({ text: 'only inner', frame });
    expect(outcome.outputs['inside']).toBe('only inner');
  });

  test('one of several elements or frames is not chosen silently', async () => {
    const twice = await read({ text: 'Twice', frame: 'lvl2' });
    expect(twice.outcome.errorCode).toBe('element_ambiguous');
    const twins = await read({ text: 'only inner', frame: 'twin' });
    expect(twins.outcome.errorCode).toBe('element_ambiguous');
  });
});

describe('is refused', () => {
  test('a target of equal controls is refused, telling them apart by where they stand', async () => {
    const open = openerOf(site)('/rows');
    const { outcome } = await run(pool, steps(open, click('Delete')), { limits: { stepTimeoutMs: 30_000 } });
    expect(outcome.errorMessage).toBe(
      '2 elements match "Delete": 0: button "Delete" in "Ada" · 1: button "Delete" in "Grace". ' +
        'Name one of them more precisely or add "nth".',
    );
  });

  test('a target that is not there is refused, saying what is', async () => {
    const { outcome, host } = await onPage(click('Nothing', 300));
    expect(outcome.errorCode).toBe('element_not_found');
    expect(outcome.errorMessage).toMatch(
      /^No element matches "Nothing"\. On the page: button "Save", field "Name"/,
    );
    expect(host.ofType('step.failed')[0]?.data).toMatchObject({ landed: 'nothing' });
  });

  test.each([['Twin'], [{ role: 'button' }], ['button']])(
    'refuses a target that means more than one element: %j',
    async (target) => {
      const { outcome } = await onPage(click(target));
      expect(outcome.errorCode).toBe('element_ambiguous');
      expect(outcome.errorMessage).toContain('0: button "');
    },
  );

  test('a target in a frame that is not there is refused', async () => {
    const { outcome } = await onPage(click({ text: 'Inside', frame: 'outer' }, 300));
    expect(outcome.errorCode).toBe('element_not_found');
  });

  test('a target that cannot be used in time is refused, saying why', async () => {
    const off = await onPage(click('Off', 2_000));
    expect(off.outcome).toMatchObject({
      errorCode: 'step_timeout',
      errorMessage: expect.stringContaining('it is not enabled'),
    });
    const under = await onPage(click('Under', 2_000));
    expect(under.outcome).toMatchObject({
      errorCode: 'step_timeout',
      errorMessage: expect.stringContaining('div (cover) "We use cookies" covers it'),
    });
  });
});
