import { page } from './frame.ts';

const bookings = [
  ['MH-20931', 'Tesla Model 3', 'Edinburgh', '2 January 2027', 'Jo Akers', 272, 'Requested'],
  ['MH-20877', 'Skoda Octavia', 'Leeds', '18 December 2026', 'Jo Akers', 177.5, 'Confirmed'],
  ['MH-20856', 'Toyota Yaris', 'York', '9 December 2026', 'Sam Akers', 210, 'Active'],
  ['MH-20840', 'Fiat 500', 'Bristol', '20 November 2026', 'Jo Akers', 96.4, 'Completed'],
  ['MH-20801', 'Mini Cooper', 'Hull', '3 October 2026', 'Sam Akers', 144, 'Completed'],
  ['MH-20766', 'Ford Transit', 'Leeds', '11 August 2026', 'Jo Akers', 158, 'Cancelled'],
  ['MH-20714', 'Seat Ibiza', 'Leeds', '2 May 2026', 'Jo Akers', 120, 'Completed'],
  ['MH-20731', 'Kia Picanto', 'Cardiff', '20 April 2026', 'Jo Akers', 88, 'Completed'],
];
const statuses = ['Any', 'Requested', 'Confirmed', 'Active', 'Completed', 'Cancelled'];

/** What somebody has booked, and what is known of them. */
export const account: Readonly<Record<string, string>> = {
  '/signin': page(
    'Sign in',
    '<form method="post" action="/signin"><label>E-mail <input name="user" type="email"></label><label>Password <input type="password" name="password"></label><button class="btn">Sign in</button></form><p><a href="/help">I forgot my password</a></p>',
  ),
  '/account': page(
    'Hello Jo',
    '<div class="cards"><div class="car"><div>Loyalty points</div><h2>1,840</h2></div><div class="car"><div>Next booking</div><h2>18 December</h2></div><div class="car"><div>Tier</div><h2>Silver</h2></div></div>',
  ),
  '/bookings': page(
    'My bookings',
    `<label>Status <select id="status" onchange="from = 0; draw(); tell('status ' + value, '')">${statuses.map((status) => `<option>${status}</option>`).join('')}</select></label> <button class="btn" onclick="tell('download ' + each('#rows input:checked').map((box) => box.value).join(', '), '')">Download selected</button>
    <table><thead><tr><th></th>${['Reference', 'Car', 'Branch', 'Return', 'Driver', 'Price', 'Status'].map((name, at) => `<th onclick="sorted = ${at}; from = 0; draw()">${name}</th>`).join('')}<th></th></tr></thead><tbody id="rows"></tbody></table>
    <div><a class="btn" onclick="from = Math.max(0, from - 4); draw()">‹ Newer</a> <span id="place"></span> <a class="btn" id="older" onclick="from = Math.min(last(), from + 4); draw()">Older ›</a> <a class="btn" onclick="from = last(); draw()">Last »</a></div>
    <script>const bookings = ${JSON.stringify(bookings)}; let from = 0, sorted = -1;
    function chosen() { const status = one('#status').value; return bookings.filter((booking) => status === 'Any' || booking[6] === status); }
    function last() { return Math.floor((chosen().length - 1) / 4) * 4; }
    function gone(reference) { if (confirm('Cancel ' + reference + '?')) tell('cancel ' + reference); }
    function draw() {
      const list = chosen(); if (sorted >= 0) list.sort((a, b) => (a[sorted] < b[sorted] ? -1 : 1));
      one('#place').textContent = 'Page ' + (from / 4 + 1) + ' of ' + (last() / 4 + 1);
      one('#rows').innerHTML = list.slice(from, from + 4).map((b) => '<tr><td><input type="checkbox" value="' + b[0] + '"></td><td>' + b[0] + '</td><td>' + b[1] + '</td><td>' + b[2] + '</td><td>' + b[3] + '</td><td>' + b[4] + '</td><td>£' + b[5].toFixed(2) + '</td><td>' + b[6] + '</td><td><a class="btn" onclick="tell(&quot;invoice ' + b[0] + '&quot;, &quot;&quot;)">Invoice</a> <span class="btn" onclick="this.nextElementSibling.classList.toggle(&quot;gone&quot;)">⋮</span><ul class="pop gone"><li onclick="tell(&quot;again ' + b[0] + '&quot;)">Book again</li><li onclick="gone(&quot;' + b[0] + '&quot;)">Cancel booking</li></ul></td></tr>').join('');
    } draw();</script>`,
  ),
  '/booking': page(
    'Booking MH-20877',
    `<div class="tabs"><a class="current" data-pane="trip" onclick="show(this)">Trip</a><a data-pane="drivers" onclick="show(this)">Drivers</a><a data-pane="extras" onclick="show(this)">Extras</a></div>
    <div class="pane" data-of="trip"><dl><dt>Pick-up</dt><dd>Leeds Station</dd><dt>Pick-up time</dt><dd>14 December 2026, 09:30</dd><dt>Return</dt><dd>18 December 2026, 18:00</dd><dt>Fuel policy</dt><dd>Full to full</dd><dt>Included miles</dt><dd>600</dd></dl>
    <p><label>New pick-up time <input type="time" id="at" value="09:30"></label><label>Flight number <input id="flight"></label><button class="btn" onclick="tell(one('#flight').value ? 'flight ' + one('#flight').value : 'times ' + one('#at').value)">Save changes</button></p>
    <label>Note to the branch <textarea id="note"></textarea></label><button class="btn" onclick="tell('note ' + one('#note').value, 'Note added')">Add note</button>
    <div class="accordion-head" onclick="toggle(this)">Insurance ▾</div><div class="gone"><div class="cover" onclick="this.classList.add('on'); tell('cover Basic')">Basic cover</div><div class="cover" onclick="this.classList.add('on'); tell('cover Premium')">Premium cover</div></div></div>
    <div class="pane" data-of="drivers" style="display: none"><ul id="drivers"><li>Jo Akers</li></ul><label>Full name <input id="who"></label><label>Date of birth <input type="date" id="born"></label><button class="btn" onclick="tell('driver ' + one('#who').value + ' ' + one('#born').value, 'Driver added')">Add driver</button></div>
    <div class="pane" data-of="extras" style="display: none"><p>Drag what matters most to the top.</p><ul id="wishes">${['Roof box', 'Sat nav', 'Noise-free tyres'].map((wish) => `<li class="drag" draggable="true" ondragstart="moved = this" ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.before(moved); tell('order ' + each('#wishes li').map((wish) => wish.textContent).join(', '), '')">${wish}</li>`).join('')}</ul></div><script>let moved = null;</script>`,
  ),
  '/profile': page(
    'My profile',
    `<section><h2>Personal details</h2><form onsubmit="event.preventDefault(); tell('profile ' + each('input, select', this).map((field) => field.value).join('; '))"><label>Name <input value="Jo Akers"></label><label>Phone <input value="07700 900111"></label><label>Home branch <select><option>York</option><option>Leeds Station</option><option>Edinburgh Waverley</option></select></label><button class="btn">Save</button></form><p>Driving licence AKER5-1 · valid until <time datetime="2031-06-30">30 June 2031</time></p></section>
    <section><h2>Messages from us</h2>${['Newsletter', 'Text messages'].map((name, at) => `<p>${name} <span class="toggle${at ? '' : ' on'}" onclick="this.classList.toggle('on'); tell('${name} ' + this.classList.contains('on'), '')"></span></p>`).join('')}</section>
    <section><h2>Payment cards</h2><ul>${[
      ['Visa', '4410'],
      ['Mastercard', '9027'],
    ]
      .map(
        ([brand, digits]) =>
          `<li>${brand} ending in ${digits} <a class="btn" onclick="tell('default ${brand}', '')">Make default</a> <a class="btn" onclick="ask('${digits}')">Delete</a></li>`,
      )
      .join('')}</ul></section>
    <section><h2>Language</h2><div class="seg">${['English', 'Deutsch', 'Français'].map((name) => `<span onclick="tell('language ${name}')">${name}</span>`).join('')}</div></section>
    <section><h2>Password</h2><form onsubmit="event.preventDefault(); const [now, next, again] = each('input', this).map((field) => field.value); if (next === again) tell('password ' + now + ' > ' + next); else one('#differ').textContent = 'The two new passwords differ.'"><label>Current password <input type="password"></label><label>New password <input type="password"></label><label>Repeat new password <input type="password"></label><p class="error" id="differ"></p><button class="btn">Change password</button></form></section>
    <div class="veil gone" id="ask"><div class="sheet" role="dialog"><h3>Delete this card?</h3><button class="btn" onclick="one('#ask').classList.add('gone')">Keep it</button> <button class="btn" onclick="one('#ask').classList.add('gone'); tell('card - ' + asked)">Yes, delete</button></div></div><script>let asked; function ask(digits) { asked = digits; one('#ask').classList.remove('gone'); }</script>`,
  ),
};
