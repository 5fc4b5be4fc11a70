import { page } from './frame.ts';

const comments = [
  ['Marta Kowalczyk', '16 November 2026', 'Uploading a 12 MB video ends with error 413.'],
  ['Tobias Renner', '17 November 2026', 'The proxy cuts it off, not the app.'],
  ['Ines Duarte', '19 November 2026', 'I will look at the nginx settings.'],
] as const;
const history = [
  ['16 November 2026', 'Marta Kowalczyk', 'created the ticket'],
  ['18 November 2026', 'Tobias Renner', 'changed the assignee'],
  ['26 November 2026', 'Priya Nair', 'changed the priority'],
] as const;
const files = [
  ['error-413.png', '184 KB'],
  ['server.log', '2.4 MB'],
  ['nginx.conf', '6 KB'],
] as const;
const tabs = ['Comments', 'History', 'Work log', 'Attachments'];
const statuses = ['Open', 'In progress', 'In review', 'Done'];

/** One ticket, as Jira and its kin show one. */
export const ticket: string = page(
  'TAM-412 Attachments over 10 MB fail',
  `<div class="row"><button class="btn" aria-pressed="false" onclick="const on = this.getAttribute('aria-pressed') === 'false'; this.setAttribute('aria-pressed', on); this.textContent = on ? 'Watching' : 'Watch'; tell(on ? 'watch' : 'unwatch', '')">Watch</button>
  <div class="btn vote" role="button" tabindex="0" aria-label="Vote for this ticket" onclick="if (this.dataset.on) return; this.dataset.on = 1; $('#votes').textContent = 10; tell('vote', '')">▲ <span id="votes">9</span></div>
  <i class="star" title="Add to favourites" onclick="this.textContent = '★'; tell('favourite', '')">☆</i>
  <div class="dropdown"><button class="btn btn-primary" aria-haspopup="menu" aria-expanded="false" aria-label="Status" onclick="flip(this)"><span id="status">Open</span> ▾</button><ul class="dropdown-menu" role="menu" hidden>${statuses.map((one) => `<li role="menuitem" onclick="$('#status').textContent = '${one}'; shut(); tell('status ${one}', 'Status changed')">${one}</li>`).join('')}</ul></div>
  <div class="dropdown"><button class="btn" aria-label="Ticket actions" aria-haspopup="menu" aria-expanded="false" onclick="flip(this)">⋯</button><ul class="dropdown-menu" role="menu" hidden><li role="menuitem" onclick="shut(); tell('clone', 'Ticket cloned')">Clone</li><li role="menuitem" onclick="shut(); $('#mover').hidden = false">Move to another project</li><li role="menuitem" onclick="shut(); tell('lock', 'Comments locked')">Lock comments</li></ul></div></div>
  <div class="modal" id="mover" role="dialog" aria-modal="true" aria-label="Move ticket" hidden><h2>Move ticket</h2><div class="row" role="radiogroup" aria-label="Project">${['Atlas', 'Beacon', 'Cinder'].map((name) => `<div class="pick" role="radio" aria-checked="${name === 'Atlas'}" tabindex="0" onclick="$$('#mover .pick').forEach((one) => one.setAttribute('aria-checked', one === this))">${name}</div>`).join('')}</div><div class="row"><button class="btn" onclick="$('#mover').hidden = true">Cancel</button><button class="btn btn-primary" onclick="$('#mover').hidden = true; tell('move to ' + $('#mover [aria-checked=true]').textContent, 'Ticket moved')">Move</button></div></div>
  <div style="display: flex; gap: 40px"><section style="flex: 2"><p>Files larger than 10 MB are refused when they are dropped on a ticket.</p><details><summary>Steps to reproduce</summary><ol><li>Open any ticket</li><li>Drop a 12 MB file on it</li><li>Wait</li></ol></details>
  <h2>Subtasks</h2>${['Raise the proxy limit', 'Show a progress bar', 'Write a test'].map((name, n) => `<div class="form-check"><input class="form-check-input" type="checkbox" id="sub${n}" ${n === 2 ? 'checked' : ''} onchange="tell('subtask ${name} ' + checked, '')"><label class="form-check-label" for="sub${n}">${name}</label></div>`).join('')}
  <div class="row" role="tablist">${tabs.map((name, n) => `<button class="tab" role="tab" aria-selected="${n === 0}" aria-controls="panel${n}" onclick="$$('[role=tab]').forEach((one) => one.setAttribute('aria-selected', one === this)); $$('[role=tabpanel]').forEach((one, at) => { one.hidden = at !== ${n}; })">${name}</button>`).join('')}</div>
  <div role="tabpanel" id="panel0">${comments
    .map(
      ([who, day, words]) =>
        `<article class="card comment"><b>${who}</b> <time class="muted">${day}</time><p>${words}</p><button class="btn" aria-label="Like" aria-pressed="false" onclick="this.setAttribute('aria-pressed', true); tell('like ${who}', '')">👍</button> <div class="dropdown"><button class="btn" aria-label="Comment actions" aria-haspopup="menu" aria-expanded="false" onclick="flip(this)">⋯</button><ul class="dropdown-menu" role="menu" hidden><li role="menuitem" onclick="shut(); tell('pin ${who}', 'Comment pinned')">Pin</li><li role="menuitem" onclick="shut(); if (confirm('Delete this comment?')) { this.closest('article').remove(); tell('delete comment of ${who}', 'Comment deleted'); }">Delete</li></ul></div></article>`,
    )
    .join(
      '',
    )}<textarea id="comment" placeholder="Add a comment…" rows="3" cols="50"></textarea><div><button class="btn btn-primary" onclick="const words = $('#comment').value.trim(); if (!words) return; $('#comment').value = ''; tell('comment ' + words, 'Comment added')">Comment</button></div></div>
  <div role="tabpanel" id="panel1" hidden><ul>${history.map(([day, who, what]) => `<li><span>${who}</span> <span>${what}</span> <time>${day}</time></li>`).join('')}</ul></div>
  <div role="tabpanel" id="panel2" hidden><table><tr><th>Who</th><th>Spent</th><th>Note</th></tr><tr><td>Tobias Renner</td><td>1h 15m</td><td>Read the logs</td></tr><tr><td>Ines Duarte</td><td>45m</td><td>Called the hoster</td></tr></table><h3>Log time</h3><div><label>Time spent</label><input id="spent" placeholder="e.g. 2h 30m"></div><div><label>Date</label><input id="when" placeholder="dd/mm/yyyy"></div><div><label>Note</label><input id="note"></div><p class="text-red" id="logbad"></p><button class="btn" onclick="const [spent, when, note] = ['#spent', '#when', '#note'].map((one) => $(one).value.trim()); if (!/^[0-9]{2}[/][0-9]{2}[/][0-9]{4}$/.test(when)) { $('#logbad').textContent = 'Please give the date as dd/mm/yyyy'; return; } $('#logbad').textContent = ''; tell('log ' + [spent, when, note].filter(Boolean).join('; '), 'Time logged')">Log work</button></div>
  <div role="tabpanel" id="panel3" hidden><ul class="list-group">${files.map(([name, size]) => `<li class="list-group-item row"><span>${name}</span><small>${size}</small><a href="#" onclick="event.preventDefault(); tell('download ${name}', 'Download started')">Download</a><a href="#" onclick="event.preventDefault(); if (confirm('Remove ${name}?')) { this.parentElement.remove(); tell('remove ${name}', 'Removed'); }">Remove</a></li>`).join('')}</ul></div></section>
  <aside style="flex: 1"><dl><dt>Reporter</dt><dd>Marta Kowalczyk</dd><dt>Created</dt><dd>16 November 2026</dd><dt>Affected version</dt><dd>5.3.1</dd><dt>Estimate</dt><dd>1d 4h</dd></dl>
  <div class="field"><label for="who">Assignee</label><div class="auto"><input id="who" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="people" autocomplete="off" value="Ines Duarte"><ul id="people" role="listbox" hidden></ul></div></div>
  <div class="field"><label for="level">Priority</label><select id="level" onchange="tell('priority ' + value)"><option>Low</option><option>Medium</option><option selected>High</option><option>Critical</option></select></div>
  <div class="field"><label for="due">Due date</label><input type="date" id="due" value="2026-12-04" onchange="if (value) tell('due ' + value)"></div>
  <div class="field"><span id="lab">Labels</span><div id="labels" class="row"></div><input aria-label="Add a label" placeholder="Add a label, then Enter" onkeydown="if (event.key === 'Enter' && this.value.trim()) { labels.push(this.value.trim()); tell('label + ' + this.value.trim(), ''); this.value = ''; paint(); }"></div>
  <h3>Linked tickets</h3><ul><li>blocks <a href="/tickets?q=TAM-415">TAM-415</a></li><li>is caused by <a href="/tickets?q=TAM-398">TAM-398</a></li></ul></aside></div>
  <script>const staff = ['Hugo Lindqvist', 'Hugo Martens', 'Ines Duarte', 'Marta Kowalczyk', 'Priya Nair', 'Tobias Renner'], labels = ['upload', 'mobile', 'customer'];
  function paint() { $('#labels').innerHTML = labels.map((one) => '<span class="chip badge">' + one + ' <span role="button" aria-label="Remove ' + one + '" onclick="peel(\\'' + one + '\\')">×</span></span>').join(''); }
  function peel(one) { labels.splice(labels.indexOf(one), 1); paint(); tell('label - ' + one, ''); } paint();
  function offer(open) { const list = $('#people'), words = $('#who').value.toLowerCase(), hits = staff.filter((one) => one.toLowerCase().includes(words)); list.hidden = !open || !hits.length; $('#who').setAttribute('aria-expanded', !list.hidden); list.innerHTML = hits.map((one) => '<li role="option">' + one + '</li>').join(''); $$('li', list).forEach((one) => { one.onmousedown = (event) => { event.preventDefault(); $('#who').value = one.textContent; offer(false); tell('assignee ' + one.textContent, 'Assignee changed'); }; }); }
  $('#who').onfocus = () => $('#who').select(); $('#who').oninput = () => setTimeout(() => offer(true), 120); $('#who').onblur = () => offer(false);</script>`,
);
