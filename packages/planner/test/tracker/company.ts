import { page } from './frame.ts';
import { money } from './money.ts';
import { profile } from './profile.ts';

const people = [
  ['Priya Nair', 'Backend developer', 'Platform', 'priya.nair@tamarack.test', '2207', 'Bremen'],
  ['Hugo Lindqvist', 'Release manager', 'Delivery', 'hugo.lindqvist@tamarack.test', '2231', 'Malmö'],
  ['Marta Kowalczyk', 'Support lead', 'Support', 'marta.kowalczyk@tamarack.test', '2240', 'Gdańsk'],
  ['Tobias Renner', 'Site reliability', 'Platform', 'tobias.renner@tamarack.test', '2214', 'Bremen'],
  ['Yuki Tanaka', 'Designer', 'Delivery', 'yuki.tanaka@tamarack.test', '2252', 'Lisbon'],
  ['Hugo Martens', 'Account manager', 'Support', 'hugo.martens@tamarack.test', '2263', 'Ghent'],
] as const;
const questions = [
  ['Can I restore a deleted ticket?', 'Yes, within 30 days, from the bin.'],
  ['Who may publish a release?', 'Only release managers and owners.'],
  ['How large may a file be?', 'Up to 10 MB on every plan.'],
] as const;
const shortcuts = [
  ['Create a ticket', 'Shift + N'],
  ['Find anything', 'Ctrl + K'],
  ['Assign to me', 'I'],
] as const;
const glossary = [
  ['Backlog', 'Everything no one has started yet'],
  ['Epic', 'A large piece of work that spans several sprints'],
  ['Spike', 'A short look into an open question'],
] as const;
const helpTabs = ['Guides', 'Questions', 'Contact us'];

/** The people, the help pages, the settings of a person and the account's plan. */
export const company: Readonly<Record<string, string>> = {
  '/people': page(
    'People',
    `<div class="row"><input type="text" placeholder="Name or role" aria-label="Find people" id="find" oninput="draw()">
    <div class="dropdown"><button type="button" id="team" class="btn" aria-haspopup="listbox" aria-expanded="false" onclick="flip(this)">All teams</button><ul class="dropdown-menu" role="listbox" aria-label="Team" hidden>${['All teams', 'Delivery', 'Platform', 'Support'].map((team) => `<li role="option" tabindex="-1" onclick="$('#team').textContent = '${team}'; shut(); draw(); tell('team ${team}', '')">${team}</li>`).join('')}</ul></div>
    <label>Extension <input id="dial" size="6" placeholder="Quick dial"></label><button class="btn" onclick="if ($('#dial').value) tell('dial ' + $('#dial').value, 'Calling…')">Call</button></div>
    <div class="grid" id="cards"></div><p><span class="btn" id="rest" onclick="everyone = true; draw()">Show everybody</span></p>
    <div class="modal" id="mail" role="dialog" aria-modal="true" aria-labelledby="mailto" hidden><h2 id="mailto"></h2><textarea id="words" placeholder="Write a message"></textarea><div class="row"><button class="btn" onclick="$('#mail').hidden = true">Discard</button><button class="btn btn-primary" id="send">Send</button></div></div>
    <script>const people = ${JSON.stringify(people)}; let everyone = false; const followed = new Set();
    function compose(name) { $('#mailto').textContent = 'Message to ' + name; $('#words').value = ''; $('#mail').hidden = false; $('#send').onclick = () => { if (!$('#words').value.trim()) return; $('#mail').hidden = true; tell('message ' + name + ': ' + $('#words').value.trim(), 'Message sent'); }; }
    function follow(name) { if (followed.has(name)) followed.delete(name); else followed.add(name); draw(); tell((followed.has(name) ? 'follow ' : 'unfollow ') + name, ''); }
    function draw() { const words = $('#find').value.toLowerCase(), team = $('#team').textContent, hits = people.filter((one) => (one[0] + one[1]).toLowerCase().includes(words) && (team === 'All teams' || one[2] === team)), few = everyone || words || team !== 'All teams' ? hits : hits.slice(0, 4); $('#rest').hidden = few.length === hits.length;
      $('#cards').innerHTML = few.map(([name, role, team, mail, extension, place]) => '<div class="card"><h3>' + name + '</h3><p>' + role + ', ' + team + '</p><p><a href="mailto:' + mail + '">' + mail + '</a></p><p><span class="muted">Ext.</span> <span>' + extension + '</span></p><p><span class="muted">Office</span> <span>' + place + '</span></p><button class="btn" onclick="follow(\\'' + name + '\\')">' + (followed.has(name) ? 'Unfollow' : 'Follow') + '</button> <button class="btn" onclick="compose(\\'' + name + '\\')">Message</button></div>').join('') || 'No one found.'; } draw();</script>`,
  ),
  '/help': page(
    'Help centre',
    `<ul class="row nav-tabs" role="tablist">${helpTabs.map((name, n) => `<li class="nav-item"><a class="tab nav-link${n ? '' : ' active'}" data-bs-toggle="tab" href="#" onclick="event.preventDefault(); $$('.nav-link').forEach((one) => one.classList.toggle('active', one === this)); $$('.tab-pane').forEach((one, at) => { one.hidden = at !== ${n}; })">${name}</a></li>`).join('')}</ul>
    <div class="tab-pane"><article><h2>Writing a good ticket</h2><p class="muted">Updated on 3 October 2026 by Yuki Tanaka, 4 minutes to read</p><p>Say what you did, what you saw and what you had expected.</p>${'<p>One problem, one ticket. A picture helps more than a page of words.</p>'.repeat(9)}
    <h3>Keyboard shortcuts</h3><table class="table">${shortcuts.map(([what, keys]) => `<tr><td>${what}</td><td><kbd>${keys}</kbd></td></tr>`).join('')}</table>${'<p>Labels make tickets easy to find again.</p>'.repeat(9)}
    <h3 id="glossary">Glossary</h3><dl>${glossary.map(([word, meaning]) => `<dt>${word}</dt><dd>${meaning}</dd>`).join('')}</dl></article>
    <div class="row"><span>Was this helpful?</span><span class="btn" onclick="tell('helpful yes', 'Thanks!')">👍 Yes</span><span class="btn" onclick="tell('helpful no', 'Thanks!')">👎 No</span></div>
    <div class="row rate"><span>Rate this article</span>${[1, 2, 3, 4, 5].map((n) => `<i class="star fa fa-star" title="${n} of 5" onclick="$$('.rate .star').forEach((one, at) => { one.textContent = at < ${n} ? '★' : '☆'; }); tell('rate ${n}', '')">☆</i>`).join('')}</div></div>
    <div class="tab-pane" hidden>${questions.map(([question, answer]) => `<div class="accordion-item"><h3><button class="btn accordion-button" aria-expanded="false" onclick="const body = this.parentElement.nextElementSibling; body.hidden = !body.hidden; this.setAttribute('aria-expanded', !body.hidden)">${question}</button></h3><div class="accordion-body" hidden>${answer}</div></div>`).join('')}</div>
    <div class="tab-pane" hidden><form onsubmit="event.preventDefault(); if (!$('#topic').dataset.value) { $('#contactbad').textContent = 'Please choose a topic'; return; } tell(['contact', $('#topic').dataset.value, $('#text').value, $('#copy').checked ? 'copy' : ''].filter(Boolean).join('; '), ''); this.outerHTML = '<div class=alert role=status>Thank you, we will be in touch.</div>'">
    <div id="topiclabel">Topic</div><div class="dropdown"><div id="topic" class="btn" tabindex="0" aria-labelledby="topiclabel" onclick="flip(this)">Please choose</div><div class="dropdown-menu" hidden>${['Sign-in', 'Billing', 'Feature request', 'Something else'].map((one) => `<div class="pick" onclick="$('#topic').textContent = $('#topic').dataset.value = '${one}'; shut()">${one}</div>`).join('')}</div></div>
    <div><label for="text">Your question</label><br><textarea id="text"></textarea></div><label><input type="checkbox" id="copy"> Send me a copy</label><p class="text-red" id="contactbad"></p><button class="btn btn-primary">Send</button></form></div>`,
  ),
  '/profile': profile,
  '/billing': money,
};
