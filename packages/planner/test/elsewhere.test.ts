import { describe, expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';

const nav = `<nav><a href="/">Home</a> <a href="/parts">Parts</a> <a href="/orders">Orders</a> <a href="/account">My account</a>
  <a href="/basket">Basket</a> <a href="/signed-out">Sign out</a></nav>`;
const said = `<p id="said"></p><script>const say = (text) => { document.querySelector('#said').textContent += text; };</script>`;

function page(body: string): string {
  return `${nav}<main>${body}${said}</main><footer><a href="/help">Help</a> <a href="/contact">Contact</a></footer>`;
}

const parts = [
  ['Fuse', '£1.20', '40'],
  ['Bar oil', '£9.50', 'Out of stock'],
  ['Drive belt', '£18.40', '23'],
  ['Wheel', '£24.00', '7'],
] as const;

function listOf(rows: typeof parts | readonly (typeof parts)[number][], pager: string): string {
  return page(
    `<h1>Parts</h1><table><tr><th>Part</th><th>Price</th><th>In stock</th><th></th></tr>${rows
      .map(
        ([name, price, stock]) =>
          `<tr><td><a href="/${name.replace(' ', '-').toLowerCase()}">${name}</a></td><td>${price}</td><td>${stock}</td><td><button onclick="say('added ${name};')">Add to basket</button></td></tr>`,
      )
      .join('')}</table><p>${pager}</p>`,
  );
}

const pages = {
  '/': page('<h1>Welcome</h1><p>Balance: £12.00</p>'),
  '/parts': listOf(parts.slice(0, 2), '<b>1</b> <a href="/parts-2">2</a> <a href="/parts-2">Next ›</a>'),
  '/parts-2': listOf(parts.slice(2), '<a href="/parts">‹ Previous</a> <a href="/parts">1</a> <b>2</b>'),
  '/drive-belt': page(
    `<h1>Drive belt</h1><dl><dt>Weight</dt><dd>0.4 kg</dd></dl><label>Quantity <input id="q" value="1"></label>
    <button onclick="say('added ' + q.value)">Add to basket</button><form action="/sent"><input type="hidden" name="stars" id="s">
    <div role="radiogroup" aria-label="Rating">${[1, 2, 3, 4, 5].map((at) => `<button type="button" role="radio" aria-label="${at} stars" onclick="s.value = ${at}">☆</button>`).join('')}</div>
    <label>Review <textarea name="text"></textarea></label><button>Post review</button></form>`,
  ),
  '/orders': page(
    '<h1>Orders</h1><table><tr><th>Order</th><th>Placed</th></tr><tr><td><a href="/orders/FH-22">FH-22</a></td><td>14 March 2027</td></tr><tr><td><a href="/orders/FH-23">FH-23</a></td><td>2 May 2027</td></tr></table>',
  ),
  '/orders/FH-22': page('<h1>Details</h1><dl><dt>Tracking number</dt><dd>TRK22</dd></dl>'),
  '/orders/FH-23': page(
    `<h1>Details</h1><dl><dt>Tracking number</dt><dd>TRK23</dd></dl><button onclick="say('cancelled FH-23')">Cancel order</button>`,
  ),
  '/account': page(
    `<h1>My account</h1><div role="tablist"><button role="tab" onclick="tab(0)">Profile</button><button role="tab" onclick="tab(1)">Alerts</button><button role="tab" onclick="tab(2)">Security</button></div>
    <section><dl><dt>Customer number</dt><dd>C-407</dd></dl></section>
    <section hidden><label><input type="checkbox" onchange="say('sms ' + this.checked)"> SMS alerts</label></section>
    <section hidden><form action="/sent"><label>Current password <input type="password" name="old"></label><label>New password <input type="password" name="next"></label>
    <label>Repeat new password <input type="password" name="again"></label><button>Change password</button></form></section>
    <script>function tab(at) { document.querySelectorAll('section').forEach((each, index) => { each.hidden = index !== at; }); }</script>`,
  ),
  '/basket': page(
    `<h1>Basket</h1><table><tr><th>Part</th><th></th></tr><tr><td>Fuse</td><td><button onclick="say('removed Fuse')">Remove</button></td></tr><tr><td>Wheel</td><td><button>Remove</button></td></tr></table><p>Total: <b>£25.20</b></p>`,
  ),
  '/help': page(
    '<h1>Help</h1><details><summary>How long is the warranty?</summary><p>The warranty is two years on all machines.</p></details><details><summary>Who repairs?</summary><p>We do.</p></details>',
  ),
  '/contact': page(
    '<h1>Contact</h1><table><tr><td>Monday to Friday</td><td>07:30 – 17:00</td></tr><tr><td>Saturday</td><td>08:00 – 12:00</td></tr></table>',
  ),
  '/signed-out':
    '<h1>Signed out</h1><p>Telephone pin: 4411</p><label>Fax number <input oninput="say()"></label>',
  '/signin':
    '<h1>Sign in</h1><form action="/sent"><label>E-mail <input name="email"></label><label>Password <input type="password" name="p"></label><button>Sign in</button></form><a href="/forgot">Forgot your password?</a>',
  '/forgot':
    '<h1>Reset</h1><form action="/sent"><label>E-mail <input name="email"></label><button>Send reset link</button></form>',
  '/sent': `<h1>Sent</h1><p>Said: <b id="said"></b></p><p>Your request is on its way. Your ticket is T-501. We answer soon.</p><script>document.querySelector('#said').textContent = decodeURIComponent(location.search.slice(1).replaceAll('+', ' '))</script>`,
  '/files': page(
    '<h1>Files</h1><ul><li><a href="/save/banner.tif">banner.tif</a> <small>88 MB</small></li></ul>',
  ),
  '/dead': page(
    `<h1>Visit</h1><button onclick="ask.showModal()">Cancel visit</button><dialog id="ask"><p>Cancel the visit?</p><button onclick="ask.close()">Keep it</button><button onclick="ask.close()">Yes, cancel</button></dialog>`,
  ),
  '/board': page(
    `<h1>Plan</h1>${['To do', 'Done'].map((column, at) => `<div><h2>${column}</h2><div><span>${['Order blades', 'Call Ida'][at]}</span><select aria-label="Move ${['Order blades', 'Call Ida'][at]}" onchange="say('${['Order blades', 'Call Ida'][at]} is ' + this.value)"><option>To do</option><option ${at === 1 ? 'selected' : ''}>Done</option></select></div></div>`).join('')}`,
  ),
  '/checkout-start': page('<h1>Basket</h1><a href="/checkout">Proceed to checkout</a>'),
  '/checkout': page(
    `<h1>Checkout</h1><form action="/sent"><label><input type="radio" name="way" value="standard" checked> Standard (free)</label><label><input type="radio" name="way" value="express"> Express (£9.90)</label><label>Reference <input name="ref"></label><label><input type="checkbox" name="terms" value="yes" required> I accept the terms</label><button>Place order</button></form>`,
  ),
};

const tasks = tasksOn(() => servePages(pages));

async function run(place: string, task: string, stepTimeoutMs = 20_000) {
  return (await tasks.run(`Open SITE${place}. ${task}`, { stepTimeoutMs })).outcome;
}

describe('what the open page lacks is looked up on the other pages of the site', () => {
  test.concurrent.each([
    ['What does the drive belt cost?', '£18.40'],
    ['When did I place order FH-22?', '14 March 2027'],
    ['What is the tracking number of order FH-23?', 'TRK23'],
    ['What is my customer number?', 'C-407'],
    ['What are the opening hours on Saturday?', '08:00 – 12:00'],
    ['How long is the warranty?', 'two years'],
    ['Is the bar oil in stock?', false],
    ['Is the drive belt in stock?', true],
    ['How many drive belts are in stock?', '23'],
    ['What is the weight of the drive belt?', '0.4 kg'],
  ])('%s', async (question, answer) => {
    const { errorMessage, outputs } = await run('/', question);
    expect([errorMessage, ...Object.values(outputs)]).toEqual([null, answer]);
  });
});

describe('what is done is done where the site has the control for it', () => {
  test.concurrent.each([
    ['/', 'Find the drive belt and add 4 of them to the basket', 'added 4'],
    ['/parts', 'Put 3 drive belts in the basket', 'added 3'],
    ['/', 'Remove the fuse from the basket', 'removed Fuse'],
    ['/', 'Cancel order FH-23', 'cancelled FH-23'],
    ['/', 'Turn on SMS alerts in My account', 'sms true'],
    ['/board', 'Move "Order blades" to the Done column', 'Order blades is Done'],
    ['/', 'Rate the drive belt with 4 stars', 'stars=4&text='],
    ['/drive-belt', 'Give it 5 stars, write "Fits well" and post the review', 'stars=5&text=Fits well'],
    ['/signin', 'I forgot my password: request a link for ana@home.test', 'email=ana@home.test'],
    [
      '/checkout-start',
      'Check out with express delivery, reference PO-7, accept the terms and place the order',
      'way=express&ref=PO-7&terms=yes',
    ],
  ])('%s %s', async (place, task, done) => {
    const { errorMessage, outputs } = await run(place, `${task}. Then report said`);
    expect([errorMessage, outputs]).toEqual([null, { said: done }]);
  });

  test('the number of a ticket is read from the sentence that says it', async () => {
    const { outputs } = await run(
      '/forgot',
      'Fill in the e-mail with ana@home.test, submit and report the ticket number',
    );
    expect(outputs).toEqual({ ticket_number: 'T-501' });
  });

  test('a password is changed in all of the fields that ask for it, and is in no event', async () => {
    const { outcome, events } = await tasks.run(
      'Open SITE/account. Change my password from Harrow-88 to Larch-55x',
      { stepTimeoutMs: 20_000 },
    );
    expect(outcome.errorMessage).toBeNull();
    expect(decodeURIComponent(outcome.finalUrl ?? '')).toContain('old=');
    expect(JSON.stringify([events, outcome.summary])).not.toMatch(/Harrow|Larch/u);
  });
});

describe('a list of several pages is read to its end', () => {
  test.concurrent.each([
    ['Give me the prices of all parts', ['£1.20', '£9.50', '£18.40', '£24.00']],
    ['Which is the most expensive part?', 'Wheel'],
    ['Which is the cheapest part?', 'Fuse'],
    ['Give me the prices of all parts on this page', ['£1.20', '£9.50']],
  ])('%s', async (question, answer) => {
    const { errorMessage, outputs } = await run('/parts', question);
    expect([errorMessage, ...Object.values(outputs)]).toEqual([null, answer]);
  });
});

describe('nothing is taken from another page that was not meant', () => {
  test.concurrent.each([
    ['/', 'Cancel order FH-22'],
    // Only the page behind "Sign out" has it, which is not for looking.
    ['/', 'What is the telephone pin?'],
    ['/', 'What does the drive belt cost on this page?'],
    // What was meant stood on the page that was open.
    ['/', 'Find the balance and add 2 of them to the basket'],
    ['/account', 'Change my password to Larch-55x'],
    // Neither button says how many.
    ['/drive-belt', 'Order two drive belts'],
    // Its question is closed, and nothing comes of it.
    ['/dead', 'Cancel the visit and confirm'],
  ])('%s %s', async (place, task) => {
    const { status, outputs } = await run(place, task, 4_000);
    expect([status, outputs]).toEqual(['failed', {}]);
  });

  test('the size of a file stands beside its name', async () => {
    const { errorMessage, outputs } = await run('/files', 'How big is banner.tif?');
    expect([errorMessage, ...Object.values(outputs)]).toEqual([null, '88 MB']);
  });

  test('a file is not downloaded to look for an answer in it', async () => {
    const { errorMessage } = await run('/files', 'Who made banner.tif?', 4_000);
    expect(errorMessage).toMatch(/Neither have the pages/u);
    expect(errorMessage).not.toContain('"banner.tif",');
  });

  test('a message says where else was looked', async () => {
    const { errorMessage } = await run('/', 'What does the gear box cost?', 4_000);
    expect(errorMessage).toMatch(/Neither have the pages behind "Parts", .*"My account"/u);
  });
});
