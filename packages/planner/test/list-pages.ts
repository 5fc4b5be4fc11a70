/** Pages with one list, table or form each; `say` writes down what was done. */
export const say =
  '<p id="said"></p><script>const say = (text) => { said.textContent += text + ";"; };</script>';
const people = [
  ['Ann Ash', 'Ulm', 31],
  ['Bob Birch', 'Bonn', 45],
  ['Cy Cedar', 'Kiel', 28],
  ['Di Date', 'Ulm', 52],
  ['Ed Elm', 'Bonn', 39],
  ['Flo Fir', 'Trier', 61],
  ['Gus Gum', 'Ulm', 23],
];

export const listPages = {
  '/entries': `<h1>Entries</h1><ul>${['Ann', 'Bob', 'Cy'].map((name) => `<li><span>${name}</span> <button onclick="say('deleted ${name}'); this.parentElement.remove()">Delete</button></li>`).join('')}</ul>`,
  '/files': `<h1>Files</h1><button onclick="say('deleted ' + [...document.querySelectorAll('input:checked')].map((box) => box.value))">Delete</button><ul>${['Ann', 'Bob', 'Cy'].map((name) => `<li><label><input type="checkbox" value="${name}"> ${name}</label></li>`).join('')}</ul>`,
  '/account': `<h1>Account</h1><button onclick="this.nextElementSibling.showModal()">Close account</button><dialog><form onsubmit="event.preventDefault(); say('closed by ' + secret.value.length); this.parentElement.remove()"><p>Enter your password to close your account</p><label>Password <input id="secret" type="password"></label><button>Confirm</button></form></dialog>`,
  '/more': `<h1>Parts</h1><table><tr><th>Part</th><th>Price</th></tr><tr><td>Axle</td><td>€19.00</td></tr><tr><td>Gear</td><td>€7.20</td></tr><tr><td>Wheel</td><td>€11.00</td></tr></table><nav aria-label="Pages"><b aria-current="page">1</b> <a href="#2">2</a> <a href="#2">Next</a></nav>`,
  '/letters': `<h1>Letters</h1>${[
    ['Billing', 'Overdue invoice 88'],
    ['Ann', 'Lunch'],
  ]
    .map(
      ([from, title]) =>
        `<div class="row"><span>${from}</span> – <a href="#${title}">${title}</a> <button onclick="say('deleting'); this.nextElementSibling.style.display = 'block'">Delete</button><div style="display: none"><div role="alertdialog" aria-label="Delete letter"><p>Really delete this letter?</p><button>No</button> <button>Delete letter</button></div></div></div>`,
    )
    .join('')}`,
  '/vet': `<h1>Appointments</h1><table><tr><th>Date</th><th>Pet</th><th>Vet</th><th></th></tr>${[
    ['Mon 30 Nov 2026', 'Biscuit', 'Dr Osei'],
    ['Thu 3 Dec 2026', 'Mog', 'Dr Zielinski'],
    ['Tue 13 Dec 2026', 'Rex', 'Dr Osei'],
  ]
    .map(
      ([day, pet, vet]) =>
        `<tr><td>${day}</td><td>${pet}</td><td>${vet}</td><td><button onclick="say('cancelled ${pet}'); this.closest('tr').remove()">Cancel</button></td></tr>`,
    )
    .join(
      '',
    )}</table><h2>Your clinic</h2><table><tr><th>Day</th><th>Opens</th><th>Closes</th></tr><tr><td>Monday to Friday</td><td>08:00</td><td>19:00</td></tr><tr><td>Saturday</td><td>09:00</td><td>13:00</td></tr><tr><td>Sunday</td><td>closed</td><td>closed</td></tr></table>`,
  '/basket': `<h1>Basket</h1><table><tr><th>Item</th><th>Quantity</th><th>Sum</th></tr>${[
    ['Adult Kibble 12kg', 1],
    ['Dental Chews', 2],
  ]
    .map(
      ([name, count]) =>
        `<tr><td>${name}</td><td><input type="number" value="${count}" aria-label="Quantity"><button onclick="say('${name} ' + this.previousElementSibling.value)">Update</button></td><td>€9.00</td></tr>`,
    )
    .join('')}</table><p>Subtotal <b>€18.00</b></p><p>Shipping <b>€4.95</b></p>`,
  '/bulk': `<h1>Messages</h1><button onclick="say('read ' + [...document.querySelectorAll('input:checked')].map((box) => box.value))">Mark as read</button><ul>${['Ann', 'Bob'].map((name) => `<li><input type="checkbox" value="${name}" aria-label="Select"> <a href="#${name}">Message from ${name}</a></li>`).join('')}</ul>`,
  '/pets': `<h1>Pets</h1><button onclick="this.nextElementSibling.hidden = false">Add pet</button><form hidden onsubmit="event.preventDefault(); say([...this.querySelectorAll('input, select')].map((field) => field.value).join('+'))"><label>Name <input id="name"></label><label>Species <select id="species"><option>Cat</option><option>Bird</option></select></label><label>Born <input type="date" id="born"></label><button>Save</button></form>`,
  '/lines': `<h1>Torch</h1><p>Phone: 0171 5555. Office hours Mon–Fri 9–17.</p><p>Weight: 320 g. Colour: black. Made in: Spain.</p><div>Address: 5 St. John Street, Leeds</div>`,
  '/notify': `<h1>Preferences</h1><form onsubmit="event.preventDefault(); say([mail, sms, phone].map((box) => box.checked).join(' '))"><fieldset><legend>Notify me by</legend><label><input type="checkbox" id="mail">Email</label><label><input type="checkbox" id="sms">SMS</label><label><input type="checkbox" id="phone" checked>Phone</label></fieldset><button>Save</button></form>`,
  '/board': `<h1>Board</h1>${['Ideas', 'To do', 'Done'].map((name) => `<section aria-label="${name}"><h2>${name}</h2><button onclick="this.hidden = true; this.nextElementSibling.hidden = false">+ Add a card</button><div hidden><textarea placeholder="Enter a title"></textarea><button onclick="say('${name}: ' + this.previousElementSibling.value); this.parentElement.textContent = this.previousElementSibling.value">Add card</button></div></section>`).join('')}`,
  '/overview': `<header><div><button aria-haspopup="true" aria-expanded="false" onclick="entries.hidden = !entries.hidden; this.ariaExpanded = !entries.hidden">Ada Lund ▾</button><div id="entries" role="menu" hidden><a role="menuitem" href="/team">Our team</a><button role="menuitem">Sign out</button></div></div></header>
    <main><h1>Hello Ada</h1><section><h2>Open orders</h2><p>2</p><a href="/orders">View all</a></section><section><h2>Balance due</h2><p>£1,284.50</p><a href="/orders">See statements</a></section>
    <p>Ticket T-310 · State: <strong>Closed</strong> · Assigned to: <strong>Yusuf Demir</strong></p><table><thead><tr><th>Name</th><th>Role</th></tr></thead><tbody><tr><td>Dana Whitlow</td><td>Viewer</td></tr><tr><td>Tom Ellery</td><td>Buyer</td></tr></tbody></table></main>`,
  '/still': `<h1>Items</h1><label>Sort by <select><option>Newest</option><option>Price</option></select></label><ul>${[9, 3, 7].map((price) => `<li><a href="#i${price}">Item ${price}</a> <span>£${price}.00</span></li>`).join('')}</ul>`,
  '/limit': `<h1>Limit</h1><form onsubmit="event.preventDefault(); say('saved ' + a.value)"><label>Amount <input id="a" value="5"></label><label>Note <input></label><button>Save</button></form>`,
  '/voucher': `<h1>Basket</h1><p>Total £20.00</p><label>Voucher code <input id="code"></label><button onclick="note.textContent = code.value === 'SPRING' ? 'Code applied' : 'This code is not valid.'; say('tried ' + code.value)">Apply</button><p id="note"></p><button onclick="say('ordered')">Check out</button>`,
  '/alerts': `<h1>Alerts</h1>${['Weekly digest', 'Order emails'].map((name, at) => `<p><span role="switch" tabindex="0" aria-checked="${at === 1}" aria-label="${name}" style="cursor: pointer" onclick="this.ariaChecked = this.ariaChecked !== 'true'; say('${name} ' + this.ariaChecked)">◐</span> ${name}</p>`).join('')}`,
  '/tools': `<h1>Tools</h1><p>12 products</p><section>${['Drill', 'Saw', 'Vice'].map((name, at) => `<article><h3><a href="#${name}">${name}</a></h3><p>£${[5, 9, 2][at]}.00</p><p>${[4, 5, 3][at]}.1 out of 5</p><button>Add</button></article>`).join('')}</section><nav aria-label="Pages"><a href="#1">1</a> <a href="#3" aria-current="page">3</a></nav>`,
  '/interests': `<h1>Preferences</h1><a href="#pumps">Pumps</a><form onsubmit="event.preventDefault(); say(new FormData(this).getAll('it').join('+'))"><fieldset><legend>Interests</legend>${['Filters', 'Pumps', 'Valves', 'Heating'].map((name) => `<label><input type="checkbox" name="it" value="${name}"> ${name}</label>`).join('')}</fieldset><button>Save</button></form>`,
  '/lamp': `<h1>UV lamp</h1><p class="price">£64.00</p><p>17 in stock</p><button onclick="say('added')">Add to basket</button>`,
  '/parcels': `<h1>Parcels</h1><div><button onclick="say('invited')">Invite someone</button></div><table><thead><tr><th>Parcel</th><th style="width: 600px"><button onclick="rows(true)">Total</button></th><th></th></tr></thead><tbody id="body"></tbody></table><script>const rows = (sorted) => { body.innerHTML = (sorted ? [5, 7, 9] : [7, 9, 5]).map((total) => '<tr><td>P-' + total + '</td><td>£' + total + '.00</td><td><button onclick="say(\\'resent\\')">Resend invite</button></td></tr>').join(''); }; rows(false);</script>`,
  '/tickets': `<h1>Tickets</h1><table><thead><tr><th>No</th><th>Title</th><th>Assigned to</th><th>Reported by</th><th>Priority</th><th></th></tr></thead><tbody>${[
    ['12', 'Pump leaks', 'Bob Brown', 'Ada', 'High'],
    ['13', 'Valve stuck', 'Carol', 'Bob Brown', 'Low'],
    ['14', 'No power', 'Bob Brown', 'Ada', 'Low'],
    ['15', 'Noise', 'Dan Hill', 'Dan Dale', 'Medium'],
    ['16', 'Dust', 'Dan Dale', 'Ada', 'Medium'],
  ]
    .map(
      (cells) =>
        `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}<td><button onclick="say('archived ${cells[0]}'); this.closest('tr').remove()">Archive</button></td></tr>`,
    )
    .join('')}</tbody></table>`,
  '/releases': `<h1>Releases</h1><div class="row"><div role="group">${['All', 'Released', 'Draft'].map((name) => `<span style="cursor: pointer" onclick="say('${name}')">${name}</span>`).join('')}</div><a href="#new">New release</a></div>
    <table><thead><tr><th></th><th>Version</th><th>State</th></tr></thead><tbody>${[
      ['5.1.0', 'Released', 9],
      ['5.2.0', 'Draft', 17],
    ]
      .map(
        ([version, state, bugs]) =>
          `<tr><td><button aria-label="Expand row" aria-expanded="false" onclick="const more = this.closest('tr').nextElementSibling; more.hidden = !more.hidden; this.ariaExpanded = !more.hidden">▸</button></td><td>${version}</td><td>${state}</td></tr><tr hidden><td colspan="3"><dl><dt>Bugs fixed</dt><dd>${bugs}</dd></dl></td></tr>`,
      )
      .join('')}</tbody></table><div class="row"><p>Page 1</p><a href="#next">Next</a></div>`,
  '/blocked': `<h1>Tickets</h1><p>1 ticket</p><table><thead><tr><th>Number</th><th>Title</th><th>State</th></tr></thead><tbody><tr><td>T-15</td><td>Slow search</td><td>Blocked</td></tr></tbody></table><ul><li><button disabled>Previous</button></li><li><button>1</button></li><li><button disabled>Next</button></li></ul>`,
  '/todo': `<h1>To do</h1><form onsubmit="event.preventDefault(); say('added ' + entry.value)"><input id="entry" placeholder="What needs to be done?"></form>
    <ul>${['Buy milk', 'Call Bob'].map((name) => `<li><input type="checkbox" aria-label="Done" onchange="say('done ${name}')"> <span>${name}</span> <button>×</button></li>`).join('')}</ul>`,
  '/stars': `<h1>Rate us</h1>${[1, 2, 3, 4, 5].map((star) => `<span style="cursor: pointer" onclick="say('star ${star}')">☆</span>`).join('')}`,
  '/airport': `<h1>Trip</h1><label>Airport <input id="airport" autocomplete="off" oninput="offer()"></label><ul id="offers"></ul><script>
    const airports = ['Bergen', 'Bern', 'Berlin'];
    const offer = () => setTimeout(() => { offers.innerHTML = airports.filter((name) => name.startsWith(airport.value)).map((name) => '<li style="cursor: pointer" onclick="say(\\'chose ' + name + '\\'); offers.innerHTML = \\'\\'">' + name + ' airport</li>').join(''); }, 50); </script>`,
  '/cart': `<h1>Cart</h1><table><tr><th>Item</th><th>Qty</th></tr>${['Blue mug', 'Red mug'].map((name) => `<tr><td>${name}</td><td><button onclick="change(this, -1)">−</button><span>1</span><button onclick="change(this, 1)">+</button></td></tr>`).join('')}</table>
    <script>const change = (button, by) => { const count = button.parentNode.querySelector('span'); count.textContent = Number(count.textContent) + by; say(button.closest('tr').cells[0].textContent + ' ' + count.textContent); };</script>`,
  '/stock': `<h1>Stock</h1><table><tr><th>Part</th><th>Price</th><th>Status</th></tr><tr><td>Bolt</td><td>2.50</td><td>sold out</td></tr><tr><td>Gear</td><td>7.20</td><td>in stock</td></tr><tr><td>Axle</td><td>19.00</td><td>in stock</td></tr></table>`,
  '/shirts': `<h1>Shirts</h1><label>Colour <select id="colour"><option>all</option><option>red</option></select></label><button onclick="say('filtered ' + colour.value)">Apply</button><ul><li>blue shirt</li><li>red shirt</li></ul>`,
  '/file': `<h1>File</h1><input aria-label="File name" value="a.txt" onkeydown="if (event.key === 'Enter') say('renamed ' + this.value)">`,
  '/orders': `<h1>Orders</h1><table><tr><th>Order</th><th>Customer</th><th>Total</th><th>Status</th></tr><tr><td>#1001</td><td>Ann Ash</td><td>€ 20.00</td><td>open</td></tr><tr><td>#1002</td><td>Di Date</td><td>€ 99.50</td><td>shipped</td></tr><tr><td>#1003</td><td>Ann Ash</td><td>€ 45.00</td><td>open</td></tr></table>`,
  '/menu': `<h1>Menu</h1><p>4 dishes</p><div>${[
    ['Beetroot tart', 'Vegetarian', '4.80'],
    ['Lentil salad', 'Vegan', '3.20'],
    ['Fruit platter', 'Vegan', '29.00'],
    ['Prawn cocktail', 'Fish', '6.40'],
  ]
    .map(
      ([name, diet, price]) =>
        `<div class="card"><h3>${name}</h3><div>${diet}</div><div>£${price}</div><button>Add to basket</button></div>`,
    )
    .join('')}</div>`,
  '/events': `<h1>Orders</h1><table><tr><th>Order</th><th>Event</th><th>Status</th></tr>${[
    ['E-1', 'Garden party', 'Draft'],
    ['E-2', 'Board lunch', 'Quoted'],
    ['E-3', 'Open house', 'Draft'],
  ]
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</table>`,
  '/plans': `<h1>Billing</h1><h2>Your plan</h2><div id="plans">${[
    ['Starter', 4],
    ['Team', 9],
    ['Business', 16],
  ]
    .map(
      ([plan, price]) =>
        `<div class="plan"><h3>${plan}</h3><p><b>€${price}</b> per seat</p><p>Up to ${Number(price) * 5} people</p></div>`,
    )
    .join('')}</div>`,
  '/jobs': `<h1>Jobs</h1>${[
    ['Nurse', 'York', '£31,000'],
    ['Senior nurse', 'Leeds', '£38,500'],
    ['Cook', 'York', '£24,000'],
  ]
    .map(
      ([job, place, pay]) =>
        `<article><h2>${job}</h2><p>${place} · full time</p><p>Salary: ${pay}</p><button>Apply</button></article>`,
    )
    .join('')}`,
  '/contact': `<h1>Contact</h1><p>Reception: 01904 555 010</p><p>Sales: 01904 555 020, sales@fern.test</p><h2>Our team</h2><ul>${['Ann', 'Bob'].map((name) => `<li><h3>${name}</h3><a href="mailto:${name}@fern.test">${name}@fern.test</a></li>`).join('')}</ul><p>Dogs are welcome.</p><p>Smoking is not allowed.</p><p>Cats are allowed, but only in the garden.</p>`,
  '/mail': `<h1>Inbox</h1><button onclick="for (const box of document.querySelectorAll('li input:checked')) { say('deleted ' + box.closest('li').id); box.closest('li').remove(); }">Delete</button><ul>${['Ann', 'Bob', 'Cy'].map((name) => `<li id="${name}"><input type="checkbox" aria-label="Select"> <b>${name}</b> <a href="#" onclick="event.preventDefault(); pane.innerHTML = '<h2>From ${name}</h2><p>Your code is ${name.length}4317.</p><textarea aria-label=Reply></textarea><button onclick=&quot;say(\\'replied \\' + this.previousSibling.value); pane.innerHTML = \\'Sent.\\'&quot;>Send</button>'">Message from ${name}</a></li>`).join('')}</ul><div id="pane"></div>`,
  '/filtered': `<h1>Products</h1><input type="search" placeholder="Filter products" oninput="for (const entry of document.querySelectorAll('li')) entry.hidden = !entry.textContent.toLowerCase().includes(this.value)"><ul>${['Red kettle', 'Blue kettle', 'Green pan'].map((name) => `<li>${name} <button>Buy</button></li>`).join('')}</ul>`,
  '/visit': `<h1>Book a visit</h1><div id="calendar"></div><p id="chosen"></p><script>
    let month = new Date(2026, 10); const turn = (by) => { month = new Date(month.getFullYear(), month.getMonth() + by); draw(); };
    const draw = () => { calendar.innerHTML = '<button aria-label="Previous month" onclick="turn(-1)">‹</button><b>' + month.toLocaleString('en', { month: 'long', year: 'numeric' }) + '</b><button aria-label="Next month" onclick="turn(1)">›</button><div>' + Array.from({ length: new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate() }, (_, day) => '<button onclick="chosen.textContent = this.textContent + \\' \\' + document.querySelector(\\'b\\').textContent">' + (day + 1) + '</button>').join('') + '</div><button onclick="say(\\'booked \\' + chosen.textContent)">Book</button>'; }; draw();</script>`,
  '/people': `<h1>People</h1><table><thead><tr><th>Name</th><th>City</th><th>Age</th></tr></thead><tbody id="rows"></tbody></table><button id="previous" onclick="at -= 1; draw()">Previous</button><button id="next" onclick="at += 1; draw()">Next</button>
    <script>const all = ${JSON.stringify(people)}; let at = 0; const draw = () => { rows.innerHTML = all.slice(at * 3, at * 3 + 3).map((row) => '<tr>' + row.map((cell) => '<td>' + cell + '</td>').join('') + '</tr>').join(''); previous.disabled = at === 0; next.disabled = at === 2; }; draw();</script>`,
  '/news': `<h1>News</h1><ul id="list"></ul><button id="more" onclick="show()">Load more</button><script>
    const all = ['Fair opens', 'Bridge closed', 'New mayor', 'Bus strike', 'Museum free']; let shown = 0;
    const show = () => { for (const title of all.slice(shown, shown + 2)) list.insertAdjacentHTML('beforeend', '<li><h3>' + title + '</h3><p>By Ann</p></li>'); shown += 2; if (shown >= all.length) more.remove(); }; show();</script>`,
  '/showings': `<h1>Showings</h1><div role="grid"><div role="row">${['Film', 'Seats left', ''].map((head) => `<div role="columnheader">${head}</div>`).join('')}</div>${[
    ['Night Ferry', 0],
    ['Snow Atlas', 12],
  ]
    .map(
      ([film, seats]) =>
        `<div role="row"><div role="gridcell">${film}</div><div role="gridcell">${seats}</div><div role="gridcell"><button aria-label="Row actions" onclick="menu('${film}')">⋯</button></div></div>`,
    )
    .join(
      '',
    )}</div><script>const menu = (film) => { document.body.insertAdjacentHTML('beforeend', '<div role="menu"><div role="menuitem" tabindex="-1">Hide showing</div></div>'); document.querySelector('[role=menuitem]').onclick = () => { document.querySelector('[role=menu]').remove(); say('hidden ' + film); }; };</script>`,
  '/staff': `<h1>Staff</h1><table><tr><th>Name</th><th></th></tr><tr><td>Noor Haddad</td><td><button onclick="box.hidden = false">Edit</button></td></tr></table>
    <div id="box" role="dialog" aria-label="Edit" hidden><span id="role-label">Role</span><button id="post" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-labelledby="role-label" onclick="roles.hidden = false; this.setAttribute('aria-expanded', 'true')">Director</button>
    <button onclick="box.hidden = true">Cancel</button><button onclick="say('saved ' + post.textContent); box.hidden = true">Save changes</button></div>
    <div id="roles" role="listbox" hidden>${['Director', 'Producer'].map((name) => `<div role="option" onclick="post.textContent = '${name}'; roles.hidden = true; post.setAttribute('aria-expanded', 'false')">${name}</div>`).join('')}</div>`,
  '/posts': `<h1>Posts</h1><table><tr><th>Title</th><th>Author</th><th></th></tr>${[
    ['Boat repairs', 'Mara'],
    ['Why we fast', 'Joel'],
    ['Island spring', 'Mara'],
  ]
    .map(
      ([title, author]) =>
        `<tr><td>${title}</td><td>${author}</td><td><a href="#" onclick="event.preventDefault(); say('trashed ${title}'); this.remove()">Trash</a> <button aria-label="Add to watchlist" onclick="say('watching ${title}'); this.textContent = '♥'">♡</button></td></tr>`,
    )
    .join('')}</table>`,
  '/endless': `<h1>Films</h1><ul id="films"></ul><script>
    const titles = [...Array(30).keys()].map((at) => 'Film ' + (at + 1)); let shown = 0;
    const show = () => { for (const title of titles.slice(shown, shown + 6)) films.insertAdjacentHTML('beforeend', '<li style="height: 240px"><h3>' + title + '</h3><button onclick="say(\\'watching ' + title + '\\')">Watch</button></li>'); shown += 6; };
    show(); onscroll = () => { if (shown < 30 && innerHeight + scrollY >= document.body.scrollHeight - 40) setTimeout(show, 50); };</script>`,
  '/tabs': `<h1>Snow Atlas</h1><div role="tablist"><button role="tab" aria-selected="true" aria-controls="story">Story</button><button role="tab" aria-selected="false" aria-controls="awards" onclick="this.setAttribute('aria-selected', 'true'); this.previousSibling.setAttribute('aria-selected', 'false'); story.hidden = true; awards.hidden = false">Awards</button></div>
    <div id="story" role="tabpanel">A boy draws maps.</div><div id="awards" role="tabpanel" hidden><p>Jury prize</p></div>`,
  '/recipes': `<h1>Recipes</h1><table><tr><th>Name</th><th>Minutes</th></tr><tr><td>Pea soup</td><td>40</td></tr><tr><td>Flan</td><td>65</td></tr><tr><td>Rösti</td><td>25</td></tr></table>`,
  '/week': `<h1>Sauna</h1><b id="of">This week</b><button aria-label="Next week" onclick="of.textContent = 'Later'; state.textContent = 'Free'">›</button><table id="cal"><tr><th></th><th>Monday</th><th>Tuesday</th></tr><tr><th>18:30</th><td>Full</td><td>Full</td></tr><tr><th>20:00</th><td>Full</td><td id="state">Full</td></tr></table>`,
  '/lake': `<h1>Lake Tarn</h1><table><tr><th>Location</th><td>Northern Hills</td></tr><tr><th>Surface area</th><td>3.1 km²</td></tr></table>`,
  '/policies': `<h1>My policies</h1><table><tr><th>Policy no.</th><th>Insured</th><th>Status</th></tr><tr><td>HM-3</td><td>Family travel</td><td>Active</td></tr><tr><td>HM-7</td><td>Ski week</td><td>Active</td></tr></table>`,
  '/prices': `<h1>Prices</h1><table><tr><th>Cover</th><th>Basic</th><th>Plus</th></tr><tr><td>Car</td><td>£19</td><td>£27</td></tr><tr><td>Home</td><td>£9</td><td>£14</td></tr></table>
    <p>Photos help us to decide faster. The storm team is led by Captain Jo Farrow.</p><p>The surveyor comes on 3 December at 10:30.</p>`,
  '/claims': `<h1>Claims</h1>${['All', 'Open', 'Rejected'].map((name) => `<span style="cursor: pointer" onclick="say('${name}')">${name}</span>`).join(' ')}
    <div id="cards">${[
      ['Burst pipe', 'Open', 'C-1', '£80.00'],
      ['Lost bag', 'Rejected', 'C-2', '£61.50'],
    ]
      .map(
        ([title, state, code, sum]) =>
          `<div class="card"><div><a href="/claims">${title}</a> <span>${state}</span></div><div>${code}</div><div>Amount: <b>${sum}</b></div></div>`,
      )
      .join('')}</div>`,
  '/faq': `<h1>Questions</h1>${[
    ['Can I pay monthly?', 'Yes, by direct debit. Monthly payment costs 4% more.'],
    ['What is an excess?', 'What you pay yourself.'],
  ]
    .map(
      ([asked, answered]) =>
        `<div style="cursor: pointer" onclick="this.nextElementSibling.hidden = !this.nextElementSibling.hidden">${asked}</div><div hidden><p>${answered}</p><p>Was this helpful? <button>Yes</button> <button>No</button></p></div>`,
    )
    .join('')}`,
  '/inbox': `<h1>Messages</h1><button onclick="if (confirm('Delete?')) say('deleted ' + document.querySelector(':checked').value)">Delete selected</button>
    <table><tr><th></th><th>From</th><th>Subject</th></tr>${[
      ['Ann', 'Your claim', 'unread'],
      ['Bo', 'Winter driving tips', ''],
      ['Cy', 'A visit', 'unread'],
    ]
      .map(
        ([from, subject, state]) =>
          `<tr class="${state}"><td><input type="checkbox" aria-label="Select" value="${subject}"></td><td>${from}</td><td><a href="/claims">${subject}</a></td></tr>`,
      )
      .join('')}</table>`,
  '/users': `<main><h1>Users</h1><button onclick="box.showModal()">Invite user</button><table><tr><th>Name</th><th>Role</th></tr><tr><td>Ann</td><td>Owner</td></tr></table>
    <dialog id="box"><form onsubmit="event.preventDefault(); box.close(); say('invited ' + mail.value + ' ' + role.value)"><label>Email <input id="mail" type="email"></label><label>Role <select id="role"><option>Viewer</option><option>Editor</option></select></label><button>Send invitation</button></form></dialog></main>
    <footer><form><label for="letters">Newsletter</label><input id="letters" name="email" placeholder="Your email"><button>Subscribe</button></form></footer>`,
  '/courses': `<h1>Training</h1>${[
    ['Fire safety', '10 December 2026', 'Book a place'],
    ['Excel for analysts', '14 January 2027', 'Join waiting list'],
  ]
    .map(
      ([name, day, does]) =>
        `<section class="box"><h2>${name}</h2><p>Date: ${day}</p><button onclick="say('${does} ${name}')">${does}</button></section>`,
    )
    .join('')}`,
  '/team': `<h1>Directory</h1>${[
    ['Ben Stokes', 'Developer, York'],
    ['Farid Noor', 'Sales director, Leeds'],
    ['Ella Brook', 'Reports to the sales director, Hull'],
  ]
    .map(([name, role]) => `<div class="box"><b>${name}</b><br>${role}<br><button>Send kudos</button></div>`)
    .join('')}`,
  '/leave': `<h1>Leave</h1><table><tr><th>No.</th><th>Type</th><th>Status</th><th></th></tr>${[
    ['L-31', 'Annual leave', 'Approved'],
    ['L-33', 'Annual leave', 'Pending'],
  ]
    .map(
      ([code, type, state]) =>
        `<tr><td>${code}</td><td>${type}</td><td>${state}</td><td><button onclick="say('cancelled ${code}')">Cancel</button></td></tr>`,
    )
    .join('')}</table><h2>Request leave</h2>
    <details><summary>How do I carry over leave?</summary><p>Up to 5 days until 31 March.</p></details>
    <h2>Poll: Friday lunch</h2>${['Pizza', 'Curry'].map((name) => `<label><input type="radio" name="poll" value="${name}"> ${name}</label>`).join(' ')} <button onclick="say('voted ' + document.querySelector(':checked').value)">Vote</button>`,
  '/papers': `<h1>Papers</h1><table><thead><tr><th>Paper</th><th>g/m²</th><th>Price</th><th></th></tr></thead><tbody id="rows"></tbody></table><button id="previous" onclick="at -= 1; draw()">‹ Prev</button><button id="next" onclick="at += 1; draw()">Next ›</button>
    <script>const all = ${JSON.stringify([
      ['Silk 130', 130, 12.4],
      ['Matt 250', 250, 9.5],
      ['Board', 1200, 31],
      ['Kraft', 90, 14],
    ])}; let at = 0; const draw = () => { rows.innerHTML = all.slice(at * 2, at * 2 + 2).map((row) => '<tr>' + row.map((cell) => '<td>' + cell + '</td>').join('') + '<td><button onclick="say(\\'added ' + row[0] + '\\')">Add</button></td></tr>').join(''); previous.disabled = at === 0; next.disabled = at === 1; }; draw();</script>`,
  '/service': `<h1>Profile</h1><h2>Rate our service</h2>${[1, 2, 3, 4, 5].map((star) => `<span style="cursor: pointer" onclick="say('star ${star}')">☆</span>`).join('')}`,
  '/order': `<h1>Order PJ-20</h1><table><tr><th>Account manager</th><td>Paul Adeyemi</td></tr><tr><th>Copies</th><td>2,500</td></tr></table>`,
  '/branches': `<h1>Branches</h1>${[
    ['Bath', '10:00 – 14:00'],
    ['Exeter', 'Closed'],
  ]
    .map(
      ([town, hours]) =>
        `<section><h2>${town}</h2><table><tr><th>Friday</th><td>9:00 – 17:00</td></tr><tr><th>Saturday</th><td>${hours}</td></tr></table></section>`,
    )
    .join('')}`,
  '/bolts': `<h1>Bolts</h1><table><thead><tr><th><button onclick="sortBy(0)">Name</button></th><th aria-sort="none" id="dead"><button onclick="dead.ariaSort = 'ascending'">Price</button></th></tr></thead><tbody id="rows">${[
    ['Bolt', '£3.00'],
    ['Anchor', '£9.00'],
    ['Chain', '£1.50'],
  ]
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join(
      '',
    )}</tbody></table><script>function sortBy(at) { setTimeout(() => { rows.append(...[...rows.rows].sort((a, b) => a.cells[at].textContent.localeCompare(b.cells[at].textContent))); say('sorted'); }, 300); }</script>`,
  '/tiers': `<h1>Choose a plan</h1>${[
    ['Basic', '€9'],
    ['Plus', '€15'],
  ]
    .map(
      ([name, price]) =>
        `<article><h2>${name}</h2><p>${price} <span>per month</span></p><button>Choose ${name}</button></article>`,
    )
    .join('')}`,
  '/delivery': `<h1>Help</h1><details><summary>How long does delivery take?</summary><p>Standard delivery takes 3 to 5 working days.</p></details>`,
  '/seats': `<h1>Choose your seats</h1><div role="group" aria-label="Seats">${['B1', 'B2', 'B3'].map((seat) => `<button aria-label="Seat ${seat}, €24" aria-pressed="false" onclick="this.setAttribute('aria-pressed', true); go.disabled = false">${seat}</button>`).join('')}</div>
    <button id="go" disabled onclick="say([...document.querySelectorAll('[aria-pressed=true]')].map((seat) => seat.textContent)); this.remove()">Confirm seats</button>`,
  '/members': `<h1>Members</h1><label>Team <select><option>All</option><option>Sales</option><option>Stock</option></select></label><table><thead><tr><th>Name</th><th>Team</th><th>E-mail</th></tr></thead><tbody id="rows"></tbody></table><button id="next" onclick="at += 1; draw()">Next</button>
    <script>const all = ${JSON.stringify([
      ['Ida', 'Sales'],
      ['Ben', 'Stock'],
      ['Tom', 'Sales'],
      ['Zoe', 'Stock'],
      ['Al', 'Stock'],
    ])}; let at = 0;
    const draw = () => { rows.innerHTML = all.slice(at * 2, at * 2 + 2).map(([name, team]) => '<tr><td>' + name + '</td><td>' + team + '</td><td>' + name + '@fern.test</td></tr>').join(''); next.disabled = at === 2; }; draw();</script>`,
  '/received': `<h1>Thank you</h1><p>We have received your order E-1071. It will arrive on 12 May 2027.</p>`,
  '/invoices': `<h1>Invoices</h1><table><thead><tr><th>Invoice</th><th>Date</th><th>Total</th></tr></thead><tbody>${[
    ['4713', '31 January 2027', '€5.00'],
    ['4711', '31 December 2026', '€10.00'],
    ['4714', '1 February 2027', '€60.00'],
    ['4712', '1 January 2027', '€25.00'],
  ]
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`,
  '/bill': `<h1>Invoice 88</h1><button onclick="way.showModal()">Pay invoice</button><dialog id="way"><form method="dialog" onsubmit="say('paid by ' + how.value)"><label>Payment method <select id="how"><option>Card</option><option>Bank transfer</option></select></label><button>Pay €30.00</button></form></dialog>`,
  '/ticket': `<h1>Ticket 12</h1><form onsubmit="event.preventDefault(); say('saved ' + how.value)"><label>Priority <select id="how"><option>Normal</option><option>Urgent</option></select></label><button>Save</button></form>`,
  '/damage': `<h1>Report a damage</h1><form onsubmit="event.preventDefault(); say('sent ' + mail.value + ' ' + sure.checked)"><label>E-mail <input id="mail" type="email"></label><label><input id="sure" type="checkbox"> I confirm that my details are correct</label><button>Send report</button></form>`,
};
