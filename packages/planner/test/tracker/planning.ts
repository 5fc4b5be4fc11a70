import { page } from './frame.ts';
import { releases } from './releases.ts';

const cards = {
  'To do': [
    ['Rotate API keys', 3, 'Priya Nair'],
    ['Dark theme for mails', 5, 'Ines Duarte'],
    ['Migrate billing tables', 13, 'Tobias Renner'],
  ],
  Doing: [
    ['Fix flaky upload test', 2, 'Ines Duarte'],
    ['Upgrade to Node 24', 8, 'Hugo Lindqvist'],
  ],
  Review: [
    ['Shorten the sign-up', 3, 'Yuki Tanaka'],
    ['Cache the avatars', 1, 'Priya Nair'],
  ],
  Done: [['Remove jQuery', 5, 'Tobias Renner']],
} as const;
const backlog = [
  ['Two-factor login', 8],
  ['Audit log for admins', 5],
  ['Bulk edit', 5],
  ['Import from Trello', 13],
  ['Emoji in titles', 1],
] as const;
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const hours = {
  Atlas: ['8', '', '4', '3', ''],
  Beacon: ['', '', '4', '5', '2'],
  Support: ['', '', '', '', ''],
} as const;

/** Where work is planned and booked: the board, the next sprint, the time sheet. */
export const planning: Readonly<Record<string, string>> = {
  '/board': page(
    'Sprint 31 board',
    `<div class="row"><span>Ends on <b>4 December 2026</b></span><span class="chip btn" id="own" onclick="const on = this.classList.toggle('active'); $$('.item').forEach((one) => { one.hidden = on && one.dataset.owner !== 'Ines Duarte'; }); tell('only mine ' + on, '')">Only my cards</span></div>
    <div style="display: flex; gap: 14px; align-items: flex-start">${Object.entries(cards)
      .map(
        ([
          lane,
          list,
        ]) => `<section class="lane" data-lane="${lane}" aria-label="${lane}"><div class="row"><h3>${lane}</h3><div class="dropdown"><button class="btn" aria-label="Column menu" aria-haspopup="menu" aria-expanded="false" onclick="flip(this)">⋮</button><ul class="dropdown-menu" role="menu" hidden><li role="menuitem" onclick="shut(); tell('collapse ${lane}', '')">Collapse</li><li role="menuitem" onclick="shut(); empty('${lane}')">Clear column</li></ul></div></div>
      <div class="items">${list.map(([name, points, owner]) => `<div class="card item" draggable="true" data-owner="${owner}" onclick="look(this)"><div class="name">${name}</div><span class="badge"><span class="points">${points}</span> points</span></div>`).join('')}</div>
      <div class="pick muted" onclick="this.nextElementSibling.hidden = false; this.hidden = true; this.nextElementSibling.firstElementChild.focus()">+ Add a card</div><div hidden><textarea placeholder="Title of the card"></textarea><button class="btn btn-primary" onclick="put(this, '${lane}')">Add</button></div></section>`,
      )
      .join('')}</div>
    <div class="modal" id="detail" role="dialog" aria-modal="true" aria-labelledby="dname" hidden><h2 id="dname"></h2><dl><dt>Owner</dt><dd id="downer"></dd></dl><div class="row"><label for="dpoints">Points</label><button class="btn" aria-label="Fewer" onclick="$('#dpoints').value = Math.max(0, $('#dpoints').value - 1)">−</button><input id="dpoints" inputmode="numeric" size="3"><button class="btn" aria-label="More" onclick="$('#dpoints').value = +$('#dpoints').value + 1">+</button></div><div class="row"><button class="btn" onclick="$('#detail').hidden = true">Close</button><button class="btn btn-primary" onclick="$('#detail').hidden = true; $('.points', card).textContent = $('#dpoints').value; tell('points ' + $('#dname').textContent + ' ' + $('#dpoints').value)">Save card</button></div></div>
    <div class="modal" id="clear" role="alertdialog" aria-modal="true" aria-label="Clear column" hidden><p id="clearwhat"></p><button class="btn" onclick="$('#clear').hidden = true">Cancel</button> <button class="btn btn-danger" id="clearyes">Clear it</button></div>
    <script>let card; const laneOf = (name) => $$('.lane').find((one) => one.dataset.lane === name);
    function look(one) { card = one; $('#dname').textContent = $('.name', one).textContent; $('#downer').textContent = one.dataset.owner; $('#dpoints').value = $('.points', one).textContent; $('#detail').hidden = false; }
    function empty(lane) { $('#clearwhat').textContent = 'Take all cards out of "' + lane + '"?'; $('#clear').hidden = false; $('#clearyes').onclick = () => { $('#clear').hidden = true; $('.items', laneOf(lane)).replaceChildren(); tell('clear ' + lane, 'Column cleared'); }; }
    function put(button, lane) { const words = button.previousElementSibling.value.trim(); if (!words) return; const one = document.createElement('div'); one.className = 'card item'; one.textContent = words; $('.items', laneOf(lane)).append(one); button.previousElementSibling.value = ''; button.parentElement.hidden = true; button.parentElement.previousElementSibling.hidden = false; tell('card ' + lane + ': ' + words, 'Card added'); }
    $$('.item').forEach((one) => { one.addEventListener('dragstart', (event) => { event.dataTransfer.setData('text/plain', $('.name', one).textContent); event.dataTransfer.effectAllowed = 'move'; }); });
    $$('.lane').forEach((lane) => { lane.addEventListener('dragover', (event) => event.preventDefault()); lane.addEventListener('drop', (event) => { event.preventDefault(); const name = event.dataTransfer.getData('text/plain'), one = $$('.item').find((item) => $('.name', item)?.textContent === name); if (!one || lane.contains(one)) return; $('.items', lane).append(one); tell('move ' + name + ' to ' + lane.dataset.lane, ''); }); });</script>`,
  ),
  '/sprint': page(
    'Plan the next sprint',
    `<form class="card" onsubmit="event.preventDefault(); tell('sprint ' + ['name', 'goal', 'from', 'until', 'demo', 'capacity'].map((key) => this.elements[key].value).filter(Boolean).join('; '), 'Sprint saved')"><div><label>Name <input name="name" value="Sprint 32"></label></div><div><textarea name="goal" placeholder="Sprint goal"></textarea></div>
    <div class="row"><div><label for="from">Start date</label><input type="date" id="from" name="from" value="2026-12-07"></div><div><label for="until">End date</label><input type="date" id="until" name="until" value="2026-12-18"></div></div>
    <div class="auto"><div id="demolabel">Demo day</div><input name="demo" id="demo" readonly aria-labelledby="demolabel" placeholder="Select date" onclick="$('#calendar').hidden = false"><div id="calendar" class="ant-picker-dropdown card" role="dialog" aria-label="Choose date" style="position: absolute; z-index: 4; width: 300px" hidden><div class="row"><button type="button" aria-label="Previous month" onclick="turn(-1)">‹</button><b id="month"></b><button type="button" aria-label="Next month" onclick="turn(1)">›</button></div><div id="days" style="display: grid; grid-template-columns: repeat(7, 1fr)"></div></div></div>
    <div><label for="capacity">Capacity</label> <input type="range" id="capacity" name="capacity" min="0" max="100" step="5" value="40" oninput="$('#points').textContent = value"> <output id="points">40</output> points</div><button class="btn btn-primary">Save sprint</button></form>
    <h2>Backlog</h2><p>Drag an item onto another to put it in front of it. Total: <b>32</b> points</p><ol id="backlog">${backlog.map(([name, points]) => `<li draggable="true" class="card" data-name="${name}"><label><input type="checkbox" value="${name}"> ${name}</label> <span class="badge">${points} points</span></li>`).join('')}</ol>
    <button class="btn" onclick="const names = $$('#backlog input:checked').map((one) => one.value); if (!names.length) { $('#none').textContent = 'Tick an item first'; return; } tell('into sprint ' + names.join(', '), 'Added to Sprint 32')">Add to sprint</button> <span id="none" class="text-red" role="alert"></span>
    <script>let month = 11, held; const year = 2026, names = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
    function turn(by) { month = Math.min(11, Math.max(0, month + by)); $('#month').textContent = names[month] + ' ' + year; const blank = (new Date(year, month, 1).getDay() + 6) % 7, count = new Date(year, month + 1, 0).getDate();
      $('#days').innerHTML = '<span></span>'.repeat(blank) + Array.from({ length: count }, (_, n) => '<div class="day" role="gridcell" title="' + (n + 1) + ' ' + names[month] + ' ' + year + '">' + (n + 1) + '</div>').join('');
      $$('.day').forEach((one) => { one.onclick = () => { $('#demo').value = one.title; $('#calendar').hidden = true; }; }); } turn(0);
    $$('#backlog li').forEach((one) => { one.ondragstart = () => { held = one; }; one.ondragover = (event) => event.preventDefault(); one.ondrop = (event) => { event.preventDefault(); if (!held || held === one) return; one.before(held); tell('rank ' + held.dataset.name + ' before ' + one.dataset.name, ''); held = undefined; }; });</script>`,
  ),
  '/time': page(
    'Time sheet',
    `<div class="row"><button class="btn" aria-label="Previous week" onclick="week(-1)">‹</button><b id="week">Week 49</b><button class="btn" aria-label="Next week" onclick="week(1)">›</button><span class="badge" id="state">Not submitted</span></div>
    <table><thead><tr><th>Project</th>${days.map((day) => `<th>${day}</th>`).join('')}<th>Total</th></tr></thead><tbody>${Object.entries(
      hours,
    )
      .map(
        ([name, row]) =>
          `<tr><th scope="row">${name}</th>${row.map((value, n) => `<td><input type="text" inputmode="decimal" size="3" aria-label="${name}, ${days[n]}" value="${value}" onchange="tell('hours ${name} ${days[n]} ' + value, ''); add()"></td>`).join('')}<td class="sum"></td></tr>`,
      )
      .join('')}</tbody></table><p>Week total: <b id="all"></b> hours</p>
    <div class="row"><button class="btn btn-primary" onclick="$('#state').textContent = 'Submitted'; tell('submit ' + $('#week').textContent.toLowerCase(), 'Week submitted')">Submit week</button><button class="btn" onclick="if (confirm('Overwrite this week?')) tell('copy last week', 'Copied')">Copy last week</button></div>
    <h2>Stopwatch</h2><div class="row"><select aria-label="Project to time" id="timed"><option>Atlas</option><option>Beacon</option><option>Support</option></select><input placeholder="What are you working on?" id="doing"><a class="btn" onclick="const on = this.textContent === 'Start'; this.textContent = on ? 'Stop' : 'Start'; tell([on ? 'start' : 'stop', $('#timed').value, $('#doing').value].filter(Boolean).join(' '), '')">Start</a></div>
    <script>let at = 49; const kept = { 48: [['8', '8', '2', '', '4'], ['', '', '6', '6', ''], ['', '', '', '2', '2']] };
    const rows = () => $$('tbody tr').map((row) => $$('input', row)), now = rows().map((row) => row.map((one) => one.value));
    function add() { let all = 0; $$('tbody tr').forEach((row) => { const sum = $$('input', row).reduce((so, one) => so + (+one.value || 0), 0); all += sum; $('.sum', row).textContent = sum; }); $('#all').textContent = all; }
    function week(by) { if (at + by < 48 || at + by > 49) return; at += by; $('#week').textContent = 'Week ' + at; $('#state').textContent = at === 48 ? 'Approved' : 'Not submitted'; rows().forEach((row, y) => row.forEach((one, x) => { one.value = (kept[at] || now)[y][x]; one.disabled = at === 48; })); add(); } add();</script>`,
  ),
  '/releases': releases,
};
