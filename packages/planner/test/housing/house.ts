import { inset, page } from './frame.ts';
import { dateOf, threeLists } from './money.ts';

const repairs = [
  ['R-31', 'Dripping kitchen tap', 'Planned', 'Sam Ortega', '2 December 2026, 8:00 to 10:00'],
  ['R-28', 'Broken blind', 'Waiting for parts', 'Ines Falk', 'not yet known'],
  ['R-19', 'Cold radiator', 'Done', 'Sam Ortega', '6 October 2026'],
] as const;
const notes = [
  ['Pram for free', 'Lena from flat 3', '21 November', 'Grey, good wheels. Come by in the evening.', 4],
  ['Lost cat', 'Mr Adeyemi', '20 November', 'Black with a white paw, answers to Biscuit.', 11],
  ['Choir needs altos', 'Ruth Blum', '18 November', 'Tuesdays at 19:00 in the common room.', 2],
  ['Garage space wanted', 'Oskar', '12 November', 'For a small car, up to £40.', 0],
] as const;

/** Living there: repairs, neighbours, meters, the laundry room, the household and its comfort. */
export const house: Readonly<Record<string, string>> = {
  '/repairs': page(
    'Repairs',
    `<button onclick="by('report').hidden = false; this.hidden = true">Report a problem</button><form id="report" hidden onsubmit="event.preventDefault(); const urgent = by('urgent').getAttribute('aria-checked') === 'true'; fetch('/done', { method: 'POST', body: ['repair', by('room').value, by('problem').value, by('when').value, urgent ? 'urgent' : ''].filter(Boolean).join('; ') }).then(() => { by('report').innerHTML = '<p>Thank you, we have your report. Number: R-32</p>'; })"><p>Room<br><select id="room" required><option value="">Please choose</option><option>Kitchen</option><option>Bathroom</option><option>Living room</option></select></p><p>What is wrong?<br><textarea id="problem" required></textarea></p><p>Best time<br><input id="when" placeholder="e.g. mornings"></p><p><span id="urgent" role="checkbox" tabindex="0" aria-checked="false" aria-label="It is urgent" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">☐ It is urgent</span></p><button>Send report</button></form>
    <div id="jobs">${repairs
      .map(
        ([id, what, state, who, when]) =>
          `<div class="job"><div class="act" onclick="const more = this.nextElementSibling; more.hidden = !more.hidden"><b>${what}</b> <span>${state}</span></div><div hidden><p>Number ${id}</p><p>Technician: ${who}</p><p>When: ${when}</p>${state === 'Done' ? `<div class="line" role="radiogroup" aria-label="How was it?">${['Bad', 'Fine', 'Great'].map((mood) => `<span role="radio" tabindex="0" aria-checked="false" class="option" onclick="this.setAttribute('aria-checked', true); tell('rate ${id} ${mood}')">${mood}</span>`).join('')}</div>` : `<button onclick="if (confirm('Withdraw this report?')) { this.closest('.job').remove(); tell('withdraw ${id}'); }">Withdraw</button>`}</div></div>`,
      )
      .join('')}</div>`,
  ),
  '/board': page(
    'Notice board',
    `<button onclick="by('post').showModal()">New notice</button><dialog id="post"><h2>New notice</h2><label>Heading<input id="head"></label><label>Text<textarea id="body"></textarea></label><label>Show until<input type="date" id="until"></label><button onclick="by('post').close()">Discard</button><button onclick="if (!by('head').value || !by('body').value) { by('miss').textContent = 'Heading and text are required.'; return; } tell(['notice', by('head').value, by('body').value, by('until').value].filter(Boolean).join('; ')); by('post').close()">Publish</button><p id="miss" class="bad"></p></dialog>
    <div id="notes">${notes
      .map(
        ([head, who, day, words, likes], at) =>
          `<div class="note" ${at > 2 ? 'hidden' : ''}><h3>${head}</h3><div class="line"><span>${who}</span><span>${day}</span></div><p>${words}</p><span class="act like" onclick="const many = this.querySelector('i'); many.textContent = +many.textContent + 1; tell('like ${head}', null)">👍 Like <i>${likes}</i></span> <span class="act" onclick="by('c${at}').hidden = false">Comment</span><span id="c${at}" hidden><input placeholder="Write a comment…"> <span class="act" onclick="tell('comment ${head}: ' + this.previousElementSibling.value); this.parentElement.hidden = true">Post</span></span> <span class="act" aria-label="Menu" onclick="this.nextElementSibling.hidden = !this.nextElementSibling.hidden">⋮</span><span class="list" hidden><span class="option" onclick="tell('mute ${head}')">Mute</span><span class="option" onclick="tell('report ${head}')">Report</span></span></div>`,
      )
      .join('')}</div><div class="act" id="older">Older notices</div>
    <script>by('older').onclick = () => { pick('.note').forEach((note) => { note.hidden = false; }); by('older').remove(); };</script>`,
  ),
  '/meters': page(
    'Meter readings',
    `<p>Last reading: 14 November 2025 by Sam Ortega.</p><iframe src="/meters/form" title="Meter readings"></iframe>`,
  ),
  '/meters/form': inset(
    `<form onsubmit="event.preventDefault(); if (+by('power').value < 18200) { by('low').textContent = 'The electricity reading is lower than last year.'; return; } tell('meters ' + by('power').value + '/' + by('water').value + ' on ' + ${dateOf('read')}); by('low').className = ''; by('low').textContent = 'Thank you. Readings received.'"><p><label>Electricity (kWh) <input id="power"></label> last year 18200</p><p><label>Water (m³) <input id="water"></label> last year 311</p>${threeLists('read', 'Read on')}<button>Send readings</button><p id="low" class="bad"></p></form>`,
  ),
  '/laundry': page(
    'Laundry room',
    `<label>Machine <select id="machine"><option>Washer 1</option><option>Washer 2</option><option>Dryer</option></select></label><table><tr><th></th>${['Mon', 'Tue', 'Wed'].map((day) => `<th>${day}</th>`).join('')}</tr>${[
      '7–10',
      '10–13',
      '13–16',
    ]
      .map(
        (time, row) =>
          `<tr><th>${time}</th>${['Mon', 'Tue', 'Wed'].map((day, at) => ((row + at) % 3 === 1 ? '<td>taken</td>' : `<td><div class="cell" onclick="this.textContent = 'Yours'; tell('laundry ' + by('machine').value + ' ${day} ${time}')">free</div></td>`)).join('')}</tr>`,
      )
      .join(
        '',
      )}</table><p>Credit on your laundry card: £7.20</p><label>Top up by <input id="top" size="4"></label> <button onclick="tell('top up ' + by('top').value)">Top up</button>
    <h2>My programmes</h2><p>The first one is chosen for you.</p><div id="programmes">${['Cotton 60', 'Wool', 'Quick wash'].map((name) => `<div draggable="true">${name}</div>`).join('')}</div>
    <script>let held = null; pick('[draggable]').forEach((one) => { one.ondragstart = () => { held = one; }; one.ondragover = (event) => event.preventDefault(); one.ondrop = (event) => { event.preventDefault(); one.before(held); tell('order ' + pick('[draggable]').map((each) => each.textContent).join(', '), null); }; });</script>`,
  ),
  '/household': page(
    'Household',
    `<h2>People</h2><ul id="people">${['Nadia Weiss', 'Tomas Weiss', 'Pavel Weiss'].map((who, at) => `<li><span>${who}</span> <em>${['tenant', 'partner', 'child'][at]}</em> ${at ? `<button onclick="by('really').hidden = false; by('whom').textContent = 'Remove ${who}?'; by('yes').onclick = () => { by('really').hidden = true; this.closest('li').remove(); tell('remove ${who}'); }">Remove</button>` : ''}</li>`).join('')}</ul>
    <div id="really" class="sheet" role="alertdialog" aria-labelledby="whom" hidden><p id="whom"></p><button onclick="by('really').hidden = true">Go back</button><button id="yes">Remove</button></div>
    <form onsubmit="event.preventDefault(); tell('person ' + [by('first').value, by('last').value, by('tie').value, ${dateOf('born')}].join('; '))"><h3>Add a person</h3><p><label>First name<input id="first" required></label></p><p><label>Surname<input id="last" required></label></p><p><label>Relation<select id="tie"><option>Partner</option><option>Child</option><option>Lodger</option></select></label></p>${threeLists('born', 'Moves in on')}<button>Add person</button></form>
    <h2>Post</h2><p><label>Street <input id="street" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="streets"></label></p><div id="streets" role="listbox" class="list"></div><p><label>Town <input id="town"></label></p><p><label>Second town line <input id="town2"></label></p><button onclick="tell('post to ' + [by('street').value, by('town').value, by('town2').value].filter(Boolean).join(', '))">Save postal address</button>
    <h2>Pets</h2><div class="line">${['Dog', 'Cat', 'Fish'].map((pet) => `<div class="option pet" onclick="this.classList.toggle('on'); tell('${pet} ' + this.classList.contains('on'), null)">${pet}</div>`).join('')}</div>
    <script>by('street').oninput = () => setTimeout(() => { by('streets').innerHTML = ['Weir Lane', 'Weirside Road', 'Mill Street'].filter((one) => by('street').value && one.toLowerCase().startsWith(by('street').value.toLowerCase())).map((one) => '<div role="option" class="option">' + one + '</div>').join(''); pick('#streets div').forEach((one) => { one.onclick = () => { by('street').value = one.textContent; by('streets').innerHTML = ''; }; }); }, 120);</script>`,
  ),
  '/comfort': page(
    'Home comfort',
    `<p>Temperature</p><div id="heat" role="slider" tabindex="0" aria-label="Temperature" aria-valuemin="15" aria-valuemax="25" aria-valuenow="19" style="width: 300px; height: 20px; background: #ccc">19 °C</div>
    <p><label>Night mode <input type="checkbox" role="switch" onchange="tell('night ' + this.checked)"></label></p><p>Remind me of the rent <select id="remind" aria-label="Rent reminder" onchange="tell('remind ' + this.value)"><option>Never</option><option>A day before</option><option>A week before</option></select></p>
    <p>Front door <span id="door">locked</span> <button id="lock">Unlock</button></p><p>Language <span class="act" onclick="this.nextElementSibling.hidden = false">English ▾</span><span class="list" hidden>${['English', 'Polski', 'Español'].map((name) => `<span class="option" onclick="this.parentElement.hidden = true; this.parentElement.previousElementSibling.textContent = '${name} ▾'; tell('language ${name}')">${name}</span>`).join('')}</span></p>
    <p>Guests <button aria-label="Fewer guests" onclick="guests(-1)">−</button> <b id="guests">1</b> <button aria-label="More guests" onclick="guests(1)">+</button></p>
    <p>Nickname of the flat: <span id="nick">Top floor</span> <span class="act" onclick="edit()">Edit</span></p>
    <script>by('heat').onkeydown = (event) => { const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]; if (!step) return; const now = +by('heat').getAttribute('aria-valuenow') + step; by('heat').setAttribute('aria-valuenow', now); by('heat').textContent = now + ' °C'; clearTimeout(window.later); window.later = setTimeout(() => tell('heat ' + now, null), 200); };
    by('lock').onclick = () => { const open = by('door').textContent === 'locked'; by('door').textContent = open ? 'unlocked' : 'locked'; by('lock').textContent = open ? 'Lock' : 'Unlock'; tell('door ' + by('door').textContent); };
    function guests(step) { by('guests').textContent = +by('guests').textContent + step; tell('guests ' + by('guests').textContent, null); }
    function edit() { const nick = by('nick'), old = nick.textContent; nick.innerHTML = '<input aria-label="Nickname"><button>OK</button>'; nick.firstChild.value = old; nick.lastChild.onclick = () => { nick.textContent = nick.firstChild.value; tell('nick ' + nick.textContent); }; }</script>`,
  ),
};
