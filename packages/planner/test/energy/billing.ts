import { BILLS, METERS, pounds } from './company.ts';
import type { Frame } from './frame.ts';
import type { Page } from './selling.ts';

const A_PAGE = 4;

const bills: Page = (_company, query) => {
  const state = query.get('status') ?? '';
  const list = BILLS.filter(({ status }) => !state || status === state);
  if (query.get('sort') === 'amount') list.sort((one, other) => one.amount - other.amount);
  const at = Number(query.get('p') ?? 1);
  const pages = Math.max(1, Math.ceil(list.length / A_PAGE));
  const to = (p: number, name: string) => {
    const next = new URLSearchParams(query);
    next.set('p', String(p));
    return p === at || p < 1 || p > pages ? `<span>${name}</span> ` : `<a href="/bills?${next}">${name}</a> `;
  };
  return {
    title: 'Bills',
    body: `<p>Balance: <b>£800.95</b> · <a href="/bills/pay">Pay now</a></p><form>Status <select name="status"><option value="">Any</option>${['Due', 'Overdue', 'Paid'].map((name) => `<option${name === state ? ' selected' : ''}>${name}</option>`).join('')}</select> <input type="submit" value="Show"></form>
    <table id="bills"><tr><th>Bill</th><th>Period</th><th><a href="/bills?sort=amount">Amount</a></th><th>Due on</th><th>State</th><th></th></tr>${list
      .slice((at - 1) * A_PAGE, at * A_PAGE)
      .map(
        ({ number, month, amount, due, status }) =>
          `<tr><td>${number}</td><td>${month}</td><td>${pounds(amount)}</td><td>${due}</td><td>${status}</td><td><a href="/bills/${number}.pdf">PDF</a></td></tr>`,
      )
      .join(
        '',
      )}</table><p>${to(1, 'First')}${to(at - 1, 'Previous')}Page ${at} of ${pages} ${to(at + 1, 'Next')}${to(pages, 'Last')}</p>`,
  };
};

const pay: Page = () => ({
  title: 'Pay a bill',
  body: `<form method="post" action="/bills/pay"><p>Bill number<br><input name="bill"></p><p>Amount in £<br><input name="amount"></p><p>Pay from<br><select name="from"><option value="">Please choose</option><option>Business account</option><option>Savings account</option></select></p><p><input type="checkbox" name="monthly" id="mo" value="yes"> <label for="mo">Pay automatically every month</label></p><input type="submit" value="Pay now"></form>`,
});

const meters: Page = () => ({
  title: 'Meters',
  body: `<table border="1"><tr><td><b>Meter</b></td><td><b>Type</b></td><td><b>Place</b></td><td><b>Last reading</b></td><td><b>Read on</b></td><td></td></tr>${METERS.map(([number, kind, place, reading, when]) => `<tr><td>${number}</td><td>${kind}</td><td>${place}</td><td>${reading}</td><td>${when}</td><td><a href="/meters/${number}">Enter reading</a></td></tr>`).join('')}</table><p><a href="/guide" target="_blank">How to read your meter</a></p><p><a href="/meters.csv">Download all readings</a></p>`,
});

export function meterPage(number: string): Frame | undefined {
  const meter = METERS.find(([each]) => each === number);
  return (
    meter && {
      title: `Meter ${number}`,
      body: `<p>${meter[1]} · ${meter[2]} · last reading ${meter[3]}</p><form method="post" action="/meters"><input type="hidden" name="meter" value="${number}"><p>New reading:<br><input name="reading" required></p><p>Date of reading:<br><input name="date" placeholder="DD/MM/YYYY"></p><p>Remarks:<br><textarea name="remarks"></textarea></p><input type="submit" value="Submit reading"> <input type="reset" value="Clear"></form>`,
    }
  );
}

const days = Array.from({ length: 31 }, (_, at) => at + 1);

const visits: Page = () => ({
  title: 'Visits',
  body: `<h2>Your jobs</h2><div id="board">${[
    { lane: 'Requested', jobs: ['Boiler check', 'Cable survey'] },
    { lane: 'Planned', jobs: ['Meter exchange'] },
    { lane: 'Done', jobs: [] },
  ]
    .map(
      ({ lane, jobs }) =>
        `<div class="lane" data-lane="${lane}"><b>${lane}</b>${jobs.map((job) => `<div class="job" draggable="true">${job}</div>`).join('')}</div>`,
    )
    .join('')}</div>
  <h2>Book a visit</h2><div class="line">What is it about? <label><input type="radio" name="about" value="Repair">Repair</label> <label><input type="radio" name="about" value="Inspection">Inspection</label> <label><input type="radio" name="about" value="Advice">Advice</label></div><div class="line">Day: December 2026<br>${days.map((day) => `<span class="day${day % 7 > 4 ? ' off' : ''}" aria-label="${day} December 2026"${day % 7 > 4 ? ' aria-disabled="true"' : ''}>${day}</span>${day % 7 ? '' : '<br>'}`).join('')}</div><div class="line">Time <select id="time"><option>Morning</option><option>Afternoon</option></select></div><button id="book">Book visit</button>
  <script>addEventListener('DOMContentLoaded', () => { let dragged, day = ''; every('.job').forEach((j) => j.addEventListener('dragstart', () => { dragged = j; })); every('.lane').forEach((l) => { l.addEventListener('dragover', (e) => e.preventDefault()); l.addEventListener('drop', async (e) => { e.preventDefault(); l.append(dragged); await tell('/visits/move', { job: dragged.textContent, to: l.dataset.lane }); }); });
  every('.day:not(.off)').forEach((d) => d.addEventListener('click', () => { every('.day').forEach((o) => o.classList.toggle('chosen', o === d)); day = d.textContent; }));
  one('#book').onclick = async () => { const about = one('[name=about]:checked')?.value; if (!about || !day) { snack('Please choose what it is about and a day.'); return; } await tell('/visits', { about, day, time: one('#time').value }); }; });</script>`,
});

export const billing: Readonly<Record<string, Page>> = {
  '/bills': bills,
  '/bills/pay': pay,
  '/bills/paid': () => ({ title: 'Payment received', body: '<p>Thank you. Your reference is PAY-5523.</p>' }),
  '/meters': meters,
  '/meters/done': () => ({
    title: 'Thank you',
    body: '<p>Your reading has been saved.</p><a href="/meters">Back to your meters</a>',
  }),
  '/guide': () => ({
    title: 'How to read your meter',
    body: '<p>Write down the black digits only.</p><p>Guide version: 2026-4</p>',
  }),
  '/visits': visits,
};
