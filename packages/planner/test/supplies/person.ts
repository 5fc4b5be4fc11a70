import type { Company } from './company.ts';
import { page } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => string;

export function signInForm(before = ''): string {
  return page(
    'Sign in',
    `${before}<form method="post" action="/signin"><p><label>E-mail or username <input name="user" autocomplete="username"></label></p><p><label>Password <input type="password" name="password"></label></p><label><input type="checkbox" name="keep"> Keep me signed in</label><button>Sign in</button></form><p><a href="/help">Forgot password?</a></p>`,
  );
}

const home: Page = () =>
  page(
    'Everything for your workshop',
    `<p>We deliver from Hull to Land's End. Open Monday to Friday, 7:30 to 17:00.</p><div class="cards"><a href="/quick-order">Quick order</a> <a href="/tickets/new">Open a ticket</a> <a href="/stock">Picking board</a> <a href="/settings">Settings</a> <a href="/addresses">Addresses</a></div>
    <h2>News</h2><article><h3>New depot in Leeds</h3><time>2 November 2026</time><p>Our second depot opens its doors on 1 February 2027.</p></article><article><h3>Christmas hours</h3><time>20 November 2026</time><p>We are closed from 24 December to 3 January.</p></article>
    <form onsubmit="event.preventDefault(); send('/api/note', { what: 'newsletter ' + mail.value }, 'You are on the list')"><h2>Newsletter</h2><input id="mail" type="email" placeholder="Your e-mail address" required><button>Subscribe</button></form>`,
  );

const account: Page = () =>
  page(
    'Welcome back, Ada',
    `<dl><dt>Customer number</dt><dd>C-77120</dd><dt>Account manager</dt><dd>Dana Whitfield</dd><dt>Balance due</dt><dd>£84.50</dd><dt>Last sign-in</dt><dd>24 November 2026</dd></dl><p>You have <b>3</b> open tickets and <b>2</b> unread messages.</p><button onclick="send('/api/sign-out').then(() => { location.href = '/signin'; })">Log out</button>`,
  );

/** A plain form, switches that save themselves, a password with its repetition, and an account that can go. */
const profile: Page = () =>
  page(
    'My profile',
    `<form method="post" action="/profile"><h2>About you</h2><label>First name <input name="first" value="Ada"></label><label>Last name <input name="last" value="Marlow"></label><label>E-mail <input type="email" name="email" value="ada@harbour-garage.example"></label><label>Phone <input name="phone" value="01482 555 010"></label><label>Date of birth <input type="date" name="born"></label><label>Preferred language <select name="language"><option>English</option><option>German</option><option>Polish</option></select></label><button>Save changes</button></form>
    <section><h2>Notifications</h2>${['Order updates', 'Special offers', 'Monthly report'].map((name, at) => `<div><span>${name}</span> <button role="switch" aria-checked="${at === 0}" aria-label="${name}" class="switch${at === 0 ? ' on' : ''}" onclick="const on = this.getAttribute('aria-checked') !== 'true'; this.setAttribute('aria-checked', on); this.classList.toggle('on', on); note('notify ${name} ' + on, '')"></button></div>`).join('')}</section>
    <form onsubmit="event.preventDefault(); const [now, next, again] = each('input', this).map((field) => field.value); if (next === again) note('password ' + now + ' > ' + next, 'Password changed'); else q('#differ').textContent = 'The passwords do not match.'"><h2>Change password</h2><label>Current password <input type="password"></label><label>New password <input type="password"></label><label>Confirm new password <input type="password"></label><p class="error" id="differ"></p><button>Change password</button></form>
    <section><h2>Danger zone</h2><button onclick="if (confirm('Delete your account for ever?')) send('/api/note', { what: 'account deleted' }).then(() => { q('main').innerHTML = '<h1>Goodbye</h1><p>Your account was deleted.</p>'; })">Delete my account</button></section>`,
  );

/** Widgets that are only styled. */
const settings: Page = () =>
  page(
    'Settings',
    `${['Dark mode', 'Compact tables', 'Show prices with VAT'].map((name) => `<div style="display: flex; gap: 12px"><div>${name}</div><div class="switch" onclick="this.classList.toggle('on'); note('${name} ' + this.classList.contains('on'), '')"></div></div>`).join('')}
    <h2>Currency</h2><div class="pick" style="position: relative"><div class="chip" onclick="q('#money').classList.toggle('off')"><span id="is">Pound</span> ▾</div><ul class="menu off" id="money">${['Pound', 'Euro', 'Dollar'].map((name) => `<li onclick="is.textContent = '${name}'; q('#money').classList.add('off'); note('currency ${name}', '')">${name}</li>`).join('')}</ul></div>
    <h2>Start page</h2><div>${['Parts', 'Orders', 'Messages'].map((name) => `<span class="chip" onclick="each('.chip', this.parentElement).forEach((other) => other.classList.toggle('on', other === this)); note('start page ${name}', '')">${name}</span>`).join(' ')}</div>
    <h2>Stock alert</h2><label>Warn me below <input type="range" min="0" max="100" step="5" value="20" oninput="q('#level').textContent = value" onchange="note('warn below ' + value, '')"> <output id="level">20</output></label>
    <h2>Holiday</h2><p>Away from <input id="away" readonly placeholder="Choose a day" onclick="q('#days').hidden = false"></p><div id="days" hidden><button onclick="month(-1)" aria-label="Previous month">‹</button> <b id="month"></b> <button onclick="month(1)" aria-label="Next month">›</button><div id="grid"></div></div>
    <fieldset><legend>Back on</legend><select aria-label="Day">${Array.from({ length: 31 }, (_, day) => `<option>${day + 1}</option>`).join('')}</select><select aria-label="Month">${['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'].map((name) => `<option>${name}</option>`).join('')}</select><select aria-label="Year"><option>2026</option><option>2027</option></select></fieldset><span class="press" onclick="note('away ' + q('#away').value + ', back ' + each('fieldset select').map((box) => box.value).join(' '))">Save holiday</span>
    <script>const is = q('#is'); let first = new Date(2026, 10, 1); function month(by) { first = new Date(first.getFullYear(), first.getMonth() + by, 1); q('#month').textContent = first.toLocaleDateString('en-GB', { month: 'long', year: 'numeric' }); q('#grid').innerHTML = Array.from({ length: new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate() }, (_, day) => '<button onclick="pick(' + (day + 1) + ')">' + (day + 1) + '</button>').join(''); } function pick(day) { q('#away').value = day + ' ' + q('#month').textContent; q('#days').hidden = true; } month(0);</script>`,
  );

const addresses: Page = ({ log, addresses: { billing, delivery } }) =>
  page(
    'Addresses',
    (log.length > 0 ? '<p role="status">The address was saved.</p>' : '') +
      (['billing', 'delivery'] as const)
        .map((kind) => {
          const at = kind === 'billing' ? billing : delivery;
          return `<form method="post" action="/addresses/${kind}"><h2>${kind === 'billing' ? 'Billing address' : 'Delivery address'}</h2><label>Street <input name="street" value="${at.street}"></label><label>Town <input name="town" value="${at.town}"></label><label>Postcode <input name="postcode" value="${at.postcode}"></label><button>Save</button></form>`;
        })
        .join(''),
  );

export const person: Readonly<Record<string, Page>> = {
  '/': home,
  '/signin': () => signInForm(),
  '/account': account,
  '/profile': profile,
  '/settings': settings,
  '/addresses': addresses,
};
