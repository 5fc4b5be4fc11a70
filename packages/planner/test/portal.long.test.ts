import { describe, expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';

const said = `<p>Said: <b id="said"></b></p><script>const say = (text) => { document.querySelector('#said').textContent = text; };</script>`;
const rows = [
  ['1041', 'Hinge'],
  ['1042', 'Bolt'],
];
const pages = {
  '/orders': `${said}<aside><ul><li><a href="/orders">Orders</a></li><li><a href="/marks">Marks</a></li></ul></aside>
    <main><h1>Orders</h1><table><thead><tr><th>Order</th><th>Part</th><th></th></tr></thead><tbody>${rows
      .map(
        ([id, part]) =>
          `<tr><td><a href="/order">${id}</a></td><td>${part}</td><td><div class="menu"><button aria-label="Actions for order ${id}" aria-haspopup="menu" data-id="${id}">⋯</button></div></td></tr>`,
      )
      .join('')}</tbody></table></main><script>
    for (const each of document.querySelectorAll('[data-id]')) each.onclick = () => { const menu = document.createElement('ul'); menu.setAttribute('role', 'menu');
      menu.innerHTML = '<li role="menuitem">Cancel order</li>'; each.after(menu);
      menu.onclick = () => { menu.remove(); const ask = document.createElement('div'); ask.setAttribute('role', 'dialog');
        ask.innerHTML = '<p>Cancel it?</p><button>Back</button><button>Yes, cancel it</button>'; document.body.append(ask);
        ask.onclick = ({ target }) => { if (target.textContent.startsWith('Yes')) say('cancelled ' + each.dataset.id); ask.remove(); }; }; };</script>`,
  '/orders-only': `<h1>Orders</h1><table><tr><th>Order</th><th>Part</th></tr><tr><td><a href="/order">1041</a></td><td>Hinge</td></tr></table>`,
  '/order': `${said}<h1>Order 1041</h1>`,
  '/inbox': `${said}<h1>Inbox</h1><ul>${['Fee reminder', 'Essay feedback']
    .map(
      (name) =>
        `<li><span role="button" tabindex="0" aria-label="Star" onclick="say('starred ${name}')">☆</span> <a href="/order">${name}</a></li>`,
    )
    .join('')}</ul>`,
  '/unstarred': `<h1>Inbox</h1><ul><li><a href="/order">Fee reminder</a></li><li><a href="/order">Essay feedback</a></li></ul>`,
  '/marks': `<h1>Results</h1><table><thead><tr><th>Module</th><th>Mark</th><th>Grade</th></tr></thead><tbody>
    <tr><td>Optics</td><td>71</td><td>A</td></tr><tr><td>Logic</td><td>58</td><td>C</td></tr></tbody></table><p>Ticket: HD-55</p>`,
  '/tabs': `${said}<h1>Course</h1><div role="tablist">${['Overview', 'Exam', 'Alerts'].map((name, at) => `<button role="tab" data-at="${at}">${name}</button>`).join('')}</div>
    <section><p>Credits: 15</p></section><section hidden><table><tr><th>Exam date</th><td>14 January 2027</td></tr></table></section>
    <section hidden><label><input type="checkbox" onchange="say('alerts ' + this.checked)"> E-mail alerts</label></section>
    <details><summary>Contact</summary><label>Contact name <input oninput="say(this.value)"></label></details>
    <label>Date of birth <input type="date" onchange="say(this.value)"></label><script>
    for (const tab of document.querySelectorAll('[role=tab]')) tab.onclick = () => { document.querySelectorAll('section').forEach((each, at) => { each.hidden = at !== Number(tab.dataset.at); }); };</script>`,
  '/members': `<h1>Members</h1><table><tr><th>Name</th><th>Role</th></tr><tr><td>Ada</td><td><select onchange="say('Ada is ' + this.value)"><option>Viewer</option><option>Editor</option></select></td></tr>
    <tr><td>Bob</td><td><select><option>Viewer</option><option>Editor</option></select></td></tr></table><a href="/new-member">Invite member</a>${said}`,
  '/new-member': `<h1>Invite</h1><form action="/sent"><label>Name <input name="name"></label><label>Role <select name="role"><option>Viewer</option><option>Editor</option></select></label><button>Send invitation</button></form>`,
  '/sent': `<h1>Sent</h1><p>Said: <b id="said"></b></p><script>document.querySelector('#said').textContent = decodeURIComponent(location.search.slice(1).replaceAll('+', ' '))</script>`,
  '/shop': `${said}<style>.swatch { cursor: pointer; display: inline-block; width: 20px; height: 20px }</style><main><h1>Shop</h1>${['Oak Pot', 'Tin Can'].map((name) => `<article><h2>${name}</h2><button onclick="said.textContent += '${name};'">Add to basket</button> <span role="button" tabindex="0" aria-label="Save ${name} to wish list" onclick="say('wish ${name}')">♡</span></article>`).join('')}
    <p>Colour</p><span class="swatch" title="Green" onclick="say('green')"></span><span class="swatch" title="Grey" onclick="say('grey')"></span>
    <label>Quantity <input id="count" value="1"></label><button aria-label="Increase quantity" onclick="count.value = Number(count.value) + 1; say(count.value)">+</button></main>
    <script>for (const each of document.querySelectorAll('.swatch')) each.addEventListener('click', () => {});</script>`,
  '/figures': `<h1>Figures</h1><ol><li>Complaints: 2</li><li>Surgeries: 8</li><li>Refunds: €310</li></ol>`,
  '/one-can': `<h1>Tin Can</h1><button>Add to basket</button>`,
  '/basket': `<h1>Basket</h1><form action="/sent"><label>Voucher code <input name="code"></label><button>Apply</button></form>`,
  '/profile': `${said}<h1>Profile</h1><label><input type="checkbox" onchange="say('news ' + this.checked)"> Student newsletter</label>
    <label><input type="radio" name="study" checked> Full-time</label><label><input type="radio" name="study" onchange="say('part-time')"> Part-time</label>
    <p>Student number: S-77</p>`,
  '/message': `<h1>Essay feedback</h1><form action="/sent"><label>Reply <textarea name="reply"></textarea></label><button>Send reply</button></form>`,
};

const tasks = tasksOn(() => servePages(pages));

async function run(page: string, task: string) {
  return (await tasks.run(`Open SITE${page}${task}`, { stepTimeoutMs: 20_000 })).outcome;
}

describe('what a page shows is acted upon', () => {
  test.concurrent.each([
    ['/orders', '. Cancel order 1042 and confirm', 'cancelled 1042'],
    ['/inbox', ' and star the Essay feedback message', 'starred Essay feedback'],
    ['/tabs', ' and fill in contact name with Omar', 'Omar'],
    ['/tabs', ' and turn on e-mail alerts', 'alerts true'],
    ['/tabs', ' and set the date of birth to 17/08/2002', '2002-08-17'],
    ['/members', ' and make Ada an Editor', 'Ada is Editor'],
    ['/members', ', invite a member with name Lea Roth and role Editor', 'name=Lea Roth&role=Editor'],
    ['/shop', ' and add all of them to the basket', 'Oak Pot;Tin Can;'],
    ['/shop', ' and save the Tin Can to my wish list', 'wish Tin Can'],
    ['/shop', ' and pick the green colour', 'green'],
    ['/shop', ' and increase the quantity twice', '3'],
    ['/basket', ', apply the voucher code SPRING10', 'code=SPRING10'],
    ['/profile', ' and subscribe to the student newsletter', 'news true'],
    ['/profile', ' and switch to part-time', 'part-time'],
    ['/message', ' and reply with "Thank you"', 'reply=Thank you'],
  ])('%s%s', async (page, task, done) => {
    const { errorMessage, outputs } = await run(page, `${task}. Then report said`);
    expect([errorMessage, outputs]).toEqual([null, { said: done }]);
  });

  test('a text that was read on one page is pasted on another', async () => {
    const { errorMessage, outputs } = await run(
      '/profile',
      `, copy the student number, then open SITE/message, paste it into Reply, click Send reply and report said`,
    );
    expect([errorMessage, outputs['said']]).toEqual([null, 'reply=S-77']);
  });
});

describe('what a page shows is read', () => {
  test.concurrent.each([
    ['/marks', ' and give me all the marks', ['71', '58']],
    ['/marks', ' and list all the modules', ['Optics', 'Logic']],
    ['/marks', '. How many modules are there?', 2],
    ['/marks', '. Which module has the highest mark?', 'Optics'],
    ['/marks', '. What grade did I get in Logic?', 'C'],
    ['/marks', ' and tell me the ticket number', 'HD-55'],
    ['/tabs', '. What is the exam date?', '14 January 2027'],
    ['/figures', '. How many surgeries are there?', 8],
    ['/orders', ' and tell me the part of the first order', 'Hinge'],
  ])('%s%s', async (page, task, answer) => {
    const { errorMessage, outputs } = await run(page, task);
    expect([errorMessage, ...Object.values(outputs)]).toEqual([null, answer]);
  });
});

describe('no other control is taken for the one that was asked for', () => {
  test.concurrent.each([
    ['/orders-only', ' and cancel order 1041'],
    ['/one-can', ' and add the Oak Pot to the basket'],
    ['/unstarred', ' and star the Essay feedback message'],
  ])('%s%s', async (page, task) => {
    const { errorCode } = await run(page, task);
    expect(errorCode).toBe('element_not_found');
  });
});
