function say(text: string): string {
  return `document.querySelector('#said').textContent = '${text}'`;
}
const said = '<p>Result: <span id="said">none</span></p>';
/** A library's site, in words of its own: nothing in the planner is made for it. */
export const libraryPages: Readonly<Record<string, string>> = {
  '/signin': `<title>Harbour Library</title><h1>Members</h1><form method="post" action="/welcome"><p><label for="m">Member e-mail</label><input id="m" name="m" type="email"></p><p><label for="p">Password</label><input id="p" type="password" name="p"></p><label><input type="checkbox" name="r"> Remember me</label><button>Log in</button></form><nav><a href="/books">Catalogue</a> <a href="/loans">My loans</a></nav>`,
  '/welcome': `<title>Harbour Library</title><h1>Welcome back, Nora</h1><p>You have <b>3</b> books on loan.</p><nav><a href="/books">Catalogue</a><a href="/loans">My loans</a></nav>`,
  '/book': '<title>Book</title><h1>A book</h1>',
  '/books': `<title>Catalogue</title><h1>Catalogue</h1><form role="search"><label>Search <input type="search" name="q"></label></form>
   <label>Sort <select id="sort" onchange="${say('sorted by ')} + this.value"><option>Relevance</option><option>Title A-Z</option><option>Price: low to high</option><option>Newest first</option></select></label>
   <div class="filters"><label><input type="checkbox" onchange="${say('in stock ')} + this.checked"> In stock only</label></div>
   <div class="grid">${[
     ['Sea Charts', '£24.00', '4.5', 'In stock'],
     ['Knots and Ropes', '£9.50', '4.8', 'In stock'],
     ['Lighthouse Tales', '£15.00', '3.9', 'Sold out'],
   ]
     .map(
       ([name, price, rating, stock]) =>
         `<div class="card"><h3><a href="/book?n=${name}">${name}</a></h3><p class="price">${price}</p><p class="rating">${rating} stars</p><p>${stock}</p><button onclick="${say('basket ' + name)}">Add to basket</button><button aria-pressed="false" onclick="this.setAttribute('aria-pressed','true');${say('liked ' + name)}" aria-label="Like">♥</button></div>`,
     )
     .join('')}</div>${said}`,
  '/loans': `<title>My loans</title><h1>My loans</h1><table id="t"><thead><tr><th><button onclick="sortBy(0)">Title</button></th><th aria-sort="none" id="due"><button onclick="sortBy(1)">Due date</button></th><th>Fee</th><th>Actions</th></tr></thead><tbody>
   <tr><td>Sea Charts</td><td>2026-12-04</td><td>£0.50</td><td><button onclick="${say('renewed Sea Charts')}">Renew</button><button onclick="if(confirm('Return it?')) {this.closest('tr').remove();${say('returned Sea Charts')}}">Return</button></td></tr>
   <tr><td>Knots and Ropes</td><td>2026-11-28</td><td>£0.00</td><td><button onclick="${say('renewed Knots')}">Renew</button><button onclick="if(confirm('Return it?')) {this.closest('tr').remove();${say('returned Knots')}}">Return</button></td></tr></tbody></table>
   <dl><dt>Member since</dt><dd>4 May 2019</dd><dt>Librarian</dt><dd>Tom Rowe</dd><dt>Card number</dt><dd>LIB-4471</dd></dl>${said}
   <script>let up = false; function sortBy(c) { up = !up; const b = t.tBodies[0]; [...b.rows].sort((x, y) => (up ? 1 : -1) * x.cells[c].textContent.localeCompare(y.cells[c].textContent)).forEach((r) => b.append(r)); if (c === 1) due.setAttribute('aria-sort', up ? 'ascending' : 'descending'); }</script>`,
  '/widgets': `<title>Settings</title><h1>Settings</h1><style>.dd{position:relative}.dd ul{display:none}.dd.open ul{display:block} .panel{display:none}</style>
   <div role="slider" tabindex="0" aria-label="Font size" aria-valuemin="8" aria-valuemax="24" aria-valuenow="12" id="sl" style="width:100px;height:10px;background:#ccc"></div>
   <div class="dd" id="dd"><div role="combobox" aria-label="Language" aria-expanded="false" tabindex="0" id="cb">English</div><ul role="listbox"><li role="option">English</li><li role="option">French</li><li role="option">German</li></ul></div>
   <label>Branch <input id="ac" autocomplete="off" role="combobox" aria-controls="acl"></label><ul id="acl" role="listbox"></ul>
   <label>Return date <input type="date" id="rd" onchange="${say('date ')} + this.value"></label>
   <label>Alert volume <input type="range" min="0" max="10" value="5" oninput="${say('volume ')} + this.value"></label>
   <div id="tabs" role="tablist"><button role="tab" aria-selected="true" aria-controls="p1" onclick="show(1)">General</button><button role="tab" aria-selected="false" aria-controls="p2" onclick="show(2)">Privacy</button></div>
   <div id="p1" class="panel" role="tabpanel" style="display:block"><p>General things</p></div><div id="p2" class="panel" role="tabpanel"><label><input type="checkbox" onchange="${say('hidden ')} + this.checked"> Hide my history</label><button onclick="${say('erased history')}">Clear history</button></div>
   <details><summary>Advanced</summary><button onclick="${say('exported')}">Export data</button></details>
   <div id="board" style="display:flex;gap:20px"><div class="col" id="todo" aria-label="To do" role="list"><h3>To do</h3><div class="task" draggable="true" id="t1">Read charts</div></div><div class="col" id="done" aria-label="Done" role="list" style="min-width:120px;min-height:60px"><h3>Done</h3></div></div>
   <button id="menu" aria-haspopup="menu" aria-expanded="false">More</button><div role="menu" id="mm" style="display:none"><button role="menuitem" onclick="${say('shared')}">Share list</button><button role="menuitem" onclick="${say('printed')}">Print list</button></div>
   <span class="star" style="cursor:pointer" title="Star this list" onclick="${say('starred')}">☆</span>
   ${said}<script>
   const $ = (s) => document.querySelector(s);
   $('#sl').onkeydown = (e) => { const d = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0; if (d) { const v = +$('#sl').getAttribute('aria-valuenow') + d; $('#sl').setAttribute('aria-valuenow', v); ${say('size ')} + v; } };
   $('#cb').onclick = () => $('#dd').classList.toggle('open');
   document.querySelectorAll('#dd li').forEach((li) => li.onclick = () => { $('#cb').textContent = li.textContent; $('#dd').classList.remove('open'); ${say('language ')} + li.textContent; });
   $('#ac').oninput = () => setTimeout(() => { $('#acl').innerHTML = ['Bergen', 'Berlin', 'Bern'].filter((n) => n.toLowerCase().startsWith($('#ac').value.toLowerCase())).map((n) => '<li role="option">' + n + '</li>').join(''); document.querySelectorAll('#acl li').forEach((li) => li.onclick = () => { $('#ac').value = li.textContent; $('#acl').innerHTML = ''; ${say('branch ')} + li.textContent; }); }, 150);
   function show(n) { for (const k of [1, 2]) { $('#p' + k).style.display = k === n ? 'block' : 'none'; } document.querySelectorAll('[role=tab]').forEach((t, i) => t.setAttribute('aria-selected', i + 1 === n)); }
   $('#t1').ondragstart = (e) => e.dataTransfer.setData('text', 't1'); $('#done').ondragover = (e) => e.preventDefault(); $('#done').ondrop = (e) => { e.preventDefault(); $('#done').append($('#t1')); ${say('moved')}; };
   $('#menu').onclick = () => { const o = $('#mm').style.display === 'none'; $('#mm').style.display = o ? 'block' : 'none'; $('#menu').setAttribute('aria-expanded', o); };
   </script>`,
  '/contact': `<title>Ask us</title><h1>Ask a librarian</h1><nav><a href="/books">Send</a></nav><form method="post" action="/thanks"><p><label>Your name <input name="n" required></label></p><p><label>E-mail address <input name="e" type="email" required></label></p><p><label>Subject <select name="s"><option value="">Please choose</option><option>Opening hours</option><option>Lost card</option></select></label></p><p><label>Your question <textarea name="q" required></textarea></label></p><label><input type="checkbox" name="c" required> I have read the privacy notice</label><p>How soon? <label><input type="radio" name="u" value="1"> Today</label><label><input type="radio" name="u" value="2"> This week</label></p><button>Send question</button></form>`,
  '/thanks': `<title>Thanks</title><h1>Thank you for your question</h1><p>Ticket number: <strong>Q-5501</strong></p>`,
  '/shelves': `<title>Shelves</title><h1>Shelves</h1><ul id="l"></ul><nav aria-label="Pages"><button id="pv">‹ Prev</button><span id="n">1</span><button id="nx">Next ›</button></nav><script>const d=[['Aft','Bow'],['Cleat','Deck'],['Eddy']];let i=0;const r=()=>{l.innerHTML=d[i].map(x=>'<li>'+x+'</li>').join('');n.textContent=i+1;nx.disabled=i==2;pv.disabled=i==0};nx.onclick=()=>{i++;r()};pv.onclick=()=>{i--;r()};r()</script>`,
  '/two': `<title>Codes</title><h1>Codes</h1><p>Order reference: <b>ORD-88</b></p><form onsubmit="event.preventDefault();${say('saved ')} + new FormData(this).get('a') + '/' + new FormData(this).get('b')"><label>Primary code <input name="a"></label><label>Backup code <input name="b"></label><button>Save codes</button></form>${said}`,
};
