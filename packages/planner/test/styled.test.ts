import { describe, expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';

const style =
  '<style>.switch { width: 40px; height: 20px; background: #bbb; cursor: pointer } .lane { min-height: 60px; width: 180px; border: 1px solid }</style>';
const say = '<p id="said"></p><script>const say = (text) => { said.textContent = text; };</script>';

function table(keeps: boolean): string {
  const entered = keeps ? 'box.value' : "'40'";
  return `<h2>Stock</h2><table><tr><th>Part</th><th>Stock</th></tr>${['Bolt', 'Hinge']
    .map((part) => `<tr><td>${part}</td><td ondblclick="edit(this)">40</td></tr>`)
    .join(
      '',
    )}</table><script>function edit(cell) { const box = document.createElement('input'); box.value = cell.textContent; cell.replaceChildren(box); box.focus();
    box.onkeydown = ({ key }) => { if (key === 'Enter') { cell.textContent = ${entered}; } }; }</script>`;
}

function board(takes: boolean): string {
  return `<h2>Board</h2><div>${['Open', 'Done']
    .map(
      (lane, at) =>
        `<div><h4>${lane}</h4><div class="lane">${at === 0 ? '<div draggable="true">Fix pump</div>' : ''}</div></div>`,
    )
    .join(
      '',
    )}</div><script>let held; document.querySelector('[draggable]').ondragstart = ({ target }) => { held = target; };
    for (const lane of document.querySelectorAll('.lane')) { lane.ondragover = (event) => event.preventDefault(); lane.ondrop = () => { ${takes ? "lane.append(held); say('moved')" : "say('dropped')"} }; }</script>`;
}

const toggle = (name: string, on: boolean, press: string) =>
  `<div><span>${name}</span><div class="switch ${on ? 'is-on' : ''}" onclick="${press}"></div></div>`;
const works = "say(this.previousElementSibling.textContent + ' ' + this.classList.toggle('is-on'))";

const box = (name: string, colour: string) =>
  `<div><span style="display: inline-block; width: 15px; height: 15px; border: 1px solid #222; cursor: pointer; ${colour}" onclick="say('${name} ' + this.classList.toggle('on'))"></span> ${name}</div>`;
const tickRow = (name: string, keeps: boolean) =>
  `<div style="cursor: pointer" onclick="${keeps ? `say('${name} ' + this.classList.toggle('on'))` : `say('${name} pressed')`}"><i style="display: inline-block; width: 15px; height: 15px; border: 1px solid #222"></i> <span>${name}</span></div>`;
const list = (place: string) =>
  `${place}<div style="cursor: pointer"><span onclick="own.hidden = !own.hidden">Pound</span><ul id="own" hidden>${['Pound', 'Euro'].map((name) => `<li onclick="say('${name}'); own.hidden = true">${name}</li>`).join('')}</ul></div>`;
const hiddenRadios = (veil: string) =>
  `<div style="position: relative"><fieldset><legend>Your rating</legend>${[1, 2, 3].map((n) => `<input type="radio" name="r" id="r${n}" style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)" onchange="say('${n}')"><label for="r${n}"><span aria-hidden="true">★</span><small>${n} of 3 stars</small></label>`).join('')}</fieldset>${veil}</div>`;
const timetable = (head: string, one: string, other: string) =>
  `<h2>Timetable</h2><table><tr><th>Class</th>${head}<th>Trainer</th></tr><tr><td>Pilates</td>${one}<td>Ada Byron</td></tr><tr><td>Yoga</td>${other}<td>Bo Lind</td></tr></table>`;

const pages = {
  '/boxes': box('Weekly summary', '') + box('Price alerts', ''),
  '/rows': tickRow('We need a cot', true) + tickRow('We need a desk', true),
  '/dead-rows': tickRow('We need a cot', false) + tickRow('We need a desk', false),
  '/floors': `<fieldset><legend>Floor</legend>${['Low', 'High'].map((name) => `<label><input type="radio" name="floor" onchange="say('${name}')"> ${name}</label>`).join('')}</fieldset>`,
  '/rating': hiddenRadios(''),
  '/rating-veiled': hiddenRadios('<div style="position: absolute; inset: 0">Please wait</div>'),
  '/colours': box('Weekly summary', 'background: red') + box('Price alerts', 'background: blue'),
  '/list-beside': list('Currency '),
  '/list-under': list('<div>Currency</div>'),
  '/timetable': timetable(
    '<th>Day</th><th>Time</th>',
    '<td>Monday</td><td>18:30</td>',
    '<td>Tuesday</td><td>07:00</td>',
  ),
  '/untimed': timetable('<th>Room</th>', '<td>Studio A</td>', '<td>Studio B</td>'),
  '/card': '<h2>Account</h2><div><small>Member number</small><br><b>TL-8</b></div>',
  '/switches': `<h2>Settings</h2>${toggle('Newsletter', true, works)}${toggle('Dark mode', false, works)}`,
  '/dead-switches': `<h2>Settings</h2>${toggle('Newsletter', true, "say('pressed')")}${toggle('Dark mode', false, "say('pressed')")}`,
  '/unknown-switch': `<h2>Settings</h2><div><span>Newsletter</span><div class="switch" style="background: green" onclick="say('pressed')"></div></div>`,
  '/between': `<h2>Settings</h2><div><span>Newsletter</span><div class="switch" onclick="say('pressed')"></div><span>Dark mode</span></div>`,
  '/denying': `<h2>Settings</h2><label><input type="checkbox" checked onchange="say('changed')"> Do not send me offers</label>`,
  '/fruit': `<h2>Order</h2><form><label>Fruit <select name="fruit" multiple onchange="say([...this.selectedOptions].map((option) => option.label).join(' + '))"><option>Apples<option>Pears<option>Plums</select></label></form>`,
  '/stock': table(true),
  '/stock-refusing': table(false),
  '/board': board(true),
  '/board-refusing': board(false),
  '/cart': `<h2>Cart</h2><button onclick="say('checked out')">Check out</button>`,
  '/addresses': `<h2>Addresses</h2><ul><li>Old Street 1 <button onclick="say('deleted')">Delete</button></li><li>Main Street 2 <button onclick="say('deleted 2')">Delete</button></li></ul><form action="/switches"><label>Address <input name="a"></label><button>Save address</button></form>`,
};

const tasks = tasksOn(() =>
  servePages(
    Object.fromEntries(Object.entries(pages).map(([path, body]) => [path, `${style}${say}${body}`])),
  ),
);

async function came(path: string, task: string) {
  const { outcome } = await tasks.run(`Open SITE${path}. ${task} and report the text of said`, {
    stepTimeoutMs: 15_000,
  });
  return outcome.status === 'completed' ? outcome.outputs : outcome.status;
}

describe('what only its looks or its words tell', () => {
  test.concurrent.each([
    ['/switches', 'Switch dark mode on', 'Dark mode true'],
    ['/switches', 'Turn off the newsletter', 'Newsletter false'],
    ['/boxes', 'Tick price alerts', 'Price alerts true'],
    ['/rows', 'Tick that we need a desk', 'We need a desk true'],
    ['/floors', 'Select the high floor', 'High'],
    ['/rating', 'Choose 2 of 3 stars', '2'],
    ['/list-beside', 'Choose Euro as the currency', 'Euro'],
    ['/list-under', 'Set the currency to Euro', 'Euro'],
    ['/stock', 'Change the stock of Hinge to 12', null],
    ['/fruit', 'Select Apples, Plums and Pears', 'Apples + Pears + Plums'],
    ['/fruit', 'In the fruit list select apples and plums', 'Apples + Plums'],
    ['/board', 'Drag Fix pump to Done', 'moved'],
    ['/addresses', 'Delete the address "Old Street 1"', 'deleted'],
  ])(
    'understands on %s "%s"',
    async (path, task, said) => {
      if (said !== null) return expect(await came(path, task)).toEqual({ text_of_said: said });
      const { outcome } = await tasks.run(`Open SITE${path}. ${task} and tell me the stock of Hinge`);
      return expect(outcome).toMatchObject({ status: 'completed', outputs: { stock_of_hinge: '12' } });
    },
    60_000,
  );

  test.concurrent.each([
    ['/dead-switches', 'Switch dark mode on'],
    ['/colours', 'Tick price alerts'],
    ['/rating-veiled', 'Choose 2 of 3 stars'],
    ['/dead-rows', 'Tick that we need a desk'],
    ['/unknown-switch', 'Turn off the newsletter'],
    ['/between', 'Turn on dark mode'],
    ['/denying', 'Stop sending me offers'],
    ['/stock-refusing', 'Change the stock of Hinge to 12'],
    ['/board-refusing', 'Drag Fix pump to Done'],
    ['/cart', 'Check out with express delivery'],
  ])(
    'refuses on %s "%s"',
    async (path, task) => {
      expect(await came(path, task)).toBe('failed');
    },
    60_000,
  );
});

describe('questions about when, and about rows', () => {
  test.concurrent.each([
    ['/timetable', 'When is the Pilates class?', { pilates_class: 'Monday, 18:30' }],
    ['/timetable', 'Is there a yoga class on Tuesday?', { presence_of_yoga_class_on_tuesday: true }],
    ['/timetable', 'Is there a yoga class on Monday?', { presence_of_yoga_class_on_monday: false }],
    ['/untimed', 'When is the Pilates class?', null],
    ['/timetable', 'How many of my classes are full on the first page?', null],
    ['/card', 'What is my member number?', { member_number: 'TL-8' }],
  ])(
    'answers on %s "%s"',
    async (path, question, outputs) => {
      const { outcome } = await tasks.run(`Open SITE${path}. ${question}`, { stepTimeoutMs: 15_000 });
      expect(outcome.status === 'completed' ? outcome.outputs : null).toEqual(outputs);
    },
    60_000,
  );
});
