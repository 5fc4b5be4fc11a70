import { say } from './list-pages.ts';

/** Redraws what is made of `state`, as libraries of components do. */
const drawn = (state: string, draw: string): string =>
  `<script>const state = ${state}; const draw = () => { ${draw} }; draw();</script>`;

const popUp = `<script>let open; const popUp = (names, choose) => { open?.remove(); open = document.createElement('div'); open.role = 'menu';
  open.innerHTML = names.map((name) => '<div role="menuitem" tabindex="-1" style="cursor: pointer">' + name + '</div>').join(''); document.body.append(open);
  open.onclick = ({ target }) => { open.remove(); if (target.role === 'menuitem') choose(target.textContent); }; document.onkeydown = ({ key }) => { if (key === 'Escape') open?.remove(); }; };</script>`;

const components: Readonly<Record<string, string>> = {
  '/upload': `<h1>Files</h1><div><button onclick="say('sent a file')">Upload file</button><button aria-label="More" aria-haspopup="menu" onclick="this.nextElementSibling.hidden = !this.nextElementSibling.hidden">▾</button><div role="menu" hidden>${['Upload folder', 'Import from link'].map((name) => `<button role="menuitem" onclick="say('${name}')">${name}</button>`).join('')}</div></div>`,
  '/deaf': `<h1>Files</h1><div><button onclick="say('pressed')">Files ▾</button><div hidden><button onclick="say('imported')">Import files</button></div></div>`,
  '/stay': `<h1>Your stay</h1><form onsubmit="event.preventDefault(); say('sent ' + [...new FormData(this).values()])">${['Cleanliness', 'Location'].map((name) => `<fieldset><legend>${name}</legend>${[1, 2, 3, 4, 5].map((count) => `<label><input type="radio" name="${name}" value="${count}"><span aria-hidden="true">★</span><span style="position: absolute; width: 1px; height: 1px; overflow: hidden">${count} Star${count > 1 ? 's' : ''}</span></label>`).join('')}</fieldset>`).join('')}<button>Submit review</button></form>`,
  '/reviewers': `<h1>Reviewers</h1><label for="who">Reviewers</label><div><span id="chips"></span><input id="who" role="combobox" aria-expanded="false" autocomplete="off"></div><div id="offers"></div><button onclick="say(state)">Request review</button>
    ${drawn('[]', `chips.innerHTML = state.map((name) => '<span>' + name + '</span>').join(' '); who.value = ''; offers.innerHTML = '';`)}
    <script>who.oninput = () => { offers.innerHTML = ['Ann Ash', 'Bob Birch', 'Cy Cedar'].filter((name) => name.includes(who.value)).map((name) => '<div role="option">' + name + '</div>').join(''); };
    offers.onclick = ({ target }) => { state.push(target.textContent); draw(); };</script>`,
  '/sprint': `<h1>Sprint</h1><div id="board"></div>${popUp}${drawn(
    `{ 'To do': ['Fix login', 'Write docs'], Doing: ['New cart'], Done: ['Set up'] }`,
    `board.innerHTML = Object.entries(state).map(([column, cards]) => '<section aria-label="' + column + '"><h2>' + column + '</h2>' + cards.map((card) => '<article><p>' + card + '</p><button aria-label="Card actions" aria-haspopup="menu" data-card="' + card + '">⋯</button></article>').join('') + '</section>').join('');`,
  )}<script>const move = (card, to) => { for (const cards of Object.values(state)) if (cards.includes(card)) cards.splice(cards.indexOf(card), 1); state[to].push(card); draw(); say(card + ' to ' + to); };
    board.onclick = ({ target: { dataset: { card } } }) => { if (card !== undefined) popUp(['Rename', 'Move to…', 'Archive'], (name) => { if (name === 'Move to…') popUp(Object.keys(state), (to) => move(card, to)); else say(name + ' ' + card); }); };</script>`,
  '/songs': `<h1>Playlist</h1><ol id="songs"></ol>${drawn(
    `['Moon', 'Rivers', 'Static']`,
    `songs.innerHTML = state.map((song, at) => '<li><span>' + song + '</span> <button aria-label="Move up"' + (at === 0 ? ' disabled' : '') + '>↑</button><button aria-label="Move down"' + (at === 2 ? ' disabled' : '') + '>↓</button></li>').join('');`,
  )}<script>songs.onclick = ({ target }) => { if (target.localName !== 'button') return; const from = [...songs.children].indexOf(target.parentElement); const to = from + (target.ariaLabel === 'Move up' ? -1 : 1); [state[from], state[to]] = [state[to], state[from]]; draw(); say(state); };</script>`,
  '/places': `<h1>Places</h1><ul id="places"></ul>${drawn(
    `['Cinema', 'Museum', 'Zoo']`,
    `places.innerHTML = state.map((place) => '<li draggable="true" style="padding: 9px; cursor: grab">' + place + '</li>').join('');`,
  )}<script>let from; const at = ({ target }) => [...places.children].indexOf(target.closest('li')); places.ondragstart = (event) => { from = at(event); }; places.ondragover = (event) => event.preventDefault();
    places.ondrop = (event) => { const to = at(event); event.preventDefault(); state.splice(to, 0, ...state.splice(from, 1)); draw(); say(state); };</script>`,
  '/queue': `<h1>Queue</h1><ul id="queue" style="list-style: none">${['Anna', 'Ben', 'Cleo', 'Dan'].map((name) => `<li style="height: 24px; cursor: move"><div>${name}</div></li>`).join('')}</ul><script>let held, gap; const names = () => [...queue.querySelectorAll('li:not(.gap)')].map((each) => each.textContent);
    onmousedown = ({ target }) => { held = target.closest('#queue li'); }; onmousemove = ({ clientY }) => { if (!held) return; if (!gap) { gap = document.createElement('li'); gap.className = 'gap'; gap.style.height = '24px'; held.after(gap); held.style.position = 'absolute'; } held.style.top = clientY + 'px';
      for (const each of queue.children) { const { top, bottom } = each.getBoundingClientRect(); if (each !== held && each !== gap && clientY > top && clientY < bottom) each.compareDocumentPosition(gap) & 4 ? each.before(gap) : each.after(gap); } };
    onmouseup = () => { if (gap) { gap.replaceWith(held); held.style = 'height: 24px'; say(names()); } held = gap = undefined; };</script>`,
  '/recipes': `<h1>Recipes</h1>${[
    ['Stew', '2h 40m', '1.2 kg'],
    ['Tart', '45 min', '900 g'],
    ['Roast', '2h 55m', '2 kg'],
  ]
    .map(
      ([name, time, weight]) =>
        `<article><h2>${name}</h2><dl><dt>Duration</dt><dd>${time}</dd><dt>Weight</dt><dd>${weight}</dd></dl><button onclick="say('cook ${name}')">Cook</button></article>`,
    )
    .join('')}`,
  '/members': `<h1>Project members</h1><div>Available</div><ul id="from"></ul><button id="there" aria-label="Move right">&gt;</button><button id="back" aria-label="Move left">&lt;</button><div>Selected</div><ul id="into"></ul><button onclick="say(state.Selected)">Save members</button>
    ${drawn(
      `{ Available: ['Ana Alves', 'Bo Berg', 'Cy Cole'], Selected: ['Ed Eng'] }; const ticked = new Set()`,
      `const list = (names) => names.map((name) => '<li><label><input type="checkbox" value="' + name + '"' + (ticked.has(name) ? ' checked' : '') + '> ' + name + '</label></li>').join(''); from.innerHTML = list(state.Available); into.innerHTML = list(state.Selected);
      there.disabled = !state.Available.some((name) => ticked.has(name)); back.disabled = !state.Selected.some((name) => ticked.has(name));`,
    )}<script>onchange = ({ target: { checked, value } }) => { checked ? ticked.add(value) : ticked.delete(value); draw(); };
    const move = (one, other) => { state[other].push(...state[one].filter((name) => ticked.has(name))); state[one] = state[one].filter((name) => !ticked.has(name)); ticked.clear(); draw(); }; there.onclick = () => move('Available', 'Selected'); back.onclick = () => move('Selected', 'Available');</script>`,
  '/inbox': `<h1>Messages</h1><div id="bar"></div><table><thead><tr><th></th><th>From</th><th>Subject</th></tr></thead><tbody>${[
    ['Gym', 'New classes'],
    ['Bank', 'Statement ready'],
    ['Library', 'Book due'],
  ]
    .map(
      ([from, subject]) =>
        `<tr><td><input type="checkbox" aria-label="Select row" value="${from}"></td><td>${from}</td><td>${subject}</td></tr>`,
    )
    .join('')}</tbody></table>
    <script>const ticked = () => [...document.querySelectorAll(':checked')].map(({ value }) => value); onchange = () => { bar.innerHTML = ticked().length === 0 ? '' : ticked().length + ' selected <button>Archive</button> <button>Delete</button>'; };
    bar.onclick = ({ target: { textContent } }) => { say(textContent + ' ' + ticked()); for (const row of document.querySelectorAll('tr:has(:checked)')) row.remove(); bar.innerHTML = ''; };</script>`,
  '/report': `<h1>Report</h1><button id="file" aria-haspopup="menu">File</button>${popUp}<script>file.onclick = (event) => { event.stopPropagation(); popUp(['Make a copy', 'Share'], (name) => { if (name === 'Share') popUp(['Copy link', 'Publish'], (entry) => say('Share ' + entry)); else say(name); }); };</script>`,
  '/printer': `<h1>Ticket 812: Printer jams</h1><label for="who">Assignee</label><input id="who" role="combobox" aria-expanded="false" aria-autocomplete="list"><ul id="people" role="listbox" hidden></ul><button onclick="say('assigned to ' + chosen)">Assign</button>
    <script>let chosen = 'no one'; who.oninput = () => { chosen = 'no one'; people.hidden = false; people.innerHTML = '<li>Loading…</li>'; setTimeout(() => { const found = ['Maria Lopez', 'Martin Shaw'].filter((name) => name.includes(who.value)); people.innerHTML = found.map((name) => '<li role="option">' + name + '</li>').join('') || '<li>No people found</li>'; }, 300); };
    people.onclick = ({ target }) => { chosen = who.value = target.textContent; people.hidden = true; };</script>`,
  '/table': `<h1>Book a table</h1><label id="when">Time</label><div role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-labelledby="when time" id="time">Select time</div><button onclick="say('booked ' + time.textContent)">Book table</button>
    <script>time.onmousedown = () => { const list = document.createElement('ul'); list.role = 'listbox'; list.innerHTML = ['18:00', '18:30', '19:00'].map((each) => '<li role="option">' + each + '</li>').join(''); list.onclick = ({ target }) => { time.textContent = target.textContent; list.remove(); }; document.body.append(list); };</script>`,
  '/stock': `<h1>Stock</h1><table><thead><tr id="heads"></tr></thead><tbody id="rows"></tbody></table>${drawn(
    `{ by: -1, up: true }; const goods = [['Hammer', 12], ['Saw', 18], ['Drill', 89]]`,
    `heads.innerHTML = ['Item', 'Price'].map((head, at) => '<th aria-sort="' + (at === state.by ? (state.up ? 'ascending' : 'descending') : 'none') + '" style="cursor: pointer">' + head + (at === state.by ? (state.up ? ' ▲' : ' ▼') : '') + '</th>').join('');
    rows.innerHTML = (state.by < 0 ? goods : goods.toSorted((one, other) => (one[state.by] < other[state.by] ? -1 : 1) * (state.up ? 1 : -1))).map((cells) => '<tr>' + cells.map((cell) => '<td>' + cell + '</td>').join('') + '</tr>').join('');`,
  )}<script>heads.onclick = ({ target: { cellIndex } }) => { state.up = cellIndex === state.by ? !state.up : true; state.by = cellIndex; draw(); say(cellIndex + (state.up ? ' up' : ' down')); };</script>`,
  '/sales': `<h1>Sales</h1><div role="radiogroup" aria-label="Period">${['Day', 'Month'].map((name) => `<label style="cursor: pointer"><input type="radio" name="period" style="position: absolute; opacity: 0; width: 0; height: 0" onchange="say('${name}')"><span>${name}</span></label>`).join(' ')}</div>`,
  '/hotel': `<h1>Hotel Adria</h1><p>Rate your stay</p><div role="radiogroup" aria-label="Your rating">${[2.5, 3, 3.5, 4, 4.5, 5].map((count) => `<label><input type="radio" name="rating" value="${count}"><span aria-hidden="true">★</span><span style="position: absolute; width: 1px; height: 1px; overflow: hidden">${count} Stars</span></label>`).join('')}</div><label>Comment <textarea id="words"></textarea></label><button onclick="say(document.querySelector(':checked').value + ' ' + words.value); this.replaceWith('Thank you.')">Send review</button>`,
  '/terms': `<h1>Terms</h1><textarea rows="3" onscroll="if (this.scrollTop + this.clientHeight >= this.scrollHeight - 2) agree.disabled = false">${'All rights are reserved.\n'.repeat(30)}</textarea><label>Name <input id="name"></label><button id="agree" disabled onclick="say('agreed ' + document.querySelector('input').value)">Agree</button>`,
};

/** Widgets as component libraries build them; what was done is written into `said`. */
export const componentPages = Object.fromEntries(
  Object.entries(components).map(([path, body]) => [path, `${say}${body}`]),
);
