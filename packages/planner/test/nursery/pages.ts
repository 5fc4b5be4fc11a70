/** The customer pages of a plant nursery. `done` tells the server what was done, which is what the tests judge. */
const script = `<p id="note" role="status"></p><script>
const $ = (selector) => document.querySelector(selector);
const each = (selector) => [...document.querySelectorAll(selector)];
async function done(what) { const answer = await fetch('/done', { method: 'POST', body: what }); note.textContent = await answer.text(); return answer.ok; }
</script>`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><title>${title} · Fernhill Nursery</title><style>.tap, .heart { cursor: pointer } [hidden] { display: none !important }</style>
  <header><nav aria-label="Main"><a href="/plants">Plants</a> <a href="/basket">Basket</a> <a href="/orders">My orders</a> <a href="/messages">Messages</a> <a href="/profile">Profile</a></nav></header>
  ${script}<main><h1>${title}</h1>${body}</main></html>`;
}

const plants = [
  ['Lady Fern', '£8.50', '4.6', 'In stock', 'Shade'],
  ['Blue Hosta', '£12.00', '4.1', 'In stock', 'Shade'],
  ['Red Acer', '£45.00', '4.9', 'Sold out', 'Sun'],
  ['Wild Thyme', '£3.25', '3.8', 'In stock', 'Sun'],
] as const;

const cards = plants
  .map(
    ([
      name,
      price,
      rating,
      stock,
      light,
    ]) => `<li class="card" data-price="${price.slice(1)}" data-light="${light}">
    <h3><a href="/plants/${name.toLowerCase().replace(' ', '-')}">${name}</a></h3><span class="price">${price}</span> <span>Rating: ${rating}</span> <span>${stock}</span>
    <span class="heart" title="Add to favourites" onclick="done('favourite ${name}'); this.textContent = '♥'">♡</span>
    <label>Compare <input type="checkbox" onchange="done((this.checked ? 'compare ' : 'uncompare ') + '${name}')"></label>
    <button onclick="done('basket ${name}')">Add to basket</button></li>`,
  )
  .join('');

const orders = [
  ['FN-301', '4 May 2026', '£20.50', 'Delivered', 'Lady Fern'],
  ['FN-302', '19 June 2026', '£45.00', 'On its way', 'Red Acer'],
  ['FN-303', '2 July 2026', '£6.50', 'Being packed', 'Wild Thyme'],
] as const;

const pages: Readonly<Record<string, string>> = {
  '/': page('Welcome', '<p>Plants by post since 1988.</p><a href="/signin">Sign in</a>'),
  '/signin': page(
    'Sign in',
    `<form method="post" action="/signin"><p><label>E-mail or user name <input name="user"></label></p><p><label>Password <input type="password" name="password"></label></p><button>Sign in</button></form>`,
  ),
  '/account': page(
    'Hello, Daisy',
    `<dl><dt>Loyalty points</dt><dd>340</dd><dt>Your adviser</dt><dd>Ruth Marsh</dd><dt>Member since</dt><dd>12 March 2021</dd><dt>Next delivery</dt><dd>Tuesday 8 December</dd></dl>
    <p>You have <b>2</b> unread messages.</p><p>Voucher code: <code>GROW-15</code></p>`,
  ),
  '/plants': page(
    'Plants',
    `<form role="search" onsubmit="event.preventDefault(); done('search ' + q.value); each('.card').forEach((card) => { card.hidden = !card.textContent.toLowerCase().includes(q.value.toLowerCase()); })"><label>Search plants <input type="search" id="q"></label><button>Search</button></form>
    <label>Sort by <select onchange="done('sort ' + this.value); order(this.selectedIndex)"><option>Popularity</option><option>Price, low to high</option><option>Price, high to low</option></select></label>
    <fieldset><legend>Light</legend>${['Shade', 'Sun'].map((light) => `<label><input type="checkbox" onchange="done('filter ${light} ' + this.checked); each('.card').forEach((card) => { card.hidden = this.checked && card.dataset.light !== '${light}'; })"> ${light}</label>`).join('')}</fieldset>
    <ul id="list">${cards}</ul><script>function order(at) { if (at) each('.card').sort((a, b) => (at === 1 ? 1 : -1) * (a.dataset.price - b.dataset.price)).forEach((card) => list.append(card)); }</script>`,
  ),
  '/plants/lady-fern': page(
    'Lady Fern',
    `<p>Price: <b>£8.50</b></p><p>Height: 60 cm</p>
    <label>Quantity <input id="count" type="number" value="1" min="1" max="20"></label><button onclick="done('basket Lady Fern x' + count.value)">Add to basket</button>
    <fieldset><legend>Pot size</legend>${['Small', 'Medium', 'Large'].map((size) => `<div class="tap" onclick="done('size ${size}')">${size}</div>`).join('')}</fieldset>
    <div role="group" aria-label="Your rating">${[1, 2, 3, 4, 5].map((at) => `<button aria-label="${at} star${at > 1 ? 's' : ''}" onclick="done('rated ${at}')">☆</button>`).join('')}</div>
    <button aria-pressed="false" onclick="this.setAttribute('aria-pressed', 'true'); done('liked Lady Fern')">Like</button>
    <div role="tablist">${['Care', 'Delivery', 'Reviews'].map((name, at) => `<button role="tab" aria-selected="${at === 0}" aria-controls="panel${at}">${name}</button>`).join('')}</div>
    <div role="tabpanel" id="panel0"><p>Watering: twice a week</p></div>
    <div role="tabpanel" id="panel1" hidden><dl><dt>Delivery cost</dt><dd>£4.95</dd><dt>Courier</dt><dd>Greenpost</dd></dl></div>
    <div role="tabpanel" id="panel2" hidden><ul id="reviews"><li>Sam: lovely plant</li><li>Ines: arrived dry</li></ul><label>Your review <textarea id="review"></textarea></label><button onclick="done('review ' + review.value)">Post review</button></div>
    <script>each('[role=tab]').forEach((tab, at) => { tab.onclick = () => { each('[role=tab]').forEach((each) => each.setAttribute('aria-selected', each === tab)); each('[role=tabpanel]').forEach((panel, index) => { panel.hidden = index !== at; }); }; });</script>`,
  ),
  '/basket': page(
    'Basket',
    `<table><thead><tr><th>Plant</th><th>Quantity</th><th>Price</th><th></th></tr></thead><tbody>${[
      ['Lady Fern', 2, '£17.00'],
      ['Wild Thyme', 1, '£3.25'],
    ]
      .map(
        ([name, count, price]) =>
          `<tr><td>${name}</td><td><input aria-label="Quantity" type="number" value="${count}" onchange="done('quantity ${name} ' + this.value)"></td><td>${price}</td><td><button onclick="if (confirm('Remove ${name}?')) { this.closest('tr').remove(); done('removed ${name}'); }">Remove</button></td></tr>`,
      )
      .join('')}</tbody></table><p>Total: <strong>£20.25</strong></p><p>Delivery: £4.95</p>
    <form onsubmit="event.preventDefault(); done('voucher ' + code.value)"><label>Voucher code <input id="code"></label><button>Apply</button></form>
    <label><input type="checkbox" onchange="done('gift ' + this.checked)"> Gift wrap</label><button onclick="done('checkout')">Go to checkout</button>`,
  ),
  '/orders': page(
    'My orders',
    `<table><thead><tr><th>Order</th><th>Placed</th><th>Total</th><th>Status</th><th></th></tr></thead><tbody>${orders
      .map(
        ([id, placed, total, status]) =>
          `<tr><td><a href="/orders/${id}">${id}</a></td><td>${placed}</td><td>${total}</td><td>${status}</td><td><button aria-haspopup="menu" aria-expanded="false" aria-label="More for ${id}" onclick="const menu = this.nextElementSibling; menu.hidden = !menu.hidden; this.setAttribute('aria-expanded', !menu.hidden)">⋮</button><div role="menu" hidden><button role="menuitem" onclick="done('reordered ${id}')">Order again</button><button role="menuitem" onclick="ask.dataset.id = '${id}'; ask.showModal()">Return</button></div></td></tr>`,
      )
      .join('')}</tbody></table>
    <dialog id="ask"><p>Return this order?</p><button onclick="ask.close()">Keep it</button><button onclick="done('returned ' + ask.dataset.id); ask.close()">Yes, return</button></dialog>`,
  ),
  ...Object.fromEntries(
    orders.map(([id, placed, total, status, plant]) => [
      `/orders/${id}`,
      page(
        `Order ${id}`,
        `<dl><dt>Placed</dt><dd>${placed}</dd><dt>Total</dt><dd>${total}</dd><dt>Status</dt><dd>${status}</dd><dt>Plant</dt><dd>${plant}</dd><dt>Tracking number</dt><dd>GP${id.slice(3)}77</dd></dl>
        <a href="/invoice" target="_blank">Invoice</a><button onclick="done('tracked ${id}')">Track parcel</button>`,
      ),
    ]),
  ),
  '/invoice': page('Invoice', '<p>Invoice number: INV-9</p><p>VAT: £3.42</p>'),
  '/messages': page(
    'Messages',
    `<p>Search our help pages: <button onclick="done('wrong send')">Send</button></p><ul>${[
      'Your delivery',
      'Spring sale',
    ]
      .map(
        (name) =>
          `<li><a href="/messages">${name}</a> <span role="button" tabindex="0" aria-label="Star" onclick="done('starred ${name}')">☆</span> <button onclick="done('archived ${name}'); this.closest('li').remove()">Archive</button></li>`,
      )
      .join(
        '',
      )}</ul><h2>Write to us</h2><form method="post" action="/messages"><label>Subject <input name="subject" required></label><label>Topic <select name="topic"><option value="">Choose…</option><option>Delivery</option><option>Plant care</option></select></label><label>Message <textarea name="message" required></textarea></label><label><input type="checkbox" name="copy"> Send me a copy</label><button>Send</button></form>`,
  ),
  '/thanks': page('Thank you', '<p>We have your message. Your reference is <b>T-8841</b>.</p>'),
  '/profile': page(
    'Profile',
    `<form method="post" action="/profile"><p><label>First name <input name="first" value="Daisy"></label></p><p><label>Surname <input name="last" value="Root"></label></p>
    <p><label>Date of birth <input type="date" name="born"></label></p><p><label>Country <select name="country"><option>United Kingdom</option><option>Ireland</option><option>France</option></select></label></p>
    <p><label>Phone <input name="phone" type="tel"></label></p><fieldset><legend>Garden type</legend><label><input type="radio" name="garden" value="Balcony"> Balcony</label><label><input type="radio" name="garden" value="Allotment"> Allotment</label></fieldset>
    <p><label><input type="checkbox" name="news"> Newsletter</label><label><input type="checkbox" name="sms"> Text messages</label></p><button>Save changes</button></form>
    <details><summary>Close account</summary><p>We are sorry to see you go.</p><button onclick="if (confirm('Close your account?')) done('closed account')">Close my account</button></details>`,
  ),
  '/profile/thanks': page('Profile saved', '<p>Your changes were saved.</p>'),
  '/garden': page(
    'My garden',
    `<label>Humidity <input type="range" min="0" max="100" value="20" onchange="done('humidity ' + this.value)"></label>
    <label>Planting date <input type="date" onchange="done('planting ' + this.value)"></label>
    <label>Town <input id="town" role="combobox" aria-controls="towns" autocomplete="off"></label><ul id="towns" role="listbox"></ul>
    <div class="tap switch" role="switch" aria-checked="false" tabindex="0" aria-label="Frost alerts" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true'); done('frost ' + this.getAttribute('aria-checked'))">○</div>
    <div id="soil" class="tap" role="combobox" aria-label="Soil" aria-expanded="false" aria-controls="soils" tabindex="0">Loam</div><ul id="soils" role="listbox" hidden><li role="option">Loam</li><li role="option">Clay</li><li role="option">Sand</li></ul>
    <div class="tap" onclick="done('watered')">Water everything</div>
    <h2>Jobs</h2><div id="todo" role="list" aria-label="To do"><div role="listitem" draggable="true" id="job1">Prune roses</div><div role="listitem" draggable="true" id="job2">Sow peas</div></div>
    <div id="finished" role="list" aria-label="Finished" style="min-height: 80px"></div>
    <button aria-expanded="false" aria-controls="tips" onclick="tips.hidden = !tips.hidden; this.setAttribute('aria-expanded', !tips.hidden); done('tips')">Frost tips</button><p id="tips" hidden>Cover tender plants. Lowest safe temperature: 5 °C</p>
    <button onclick="bed.showModal()">New bed</button><dialog id="bed" aria-label="New bed"><form onsubmit="event.preventDefault(); done('bed ' + bedName.value); bed.close()"><label>Bed name <input id="bedName"></label><button>Create bed</button></form></dialog>
    <p>Membership number: <b>M-5120</b></p><label>Member reference <input onchange="done('reference ' + this.value)"></label>
    <h2>Journal</h2><ol id="journal"></ol><nav aria-label="Journal pages"><button id="earlier">Previous</button><button id="later">Next</button></nav>
    <div style="height: 1500px"></div><section><h2>Opening hours</h2><p>Saturday: 9 to 5</p></section>
    <script>
    town.oninput = () => setTimeout(() => { towns.innerHTML = ['York', 'Yeovil', 'Truro'].filter((name) => town.value && name.toLowerCase().startsWith(town.value.toLowerCase())).map((name) => '<li role="option">' + name + '</li>').join(''); each('#towns li').forEach((each) => { each.onclick = () => { town.value = each.textContent; towns.innerHTML = ''; done('town ' + town.value); }; }); }, 100);
    soil.onclick = () => { soils.hidden = !soils.hidden; };
    each('#soils li').forEach((each) => { each.onclick = () => { soil.textContent = each.textContent; soils.hidden = true; done('soil ' + each.textContent); }; });
    each('[draggable]').forEach((each) => { each.ondragstart = (event) => event.dataTransfer.setData('text', each.id); });
    finished.ondragover = (event) => event.preventDefault();
    finished.ondrop = (event) => { event.preventDefault(); const job = document.getElementById(event.dataTransfer.getData('text')); finished.append(job); done('finished ' + job.textContent); };
    const entries = [['Bulbs in', 'Leaves raked'], ['Shed painted'], ['First frost']]; let at = 0;
    const show = () => { journal.innerHTML = entries[at].map((entry) => '<li>' + entry + '</li>').join(''); earlier.disabled = at === 0; later.disabled = at === 2; };
    earlier.onclick = () => { at -= 1; show(); }; later.onclick = () => { at += 1; show(); }; show();</script>`,
  ),
  '/trap': page(
    'Counter',
    `<p id="state">Balance: 5</p>
    <form method="post" action="/refused/422"><label>Coupon <input name="coupon"></label><button>Redeem coupon</button></form>
    <form method="post" action="/refused/500"><label>Nickname <input name="nick"></label><button>Save nickname</button></form>
    <form onsubmit="event.preventDefault(); done('order ' + amount.value)"><label>Amount <input id="amount" type="number" min="1" max="9" required></label><label>E-mail <input type="email" required></label><button>Place order</button></form>
    <form onsubmit="event.preventDefault(); if (!note2.value) { warn.textContent = 'Please enter a note'; } else done('note')"><label>Note <input id="note2"></label><p id="warn" role="alert"></p><button>Add note</button></form>
    <button onclick="fetch('/refused/500', { method: 'POST' }).then(() => { $('#note').textContent = 'Could not subscribe'; })">Subscribe</button>
    <button onclick="fetch('/refused/403', { method: 'DELETE' })">Cancel subscription</button>
    <button>Print labels</button><button disabled>Claim prize</button>
    <button onclick="alert('Sorry, you cannot pause deliveries')">Pause deliveries</button>
    <button onclick="if (confirm('Really reset?')) done('reset')">Reset garden</button>
    <button onclick="if (prompt('Type a name')) done('renamed')">Rename garden</button>
    <button onclick="this.textContent = 'Following'; setTimeout(() => { this.textContent = 'Follow'; $('#note').textContent = 'Could not follow'; }, 600)">Follow</button>
    <label><input type="checkbox" onchange="setTimeout(() => { this.checked = false; }, 300)"> Text alerts</label>
    <form method="post" action="/signin-again"><label>Comment <input name="comment"></label><button>Publish comment</button></form>
    <a href="/gone">Old catalogue</a><button onclick="location = '/refused/500'">Show statement</button>
    <div role="button" tabindex="0" class="tap" onclick="$('#note').innerHTML = '<span role=alert>You have no access</span>'">Open vault</div>
    <label>Size <select onchange="this.selectedIndex = 0"><option>Small</option><option>Big</option></select></label>`,
  ),
};

export const nursery = { pages, page, user: 'daisy', password: 'Moss-Green-7' };
