function say(text: string) {
  return `document.querySelector('#said').textContent = '${text}'`;
}
const said = '<p id="said"></p>';
export const pages = {
  '/orders': `<title>Orders</title><h1>Orders</h1>
    <label>Sort by <select id="sort" onchange="const body = document.querySelector('tbody'); const priceOf = (row) => Number(row.cells[2].textContent.replace(/[^0-9.]/g, '')); body.append(...[...body.rows].sort((one, other) => priceOf(one) - priceOf(other)))"><option>Name</option><option>Price: low to high</option></select></label>
    <label>Status <select><option>All</option><option>Open</option><option>Shipped</option></select></label>
    <table><thead><tr><th>Order</th><th>Part</th><th>Price</th><th>Status</th><th>Placed</th><th></th></tr></thead><tbody>
    <tr><td>1041</td><td>Hinge</td><td>£4.50</td><td>Open</td><td>3 May 2026</td><td><button onclick="${say('edited 1041')}">Edit</button></td></tr>
    <tr><td>1042</td><td>Bolt</td><td>£1.20</td><td>Shipped</td><td>9 May 2026</td><td><button onclick="${say('edited 1042')}">Edit</button></td></tr>
    <tr><td>1043</td><td>Lathe</td><td>£1,900.00</td><td>Open</td><td>1 May 2026</td><td><button onclick="${say('edited 1043')}">Edit</button></td></tr>
    </tbody></table><dl><dt>Account manager</dt><dd>Grace Hopper</dd><dt>Account balance</dt><dd>£12.00</dd></dl>${said}`,
  '/parcels': `<title>Parcels</title><h1>Parcels</h1><table><thead><tr><th>Order</th><th>Status</th></tr></thead><tbody>
    <tr><td>2001</td><td>Packed</td></tr><tr><td>2002</td><td>Shipped</td></tr><tr><td>2003</td><td>Delivered</td></tr><tr><td>2004</td><td>Cancelled</td></tr>
    </tbody></table>`,
  '/pages': `<h1>Names</h1><a href="/orders">Back</a><ul id="list"></ul><nav><button id="prev">Previous</button> <button id="next">Next</button></nav><p>Page <b id="n">1</b></p>
    <script>const names = [['Ada'], ['Bob'], ['Zebra']]; let at = 0;
    const show = () => { list.innerHTML = names[at].map((name) => '<li>' + name + '</li>').join(''); n.textContent = at + 1; next.disabled = at === 2; prev.disabled = at === 0; };
    next.onclick = () => { at += 1; show(); }; prev.onclick = () => { at -= 1; show(); }; show();</script>`,
  '/widgets': `<h1>Widgets</h1><style>.pill { cursor: pointer } #menu, #more { display: none }</style>
    <div class="pill" id="fake">Refresh prices</div>
    <button id="open" aria-expanded="false" aria-controls="menu">Account</button><div id="menu"><a href="/orders">My orders</a></div>
    <details><summary>Shipping</summary><button onclick="${say('express')}">Choose express</button></details>
    <label>Volume <input type="range" min="0" max="100" value="10" oninput="${say('')} + this.value"></label>
    <label>Due date <input type="date" id="due" onchange="document.querySelector('#said').textContent = this.value"></label>
    <label><input type="checkbox" id="a"> Terms</label><label><input type="checkbox" id="b"> Newsletter</label>
    <a href="/orders" target="_blank">Price list</a>
    <p>Reference: <b>R-77</b></p><label>Note <input id="note" oninput="document.querySelector('#said').textContent = this.value"></label>${said}
    <script>fake.addEventListener('click', () => { ${say('refreshed')} });
    document.querySelector('#open').onclick = () => { menu.style.display = 'block'; document.querySelector('#open').setAttribute('aria-expanded', 'true'); };</script>`,
  '/drafts': `<h1>Drafts</h1><ul><li>Hello <button onclick="if (confirm('Delete Hello?')) this.parentElement.remove()">Delete</button></li>
    <li>Other <button onclick="ask.showModal(); which = this.parentElement">Delete</button></li></ul>
    <dialog id="ask"><p>Really?</p><button onclick="ask.close()">Cancel</button><button onclick="which.remove(); ask.close()">Yes, delete it</button></dialog><script>let which;</script>`,
  '/mail': `<h1>Mail</h1><div>${['msg unread', 'msg', 'msg unread'].map((kind, at) => `<div class="${kind}"><div><a href="/orders">Subject ${at + 1}</a></div><div><button onclick="${say(`archived ${at + 1}`)}">Archive</button></div></div>`).join('')}</div>${said}`,
  '/contact': `<h1>Contact</h1><nav><a href="/orders">Send</a></nav><form action="/thanks"><label>Name <input name="n"></label><label>Email <input name="e"></label><label>Message <textarea name="m"></textarea></label><button>Send</button></form>`,
  '/offices': `<h1>Our offices</h1><h2>Leeds</h2><p>12 Canal Street, Leeds</p><p>Monday to Friday 8:30 - 17:00</p><p>Manager: Ada Byron</p>
    <h2>York</h2><p>3 Dock Road, York</p><p>Tuesday to Friday 9:00 - 18:00</p><p>Manager: Grace Hopper</p>
    <h2>Visit us</h2><form action="/thanks"><label>Office <select name="o"><option>Leeds</option><option>York</option></select></label><label>Date <input type="date" name="d"></label><button>Book visit</button></form>
    <h3>Loyalty points</h3><p>2,150</p><dl><dt>Level</dt><dd>Gold</dd></dl>
    <div style="cursor: pointer" onclick="this.nextElementSibling.hidden = false"><b>What are the delivery costs?</b> <span>+</span></div><div hidden>Delivery costs £4.95.</div>`,
  '/lines': `<h1>Your basket</h1><table><tr><td>Sticky notes</td><td>£3.40</td><td><input type="number" aria-label="Quantity" value="1"></td><td><button aria-label="Remove" onclick="${say('removed notes')}">✕</button></td></tr>
    <tr><td>Gel pens</td><td>£5.60</td><td><input type="number" aria-label="Quantity" value="1"></td><td><button aria-label="Remove" onclick="${say('removed pens')}">✕</button></td></tr></table>${said}`,
  '/me': `<h1>Your profile</h1><div id="shown"><p>Phone: 1</p><button onclick="shown.remove(); edit.hidden = false">Edit profile</button></div>
    <form id="edit" hidden onsubmit="document.querySelector('#said').textContent = 'saved ' + tel.value; return false"><label>Phone <input id="tel"></label><button>Save</button></form>${said}`,
  '/thanks': '<h1>Thank you</h1><p>Ticket: T-1</p>',
  '/shelf': `<h1>Shelf</h1><main id="shelf">${['Hinge', 'Bolt', 'Lathe'].map((name, at) => `<article id="p${at}"><h2><a href="/orders" data-testid="open-${name}">${name}</a></h2><p data-testid="price-${name}">Price: £${at + 1}.00</p><button id="buy-${name}" onclick="${say('bought')}">Buy</button></article>`).join('')}</main>${said}`,
  '/bag': `<h1>Bits</h1><main>${['Hinge', 'Bolt', 'Salt and Pepper'].map((name, at) => `<article><h2>${name}</h2><p>£${at + 4}.00 · In stock</p><button onclick="document.querySelector('#said').textContent += '${name};'">Add to bag</button></article>`).join('')}</main>${said}`,
  ...Object.fromEntries(
    Object.entries({ '/bulk': '<button id="all">Mark as paid</button>', '/rows': '' }).map(([path, bulk]) => [
      path,
      `<h1>Invoices</h1>${bulk}<table><tr><th></th><th>Invoice</th><th></th></tr>
      <tr><td><input type="checkbox" value="7001"></td><td>7001</td><td>Paid</td></tr>
      <tr><td><input type="checkbox" value="7002"></td><td>7002</td><td>Paid</td></tr>
      <tr><td><input type="checkbox" value="7003"></td><td>7003</td><td><button onclick="${say('one')}">${path === '/rows' ? 'Mark as paid' : 'Pay'}</button></td></tr></table>${said}
      <script>document.querySelector('#all')?.addEventListener('click', () => { document.querySelector('#said').textContent = [...document.querySelectorAll(':checked')].map((box) => box.value).join(); });</script>`,
    ]),
  ),
  '/trip': `<h1>Trip</h1><button onclick="${say('shown')}">Travellers</button><label>Delivery address <input></label>${said}`,
  '/news': `<h1>Welcome</h1><h2>News</h2><ul><li>Free delivery</li><li>New warehouse in Hull</li><li>Tyres are back</li></ul>`,
  '/cover': `<h1>Trip</h1><h2>Insurance</h2><p>Included</p><h2>Booking</h2><button onclick="${say('cancelled')}">Cancel</button>${said}`,
  '/dangerous': `<h1>Danger</h1><form method="post" action="/thanks"><label>Reason <input name="r"></label><button>Delete account</button></form>
    <form method="post" action="/thanks"><label>Message <input name="m"></label><button>Send</button></form>
    <label><input type="checkbox" id="all"> Everything goes: delete my data</label><label><input type="checkbox" id="agree"> I agree to the terms</label>
    <label>Action <select><option>Choose</option><option>Rename</option><option>Erase</option></select></label>
    <form method="post" action="/thanks"><label>Plan <select name="p" onchange="this.form.submit()"><option>Free</option><option>Gold</option></select></label><button>Buy now</button></form>
    <ul><li draggable="true" tabindex="0">Report</li></ul><div id="trash" role="button" tabindex="0">Trash</div>${said}`,
  '/disguised': `<h1>Names</h1><button onclick="${say('deleted')}">Submit and delete my account</button>
    <button aria-label="Save" onclick="${say('deleted')}">Delete all</button><button onclick="${say('odd')}">Con\u200btinue</button>
    <button onclick="${say('paid')}" id="third">Pay now</button>${said}`,
};
