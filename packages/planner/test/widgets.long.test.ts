import { describe, expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';

const pages = {
  /** Tables for layout, no labels, a menu that opens by pointing at it. */
  '/legacy': `<style>#menu ul ul { display: none } #menu li:hover > ul { display: block }</style>
    <div id="menu"><ul><li>Sales<ul><li><a href="/shelf">Customers</a></li></ul></li><li><a href="/legacy">Exit</a></li></ul></div>
    <form action="/echo"><table><tr><td>Customer *</td><td><select name="c"><option value="">-- please choose --</option><option>Corvus Optics</option></select></td></tr>
    <tr><td>Article</td><td><input name="a"></td></tr><tr><td>Quantity</td><td><input name="q"></td></tr>
    <tr><td>Delivery date</td><td><input name="d" placeholder="dd-mm-yyyy"></td></tr>
    <tr><td>Shipping</td><td><input type="radio" name="s" value="std" checked> Standard <input type="radio" name="s" value="exp"> Express</td></tr>
    <tr><td></td><td><input type="checkbox" name="v"> VAT exempt</td></tr></table><input type="image" alt="Book order" width="60" height="20"></form>
    <form action="/echo"><table><thead><tr><th></th><th>Invoice</th><th>Customer</th><th>Amount</th><th>Status</th></tr></thead><tbody>
    <tr><td><input type="checkbox" name="i1"></td><td>IN-1</td><td>Aalto</td><td>1,200.00</td><td>Open</td></tr>
    <tr><td><input type="checkbox" name="i2"></td><td>IN-2</td><td>Brisa</td><td>80.00</td><td>Overdue</td></tr></tbody>
    <tfoot><tr><td></td><td>Total</td><td></td><td>1,280.00</td><td></td></tr></tfoot></table>
    <select name="act"><option>With selected…</option><option>Export</option></select><input type="submit" value="Go"></form>`,
  /** A form in three steps, of which one is shown. */
  '/steps': `<h1>New job</h1><form action="/echo"><section id="w1"><label>Title <input name="t"></label><fieldset><legend>Product</legend><label><input type="radio" name="p" value="flyer"> Flyer</label></fieldset><button type="button" onclick="go(2)">Next</button></section>
    <section id="w2" hidden><label>Copies <input type="number" name="c"></label><fieldset><legend>Finishing</legend>${['Folding', 'Gloss', 'Holes'].map((name) => `<label><input type="checkbox" name="f" value="${name}"> ${name}</label>`).join('')}</fieldset><button type="button" onclick="go(1)">Back</button><button type="button" onclick="go(3)">Next</button></section>
    <section id="w3" hidden><label>Needed by <input type="date" name="d"></label><button>Send to print</button></section></form>
    <script>function go(at) { document.querySelectorAll('section').forEach((each, index) => { each.hidden = index + 1 !== at; }); }</script>`,
  '/echo': `<h1>Received</h1><p id="sent"></p><script>document.querySelector('#sent').textContent = decodeURIComponent(location.search.slice(1).replaceAll('+', ' '))</script>`,
  '/shelf': `<h1>All books</h1><div id="list">${[
    ['Tides', 'Mara Quill', '12.50', 'In stock'],
    ['Gulls', 'Ida Brandt', '8.49', 'Sold out'],
  ]
    .map(
      ([title, author, price, stock]) =>
        `<x-book data-title="${title}" data-author="${author}" data-price="£${price}" data-stock="${stock}"></x-book>`,
    )
    .join('')}</div><p id="said"></p><script>
    customElements.define('x-book', class extends HTMLElement { connectedCallback() { const { title, author, price, stock } = this.dataset;
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<article><h3>' + title + '</h3><p>by ' + author + '</p><p>' + price + '</p><p>' + stock + '</p><button>Add to bag</button></article>';
      root.querySelector('button').onclick = () => { said.textContent = 'Added ' + title; }; } });</script>`,
  '/desk': `<style>span, .pill, [role] { cursor: pointer }</style><main><h1>Desk</h1>
    <div class="tile"><b>3</b><span class="cap">Open requests</span></div>
    <div role="table"><div role="row"><div role="columnheader">Reference</div><div role="columnheader">Subject</div><div role="columnheader"></div></div>
    ${['R-1', 'R-2'].map((id) => `<div role="row"><div role="cell">${id}</div><div role="cell">Shed</div><div role="cell"><button aria-label="Actions" aria-haspopup="menu" data-id="${id}">⋯</button></div></div>`).join('')}</div>
    <div class="field"><div class="lab">Full name</div><input id="name"></div>
    <button id="topic" aria-haspopup="listbox" aria-expanded="false">Topic</button><ul id="topics" role="listbox" hidden><li role="option">Event</li><li role="option">Press</li></ul>
    <div role="switch" tabindex="0" aria-checked="true" aria-label="Paperless letters" id="paper">■</div>
    <textarea aria-label="Your comment"></textarea><div class="pill" id="post">Post comment</div><p id="said"></p></main><script>
    const say = (text) => { document.querySelector('#said').textContent = text; };
    for (const each of document.querySelectorAll('[data-id]')) each.onclick = () => { const menu = document.createElement('div'); menu.setAttribute('role', 'menu');
      menu.innerHTML = '<div role="menuitem">Mark as urgent</div><div role="menuitem">Withdraw</div>'; document.body.append(menu);
      menu.onclick = ({ target }) => { say(target.textContent + ' ' + each.dataset.id); menu.remove(); }; };
    topic.onclick = () => { topics.hidden = !topics.hidden; topic.setAttribute('aria-expanded', String(!topics.hidden)); };
    topics.onclick = ({ target }) => { say('Topic is ' + target.textContent); topics.hidden = true; };
    paper.onclick = () => { paper.setAttribute('aria-checked', 'false'); say('Letters by post'); };
    post.onclick = () => say('Posted ' + document.querySelector('textarea').value);</script>`,
};

const tasks = tasksOn(() => servePages(pages));

describe('on pages whose widgets have no labels or stand in shadow roots', () => {
  test.concurrent.each([
    [
      '/legacy',
      'Choose Corvus Optics as the customer, enter Bolt as article and 12 as quantity, pick Express shipping and click Book order. Report the text of sent',
      { text_of_sent: expect.stringMatching(/^c=Corvus Optics&a=Bolt&q=12&d=&s=exp&/u) },
    ],
    [
      '/legacy',
      'Set the article to Nut and the delivery date to 01-12-2026, tick VAT exempt and click Book order. Report the text of sent',
      { text_of_sent: expect.stringMatching(/^c=&a=Nut&q=&d=01-12-2026&s=std&v=on/u) },
    ],
    ['/legacy', 'Open Customers from the Sales menu and report the heading', { heading: 'All books' }],
    [
      '/legacy',
      'Tick IN-2, choose Export from the "With selected" list and click Go. Report the text of sent',
      { text_of_sent: 'i2=on&act=Export' },
    ],
    [
      '/steps',
      'Create a new job with title Menu, product Flyer, copies 300, finishing Folding and Holes, needed by 2027-01-15. Send it to print and report the text of sent',
      { text_of_sent: 't=Menu&p=flyer&c=300&f=Folding&f=Holes&d=2027-01-15' },
    ],
    ['/legacy', 'What is the total?', { total: '1,280.00' }],
    ['/legacy', 'Tell me which invoices are overdue', { invoice_of_each_overdue_invoices: ['IN-2'] }],
    ['/shelf', 'Add Gulls to my bag and report the text of said', { text_of_said: 'Added Gulls' }],
    [
      '/shelf',
      'Add the cheapest book to the bag and report the text of said',
      { text_of_said: 'Added Gulls' },
    ],
    ['/shelf', 'Get the prices of all books', { price_of_each_books: ['£12.50', '£8.49'] }],
    ['/shelf', 'Who wrote Tides?', { author_of_tides: 'Mara Quill' }],
    ['/shelf', 'Is Gulls in stock?', { presence_of_in_stock: false }],
    ['/desk', 'How many open requests do I have?', { number_of_open_requests: 3 }],
    ['/desk', 'Mark R-2 as urgent and report the text of said', { text_of_said: 'Mark as urgent R-2' }],
    ['/desk', 'Set the full name to Ada and report the value of Full name', { value_of_full_name: 'Ada' }],
    ['/desk', 'Set the topic to Press and report the text of said', { text_of_said: 'Topic is Press' }],
    [
      '/desk',
      'Switch off paperless letters and report the text of said',
      { text_of_said: 'Letters by post' },
    ],
    [
      '/desk',
      'Add the comment "Any news?" and report the text of said',
      { text_of_said: 'Posted Any news?' },
    ],
  ])('%s: %s', async (page, task, outputs) => {
    const { outcome } = await tasks.run(`Open SITE${page}. ${task}`, { stepTimeoutMs: 20_000 });
    expect(outcome).toMatchObject({ errorMessage: null, outputs });
  });
});
