import type { Company } from './company.ts';
import { options, page } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => string;

export function signInForm(before = ''): string {
  return page(
    'Log in',
    `${before}<form method="post" action="/login"><label>Email <input name="email" type="email" autocomplete="username"></label><label>Password <input type="password" name="password"></label><label><input type="checkbox" name="remember" value="yes"> Remember me</label><button>Log in</button></form><a href="/help">Forgot your password?</a>`,
  );
}

const home: Page = ({ isSignedIn }) =>
  page(
    'Freight made simple',
    `<p>Parcels and pallets to all of Europe since 1987.</p><p>${isSignedIn ? '<a href="/dashboard">Your account</a>' : '<a href="/login">Log in</a>'} <a href="/quote">Get a quote</a> <a href="/depots">Depots</a> <a href="/rates">Rates</a> <a href="/board">Loading board</a></p>`,
  );

const dashboard: Page = () =>
  page(
    'Good morning, Mo',
    '<table><tr><th>Account number</th><td>NW-20418</td></tr><tr><th>Account manager</th><td>Priya Nair</td></tr><tr><th>Outstanding balance</th><td>£312.40</td></tr><tr><th>Next collection</th><td>27 November 2026</td></tr></table><form method="post" action="/logout"><button>Log out</button></form>',
  );

function switchOf(name: string, isOn: boolean): string {
  return `<p><span>${name}</span> <button role="switch" aria-checked="${isOn}" aria-label="${name}" onclick="const on = this.getAttribute('aria-checked') !== 'true'; this.setAttribute('aria-checked', on); this.textContent = on ? 'On' : 'Off'; tell('/note', { what: '${name} ' + on }, 'Saved')">${isOn ? 'On' : 'Off'}</button></p>`;
}

/** Three tabs, each with a form or switches of its own. */
const settings: Page = () =>
  page(
    'Settings',
    `<div role="tablist">${['Profile', 'Notifications', 'Display', 'Security'].map((name, at) => `<button role="tab" aria-selected="${at === 0}" aria-controls="${name}" onclick="each('[role=tab]').forEach((tab) => tab.setAttribute('aria-selected', tab === this)); each('[role=tabpanel]').forEach((panel) => { panel.hidden = panel.id !== '${name}'; })">${name}</button>`).join('')}</div>
    <div role="tabpanel" id="Profile"><form method="post" action="/settings/profile"><label>Full name <input name="name" value="Mo Hartley"></label><label>Phone <input name="phone" value="01482 555 900"></label><label>Language <select name="language">${options(['English', 'French', 'German'])}</select></label><button>Save</button></form></div>
    <div role="tabpanel" id="Notifications" hidden>${switchOf('E-mail alerts', true)}${switchOf('SMS alerts', false)}<form method="post" action="/settings/digests"><label><input type="checkbox" name="weekly" value="yes" checked> Weekly digest</label><label><input type="checkbox" name="invoices" value="yes" checked> Monthly invoice summary</label><label><input type="checkbox" name="offers" value="yes"> Offers</label><button>Save digests</button></form></div>
    <div role="tabpanel" id="Display" hidden><form method="post" action="/settings/display"><fieldset><legend>Theme</legend><label><input type="radio" name="theme" value="light" checked> Light</label><label><input type="radio" name="theme" value="dark"> Dark</label></fieldset><label>Rows per page <select name="rows">${options(['10', '25', '50'])}</select></label><label>Date format <select name="dates">${options(['YYYY-MM-DD', 'DD/MM/YYYY'])}</select></label><button>Save display</button></form><label>Weight warning (kg) <input type="range" min="0" max="200" step="10" value="50" onchange="tell('/note', { what: 'warn ' + value }, 'Saved')"></label></div>
    <div role="tabpanel" id="Security" hidden><form method="post" action="/settings/password"><label>Current password <input type="password" name="old" required></label><label>New password <input type="password" name="new" required></label><label>Repeat new password <input type="password" name="again" required></label><button>Change password</button></form></div>`,
  );

const MONTHS = [
  ['July', 98, 14100],
  ['August', 87, 12950],
  ['September', 121, 16720],
  ['October', 134, 18240],
  ['November', 76, 9880],
] as const;

const reports: Page = (_company, query) => {
  const from = query.get('from') ?? '';
  const until = query.get('until') ?? '';
  const shown = MONTHS.filter((_, at) => {
    const day = `2026-${String(at + 7).padStart(2, '0')}-15`;
    return (from === '' || day >= from) && (until === '' || day <= until);
  });
  return page(
    'Reports',
    `<form action="/reports"><label>From <input type="date" name="from" value="${from}"></label><label>To <input type="date" name="until" value="${until}"></label><button>Apply</button></form>
    <table><thead><tr><th>Month</th><th>Shipments</th><th>Revenue</th></tr></thead><tbody>${shown.map(([month, number, revenue]) => `<tr><td>${month}</td><td>${number}</td><td>£${revenue.toLocaleString('en-GB')}</td></tr>`).join('')}</tbody></table><p>Total shipments: <b>${shown.reduce((sum, [, number]) => sum + number, 0)}</b></p><button onclick="tell('/note', { what: 'export report' }, 'The report was exported.')">Export CSV</button>`,
  );
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const depots: Page = () =>
  page(
    'Depots',
    `<table><thead><tr><th>Depot</th>${WEEKDAYS.map((day) => `<th>${day}</th>`).join('')}</tr></thead><tbody>${(
      [
        ['Hull', '7:00 – 18:00', '8:00 – 12:00', 'Closed'],
        ['Leeds', '8:00 – 17:00', '9:00 – 13:00', 'Closed'],
        ['Derby', '8:00 – 16:00', 'Closed', 'Closed'],
      ] as const
    )
      .map(
        ([depot, week, saturday, sunday]) =>
          `<tr><th>${depot}</th>${WEEKDAYS.map((_, at) => `<td>${[week, week, week, week, week, saturday, sunday][at]}</td>`).join('')}</tr>`,
      )
      .join('')}</tbody></table>`,
  );

const rates: Page = () =>
  page(
    'Rates',
    '<p>Collection is free from £75.</p><table><thead><tr><th>Service</th><th>Zone 1</th><th>Zone 2</th><th>Zone 3</th></tr></thead><tbody><tr><td>Economy</td><td>£6.50</td><td>£9.80</td><td>£14.20</td></tr><tr><td>Standard</td><td>£9.00</td><td>£13.50</td><td>£19.90</td></tr><tr><td>Express</td><td>£16.00</td><td>£24.00</td><td>£35.50</td></tr></tbody></table>',
  );

const files: Page = () =>
  page(
    'Files',
    `<table><thead><tr><th>Name</th><th>Type</th><th>Size</th><th></th></tr></thead><tbody>${[
      ['Price list 2026', 'PDF', '420 KB'],
      ['Customs form', 'PDF', '88 KB'],
      ['Packing guide', 'PDF', '1.2 MB'],
      ['Terms of carriage', 'PDF', '260 KB'],
    ]
      .map(
        ([name, type, size]) =>
          `<tr><td>${name}</td><td>${type}</td><td>${size}</td><td><a href="/labels/${encodeURIComponent(name ?? '')}" download>Download</a></td></tr>`,
      )
      .join('')}</tbody></table>`,
  );

const ANSWERS = [
  ['Can I change the collection address?', 'Yes, until 16:00 on the day before the collection.'],
  ['What may I not send?', 'Batteries, perfume and live animals are not carried.'],
] as const;

const help: Page = () =>
  page(
    'Help',
    `${ANSWERS.map(([question, answer]) => `<details><summary>${question}</summary><p>${answer}</p></details>`).join('')}<h2>Who to call</h2><table><thead><tr><th>Team</th><th>Phone</th><th>E-mail</th></tr></thead><tbody><tr><td>Customs</td><td>01482 555 444</td><td>customs@northway.example</td></tr><tr><td>Billing</td><td>01482 555 445</td><td>billing@northway.example</td></tr></tbody></table>`,
  );

const contact: Page = () =>
  page(
    'Contact us',
    `<form method="post" action="/contact"><label>Your name <input name="name" required></label><label>Account number <input name="account"></label><label>Phone <input name="phone"></label><label>How can we help? <textarea name="text" required></textarea></label><label><input type="checkbox" name="call" value="yes"> Please call me back</label><button>Submit</button></form>`,
  );

/** The same where the server does not take what it is sent. */
const settingsShut: Page = (company, query) =>
  settings(company, query).replaceAll(/action="\/settings\/\w+"/gu, 'action="/refused/500"');

export const companyPages: Readonly<Record<string, Page>> = {
  '/': home,
  '/login': () => signInForm(),
  '/dashboard': dashboard,
  '/settings': settings,
  '/settings-shut': settingsShut,
  '/reports': reports,
  '/depots': depots,
  '/rates': rates,
  '/files': files,
  '/help': help,
  '/contact': contact,
  '/thanks': () => page('Thank you', '<p role="status">Saved. Thank you.</p>'),
};
