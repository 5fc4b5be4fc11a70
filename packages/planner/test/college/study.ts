import { BOOKS, STAFF } from './college.ts';
import type { Page } from './frame.ts';

const assignments: Page = ({ assignments: list }) => ({
  title: 'Assignments',
  body: `<table id="work"><thead><tr>${['Title', 'Course', 'Due', 'Status', 'Grade'].map((name, at) => `<th class="sortable" data-at="${at}">${name}</th>`).join('')}<th></th></tr></thead><tbody></tbody></table>
  <dialog id="hand"><h2>Hand in</h2><div class="field"><label for="words">Your text</label><textarea id="words"></textarea></div><label><input type="checkbox" id="own"> This is my own work</label><p><button onclick="$('#hand').close()">Cancel</button> <button id="submit">Submit</button></p></dialog>
  <script>let list = ${JSON.stringify(list)}, up = 1, by = -1; const keys = ['title', 'course', 'due', 'status', 'grade']; const value = (w) => by === 2 ? Date.parse(w.due) : by === 4 ? Number(w.grade) || -1 : w[keys[by]];
  function draw() { if (by >= 0) list.sort((a, b) => (value(a) > value(b) ? 1 : -1) * up); $('#work tbody').innerHTML = list.map((w) => '<tr data-id="' + w.id + '">' + keys.map((k) => '<td>' + w[k] + '</td>').join('') + '<td>' + (w.status === 'Open' ? '<button class="do">Hand in</button> ' : '') + '<button class="more" aria-haspopup="menu" aria-label="More actions">⋮</button></td></tr>').join(''); }
  addEventListener('DOMContentLoaded', () => { draw(); $$('.sortable').forEach((h) => { h.onclick = () => { const at = Number(h.dataset.at); up = by === at ? -up : 1; by = at; draw(); }; });
  $('#work').addEventListener('click', (e) => { const row = e.target.closest('tr'), id = row.dataset.id; if (e.target.matches('.do')) { $('#hand').showModal(); $('#submit').onclick = async () => { if (!$('#own').checked) { bubble('Please confirm that it is your own work'); return; } if (await send('/handin', { id, text: $('#words').value })) $('#hand').close(); }; }
  if (e.target.matches('.more')) popup(e.target, ['Ask for more time', 'Show feedback', 'Withdraw'], (act) => { if (act === 'Withdraw' && !confirm('Withdraw this assignment?')) return; void send('/assignment', { id, act }); }); }); });</script>`,
});

const WEEKS = [
  [
    ['9:00', '', 'Yoga', '', '', 'Yoga'],
    ['14:00', 'Photography', '', 'Spanish', '', ''],
    ['18:30', 'Python', 'Pottery', '', 'Choir', ''],
  ],
  [
    ['9:00', 'Yoga', '', '', 'Yoga', ''],
    ['14:00', '', 'Spanish', '', '', 'Photography'],
    ['18:30', 'Pottery', '', 'Python', '', 'Choir'],
  ],
];

const timetable: Page = () => ({
  title: 'Timetable',
  body: `<p><button id="before">‹ Previous week</button> <b id="week">Week 48</b> <button id="after">Next week ›</button></p>${WEEKS.map((rows, at) => `<table class="week"${at ? ' hidden' : ''}><thead><tr><th>Time</th><th>Monday</th><th>Tuesday</th><th>Wednesday</th><th>Thursday</th><th>Friday</th></tr></thead><tbody>${rows.map(([time, ...cells]) => `<tr><th>${time}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`).join('')}<p><a href="/timetable.ics">Add to my calendar</a></p>
  <script>addEventListener('DOMContentLoaded', () => { const show = (n) => { $$('.week').forEach((w, i) => { w.hidden = i !== n; }); $('#week').textContent = 'Week ' + (48 + n); }; $('#after').onclick = () => show(1); $('#before').onclick = () => show(0); });</script>`,
});

const library: Page = () => ({
  title: 'Library',
  body: `<div class="field"><label for="find">Find a book</label> <input id="find" role="combobox" aria-expanded="false" aria-controls="hits" autocomplete="off"><div id="hits" role="listbox" hidden></div></div><div id="books"></div><div class="link" id="more">Show more</div>
  <h2>My loans</h2><ul id="loans"><li>Seeing Light – due 30 Nov 2026 <span class="link" data-book="Seeing Light">Renew</span></li><li>Bread and Butter – due 7 Dec 2026 <span class="link" data-book="Bread and Butter">Renew</span></li></ul><p>Fines: <b>£3.50</b></p>
  <script>const books = ${JSON.stringify(BOOKS)}; let shown = 4, only = '';
  function draw() { const list = books.filter(([t]) => !only || t === only); $('#books').innerHTML = list.slice(0, shown).map(([t, a, s, v]) => '<div class="tile"><b class="t">' + t + '</b><div>by ' + a + '</div><div>' + s + ' · ' + v + '</div>' + (v === 'available' ? '<span class="cta" data-reserve="' + t + '">Reserve</span>' : '') + '</div>').join(''); $('#more').hidden = list.length <= shown; }
  addEventListener('DOMContentLoaded', () => { draw(); $('#more').onclick = () => { shown += 4; draw(); }; $$('#loans .link').forEach((l) => { l.onclick = () => send('/renew', { book: l.dataset.book }); }); $('#books').onclick = (e) => { const t = e.target.dataset.reserve; if (t) void send('/reserve', { book: t }); };
  const f = $('#find'), hits = $('#hits'); f.oninput = () => { const found = f.value ? books.filter(([t]) => t.toLowerCase().includes(f.value.toLowerCase())) : []; only = ''; hits.innerHTML = found.map(([t]) => '<div role="option">' + t + '</div>').join(''); hits.hidden = found.length === 0; f.setAttribute('aria-expanded', !hits.hidden); draw(); }; hits.onclick = (e) => { only = e.target.textContent; f.value = only; hits.hidden = true; f.setAttribute('aria-expanded', false); draw(); }; });</script>`,
});

const board: Page = () => ({
  title: 'Group work',
  body: `<p>Project: Autumn exhibition</p><div>${[
    { name: 'To do', notes: ['Print posters', 'Book the hall'] },
    { name: 'Doing', notes: ['Choose pictures'] },
    { name: 'Finished', notes: ['Find a date'] },
  ]
    .map(
      ({ name, notes }) =>
        `<div class="column" data-name="${name}"><h3>${name}</h3>${notes.map((note) => `<div class="note" draggable="true">${note}</div>`).join('')}</div>`,
    )
    .join(
      '',
    )}</div><div class="field"><input id="new" placeholder="New task"> <button id="add">Add task</button></div>
  <script>addEventListener('DOMContentLoaded', () => { let held; const hold = (n) => n.addEventListener('dragstart', () => { held = n; }); $$('.note').forEach(hold); $$('.column').forEach((c) => { c.addEventListener('dragover', (e) => e.preventDefault()); c.addEventListener('drop', (e) => { e.preventDefault(); c.append(held); void send('/board/move', { task: held.textContent, to: c.dataset.name }); }); });
  $('#add').onclick = async () => { const text = $('#new').value; if (await send('/board/add', { text })) { const n = document.createElement('div'); n.className = 'note'; n.draggable = true; n.textContent = text; hold(n); $('.column').append(n); $('#new').value = ''; } }; });</script>`,
});

const staff: Page = () => ({
  title: 'Staff',
  body: `<p>Department: ${['Everyone', 'Art', 'Languages', 'Cooking', 'Computing', 'Health'].map((name, at) => `<span class="tag${at ? '' : ' picked'}">${name}</span>`).join('')}</p><table><thead><tr><th>Name</th><th>Department</th><th>Room</th><th>Extension</th><th>E-mail</th></tr></thead><tbody>${STAFF.map((cells) => `<tr>${cells.map((cell) => `<td>${cell.includes('@') ? `<a href="mailto:${cell}">${cell}</a>` : cell}</td>`).join('')}</tr>`).join('')}</tbody></table>
  <script>addEventListener('DOMContentLoaded', () => { $$('.tag').forEach((t) => { t.addEventListener('click', () => { $$('.tag').forEach((o) => o.classList.toggle('picked', o === t)); $$('tbody tr').forEach((r) => { r.hidden = t.textContent !== 'Everyone' && r.cells[1].textContent !== t.textContent; }); }); }); });</script>`,
});

export const studyPages: Readonly<Record<string, Page>> = {
  '/assignments': assignments,
  '/timetable': timetable,
  '/library': library,
  '/board': board,
  '/staff': staff,
};
