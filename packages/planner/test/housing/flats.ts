import { page } from './frame.ts';

const flats = [
  ['birch', 'Birch Court 4', 2, 540, '52 m²', 'Now'],
  ['elm', 'Elm Yard 11', 3, 690, '71 m²', '1 January 2027'],
  ['canal', 'Canal Side 2', 1, 430, '34 m²', '15 December 2026'],
  ['lock', 'Lock House 7', 4, 880, '96 m²', '1 February 2027'],
] as const;

/** What is to let. */
export const vacancies: Readonly<Record<string, string>> = {
  '/flats': page(
    'Find a flat',
    `<div class="line"><div role="group" aria-label="Rooms">${['1', '2', '3', '4'].map((many) => `<button type="button" aria-pressed="false" class="rooms" value="${many}">${many}</button>`).join('')}</div><label>Rent up to <input type="range" id="cap" min="400" max="900" step="10" value="900"></label><output id="capped">£900</output>
    <div><span id="sortname">Sort by</span> <div id="sorting" role="combobox" tabindex="0" aria-expanded="false" aria-labelledby="sortname" aria-controls="sorts">Newest</div><div id="sorts" role="listbox" class="list" hidden>${['Newest', 'Rent', 'Size'].map((way) => `<div role="option" class="option">${way}</div>`).join('')}</div></div><label><input type="checkbox" id="pets"> Pets allowed</label></div>
    <p id="found"></p><div id="flats" class="cards"></div><span class="act" id="next">Show further flats</span>
    <script>const list = ${JSON.stringify(flats)}; let many = null, way = 'Newest', shown = 3;
    function show() { let some = list.filter((one) => (many === null || one[2] === many) && one[3] <= +by('cap').value); if (way === 'Rent') some = [...some].sort((a, b) => a[3] - b[3]); if (way === 'Size') some = [...some].sort((a, b) => b[2] - a[2]);
      by('found').textContent = some.length + ' flats found'; by('next').hidden = some.length <= shown; by('flats').innerHTML = some.slice(0, shown).map(([id, name, rooms, rent, size, free]) => '<article><h3><a href="/flats/' + id + '">' + name + '</a></h3><p>' + rooms + ' rooms, ' + size + '</p><p>£' + rent + ' a month</p><p>Available: ' + free + '</p><span class="act heart" title="Save to favourites" onclick="this.textContent = \\'♥\\'; tell(\\'favourite ' + name + '\\')">♡</span> <label><input type="checkbox" class="compare" value="' + name + '"> Compare</label></article>').join(''); }
    pick('.rooms').forEach((one) => { one.onclick = () => { many = +one.value; pick('.rooms').forEach((other) => other.setAttribute('aria-pressed', other === one)); show(); tell('rooms ' + many, null); }; }); by('cap').oninput = () => { by('capped').textContent = '£' + by('cap').value; show(); }; by('cap').onchange = () => tell('cap ' + by('cap').value, null); by('pets').onchange = () => tell('pets ' + by('pets').checked, null);
    by('sorting').onclick = () => { by('sorts').hidden = !by('sorts').hidden; by('sorting').setAttribute('aria-expanded', !by('sorts').hidden); }; pick('.option').forEach((one) => { one.onclick = () => { way = one.textContent; by('sorting').textContent = way; by('sorts').hidden = true; by('sorting').setAttribute('aria-expanded', false); show(); tell('sort ' + way, null); }; }); by('next').onclick = () => { shown += 3; show(); tell('further', null); }; show();</script>
    <button onclick="tell('compare ' + pick('.compare:checked').map((one) => one.value).join(' + '))">Compare selected</button>`,
  ),
  ...Object.fromEntries(
    flats.map(([id, name, rooms, rent, size, free]) => [
      `/flats/${id}`,
      page(
        name,
        `<p>${rooms} rooms, ${size}, £${rent} a month.</p><div role="tablist">${['Facts', 'Costs', 'Viewing'].map((one, at) => `<button role="tab" aria-selected="${at === 0}" aria-controls="p${at}" onclick="pick('[role=tab]').forEach((each) => { each.setAttribute('aria-selected', each === this); by(each.getAttribute('aria-controls')).hidden = each !== this; })">${one}</button>`).join('')}</div>
        <div role="tabpanel" id="p0"><dl><dt>Available</dt><dd>${free}</dd><dt>Floor</dt><dd>Second</dd><dt>Heating</dt><dd>District heating</dd><dt>Built</dt><dd>1987</dd></dl></div>
        <div role="tabpanel" id="p1" hidden><table><tr><td>Rent</td><td>£${rent}.00</td></tr><tr><td>Service charge</td><td>£64.00</td></tr><tr><td>Deposit</td><td>£${rent * 2}.00</td></tr><tr><td>Total a month</td><td>£${rent + 64}.00</td></tr></table></div>
        <div role="tabpanel" id="p2" hidden><label>Day <input type="date" id="day" min="2026-11-24"></label><div class="line" id="times">${['10:00', '12:30', '17:00'].map((time) => `<span class="cell" onclick="pick('#times .cell').forEach((one) => one.classList.toggle('on', one === this))">${time}</span>`).join('')}</div><label>Persons <input id="persons" type="number" value="1" min="1" max="6"></label><button onclick="const time = document.querySelector('#times .on'); if (!by('day').reportValidity()) return; if (!by('day').value || !time) { by('say').textContent = 'Please choose a day and a time.'; return; } tell('viewing ${name} ' + by('day').value + ' ' + time.textContent + ' for ' + by('persons').value, null); by('say').className = ''; by('say').textContent = 'Your viewing is booked. Reference: V-' + 77;">Book viewing</button><p id="say" class="bad"></p></div>
        <aside><h2>Your agent</h2><p>Petra Lunn</p><a href="#" onclick="by('ask').hidden = false; return false">Ask a question</a><div id="ask" class="sheet" role="dialog" aria-label="Your question" hidden><textarea aria-label="Question" id="q"></textarea><button onclick="by('ask').hidden = true">Cancel</button><button onclick="if (by('q').value) { tell('question ' + by('q').value); by('ask').hidden = true; }">Send</button></div></aside>`,
      ),
    ]),
  ),
};
