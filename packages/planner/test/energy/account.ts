import { type Frame, pick } from './frame.ts';
import type { Page } from './selling.ts';

export function signInForm(alert = ''): Frame {
  return {
    title: 'Sign in',
    body: `${alert}<form method="post" action="/login"><table><tr><td>User name</td><td><input name="user"></td></tr><tr><td>Password</td><td><input type="password" name="password"></td></tr><tr><td></td><td><input type="checkbox" name="remember" value="yes"> Remember me</td></tr></table><input type="submit" value="Sign in"></form><p><a href="/forgot">Forgot your password?</a></p>`,
  };
}

const home: Page = () => ({
  title: 'Your business account',
  body: `<div id="sum"><div class="skeleton"></div></div><script>addEventListener('DOMContentLoaded', async () => { const j = await (await fetch('/api/summary')).json(); one('#sum').innerHTML = '<p>Customer number: <b>' + j.number + '</b></p><div class="cards">' + j.tiles.map(([a, b]) => '<div class="card"><div>' + a + '</div><strong>' + b + '</strong></div>').join('') + '</div>'; });</script>`,
});

const settings: Page = () => ({
  title: 'Settings',
  body: `<ul class="tabs"><li class="current">Company</li><li>Notifications</li><li>Payment</li></ul>
  <div class="pane"><div class="line">Company name <input id="cn" value="Fern Bakery Ltd"></div><div class="line"><label for="ba">Billing address</label> <input id="ba" role="combobox" aria-autocomplete="list" aria-controls="sugg" aria-expanded="false" autocomplete="off"><div id="sugg" role="listbox" hidden style="border:1px solid #888"></div></div><div class="line"><label for="va">VAT number</label> <input id="va" value="GB 123 4567 89"></div><div class="line"><label for="eo">EORI number</label> <input id="eo"></div><div class="line">Language ${pick('lang', ['English', 'Deutsch', 'Polski'], 'English')}</div><div class="btn" id="savecompany">Save changes</div></div>
  <div class="pane" hidden>${[
    ['paper', 'Paper bills', true],
    ['alerts', 'Outage alerts by SMS', false],
    ['news', 'Tips and offers', true],
  ]
    .map(
      ([key, name, on]) =>
        `<div class="line"><span>${name}</span> <div class="sw${on ? ' on' : ''}" data-key="${key}"></div></div>`,
    )
    .join(
      '',
    )}<div class="line"><label for="bud">Budget alert in £</label> <input id="bud" type="range" min="0" max="1000" step="50" value="300" onchange="tell('/settings/budget', { value: this.value })"></div><div class="line"><label>Remind me on <input type="date" id="rem" onchange="tell('/settings/remind', { value: this.value })"></label></div></div>
  <div class="pane" hidden><form method="post" action="/settings/payment"><p>Account holder<br><input name="holder"></p><p>IBAN<br><input name="iban"></p><p>Collect on the <select name="day"><option>1st</option><option>15th</option></select></p><input type="submit" value="Save"></form></div>
  <script>addEventListener('DOMContentLoaded', () => { every('.sw').forEach((s) => { s.onclick = async () => { const on = !s.classList.contains('on'); if (await tell('/settings/switch', { key: s.dataset.key, on })) s.classList.toggle('on', on); }; });
  const ba = one('#ba'), list = one('#sugg'); ba.addEventListener('input', async () => { const names = await (await fetch('/api/streets?q=' + encodeURIComponent(ba.value))).json(); list.innerHTML = names.map((n) => '<div role="option">' + n + '</div>').join(''); list.hidden = names.length === 0; ba.setAttribute('aria-expanded', !list.hidden); }); list.addEventListener('click', (e) => { ba.value = e.target.textContent; list.hidden = true; ba.setAttribute('aria-expanded', false); });
  one('#savecompany').onclick = () => tell('/settings/company', { name: one('#cn').value === 'Fern Bakery Ltd' ? '' : one('#cn').value, address: ba.value, vat: one('#va').value === 'GB 123 4567 89' ? '' : one('#va').value, eori: one('#eo').value, language: one('#lang').dataset.value === 'English' ? '' : one('#lang').dataset.value }); });</script>`,
});

const team: Page = ({ team: people }) => ({
  title: 'Team',
  body: `<button id="inv">Invite someone</button><table><thead><tr><th><input type="checkbox" aria-label="Select all"></th><th>Name</th><th>E-mail</th><th>Role</th><th></th></tr></thead><tbody>${people.map(({ name, email, role }) => `<tr data-email="${email}"><td><input type="checkbox" aria-label="Select ${name}"></td><td>${name}</td><td>${email}</td><td class="role">${role}</td><td><button aria-haspopup="menu" aria-label="Options for ${name}" class="opts">⋯</button></td></tr>`).join('')}</tbody></table><button id="export">Export selected</button>
  <dialog id="invite"><h2>Invite someone</h2><div class="line"><label for="ie">E-mail address</label> <input id="ie" type="email"></div><div class="line"><label for="ir">Role</label> <select id="ir"><option>Reader</option><option>Billing</option><option>Admin</option></select></div><button onclick="one('#invite').close()">Cancel</button> <button id="sendinvite">Send invite</button></dialog>
  <dialog id="gone"><p>Really remove <b></b>?</p><button onclick="one('#gone').close()">No, keep</button> <button id="yesgone">Yes, remove</button></dialog>
  <script>addEventListener('DOMContentLoaded', () => { one('#inv').onclick = () => one('#invite').showModal(); one('#sendinvite').onclick = async () => { if (await tell('/team/invite', { email: one('#ie').value, role: one('#ir').value })) one('#invite').close(); };
  one('thead input').onchange = (e) => every('tbody input').forEach((c) => { c.checked = e.target.checked; }); one('#export').onclick = () => tell('/team/export', { who: every('tbody tr').filter((r) => one('input', r).checked).map((r) => r.dataset.email.split('@')[0]).join(',') });
  every('.opts').forEach((b) => { b.onclick = () => { const row = b.closest('tr'), menu = document.createElement('div'); menu.className = 'menu'; menu.setAttribute('role', 'menu'); menu.innerHTML = '<div role="menuitem">Make admin</div><div role="menuitem">Reset password</div><div role="menuitem">Remove</div>'; b.after(menu);
    menu.onclick = async (e) => { const act = e.target.textContent; menu.remove(); const email = row.dataset.email; if (act === 'Remove') { one('#gone b').textContent = row.cells[1].textContent; one('#gone').showModal(); one('#yesgone').onclick = async () => { if (await tell('/team/remove', { email })) { row.remove(); one('#gone').close(); } }; } else if (await tell('/team/act', { email, act }) && act === 'Make admin') one('.role', row).textContent = 'Admin'; }; }; }); });</script>`,
});

export const accountPages: Readonly<Record<string, Page>> = {
  '/': home,
  '/login': () => signInForm(),
  '/settings': settings,
  '/team': team,
};
