import type { Company } from './company.ts';
import { type Frame, options, tabList } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => Frame;

const home: Page = ({ tickets, orders, isSignedIn }) => ({
  title: isSignedIn ? 'Welcome back, Aisha' : 'Welcome',
  body: `<p>You have ${tickets.filter(({ status }) => status !== 'Closed').length} open tickets and ${orders.filter(({ status }) => status === 'Processing').length} orders in progress.</p><p>Your account manager is <b>Tom Reilly</b>.</p>${isSignedIn ? '<form method="post" action="/logout"><button>Log out</button></form>' : '<a href="/login">Log in</a>'}`,
});

export function signInForm(alert = ''): Frame {
  return {
    title: 'Log in',
    body: `${alert}<form method="post" action="/login"><div class="row"><input type="email" name="email" placeholder="Email address" autocomplete="username"></div><div class="row"><input type="password" name="password" placeholder="Password"></div><label><input type="checkbox" name="stay" value="yes"> Stay signed in</label><button>Log in</button></form>`,
  };
}

const account: Page = ({ profile: { email, phone, language, newsletter, sms } }) => ({
  title: 'My account',
  body: `${tabList([
    ['profile', 'Profile'],
    ['notify', 'Notifications'],
    ['secure', 'Security'],
  ])}
  <section id="profile"><form method="post" action="/account/profile"><div class="row"><label for="em">E-mail address</label> <input id="em" type="email" name="email" value="${email}"></div><div class="row"><label for="ph">Phone</label> <input id="ph" type="tel" name="phone" value="${phone}"></div><div class="row"><label for="la">Language</label> <select id="la" name="language">${options(['English', 'Deutsch', 'Français', 'Polski'], language)}</select></div><button>Save changes</button></form></section>
  <section id="notify" hidden><form method="post" action="/account/notify"><div class="row"><label><input type="checkbox" name="newsletter" value="yes"${newsletter ? ' checked' : ''}> Newsletter</label></div><div class="row"><label><input type="checkbox" name="reports" value="yes"> Weekly summary by e-mail</label></div><button>Save preferences</button></form><div class="row"><span id="smsl">Text messages about deliveries</span> <button type="button" class="switch" role="switch" aria-labelledby="smsl" aria-checked="${sms}" onclick="flip(this)"></button></div></section>
  <section id="secure" hidden><form method="post" action="/account/password"><div class="row"><label>Current password <input type="password" name="current" required></label></div><div class="row"><label>New password <input type="password" name="next" required></label></div><div class="row"><label>Repeat new password <input type="password" name="again" required></label></div><button>Change password</button></form><button type="button" onclick="$('#bye').showModal()">Close my account</button><dialog id="bye"><p>Close your account for good?</p><form method="post" action="/account/close"><button type="button" onclick="$('#bye').close()">No</button> <button>Close account</button></form></dialog></section>
  <script>async function flip(s) { const on = s.getAttribute('aria-checked') !== 'true'; if (await post('/account/sms', { on })) s.setAttribute('aria-checked', on); }</script>`,
});

const ROLES = ['Owner', 'Buyer', 'Viewer'];

const team: Page = ({ members }) => ({
  title: 'Team',
  body: `<table><thead><tr><th>Name</th><th>E-mail</th><th>Role</th><th>Last seen</th><th></th></tr></thead><tbody>${members
    .map(
      ({ name, email, role, seen }) =>
        `<tr><td>${name}</td><td>${email}</td><td><select aria-label="Role of ${name}" onchange="post('/team/role', { email: '${email}', role: this.value })">${options(ROLES, role)}</select></td><td>${seen}</td><td><button type="button" onclick="ask('${name}', '${email}')">Remove</button></td></tr>`,
    )
    .join(
      '',
    )}</tbody></table><h2>Invite a colleague</h2><form method="post" action="/team/invite"><label for="iv">E-mail</label><input id="iv" type="email" name="email" required> <label for="ir">Role</label><select id="ir" name="role">${options(ROLES, 'Viewer')}</select> <button>Send invitation</button></form>
  <dialog id="out"><p>Remove <b id="whom"></b> from your team?</p><form method="post" action="/team/remove"><input type="hidden" name="email"><button type="button" onclick="$('#out').close()">Cancel</button> <button>Remove</button></form></dialog>
  <script>function ask(name, email) { $('#whom').textContent = name; $('#out [name=email]').value = email; $('#out').showModal(); }</script>`,
});

export const accountPages: Readonly<Record<string, Page>> = {
  '/': home,
  '/login': () => signInForm(),
  '/account': account,
  '/team': team,
};
