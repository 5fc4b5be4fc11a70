import { expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';

const say = '<p id="said"></p><script>const say = (text) => { said.textContent += text + ";"; };</script>';

const pages = {
  '/seats': `<h1>Choose your seats</h1><div>${['A1', 'A2', 'A3', 'B1', 'B2', 'B3'].map((seat) => `<button aria-pressed="false" onclick="this.ariaPressed = this.ariaPressed !== 'true'">${seat}</button>`).join('')}</div>
    <button onclick="say('booked ' + [...document.querySelectorAll('[aria-pressed=true]')].map((seat) => seat.textContent))">Book seats</button>`,
  '/shirt': `<h1>Linen shirt</h1><fieldset><legend>Size</legend>${['S', 'M', 'L'].map((size) => `<label><input type="radio" name="size" value="${size}"> ${size}</label>`).join('')}</fieldset>
    <fieldset><legend>Colour</legend>${['White', 'Blue'].map((colour) => `<button title="${colour}" style="width: 20px; height: 20px; background: ${colour}" onclick="chosen = '${colour}'; this.ariaPressed = true"></button>`).join('')}</fieldset>
    <script>let chosen = null;</script><button onclick="say(document.querySelector('[name=size]:checked').value + ' ' + chosen)">Add to bag</button>`,
  '/post': `<h1>Edit post</h1><form onsubmit="event.preventDefault(); say('saved ' + [...chips.children].map((tag) => tag.dataset.tag))"><label>Title <input value="Fair"></label><label>Tags <input id="tags"></label><div id="chips"></div><button>Save</button></form>
    <script>tags.onkeydown = (event) => { if (event.key !== 'Enter') return; event.preventDefault(); chips.insertAdjacentHTML('beforeend', '<span data-tag="' + tags.value + '">' + tags.value + ' <button type="button">×</button></span>'); tags.value = ''; };</script>`,
  '/plain-post': `<h1>Edit post</h1><form onsubmit="event.preventDefault(); say('saved ' + tags.value)"><label>Title <input value="Fair"></label><label>Tags <input id="tags" value="town"></label><button>Save</button></form>`,
  '/new-post': `<h1>New post</h1><form onsubmit="event.preventDefault(); say('saved ' + tags.value); fetch('/plain-post', { method: 'POST' });"><label>Tags <input id="tags"></label><button>Save</button></form>`,
  '/modal': `<h1>Projects</h1><button onclick="creation.showModal()">New project</button><dialog id="creation"><form onsubmit="event.preventDefault(); say(this.name.value + ' of ' + this.owner.value); creation.close()"><label>Project name <input name="name"></label><label>Owner <select name="owner"><option>Ann</option><option>Bob</option></select></label><button>Create</button></form></dialog>`,
  '/team': `<h1>Team</h1><table><tr><th>Name</th><th>Role</th></tr>${['Ann Ash', 'Cy Cedar'].map((name) => `<tr><td>${name}</td><td><select aria-label="Role" onchange="say('${name} ' + this.value)"><option>Member</option><option>Guest</option></select></td></tr>`).join('')}</table>`,
  '/comments': `<h1>Post</h1><ul>${['Ann', 'Bob'].map((name) => `<li class="comment"><b>${name}</b><p>Great!</p><button onclick="say('up ${name}'); this.textContent = '▲ 6'">▲ 5</button></li>`).join('')}</ul>`,
  '/code': `<h1>Confirm it is you</h1><form onsubmit="event.preventDefault(); say('code ' + [...this.querySelectorAll('input')].map((one) => one.value).join('')); this.remove()">${[1, 2, 3, 4].map((digit) => `<input maxlength="1" aria-label="Digit ${digit}">`).join('')}<button>Verify</button></form>`,
  '/account': `<h1>Account</h1><details><summary>Close account</summary><button onclick="if (confirm('Close it?')) say('closed')">Close my account</button></details>`,
  '/comment': `<h1>Post</h1><details><summary>Add a comment</summary><textarea id="words" aria-label="Your comment"></textarea><button onclick="say('commented ' + words.value)">Add comment</button></details>`,
  '/danger': `<h1>Account</h1><details><summary>Delete account</summary><button onclick="say('erased')">Erase everything</button></details>`,
  '/sprint': `<h1>Sprint</h1><p>The last one ended in October 2026.</p><form onsubmit="event.preventDefault(); say(demo.value)"><label>Demo day <input id="demo" readonly onclick="calendar.hidden = false"></label><div id="calendar" role="dialog" hidden><div><button type="button" aria-label="Next month">›</button> <b>Dec 2026</b></div><div>${Array.from({ length: 31 }, (_, day) => `<div role="gridcell" title="${day + 1} December 2026" onclick="demo.value = this.title; calendar.hidden = true">${day + 1}</div>`).join('')}</div></div><button>Save</button></form>`,
  '/quiet': `<h1>Profile</h1><form onsubmit="event.preventDefault(); say(a.value + '-' + b.value)"><fieldset><legend>Quiet hours</legend><label>From <input id="a" type="time"></label><label>To <input id="b" type="time"></label></fieldset><button>Save</button></form>`,
  '/ticket': `<title>Ticket T-12</title><h1>Pump leaks</h1><div class="row"><button aria-pressed="false" onclick="this.ariaPressed = true; this.textContent = 'Watching'; say('watched')">Watch</button> <button aria-haspopup="menu" aria-expanded="false" aria-label="Status" onclick="states.hidden = !states.hidden; this.ariaExpanded = !states.hidden">Open ▾</button><ul id="states" role="menu" hidden>${['Open', 'In review', 'Done'].map((state) => `<li role="menuitem" onclick="states.hidden = true; say('${state}')">${state}</li>`).join('')}</ul></div>
    <label for="who">Assignee</label><input id="who" role="combobox" aria-autocomplete="list" aria-expanded="false" autocomplete="off" value="Ines" oninput="people.hidden = false; this.ariaExpanded = true; people.innerHTML = ['Hugo Lind', 'Hugo Mars'].filter((name) => name.startsWith(this.value)).map((name) => '<li role=option onclick=pick(this)>' + name + '</li>').join('')"><ul id="people" role="listbox" hidden></ul><script>const pick = (option) => { who.value = option.textContent; people.hidden = true; say(option.textContent); };</script>
    <label for="base">Base</label> <input id="base"> <label for="other">Compare with</label> <input id="other"> <button onclick="say('compared ' + other.value)">Compare</button>`,
  '/menus': `<h1>Files</h1><ul>${['a.txt', 'b.txt'].map((name) => `<li><span>${name}</span> <button aria-haspopup="menu" aria-expanded="false" aria-label="More" onclick="const menu = this.nextElementSibling; menu.hidden = !menu.hidden; this.ariaExpanded = !menu.hidden">⋯</button><ul role="menu" hidden><li role="menuitem" onclick="this.parentNode.hidden = true; say('copied ${name}')">Copy</li></ul></li>`).join('')}</ul>`,
  '/survey': `<h1>Survey</h1><form onsubmit="event.preventDefault(); say([...new FormData(this)].join('|'))">${[1, 2].map((number) => `<fieldset><legend>Question ${number}: Is it good?</legend>${['Yes', 'No'].map((answer) => `<label><input type="radio" name="q${number}" value="${answer}"> ${answer}</label>`).join('')}</fieldset>`).join('')}<button>Send answers</button></form>`,
  '/fruit': `<h1>Fruit</h1><form onsubmit="event.preventDefault(); say([...new FormData(this).values()].join(','))">${['Apples', 'Pears', 'Plums'].map((fruit) => `<label><input type="checkbox" name="fruit" value="${fruit}"> ${fruit}</label>`).join('')}<button>Save</button></form>`,
  '/pens': `<h1>Pens</h1><ul>${['Blue pen', 'Red pen'].map((name) => `<li><h3>${name}</h3><label>Quantity <input type="number" value="1"></label><button onclick="say(this.parentNode.querySelector('input').value + ' ' + '${name}')">Buy</button></li>`).join('')}</ul>`,
  '/three': `<h1>Form</h1><form onsubmit="event.preventDefault(); say('saved')">${['A', 'B', 'C'].map((name) => `<label>${name} <input value="x"></label>`).join('')}<button>Save</button></form>`,
  '/article': `<h1>Returns</h1><p>Send it back.</p><div><span>Was this helpful?</span> <span style="cursor: pointer" onclick="say('yes')">👍 Yes</span> <span style="cursor: pointer" onclick="say('no')">👎 No</span></div>`,
  '/letters': `<h1>Settings</h1><form onsubmit="event.preventDefault(); say('saved ' + letters.checked)"><label><input type="checkbox" id="letters"> Newsletter</label><button>Save</button></form>`,
  '/addresses': `<h1>Settings</h1><form onsubmit="event.preventDefault(); say('profile ' + this.own.value)"><label>Full name <input name="own" value="Ada Ash"></label><button>Save changes</button></form>
    <button type="button" onclick="other.hidden = false">Add address</button><form id="other" hidden onsubmit="event.preventDefault(); say('address ' + this.label.value)"><label>Address name <input name="label"></label><button>Save address</button></form>`,
  '/profile': `<h1>Settings</h1><form onsubmit="event.preventDefault(); say('profile ' + this.own.value)"><label>Full name <input name="own" value="Ada Ash"></label><button>Save changes</button></form>`,
  '/letterbox': `<h1>Messages</h1><button onclick="writing.hidden = false">New message</button> <button onclick="say('all read')">Mark all as read</button><div id="writing" hidden><div role="dialog" aria-label="New message"><form onsubmit="event.preventDefault(); say(this.to.value + ': ' + this.subject.value + ', ' + this.words.value); writing.hidden = true"><label>To <select name="to"><option>Ann Ash</option><option>Bob Birch</option></select></label><label>Subject <input name="subject"></label><label>Message <textarea name="words"></textarea></label><button>Send</button></form></div></div>`,
  '/party': `<h1>Harvest dinner</h1><p>Guests: <b id="shown">45</b> <button onclick="edit.hidden = false; this.hidden = true">Edit guests</button><span id="edit" hidden><input id="guests" type="number" value="45" aria-label="Guests"><button onclick="edit.hidden = true; shown.textContent = guests.value; say('guests ' + guests.value)">Save</button></span></p><label>Guest list <input type="file"></label>`,
  '/parties': `<h1>Orders</h1><table><tr><th>Order</th><th>Event</th><th>Status</th></tr><tr><td><a href="/party">E-1</a></td><td>Harvest dinner</td><td>Draft</td></tr><tr><td><a href="/three">E-2</a></td><td>Board lunch</td><td>Quoted</td></tr></table>`,
  '/colleagues': `<h1>Team</h1><form onsubmit="event.preventDefault(); say([...new FormData(this).values()].join(', '))"><label>Name <input name="name"></label><label>E-mail <input type="email" name="email"></label><label>Role <select name="role"><option>Planner</option><option>Viewer</option></select></label><button>Send invitation</button></form>`,
  '/flights': `<h1>Book a flight</h1><form onsubmit="event.preventDefault(); say(new URLSearchParams(new FormData(this)).toString())"><label>From <input name="from"></label><label>To <input name="to"></label><label>Departure <input name="departure" type="date"></label><label>Adults <input name="adults" type="number" value="1"></label><button>Search flights</button></form>`,
};

const tasks = tasksOn(() =>
  servePages(Object.fromEntries(Object.entries(pages).map(([path, body]) => [path, `${say}${body}`]))),
);

test.concurrent.each([
  ['/seats', 'Book the seats A1 and B3', 'booked A1,B3;'],
  ['/seats', 'Book seat A2', 'booked A2;'],
  ['/seats', 'Choose seats A1 and A2 and book them', 'booked A1,A2;'],
  ['/shirt', 'Add the shirt in size M and blue to the bag', 'M Blue;'],
  ['/shirt', 'Choose size L, colour white and add it to the bag', 'L White;'],
  ['/post', 'Add the tag "news" and save', 'saved news;'],
  ['/post', 'Add the tags red, blue and green and save', 'saved red,blue,green;'],
  ['/modal', 'Create a new project called Mercury owned by Bob', 'Mercury of Bob;'],
  ['/modal', 'Create the project "Vostok" with owner Bob', 'Vostok of Bob;'],
  ['/team', 'Make Cy Cedar a guest', 'Cy Cedar Guest;'],
  ['/ticket', 'Watch this ticket', 'watched;'],
  ['/ticket', 'Change the status to in review', 'In review;'],
  ['/ticket', 'Assign this ticket to Hugo Mars', 'Hugo Mars;'],
  ['/ticket', 'Enter T-9 as Compare with and compare', 'compared T-9;'],
  ['/menus', 'Find b.txt, open its menu and choose Copy', 'copied b.txt;'],
  ['/survey', 'Answer question 1 with Yes and question 2 with No, then send the answers', 'q1,Yes|q2,No;'],
  ['/fruit', 'Tick every box except Plums and save', 'Apples,Pears;'],
  ['/pens', 'Buy two of the red pens', '2 Red pen;'],
  ['/comments', "Upvote Bob's comment", 'up Bob;'],
  ['/code', 'Enter the code 4821 and verify', 'code 4821;'],
  ['/account', 'Close my account and confirm', 'closed;'],
  ['/sprint', 'Pick 17 December 2026 as the demo day and save', '17 December 2026;'],
  ['/quiet', 'Set the quiet hours from 21:30 to 7:15 and save them', '21:30-07:15;'],
  ['/article', 'Say that it was helpful', 'yes;'],
  ['/comment', 'Add the comment "Nice"', 'commented Nice;'],
  ['/addresses', 'Add a new address called Barn', 'address Barn;'],
  [
    '/letterbox',
    'Write to Bob Birch, subject "Tasting", message "Can we come at four?" and send it',
    'Bob Birch: Tasting, Can we come at four?;',
  ],
  ['/party', 'Change the number of guests to 60', 'guests 60;'],
  ['/parties', 'Open the Harvest dinner, change the number of guests to 60', 'guests 60;'],
  ['/colleagues', 'Invite Tom Vale (tom@vale.test) as a viewer', 'Tom Vale, tom@vale.test, Viewer;'],
  ['/letters', 'Save the newsletter settings', 'saved false;'],
  ['/plain-post', 'Add the tag "news" and save', 'saved town, news;'],
  ['/new-post', 'Add the tag "news" and save', 'saved news;'],
  [
    '/flights',
    'Search flights from Bern to Oslo on 14 January 2027 for 2 adults',
    'from=Bern&to=Oslo&departure=2027-01-14&adults=2;',
  ],
  [
    '/flights',
    'Set from to Bern, to to Oslo, departure 14 January 2027, 2 adults and search flights',
    'from=Bern&to=Oslo&departure=2027-01-14&adults=2;',
  ],
])(
  'chooses on %s what "%s" says before it goes on',
  async (path, task, said) => {
    const { outcome } = await tasks.run(`Open SITE${path}. ${task} and report the text of said`, {
      stepTimeoutMs: 15_000,
    });
    expect(outcome).toMatchObject({ status: 'completed', outputs: { text_of_said: said } });
  },
  60_000,
);

test.concurrent.each([
  ['/seats', 'Book the seats A1 and C9'],
  ['/danger', 'Delete my account and confirm'],
  ['/profile', 'Add a new address called Barn'],
  ['/three', 'Clear both fields and save'],
])(
  'does not complete on %s "%s", for which the page lacks something',
  async (path, task) => {
    const { outcome } = await tasks.run(`Open SITE${path}. ${task}`, { stepTimeoutMs: 15_000 });
    expect(outcome.status).toBe('failed');
  },
  60_000,
);
