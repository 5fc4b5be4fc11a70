import { page } from './frame.ts';
import { ticket } from './ticket.ts';

const tickets = [
  ['TAM-398', 'Login page blank in Safari', 'Open', 'High', 'Priya Nair', 12, '2 Nov 2026'],
  ['TAM-401', 'CSV export drops umlauts', 'In progress', 'Medium', 'Tobias Renner', 7, '4 Nov 2026'],
  ['TAM-405', 'Dark mode flickers on scroll', 'Open', 'Low', 'Unassigned', 3, '9 Nov 2026'],
  ['TAM-407', 'Webhook retries never stop', 'In progress', 'Critical', 'Priya Nair', 19, '10 Nov 2026'],
  ['TAM-409', 'Typo in invoice e-mail', 'Done', 'Low', 'Hugo Lindqvist', 1, '11 Nov 2026'],
  ['TAM-412', 'Attachments over 10 MB fail', 'Open', 'High', 'Ines Duarte', 9, '16 Nov 2026'],
  ['TAM-415', 'Slow search on large projects', 'Blocked', 'High', 'Tobias Renner', 15, '18 Nov 2026'],
  ['TAM-418', 'Calendar shows wrong week', 'Open', 'Medium', 'Hugo Lindqvist', 4, '20 Nov 2026'],
  ['TAM-420', 'API returns 500 for empty label', 'Done', 'Critical', 'Priya Nair', 6, '23 Nov 2026'],
  ['TAM-423', 'Mobile menu covers buttons', 'Open', 'Low', 'Ines Duarte', 2, '25 Nov 2026'],
] as const;
const orders = ['Ticket number', 'Most votes first', 'Newest first'];

/** The tickets: their list, one of them, and the form that reports another. */
export const work: Readonly<Record<string, string>> = {
  '/tickets': page(
    'Tickets',
    `<div class="row"><input id="find" class="ant-input" placeholder="Filter by words in the title" oninput="clearTimeout(later); later = setTimeout(again, 150)">
    <div class="ant-select"><div class="ant-select-selector" role="combobox" aria-label="Status" aria-haspopup="listbox" aria-expanded="false" tabindex="0" onclick="flip(this)"><span class="ant-select-selection-item" id="status">Any status</span> ▾</div><div class="dropdown-menu" role="listbox" hidden>${['Any status', 'Open', 'In progress', 'Blocked', 'Done'].map((status) => `<div class="ant-select-item" role="option" onclick="$('#status').textContent = '${status}'; shut(); again(); tell('status ${status}', '')">${status}</div>`).join('')}</div></div>
    <div class="row" role="group" aria-label="Priority">${['Low', 'Medium', 'High', 'Critical'].map((one) => `<button type="button" class="chip priority" aria-pressed="false" onclick="this.setAttribute('aria-pressed', this.getAttribute('aria-pressed') === 'false'); again(); tell('priority ' + this.textContent + ' ' + this.getAttribute('aria-pressed'), '')">${one}</button>`).join('')}</div>
    <label class="MuiFormControlLabel-root"><span class="MuiSwitch-root"><input type="checkbox" class="MuiSwitch-input" id="mine" onchange="again(); tell('mine ' + checked, '')"></span><span class="MuiTypography-root">Assigned to me</span></label>
    <label>Sort by <select id="sorting" onchange="again(); tell('sort ' + value, '')">${orders.map((one) => `<option>${one}</option>`).join('')}</select></label></div>
    <div class="row card" id="bulk" hidden><span id="many"></span><button class="btn" onclick="tell('close ' + chosen().join(', '), 'Tickets closed')">Close selected</button><button class="btn" onclick="tell('archive ' + chosen().join(', '), 'Tickets archived')">Archive selected</button></div>
    <p><span id="found"></span> tickets</p>
    <table class="table table-hover"><thead><tr><th></th><th></th><th>Number</th><th>Title</th><th>Status</th><th>Priority</th><th>Assignee</th><th>Votes</th><th>Created</th><th></th></tr></thead><tbody id="rows"></tbody></table>
    <div class="row"><label>Rows per page <select id="per" onchange="again()"><option>4</option><option>8</option><option>12</option></select></label><ul class="row pagination" id="pages"></ul></div>
    <div class="modal" id="ask" role="alertdialog" aria-modal="true" aria-labelledby="askwhat" hidden><h2 id="askwhat"></h2><p>This cannot be undone.</p><div class="row"><button class="btn" onclick="$('#ask').hidden = true">Keep it</button><button class="btn btn-danger" id="sure">Delete</button></div></div>
    <script>const tickets = ${JSON.stringify(tickets)}, rank = { 'Ticket number': (a, b) => a[0].localeCompare(b[0]), 'Most votes first': (a, b) => b[5] - a[5], 'Newest first': (a, b) => b[0].localeCompare(a[0]) }; let at = 0, later, stars = new Set();
    const chosen = () => $$('#rows input:checked').map((box) => box.value);
    function again() { at = 0; draw(); }
    function mark() { $('#bulk').hidden = !chosen().length; $('#many').textContent = chosen().length + ' selected'; }
    function wipe(id) { shut(); $('#askwhat').textContent = 'Delete ' + id + '?'; $('#ask').hidden = false; $('#sure').onclick = () => { $('#ask').hidden = true; tickets.splice(tickets.findIndex((one) => one[0] === id), 1); draw(); tell('delete ' + id, 'Ticket deleted'); }; }
    function star(id, spot) { if (stars.has(id)) stars.delete(id); else stars.add(id); spot.textContent = stars.has(id) ? '★' : '☆'; tell((stars.has(id) ? 'star ' : 'unstar ') + id, ''); }
    function draw() { const words = $('#find').value.toLowerCase(), status = $('#status').textContent, levels = $$('.priority[aria-pressed=true]').map((one) => one.textContent), per = +$('#per').value;
      const hits = tickets.filter((one) => (one[0] + ' ' + one[1]).toLowerCase().includes(words) && (status === 'Any status' || one[2] === status) && (!levels.length || levels.includes(one[3])) && (!$('#mine').checked || one[4] === 'Ines Duarte')).sort(rank[$('#sorting').value]), count = Math.max(1, Math.ceil(hits.length / per));
      $('#found').textContent = hits.length;
      $('#rows').innerHTML = hits.slice(at * per, at * per + per).map(([id, title, status, level, who, votes, day]) => '<tr><td><input type="checkbox" aria-label="Select ' + id + '" value="' + id + '" onchange="mark()"></td><td><span class="star" title="Star" onclick="star(\\'' + id + '\\', this)">' + (stars.has(id) ? '★' : '☆') + '</span></td><td>' + id + '</td><td><a href="/ticket">' + title + '</a></td><td><span class="badge">' + status + '</span></td><td>' + level + '</td><td>' + who + '</td><td>' + votes + '</td><td>' + day + '</td><td><div class="dropdown"><button class="btn" aria-label="More" aria-haspopup="menu" aria-expanded="false" onclick="flip(this)">⋯</button><ul class="dropdown-menu" role="menu" hidden><li role="menuitem" onclick="shut(); tell(\\'assign ' + id + ' to me\\', \\'Assigned to you\\')">Assign to me</li><li role="menuitem" onclick="shut(); tell(\\'duplicate ' + id + '\\', \\'Ticket duplicated\\')">Duplicate</li><li role="menuitem" class="text-red" onclick="wipe(\\'' + id + '\\')">Delete…</li></ul></div></td></tr>').join('') || '<tr><td colspan="10">No tickets match.</td></tr>';
      $('#pages').innerHTML = '<li><button class="btn" ' + (at ? '' : 'disabled') + ' onclick="at -= 1; draw()">Previous</button></li>' + Array.from({ length: count }, (_, n) => '<li><button class="btn' + (n === at ? ' active" aria-current="page' : '') + '" onclick="at = ' + n + '; draw()">' + (n + 1) + '</button></li>').join('') + '<li><button class="btn" ' + (at + 1 < count ? '' : 'disabled') + ' onclick="at += 1; draw()">Next</button></li>'; mark(); }
    $('#find').value = new URLSearchParams(location.search).get('q') || ''; draw();</script>`,
  ),
  '/ticket': ticket,
  '/report': page(
    'Report a problem',
    `<form method="post" action="/report"><div class="MuiFormControl-root"><label for=":r1:" class="MuiInputLabel-root">Title <span aria-hidden="true">*</span></label><input id=":r1:" class="MuiInputBase-input" name="title" required></div>
    <fieldset class="seg row"><legend>What is it?</legend>${['Bug', 'Idea', 'Question'].map((kind, n) => `<label class="btn"><input type="radio" name="type" value="${kind}" ${n ? '' : 'checked'} style="position: absolute; opacity: 0">${kind}</label>`).join('')}</fieldset>
    <div><label for="project">Project</label> <select id="project" name="project" class="form-select"><option value="">Choose…</option><option>Atlas</option><option>Beacon</option><option>Beacon Mobile</option><option>Cinder</option></select></div>
    <div><div>How often does it happen?</div>${['Always', 'Sometimes', 'Once'].map((often) => `<label><input type="radio" name="often" value="${often}"> ${often}</label> `).join('')}</div>
    <div><label for="seen">First seen on</label> <input type="date" id="seen" name="seen"></div>
    <div><textarea name="description" placeholder="Describe what happened" rows="4" cols="50"></textarea></div>
    <div><input type="email" name="contact" placeholder="Your e-mail (optional)"></div>
    <div><input type="checkbox" id="urgent" name="urgent" value="yes"><label for="urgent">It stops me from working</label></div><div><input type="checkbox" id="hide" name="private" value="yes"><label for="hide">Only show it to the support team</label></div>
    <button class="btn btn-primary">Create ticket</button> <button type="reset" class="btn">Clear</button></form>`,
  ),
  '/report/thanks': page(
    'Thanks for the report',
    '<div class="alert alert-success" role="alert">Your ticket was created.</div><dl><dt>Ticket number</dt><dd>TAM-431</dd><dt>First answer by</dt><dd>Tuesday, 16:00</dd></dl><a href="/tickets">All tickets</a>',
  ),
};
