import { expect, test } from '@jest/globals';
import { servePages, tasksOn } from './browser.ts';
import { say } from './list-pages.ts';

const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const calendar = (language: string) => `<html lang="${language}"><h1>Visit</h1>
  <label>Date <input id="date" readonly></label><button onclick="say('saved ' + date.value)">Save</button><div id="box" hidden></div><script>
  let month = new Date(2026, 11, 1);
  const draw = () => { const days = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    box.innerHTML = '<a data-handler="prev" title="Prev"><span>Prev</span></a> <b>' + month.toLocaleString('en', { month: 'long', year: 'numeric' }) + '</b> <a data-handler="next" title="Next"><span>Next</span></a><br>' +
      Array.from({ length: days }, (_, at) => '<a href="#" onclick="pick(' + (at + 1) + '); return false">' + (at + 1) + '</a> ').join('');
    box.querySelector('[title=Prev]').onclick = () => turn(-1); box.querySelector('[title=Next]').onclick = () => turn(1); };
  const turn = (by) => { month = new Date(month.getFullYear(), month.getMonth() + by, 1); draw(); };
  const pick = (day) => { date.value = [month.getMonth() + 1, day, month.getFullYear()].join('/'); box.hidden = true; };
  date.onclick = () => { box.hidden = false; draw(); };</script>`;

/** A slider that only its classes and its keys tell from other boxes. */
const dial = (beside: string) =>
  `<h1>Lamp</h1><div class="ui-slider" style="width: 80px; height: 16px"><span class="ui-slider-handle" tabindex="0" style="display: inline-block; width: 16px; height: 16px" onkeydown="at += { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0; show()"></span></div><div id="level"></div><button onclick="say('level ' + at)">Save</button><script>let at = 3; const show = () => { level.textContent = ${beside}; }; show();</script>`;

const pages: Readonly<Record<string, string>> = {
  /** Icons without words in rows that open when they are clicked. */
  '/letters': `<style>li, .star, .trash { cursor: pointer } .star, .trash { display: inline-block; width: 16px; height: 16px; background-image: url(${DOT}) }</style>
    <h1>Letters</h1><ul>${['Ada Byron', 'Bob Lee', 'Cy Dee'].map((name) => `<li onclick="say('opened ${name}')"><b>${name}</b> <i>Thanks for the tea</i> <span class="icon-trash trash" onclick="event.stopPropagation(); say('deleted ${name}')"></span> <span class="star" onclick="event.stopPropagation(); say('starred ${name}')"></span></li>`).join('')}</ul>`,
  /** An entry with a menu of its own, which opens some time after it is pointed at and does something when it is clicked. */
  /** The same where the rows are too few to be a list. */
  '/mail': `<style>.row, .row span { cursor: pointer } .row span { display: inline-block; width: 16px; height: 16px; background-image: url(${DOT}) }</style>
    <div id="box"><div><h2>Inbox</h2></div>${['Ada', 'Bob'].map((name) => `<div class="row" onclick="say('opened ${name}')"><div><div>${name}</div><div>Thanks</div></div><div><div>4 pm</div><div><span class="trash" onclick="event.stopPropagation(); say('deleted ${name}')"></span><span class="star" onclick="event.stopPropagation(); say('starred ${name}')"></span></div></div></div>`).join('')}</div>`,
  /** Letters that open when they are pressed, with a bar of icons over words, and an icon that sends. */
  '/mail/inbox': `<style>.row, .bar, #send { cursor: pointer } .bar span { display: inline-block } .bar i, #send { display: block; width: 16px; height: 16px; background-image: url(${DOT}) }</style>
    <div id="box"><div><h2>Inbox</h2></div>${['Ada', 'Bob'].map((name) => `<div class="row" onclick="open_('${name}')"><div>${name}</div><div>Thanks</div></div>`).join('')}</div><script>
    let who = ''; const open_ = (name) => { who = name; box.innerHTML = '<div>Thanks</div><div>' + name + '</div><div class="bar"><span onclick="reply()"><i class="icon"></i><b>Reply</b></span><span onclick="forward()"><i class="icon"></i><b>Forward</b></span></div>'; };
    const write = (fields, done) => { box.innerHTML = '<span id="send"></span>' + fields; send.onclick = () => say(done + who + ' ' + document.querySelector('input, textarea').value); };
    const reply = () => write('<div>to: ' + who + '</div><textarea></textarea>', 'replied ');
    const forward = () => write('<div><label>to: </label><input></div><textarea>Thanks</textarea>', 'forwarded ');</script>`,
  '/menu': `<h1>Report</h1><ul role="menu">${['Print', 'Share'].map((name) => `<li onmouseenter="setTimeout(() => { this.lastElementChild.hidden = false; }, 300)"><div role="menuitem" aria-haspopup="true" tabindex="-1" onclick="say('pressed ${name}')">${name}</div><ul role="menu" hidden><li><div role="menuitem" tabindex="-1" onclick="say('${name} by mail')">${name === 'Share' ? 'Mail' : 'Page'}</div></li></ul></li>`).join('')}</ul>`,
  /** A list that is drawn by other elements, which lie over it. */
  '/drawn': `<h1>Order</h1><div style="position: relative; cursor: pointer" onclick="say('opened')"><div style="width: 0; height: 0; overflow: hidden"><select onchange="label.textContent = this.value; say('size ' + this.value)">${['Small', 'Medium', 'Large'].map((size) => `<option>${size}</option>`).join('')}</select></div><div><span id="label">Small</span> <b>▾</b></div></div>`,
  /** Values that can be pressed. */
  '/person': `<h1>Ada Byron</h1><p>Phone: <a style="cursor: pointer" onclick="say('called')">020 555 0104</a></p><p>Town: <a style="cursor: pointer" onclick="say('map')">Leeds</a></p>`,
  /** A heading that opens, and a button that stands in another of them. */
  '/accordion': `<h1>Terms</h1><div role="tablist"><h3 role="tab" aria-expanded="false" tabindex="0" onclick="this.ariaExpanded = 'true'; text.hidden = false; say('opened')">Section 4</h3><p id="text" hidden>No pets</p><p role="tab" aria-expanded="false" tabindex="-1" onclick="say('tab')"><button onclick="event.stopPropagation(); say('sent')">Submit</button></p></div>`,
  '/section': `<h1>Order</h1><button aria-expanded="false" onclick="this.ariaExpanded = 'true'; more.hidden = false; say('opened')">Details</button><p id="more" hidden>Two of them</p><button onclick="say('saved')">Save</button>`,
  '/dialog': `<h1>Offers</h1><div role="dialog" aria-label="Welcome"><p>Ten per cent off</p><button aria-label="Close" onclick="say('closed'); this.parentElement.remove()">×</button></div>`,
  '/us': calendar('en-US'),
  '/anywhere': calendar(''),
  '/lamps': `<h1>Lamps</h1>${[1, 2, 3].map((at) => `<button id="button-${at}" style="width: 40px; height: 40px" onclick="say('lamp ${at}')"></button>`).join('')}`,
  '/films': `<h1>Films</h1>${['Genre', 'Year', 'Director Name'].map((name) => `<div><div>${name}</div><input id="${name[0]}"></div>`).join('')}<div style="cursor: pointer" onclick="say([G, Y, D].map(({ value }) => value).join('+'))">Search</div>`,
  '/books': `<h1>Books</h1><div><div>Language</div><input id="L"></div><div><div>Author</div><input id="A"></div><button onclick="say('searched')">Search</button>`,
  '/boxes': `<h1>Seats</h1><div><input type="checkbox" onchange="say('one')"><input type="checkbox" onchange="say('two')"></div><div><button onclick="say('sent')">Submit</button></div>`,
  '/dial': dial('at'),
  '/mute-dial': dial("''"),
  '/scraps': `<h1>Scraps</h1>${['Ferry at nine', 'Tea at four'].map((text) => `<textarea>${text}</textarea>`).join('')}<input type="text"><button onclick="say(document.querySelector('input').value)">Save</button>`,
  '/door': `<h1>Welcome</h1><p><b>User name</b> <input type="text" id="user"></p><p><b>Password</b> <input type="password" id="pass"></p><button onclick="say('in ' + user.value + ' ' + pass.value.length)">OK</button>`,
  '/drawn-text': `<h1>Are you human?</h1><svg width="60" height="20"><text y="15">K4M</text></svg><input><button onclick="say('sent')">Submit</button>`,
  /** Tabs of which the page has something to press before. */
  '/tabbed': `<div style="cursor: pointer" onclick="say('banner')">Autumn sale</div><div role="tablist">${[1, 2].map((at) => `<div role="tab" tabindex="0" onclick="say('tab ${at}')">Tab #${at}</div>`).join('')}</div>`,
  '/no-tabs': `<h1>Shop</h1><a href="#a">Lamps</a><div style="cursor: pointer" onclick="say('banner')">Autumn sale</div>`,
  '/notes': `<h1>Notes</h1><label>Draft <textarea>Ferry at nine</textarea></label><label>Title <input></label><button onclick="say(document.querySelector('input').value)">Save</button>`,
};

const tasks = tasksOn(() =>
  servePages(Object.fromEntries(Object.entries(pages).map(([path, body]) => [path, `${say}${body}`]))),
);

const options = { stepTimeoutMs: 15_000 };

test.concurrent.each([
  [
    '/letters',
    'Find the letter from Bob Lee and click the star icon to mark it as important',
    'starred Bob Lee;',
  ],
  ['/letters', 'Find the letter from Cy Dee and click the trash icon to delete it', 'deleted Cy Dee;'],
  ['/mail', 'Find the email by Bob and click the star icon to mark it as important', 'starred Bob;'],
  [
    '/mail/inbox',
    'Find the mail by Bob and reply to them with the text "Come at nine"',
    'replied Bob Come at nine;',
  ],
  ['/mail/inbox', 'Find the mail by Ada and forward that mail to Cy', 'forwarded Ada Cy;'],
  ['/menu', 'Select Share > Mail', 'Share by mail;'],
  ['/drawn', 'Choose Large from the dropdown', 'size Large;'],
  ['/person', 'Find Ada Byron and click on her phone number', 'called;'],
  ['/accordion', 'Expand the section below and click submit', 'opened;sent;'],
  ['/section', 'Expand the section below and click Save', 'opened;saved;'],
  ['/dialog', 'Close the dialog box by clicking the "x"', 'closed;'],
  ['/us', 'Select 11/17/2026 as the date and click Save', 'saved 11/17/2026;'],
  ['/us', 'Select 04/08/2027 as the date and click Save', 'saved 4/8/2027;'],
  [
    '/scraps',
    'Copy the text from the 2nd text area below and paste it into the text input, then press Save',
    'Tea at four;',
  ],
  [
    '/door',
    'Enter the username "ada" and the password "heron" into the text fields and press login',
    'in ada 5;',
  ],
  ['/films', 'Search for drama movies directed by Lee from year 1984', 'drama+1984+Lee;'],
  ['/dial', 'Select 7 with the slider and click Save', 'level 7;'],
  ['/boxes', 'Click the 2nd checkbox, then hit Submit', 'two;sent;'],
  ['/tabbed', 'Click on Tab #2', 'tab 2;'],
  [
    '/notes',
    'Copy the text in the Draft field and paste it into the Title, then press Save',
    'Ferry at nine;',
  ],
])(
  'does on %s what "%s" asks for',
  async (path, task, said) => {
    const { outcome } = await tasks.run(`Open SITE${path}. ${task} and report the text of said`, options);
    expect(outcome).toMatchObject({ status: 'completed', outputs: { text_of_said: said } });
  },
  60_000,
);

test.concurrent.each([
  ['/anywhere', 'Select 04/08/2027 as the date and click Save', 'which number is the day'],
  ['/books', 'Search for sea stories written by Lee', 'no search field'],
  ['/mute-dial', 'Select 7 with the slider and click Save', 'does not take the value 7'],
  ['/no-tabs', 'Click on Tab #1', 'no "#1 tab"'],
  ['/drawn-text', 'Type the text below into the text field and press Submit', 'the text below'],
  ['/lamps', 'Push the buttons in the order displayed', 'buttons in the order displayed'],
])(
  'presses nothing on %s for "%s"',
  async (path, task, why) => {
    const { outcome, effects } = await tasks.run(`Open SITE${path}. ${task}`, options);
    expect(outcome.status).toBe('failed');
    expect(outcome.errorMessage).toContain(why);
    expect(effects).toEqual([]);
  },
  60_000,
);
