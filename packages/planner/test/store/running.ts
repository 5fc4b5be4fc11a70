import { page } from './frame.ts';

const orders = [
  ['LS-5071', '12 November 2026', 'Shipped', '€143.90'],
  ['LS-5043', '2 October 2026', 'Delivered', '€28.00'],
  ['LS-4990', '9 August 2026', 'Cancelled', '€61.50'],
  ['LS-5079', '19 November 2026', 'In progress', '€318.20'],
] as const;
const switches = [
  ['Newsletter', true],
  ['Order updates by SMS', false],
  ['Dark mode', false],
] as const;
const tab = (name: string, at: number) =>
  `<li class="nav-item"><a href="#${name}" class="nav-link ${at ? '' : 'active'}" onclick="event.preventDefault(); pick('.nav-link').forEach((one) => one.classList.toggle('active', one === this)); pick('.pane').forEach((one) => { one.hidden = one.id !== '${name}'; })">${name}</a></li>`;

/** What follows a sale: orders, tickets, settings and the shop's back office. */
export const running: Readonly<Record<string, string>> = {
  '/orders': page(
    'Orders',
    `<table class="table"><thead><tr><th>Order</th><th>Placed</th><th>Status</th><th>Amount</th><th></th></tr></thead><tbody>${orders
      .map(
        ([id, day, state, sum]) =>
          `<tr><td>${id}</td><td>${day}</td><td><span class="badge">${state}</span></td><td>${sum}</td><td><div class="dropdown"><button aria-label="Actions" aria-haspopup="true" aria-expanded="false" onclick="drop(this)">⋯</button><ul class="dropdown-menu" role="menu" hidden><li role="menuitem" tabindex="-1" onclick="drop(this.closest('.dropdown').firstChild); tell('invoice ${id}', 'Invoice sent')">E-mail invoice</li><li role="menuitem" tabindex="-1" onclick="tell('again ${id}', 'Added to cart')">Order again</li>${state === 'In progress' ? `<li role="menuitem" tabindex="-1" onclick="ask('${id}')">Cancel order</li>` : ''}</ul></div></td></tr>`,
      )
      .join('')}</tbody></table>
    <div class="modal" id="sure" role="dialog" aria-modal="true" aria-label="Cancel order" hidden><p id="what"></p><button onclick="el('sure').hidden = true">Keep order</button><button id="yes">Yes, cancel it</button></div>
    <script>function ask(id) { pick('.dropdown-menu').forEach((one) => { one.hidden = true; }); el('what').textContent = 'Cancel ' + id + '?'; el('sure').hidden = false; el('yes').onclick = () => { el('sure').hidden = true; tell('cancel ' + id, 'Order cancelled'); }; }</script>`,
  ),
  '/tickets': page(
    'Support tickets',
    `<button class="btn" onclick="el('new').hidden = false">+ New ticket</button><div id="new" class="modal" role="dialog" aria-label="New ticket" hidden><div>Subject</div><input id="subject"><div>Topic</div><div class="row">${['Delivery', 'Payment', 'Returns'].map((topic) => `<div class="chip" onclick="pick('#new .chip').forEach((one) => one.classList.toggle('active', one === this))">${topic}</div>`).join('')}</div><div>Your message</div><textarea id="text"></textarea><div class="row"><button onclick="el('new').hidden = true">Cancel</button><button onclick="if (!el('subject').value || !el('text').value) { el('missing').textContent = 'Subject and message are required'; return; } tell(['ticket', el('subject').value, document.querySelector('#new .active')?.textContent, el('text').value].filter(Boolean).join('; '), 'Ticket sent'); el('new').hidden = true">Send ticket</button></div><p id="missing" class="text-danger"></p></div>
    <div class="accordion">${[
      ['#311', 'Broken frame', 'Open', 'Aisha', 'The frame came with a crack.'],
      ['#298', 'Wrong invoice', 'Closed', 'Bertil', 'The VAT number is missing.'],
    ]
      .map(
        ([id, subject, state, agent, text]) =>
          `<div class="item"><button aria-expanded="false" onclick="const body = this.nextElementSibling; body.hidden = !body.hidden; this.setAttribute('aria-expanded', !body.hidden)">${id} ${subject} <em>${state}</em></button><div hidden><p>Handled by ${agent}</p><p>${text}</p><textarea aria-label="Reply"></textarea><button onclick="tell('reply ${id} ' + this.previousElementSibling.value, 'Reply sent'); this.previousElementSibling.value = ''">Reply</button> <button onclick="tell('close ${id}', 'Ticket closed')">Close ticket</button></div></div>`,
      )
      .join('')}</div>`,
  ),
  '/settings': page(
    'Settings',
    `<ul class="row">${['Profile', 'Notifications', 'Privacy'].map(tab).join('')}</ul>
    <div class="pane" id="Profile"><div><label>Display name</label><input value="Rosa"></div><div><label>Phone</label><input type="tel"></div><div><label>Company</label><input></div><button onclick="const [name, phone, firm] = pick('#Profile input').map((one) => one.value); tell('profile ' + [name, phone, firm].filter(Boolean).join('; '), 'Profile saved')">Save changes</button></div>
    <div class="pane" id="Notifications" hidden>${switches.map(([name, on]) => `<div class="row"><span>${name}</span><div class="toggle ${on ? 'is-on' : ''}" onclick="tell('${name} ' + this.classList.toggle('is-on'), '')"></div></div>`).join('')}<label>Send a summary <select onchange="tell('summary ' + value)"><option>Never</option><option>Daily</option><option>Weekly</option></select></label></div>
    <div class="pane" id="Privacy" hidden><label><input type="checkbox" onchange="tell('share ' + checked)"> Share my purchases with partners</label><p><button onclick="if (confirm('Delete your account for good?')) tell('account deleted')">Delete my account</button></p></div>`,
  ),
  '/stock': page(
    'Back office',
    `<div class="row"><label>Supplier <input id="who" role="combobox" aria-expanded="false" aria-autocomplete="list"></label><div id="hints" role="listbox"></div><button onclick="tell('supplier ' + el('who').value)">Assign supplier</button></div>
    <table><thead><tr><th><input type="checkbox" aria-label="Select all" onchange="pick('tbody input').forEach((one) => { one.checked = checked; })"></th><th>SKU</th><th>Name</th><th>In stock</th><th>Shelf</th></tr></thead><tbody>${[
      ['K-10', 'Cork board', 40, 'B2'],
      ['K-11', 'Paper tray', 0, 'B4'],
      ['K-12', 'Wall clock', 15, 'C1'],
    ]
      .map(
        ([sku, name, many, shelf]) =>
          `<tr><td><input type="checkbox" aria-label="Select row" value="${sku}"></td><td>${sku}</td><td>${name}</td><td ondblclick="edit(this, '${sku}')">${many}</td><td>${shelf}</td></tr>`,
      )
      .join(
        '',
      )}</tbody></table><button onclick="const rows = pick('tbody input:checked').map((one) => one.value); if (!rows.length) { el('none').textContent = 'Select a row first'; return; } tell('archive ' + rows.join(', '))">Archive selected</button><p id="none" class="text-danger"></p>
    <h3>Packing</h3><div class="row">${['To pack', 'Packed'].map((lane, at) => `<div><h4>${lane}</h4><div class="lane" data-lane="${lane}">${at ? '' : ['LS-5071', 'LS-5079'].map((id) => `<div class="card" draggable="true">${id}</div>`).join('')}</div></div>`).join('')}</div>
    <h3>Shop hours</h3><div>Opening time</div><input type="time" id="opens" value="08:30"><div>Heating</div><input type="range" id="heat" min="0" max="10" value="4" aria-labelledby="h"><span id="h">Heating level</span> <button onclick="tell('hours ' + el('opens').value + ' ' + el('heat').value)">Save hours</button>
    <p><label>Price list <input type="file" id="file" onchange="tell('upload ' + this.files[0].name)"></label></p>
    <script>let held; pick('[draggable]').forEach((one) => { one.ondragstart = () => { held = one; }; }); pick('.lane').forEach((lane) => { lane.ondragover = (event) => event.preventDefault(); lane.ondrop = () => { lane.append(held); tell('move ' + held.textContent + ' to ' + lane.dataset.lane, ''); }; });
    el('who').oninput = () => setTimeout(() => { el('hints').innerHTML = ['Norrland AB', 'Northwind', 'Plaza Paper'].filter((one) => el('who').value && one.toLowerCase().includes(el('who').value.toLowerCase())).map((one) => '<div role="option" onclick="el(\\'who\\').value = this.textContent; el(\\'hints\\').innerHTML = \\'\\'">' + one + '</div>').join(''); }, 100);
    function edit(cell, sku) { const box = document.createElement('input'); box.value = cell.textContent; cell.replaceChildren(box); box.focus(); box.onkeydown = (event) => { if (event.key === 'Enter') { cell.textContent = box.value; tell('stock ' + sku + ' ' + box.value); } }; }</script>`,
  ),
  '/delivery': page(
    'Delivery',
    `<p>We deliver to Ireland, Portugal and Sweden.</p><p>Free delivery from: €80</p><p>Returns are possible within 30 days.</p><h3>Questions</h3>${[
      ['How do I track a parcel?', 'Use the link in our e-mail.'],
      ['Can I collect my order?', 'Yes, at Dyers Row, from 9 to 17.'],
    ]
      .map(
        ([question, answer]) =>
          `<div><div class="btn" onclick="this.nextElementSibling.hidden = !this.nextElementSibling.hidden">${question}</div><div hidden>${answer}</div></div>`,
      )
      .join('')}`,
  ),
};
