import { click, fill } from './site-answers.ts';
import { answered, send, type TwoSided } from './two-sided-site.ts';

const go = [click('#go')];
const button = (says: string, then: string, more = '') =>
  `<p id="note"></p>${more}<button id="go" onclick="${then}">${says}</button>`;
/** The answer of a script's request, where it is refused and where it is taken. */
const answers =
  (no: unknown, yes: unknown): TwoSided['answers'] =>
  (refuses, { path }, take) => {
    if (path !== 'api') return undefined;
    if (!refuses) take();
    return { json: refuses ? no : yes };
  };
const says = (no: string, yes: string) => answers({ says: no }, { says: yes });

/** What forms, lists and notices of ordinary portals answer, with hardly a word for no. */
export const everyday: Record<string, TwoSided> = {
  'an answer that says of what was asked that it is not so': {
    page: button('Renew loan', send('')),
    answers: answers({ renewed: false }, { renewed: true }),
    acts: go,
    says: 'was answered with "renewed": false',
  },
  'the state in an answer of which nothing is shown': {
    page: button('Release payment', send('')),
    answers: answers({ status: 'rejected' }, { status: 'accepted' }),
    acts: go,
    says: 'was answered with "status": "rejected"',
  },
  'a state in an answer that is the one that was asked for': {
    page: (no) => button(no ? 'Accept offer' : 'Reject offer', send('')),
    answers: answers({ status: 'rejected' }, { status: 'rejected' }),
    acts: go,
    says: 'was answered with "status": "rejected"',
  },
  'a popover with all that came': {
    page: button(
      'Create board',
      send('pop.textContent = j.says; pop.showPopover()'),
      '<p popover id="pop"></p>',
    ),
    answers: says('Boards live in the east wing', 'Your board is ready'),
    acts: go,
    says: 'Boards live in the east wing',
  },
  'rows that stand there again after what leads on': {
    page: `<ul id="rows"><li>Ann</li><li>Bob</li></ul><button id="go" onclick="fetch('rows').then((r) => r.json()).then((all) => { rows.innerHTML = all.map((each) => '<li>' + each + '</li>').join('') })">Next</button>`,
    answers: (no, { path }, take) => {
      if (path !== 'rows') return undefined;
      if (!no) take();
      return { json: no ? ['Ann', 'Bob'] : ['Cid', 'Dan'] };
    },
    acts: go,
    says: 'Nothing on the page changed after "Next"',
  },
  'a new entry before one that failed': {
    page: button(
      'Run backup',
      send(
        "j.says ? (note.textContent = j.says) : rows.insertAdjacentHTML('afterbegin', '<li>3 May: running</li>')",
      ),
      '<ul id="rows"><li class="failed">2 May: failed, disk full</li><li>1 May: good</li></ul>',
    ),
    answers: answers({ says: 'The disk is full' }, {}),
    acts: go,
    says: 'The disk is full',
  },
  'an editable part that holds another text than was saved': {
    page: button(
      'Save',
      send('bio.textContent = j.says'),
      '<div id="bio" contenteditable="true" role="textbox" aria-label="Bio">Likes coffee</div>',
    ),
    answers: says('Likes coffee', 'Likes tea'),
    acts: [fill('#bio', 'Likes tea'), ...go],
    says: '"Bio" holds Likes coffee, not Likes tea',
  },
  'some of all that was to be done': {
    page: button('Archive all', send('note.textContent = j.says')),
    answers: says('2 of 3 archived', '3 of 3 archived'),
    acts: go,
    says: '2 of 3 archived',
  },
  'one of several things, and some of all': {
    page: (no) => button(no ? 'Release both' : 'Release', send('note.textContent = j.says')),
    answers: says('1 of 2 released', '1 of 2 released'),
    acts: go,
    says: '1 of 2 released',
  },
  'a code that is asked for after "Confirm"': {
    page: '<form method="post" action="sent"><input name="iban" aria-label="Account"><button>Confirm</button></form>',
    answers: answered(
      '<p>Payouts go to DE12</p>',
      '<h1>One more thing</h1><form method="post" action="code"><label>6-digit code <input name="code"></label><button>Go</button></form>',
    ),
    acts: [fill('Account', 'DE12'), click('Confirm')],
    says: '6-digit code',
  },
  'a page that says of itself that it is not there': {
    page: '<a href="sent">Archive</a>',
    answers: answered(
      '<h1>Archive</h1><p>This page is not updated any more</p>',
      "<h1>Hm</h1><p>The page you were looking for isn't here any more.</p>",
    ),
    acts: [click('Archive')],
    says: "The page you were looking for isn't here any more.",
  },
  'another form than the one that was filled in': {
    page: (no) =>
      `<form id="news" method="post" action="news"><input type="hidden" name="list" value="4"></form><form id="own" method="post" action="sent"><input name="nick" aria-label="Nickname"><button onclick="event.preventDefault(); document.forms.${no ? 'news' : 'own'}.submit()">Save</button></form>`,
    answers: (_, { path }, take) => {
      if (path === 'sent') take();
      return ['sent', 'news'].includes(path) ? '<p>Hello</p>' : undefined;
    },
    acts: [fill('Nickname', 'Finn'), click('Save')],
    says: 'What was filled in was not sent: Finn',
  },
  'what is not to come any more once something was ended': {
    page: button('Unsubscribe', send('note.textContent = j.says')),
    answers: says(
      'You will not be unsubscribed.',
      'We are sorry to see you go. You will not receive any more e-mails.',
    ),
    acts: go,
    says: 'You will not be unsubscribed',
  },
  'an entry that is new in a list whose entries begin with a cross': {
    page: button(
      'Add label',
      send(
        "(j.to === 'list' ? list : note).insertAdjacentHTML('beforeend', j.to === 'list' ? '<li>✖ bug</li>' : '✖ Labels come by post')",
      ),
      '<ul id="list"><li>✖ docs</li></ul>',
    ),
    answers: answers({ to: 'note' }, { to: 'list' }),
    acts: go,
    says: '✖ Labels come by post',
  },
  'an aside that could not be got': {
    page: button(
      'Save recipe',
      `${send('note.textContent = j.says')}; fetch('gone').then(() => { more.innerHTML = '<h2>Similar</h2><p>Could not be loaded.</p>' })`,
      '<aside id="more"></aside>',
    ),
    answers: says('The recipe is not complete', 'Recipe saved'),
    acts: go,
    says: 'The recipe is not complete',
  },
  'the solution of a question': {
    page: button('Check answer', send('note.textContent = j.says')),
    answers: says('This is not the right answer.', 'Wrong! The right answer is Paris.'),
    acts: go,
    says: 'This is not the right answer',
  },
  'a notice without a style sheet that goes away': {
    page: button(
      'Save settings',
      send(
        "const one = document.createElement('div'); one.className = 'toast'; one.textContent = j.says; document.body.append(one); setTimeout(() => one.remove(), 300)",
      ),
    ),
    answers: says('Storing failed', 'Settings stored'),
    acts: go,
    says: 'Storing failed',
  },
  'a deed that an answer denies, of what ends something': {
    page: button(
      'Delete folder',
      send("note.textContent = j.deleted ? 'Nothing in here' : 'Old holds 3 files'"),
    ),
    answers: answers({ deleted: false }, { deleted: true }),
    acts: go,
    says: 'was answered with "deleted": false',
  },
  'rows that were skipped': {
    page: button('Import', send('note.textContent = j.says')),
    answers: says('14 contacts imported, 3 skipped', '17 contacts imported'),
    acts: go,
    says: '3 skipped',
  },
  'the button that binds, there again under the heading': {
    page: '<h1>Checkout</h1><form method="post" action="sent"><button>Place order</button></form>',
    answers: answered(
      '<h1>Checkout</h1><p>See you on Friday</p>',
      '<h1>Checkout</h1><p>The total is 24.00 now.</p><form method="post" action="sent"><button>Place order</button></form>',
    ),
    acts: [click('Place order')],
    says: '"Place order" is there again',
  },
  'a note in a form in which nothing is to be filled in': {
    page: '<h1>Delivery</h1><form method="post" action="sent"><p>Isle of Muck</p><button>Continue</button></form>',
    answers: answered(
      '<h1>Payment</h1><form method="post" action="sent"><p>By invoice</p><button>Continue</button></form>',
      '<h1>Delivery</h1><form method="post" action="sent"><p>Isle of Muck</p><p>Our couriers go to the port</p><button>Continue</button></form>',
    ),
    acts: [click('Continue')],
    says: '"Continue" is there again',
  },
  'the same words at another address': {
    page: '<h1>Account</h1><p>Signed in as Ada</p><form method="post" action="sent"><button>Leave</button></form>',
    answers: (no, { path }, take) => {
      if (path === 'sent' && !no) take();
      if (path === 'sent') return { to: no ? 'account' : 'account?left=1' };
      if (path !== 'account') return undefined;
      return '<h1>Account</h1><p>Signed in as Ada</p><form method="post" action="sent"><button>Leave</button></form>';
    },
    acts: [click('Leave')],
    says: 'The page is there again as it was',
  },
  'a list that goes back when it is to be saved': {
    page: button(
      'Save',
      send("land.value = j.says; note.textContent = 'Land: ' + j.says"),
      '<select id="land" aria-label="Land"><option>Peru</option><option>Chad</option></select>',
    ),
    answers: says('Peru', 'Chad'),
    acts: [{ primitive: 'browser.select', input: { target: 'Land', value: 'Chad' } }, ...go],
    says: '"Land" holds its old value again',
  },
  'a wheel that turns without a name': {
    page: `<style>@keyframes r { to { transform: rotate(1turn) } } b { display: block; width: 9px; height: 9px; animation: r 1s linear infinite }</style>${button(
      'Build report',
      `note.innerHTML = '<b></b>'; ${send('if (j.says) note.textContent = j.says')}`,
    )}`,
    answers: says('', 'May'),
    acts: go,
    says: 'still at work',
  },
  'a frame in which a service asks for a proof': {
    page: (no) =>
      button(
        'Post review',
        no
          ? "note.innerHTML = '<iframe src=challenge title=hCaptcha width=300 height=300></iframe>'"
          : send("note.innerHTML = '<iframe src=map title=Map width=300 height=300></iframe>'"),
      ),
    answers: (_, { path }) => (['challenge', 'map'].includes(path) ? '<p>A boat</p>' : undefined),
    acts: go,
    says: 'asks for more: hCaptcha',
  },
  'a mark beside the entry that was sent': {
    page: button(
      'Send',
      `const li = document.createElement('li'); li.textContent = 'Hi'; list.append(li); ${send("li.insertAdjacentHTML('beforeend', j.id ? ' <small>…</small>' : ' <small>!</small>')")}`,
      '<ol id="list"><li>Hello</li></ol>',
    ),
    answers: answers({}, { id: 4 }),
    acts: go,
    says: '!',
  },
  'an empty file': {
    page: '<a href="report.csv" download>Report</a>',
    answers: (no, { path }, take) => {
      if (path !== 'report.csv') return undefined;
      take();
      return { plain: no ? '' : 'a,b' };
    },
    acts: [{ primitive: 'browser.download', input: { target: 'Report' } }],
    says: 'The site answered with nothing in the place of "report.csv"',
  },
  'a booking that is there again with its button': {
    page: '<h1>Bookings</h1><p>Friday, 8 pm</p><form method="post" action="sent"><button>Cancel booking</button></form>',
    answers: answered(
      '<h1>Bookings</h1><p>None until May</p>',
      '<h1>Bookings</h1><p>Bookings can be cancelled two days before they start</p><p>Friday, 8 pm</p><form method="post" action="sent"><button>Cancel booking</button></form>',
    ),
    acts: [click('Cancel booking')],
    says: '"Cancel booking" is there again',
  },
  'a sentence more, on a page that stands there as it was': {
    page: '<h1>Loans</h1><p>Dune, 3 May</p><form method="post" action="sent"><button>Renew</button></form>',
    answers: answered(
      '<h1>Loans</h1><p>Dune, 24 May</p><form method="post" action="sent"><button>Renew</button></form>',
      '<h1>Loans</h1><p>Readers of Dune are many</p><p>Dune, 3 May</p><form method="post" action="sent"><button>Renew</button></form>',
    ),
    acts: [click('Renew')],
    says: '"Renew" is there again',
  },
  'a dialog that stays open after what was filled in was sent': {
    page: `<p id="note"></p><dialog id="d" open><input name="who" aria-label="Name"><p id="told"></p><button id="go" onclick="${send("if (j.yes) { d.close(); note.textContent = 'Bo' } else told.textContent = 'Bo left'")}">Add</button></dialog>`,
    answers: answers({}, { yes: true }),
    acts: [fill('Name', 'Bo'), ...go],
    says: 'Bo left',
  },
  'a page that is there in the place of one without a connection': {
    page: '<a href="sent">Orders</a>',
    answers: answered('<h1>Orders</h1><p>Order 1</p>', '<h1>No connection</h1><p>Look at your cables</p>'),
    acts: [click('Orders')],
    says: 'No connection',
  },
};
