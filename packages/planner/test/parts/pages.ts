/** The pages of a supplier of vehicle parts for its trade customers. `done` tells the server what was done, which is what tests judge. */
import { desk } from './desk.ts';
import { page } from './frame.ts';
import { workshop } from './workshop.ts';

const parts = [
  ['BD-220', 'Brake disc', '€64.90', 12, 'Brakes'],
  ['BP-118', 'Brake pads', '€29.50', 0, 'Brakes'],
  ['OF-07', 'Oil filter', '€8.20', 140, 'Engine'],
  ['SP-33', 'Spark plug', '€6.75', 86, 'Engine'],
  ['WB-19', 'Wheel bearing', '€41.00', 9, 'Chassis'],
  ['TR-05', 'Tie rod', '€23.40', 4, 'Chassis'],
] as const;
const orders = [
  ['7001', '2 March 2026', 'Delivered', '€120.00', 'DHL'],
  ['7002', '18 April 2026', 'Shipped', '€59.00', 'UPS'],
  ['7003', '5 May 2026', 'Processing', '€311.50', 'DHL'],
] as const;
const invoices = [
  ['R-91', '1 March 2026', 'Paid', '€120.00'],
  ['R-92', '20 April 2026', 'Overdue', '€59.00'],
  ['R-93', '6 May 2026', 'Open', '€311.50'],
] as const;
const messages = ['Price list 2026', 'Recall of BD-220', 'Summer opening times'];
const tasks = ['Count the stock', 'Call Piet', 'Order gaskets'];

const pages: Readonly<Record<string, string>> = {
  ...desk,
  '/': page('Welcome', '<p>Parts for workshops.</p><a href="/signin">Log in</a>'),
  '/signin': page(
    'Log in',
    `<form method="post" action="/signin"><input name="user" placeholder="Customer number" aria-label="Customer number"><input type="password" name="password" placeholder="Password" aria-label="Password"><label><input type="checkbox" name="keep"> Keep me logged in</label><input type="submit" value="Log in"></form>`,
  ),
  '/account': page(
    'Your account',
    `<div class="card"><h3>Open orders</h3><p>2</p></div><div class="card"><h3>Credit left</h3><p>€1,240.00</p></div><div class="card"><h3>Bonus points</h3><p>815</p></div>
    <p>Your account manager is <b>Piet Vos</b>.</p><p>The next collection is on 14 December 2026.</p><p>You owe us €370.50 in total.</p>
    <ul><li><span>Customer number</span> <span>K-4410</span></li><li><span>Payment terms</span> <span>30 days net</span></li></ul>`,
  ),
  '/parts': page(
    'Parts',
    `<p><input type="search" id="query" placeholder="Search parts…"><button onclick="done('search ' + query.value); show()">Find</button></p>
    <label for="group">Category</label> <select id="group" onchange="done('category ' + this.value); show()"><option>All</option><option>Brakes</option><option>Engine</option><option>Chassis</option></select>
    <table><thead><tr><th>Part no.</th><th>Name</th><th><button onclick="done('sort price'); byPrice = true; show()">Price</button></th><th>In stock</th><th>Actions</th></tr></thead><tbody id="rows"></tbody></table>
    <div class="pager"><a href="#" id="back" aria-label="Previous page">‹</a> <a href="#" onclick="at = 0; show()">1</a> <a href="#" onclick="at = 1; show()">2</a> <a href="#" id="on" aria-label="Next page">›</a></div><p id="range"></p>
    <script>const all = ${JSON.stringify(parts)}; let at = 0; let byPrice = false;
    back.onclick = () => { at = 0; show(); }; on.onclick = () => { at = 1; show(); };
    function show() { let found = all.filter(([id, name, , , kind]) => (id + name).toLowerCase().includes(query.value.toLowerCase()) && (group.value === 'All' || kind === group.value));
      if (byPrice) found = [...found].sort((a, b) => a[2].slice(1) - b[2].slice(1));
      const shown = found.slice(at * 4, at * 4 + 4); range.textContent = 'Showing ' + shown.length + ' of ' + found.length + ' parts';
      rows.innerHTML = shown.map(([id, name, price, stock]) => '<tr><td>' + id + '</td><td><a href="/parts/' + id + '">' + name + '</a></td><td>' + price + '</td><td>' + stock + '</td><td><button onclick="done(\\'cart ' + id + '\\')">Add to cart</button> <button aria-label="Watch ' + name + '" aria-pressed="false" onclick="this.setAttribute(\\'aria-pressed\\', true); done(\\'watch ' + id + '\\')">👁</button></td></tr>').join(''); } show();</script>`,
  ),
  '/parts/BD-220': page(
    'Brake disc',
    `<p class="price">€64.90</p><p>12 left in stock.</p><p>It weighs 7.4 kg and comes with a warranty of two years.</p>
    <div class="stepper"><button aria-label="Decrease quantity" onclick="amount.value = +amount.value - 1">−</button><input id="amount" aria-label="Quantity" value="1"><button aria-label="Increase quantity" onclick="amount.value = +amount.value + 1">+</button></div>
    <button onclick="done('cart BD-220 x' + amount.value)">Add to cart</button> <button onclick="done('watch BD-220'); this.textContent = 'Watching'">Watch this part</button>
    <fieldset><legend>Finish</legend><label><input type="radio" name="f" onchange="done('finish raw')"> Raw</label><label><input type="radio" name="f" onchange="done('finish coated')"> Coated</label></fieldset>
    <div role="tablist"><button role="tab" aria-selected="true" aria-controls="a">Fits</button><button role="tab" aria-selected="false" aria-controls="b">Technical data</button></div>
    <div role="tabpanel" id="a"><ul><li>Transit</li><li>Vivaro</li></ul></div><div role="tabpanel" id="b" hidden><table><tr><th>Diameter</th><td>280 mm</td></tr><tr><th>Thickness</th><td>22 mm</td></tr></table></div>
    <script>each('[role=tab]').forEach((tab) => { tab.onclick = () => each('[role=tab]').forEach((one) => { one.setAttribute('aria-selected', one === tab); document.getElementById(one.getAttribute('aria-controls')).hidden = one !== tab; }); });</script>`,
  ),
  '/orders': page(
    'Orders',
    orders
      .map(
        ([id, placed, status, total, carrier]) =>
          `<article class="card" aria-label="Order ${id}"><h2>Order ${id}</h2><p>Placed on ${placed}</p><p>Status: ${status}</p><p>Total: ${total}</p><p>Carrier: ${carrier}</p><button onclick="done('reorder ${id}')">Order again</button> <button onclick="sure.hidden = false; sure.dataset.id = '${id}'">Cancel order</button></article>`,
      )
      .join('') +
      `<div id="sure" role="alertdialog" aria-label="Cancel the order?" hidden><p>Do you really want to cancel it?</p><button onclick="sure.hidden = true">No, keep it</button><button onclick="sure.hidden = true; done('cancelled ' + sure.dataset.id)">Yes, cancel it</button></div>`,
  ),
  '/invoices': page(
    'Invoices',
    `<table><thead><tr><th>Invoice</th><th>Date</th><th>State</th><th>Amount</th><th></th></tr></thead><tbody>${invoices
      .map(
        ([id, date, state, amount]) =>
          `<tr><td>${id}</td><td>${date}</td><td>${state}</td><td>${amount}</td><td>${state === 'Paid' ? '' : `<button onclick="done('paid ${id}')">Pay</button>`} <button onclick="done('dispute ${id}')">Dispute</button></td></tr>`,
      )
      .join('')}</tbody></table><p>Sum of open invoices: €370.50</p>`,
  ),
  '/messages': page(
    'Inbox',
    `<p>3 messages, 1 unread</p><ul>${messages
      .map(
        (name) =>
          `<li><label><input type="checkbox" aria-label="Select ${name}"></label> <b>${name}</b> <button aria-label="Flag" aria-pressed="false" onclick="this.setAttribute('aria-pressed', 'true'); done('flag ${name}')">⚑</button> <button onclick="this.closest('li').remove(); done('archive ${name}')">Archive</button> <button onclick="done('urgent ${name}'); this.textContent = 'Urgent'">Mark as urgent</button> <button onclick="if (confirm('Delete the message?')) { this.closest('li').remove(); done('delete ${name}'); }">Delete</button></li>`,
      )
      .join('')}</ul>
    <h2>Contact us</h2><form method="post" action="/contact"><label>Department <select name="to"><option value="">Please choose</option><option>Sales</option><option>Returns</option></select></label><p><label for="about">Subject</label><br><input id="about" name="about" required></p><p><label for="words">Your message</label><br><textarea id="words" name="words" required></textarea></p><button>Send message</button></form>`,
  ),
  '/tasks': page(
    'To-do',
    `<input id="fresh" placeholder="What needs to be done?" onkeydown="if (event.key === 'Enter' && this.value) { done('task ' + this.value); const one = document.createElement('li'); one.textContent = this.value; list.append(one); this.value = ''; }"><ul id="list">${tasks
      .map(
        (name) =>
          `<li><label><input type="checkbox" onchange="done((this.checked ? 'tick ' : 'untick ') + '${name}')"> ${name}</label> <button aria-label="Delete" onclick="this.closest('li').remove(); done('delete ${name}')">×</button></li>`,
      )
      .join('')}</ul><p><strong>3</strong> tasks left</p>
    <h2>Share this list</h2><form onsubmit="event.preventDefault(); done('share ' + mate.value)"><label>E-mail address <input id="mate" type="email"></label><button>Share</button></form>`,
  ),
  '/settings': page(
    'Settings',
    `<form method="post" action="/settings"><div><label for="firm">Company name</label><input id="firm" name="firm" value="Orla Motors"></div><div><label for="vat">VAT number</label><input id="vat" name="vat"></div>
    <div><label for="lang">Language</label><select id="lang" name="lang"><option>English</option><option>Dutch</option><option>German</option></select></div>
    <div><label for="day">First delivery</label><input id="day" name="day" type="date"></div><p>Send invoices by</p><label><input type="radio" name="by" value="e-mail"> E-mail</label><label><input type="radio" name="by" value="post"> Post</label>
    <label><input type="checkbox" name="offers" checked> Special offers</label><label><input type="checkbox" name="recalls"> Recall notices</label><button>Save settings</button></form>
    <section><h2>Danger zone</h2><button onclick="gone.showModal()">Close account</button><dialog id="gone"><p>Your account will be closed for good.</p><button onclick="gone.close()">Cancel</button><button onclick="gone.close(); done('closed')">Close account</button></dialog></section>`,
  ),
  '/workshop': workshop,
  '/thanks': page('Thank you', '<p>We have received it.</p>'),
  '/settings/thanks': page('Settings', '<p>Your settings were saved.</p>'),
};

export const partsPortal = { pages, page, user: 'orla', password: 'Piston-42-blue' };
