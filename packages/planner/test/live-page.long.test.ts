import { describe, expect, test } from '@jest/globals';
import { createTestGate } from '@errand/step-engine/testing/gate.ts';
import { servePages, tasksOn } from './browser.ts';

const LATE = 600;
const pages = {
  '/late': `<h1>Waiting</h1><script>
    setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<button onclick="this.textContent = \\'Pressed\\'; document.querySelector(\\'h1\\').textContent = \\'Pressed it\\'">Continue</button>'); }, ${LATE});
  </script>`,
  '/slow-form': `<h1>Form</h1><form action="/slow-answer"><input type="hidden" name="after" value="${LATE}"><label>Search <input type="search" name="q"></label></form>`,
  '/slow-answer': '<h1>Answer</h1><p>Total: <b>3</b></p>',
  '/slow-fetch': `<h1>Cart</h1><p>Total: <b id="sum">1</b></p><button onclick="fetch('/slow-answer?after=${LATE}').then(() => { document.querySelector('#sum').textContent = '2'; })">Add one</button>`,
  '/controls': `<h1>Controls</h1>
    <form><label for="a">First name</label><input id="a"><label for="b">Last name</label><input id="b">
    <label>Delivery date <input type="date" id="d"></label><label>Secret <input type="password" id="s"></label>
    <input placeholder="Your nickname" id="n"><div contenteditable="true" role="textbox" aria-label="Notes" id="notes"></div>
    <fieldset><legend>Plan</legend><label><input type="radio" name="p" value="x"> Basic</label><label><input type="radio" name="p" value="y" id="pro"> Pro</label></fieldset>
    <label><input type="checkbox" id="c" checked> Updates</label>
    <label>Colour <select id="sel"><option>Red</option><option>Green</option><option>Light green</option></select></label>
    <button type="button" onclick="show()">Show</button></form>
    <button disabled style="display:none">Show</button>
    <output id="seen"></output>
    <script>const v = (id) => document.getElementById(id); function show() { v('seen').textContent = JSON.stringify([v('a').value, v('b').value, v('d').value, v('s').value, v('n').value, v('notes').textContent, v('pro').checked, v('c').checked, v('sel').value]); }</script>`,
  '/focus':
    '<h1>Focus</h1><input id="one" autofocus><input id="two"><p id="note">-</p><script>document.addEventListener("keydown", (e) => { if (e.key === "Enter") note.textContent = document.activeElement.id + ":" + document.activeElement.value; })</script>',
  '/exact':
    '<h1>Exact</h1><p id="t">The text of it</p><p class="twin">1</p><p class="twin">2</p><a href="/controls">Third page</a> <a href="/focus">Log in</a> <a download="a.txt" href="data:text/plain,hello">Get file</a>',
  '/links':
    '<h1>Links</h1><ul><li><a href="/late">Alpha</a></li><li><a href="/controls">Beta</a></li></ul><a href="/focus">Alpha</a>',
};

const tasks = tasksOn(() => servePages(pages));

async function run(task: string, options: { stepTimeoutMs?: number } = {}) {
  return (await tasks.run(task, options)).outcome;
}
/** For a step that fails once it has waited this long. */
const SOON = { stepTimeoutMs: 6_000 };

describe('a page that takes its time', () => {
  test('waits for an element that appears late', async () => {
    expect(await run('Open SITE/late, click Continue and read the heading')).toMatchObject({
      outputs: { heading: 'Pressed it' },
    });
  });

  test('reads the answer of a slow form, not the text before it', async () => {
    expect(
      await run("Open SITE/slow-form, search for 'x', and report the heading and the total"),
    ).toMatchObject({
      outputs: { heading: 'Answer', total: '3' },
    });
  });

  test('reads a value after a slow request has changed it', async () => {
    expect(await run('Open SITE/slow-fetch, click "Add one" and report the total')).toMatchObject({
      outputs: { total: '2' },
    });
  });
});

describe('a name said without quotation marks', () => {
  test('an unquoted name may end in a preposition or begin with an ordinal', async () => {
    expect(await run('Open SITE/exact. Click the Log in link and read the heading')).toMatchObject({
      outputs: { heading: 'Focus' },
    });
    expect(await run('Open SITE/exact. Click the Third page link and read the heading')).toMatchObject({
      outputs: { heading: 'Controls' },
    });
  });
});

describe('an address at the end', () => {
  test('opens an address at the end of an instruction before reading or searching', async () => {
    expect(await run('Report the heading of SITE/exact')).toMatchObject({ outputs: { heading: 'Exact' } });
    expect(await run("Search for 'x' on SITE/slow-form and report the heading")).toMatchObject({
      outputs: { heading: 'Answer' },
    });
  });
});

describe('a selector', () => {
  test('reads the text of the element that a selector finds', async () => {
    expect(await run('Open SITE/exact and report the text of "#t"')).toMatchObject({
      outputs: { text_of_t: 'The text of it' },
    });
  });

  test('fails when a selector finds no element or more than one', async () => {
    expect(await run('Open SITE/exact and report the text of "#u"', SOON)).toMatchObject({
      errorCode: 'element_not_found',
    });
    expect(await run('Open SITE/exact and report the text of ".twin"', SOON)).toMatchObject({
      errorCode: 'element_ambiguous',
    });
  });
});

test('downloads the file that a click starts', async () => {
  const { outcome, events } = await tasks.run(`Open SITE/exact and download "Get file"`);
  expect(outcome).toMatchObject({ status: 'completed', errorMessage: null });
  expect(events.findLast(({ type }) => type === 'agent.action')?.data).toMatchObject({
    primitive: 'browser.download',
  });
});

describe('controls', () => {
  test('chooses an option by the name of its field', async () => {
    for (const choice of ['the color Green', 'the color "Green"'])
      expect(await run(`Open SITE/controls, choose ${choice} and report the value of Colour`)).toMatchObject({
        outputs: { value_of_colour: 'Green' },
      });
    expect(await run('Open SITE/controls and choose the color Gray', SOON)).toMatchObject({
      errorCode: 'element_not_found',
    });
  });

  test('fills every kind of field', async () => {
    const outcome = await run(
      `Open SITE/controls, enter Ada in First name and Lovelace in Last name, set Delivery date to 2026-12-24,
       enter "s3" in Secret, type 'Countess' into "Your nickname", write 'a note' in Notes, choose Pro, untick Updates,
       select Green from Colour, click Show, and report the text of "seen"`,
    );
    expect(outcome.errorMessage).toBeNull();
    expect(JSON.parse(String(outcome.outputs['text_of_seen']))).toEqual([
      'Ada',
      'Lovelace',
      '2026-12-24',
      '[secret]',
      'Countess',
      'a note',
      true,
      false,
      'Green',
    ]);
  });

  test('chooses an option by its position', async () => {
    const outcome = await run(
      'Open SITE/controls, select the third option from Colour and report the value of Colour',
    );
    expect(outcome.outputs).toEqual({ value_of_colour: 'Light green' });
  });

  test('types text without a field into the focused one', async () => {
    expect(await run("Open SITE/focus, type 'hi', press Enter and report the note")).toMatchObject({
      outputs: { note: 'one:hi' },
    });
  });

  test('an ordinal chooses between links of the same name', async () => {
    expect(await run("Open SITE/links, click 'Alpha'", SOON)).toMatchObject({
      errorCode: 'element_ambiguous',
    });
    expect(await run('Open SITE/links, click the second Alpha link and read the heading')).toMatchObject({
      outputs: { heading: 'Focus' },
    });
    expect(await run('Open SITE/links, click the second result and read the heading')).toMatchObject({
      outputs: { heading: 'Controls' },
    });
  });
});

test('a look for an element that is interrupted by a pause begins anew when the Run goes on', async () => {
  const gate = createTestGate();
  let isPaused = false;
  const open = async () => {
    await gate.open();
    if (isPaused) return;
    isPaused = true;
    gate.close();
  };
  const stepAside = async () => {
    const waiting = gate.stepAside();
    if (gate.closing.aborted) gate.reopen();
    await waiting;
  };
  const pausing = Object.create(gate, {
    open: { value: open },
    stepAside: { value: stepAside },
  }) as typeof gate;
  const { outcome } = await tasks.run(`Open SITE/late, click Continue and report the heading`, {
    gate: pausing,
  });
  expect([outcome.outputs, gate.asides]).toEqual([{ heading: 'Pressed it' }, 1]);
});
