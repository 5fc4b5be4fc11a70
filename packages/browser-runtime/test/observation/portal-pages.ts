/** A page of the portal. */
export function page(title: string, body: string) {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}`;
}

const DELETE = `<button id="delete">Delete account</button><p id="state"></p><script>
document.querySelector('#delete').onclick = async () => {
  if (!confirm('Delete the account?')) return;
  await fetch('/api/ok', { method: 'POST', body: 'deleted=1' }); document.querySelector('#state').textContent = 'Account deleted';
};</script>`;

function saver(address: string, then: string) {
  return `<button id="save">Save</button><p id="state"></p><script>
const say = (text) => { document.querySelector('#state').textContent = text; };
document.querySelector('#save').onclick = async () => {
  const answer = await fetch('${address}', { method: 'POST', body: 'name=Ada' });
  ${then}
};</script>`;
}

function liker(address: string) {
  return `<button id="like" aria-pressed="false">Like</button> <span id="count">4</span><script>
const like = document.querySelector('#like'), count = document.querySelector('#count');
const show = (on) => { like.setAttribute('aria-pressed', on); count.textContent = on ? 5 : 4; };
like.onclick = async () => { show(true); const answer = await (await fetch('${address}', { method: 'POST' })).json(); if (!answer.ok) show(false); };
</script>`;
}

/** Saves by a request whose result the server sends as an event. */
function pushed(address: string) {
  return `<button id="send">Save</button><p role="status" id="state"></p><script>
const state = document.querySelector('#state');
document.querySelector('#send').onclick = () => { state.textContent = 'Saving…';
  new EventSource('${address}').onmessage = ({ data }) => { state.textContent = data === 'ok' ? 'Saved' : 'Could not save'; }; };</script>`;
}
function ticking(then: string) {
  return `<button id="send">Publish</button><script>
document.querySelector('#send').onclick = (event) => { event.target.textContent = 'Published';
  let ticks = 0; const clock = setInterval(() => { ticks += 1; if (ticks < 3) return; clearInterval(clock); ${then} }, 300); };</script>`;
}

/** Pages that always look the same when they are opened; their scripts do the rest. */
export const portalPages: Readonly<Record<string, string>> = {
  '/home': page('Welcome', '<a href="/login">Sign in</a>'),
  '/declined': page('Order', '<p>Your payment was declined</p>'),
  '/accepted': page('Order', '<p>Thank you, order placed</p>'),
  '/pushed-no': page('Profile', pushed('/events-no')),
  '/pushed-ok': page('Profile', pushed('/events-ok')),
  '/ticking-no': page('Post', ticking("event.target.textContent = 'Publish';")),
  '/ticking-ok': page('Post', ticking('')),
  '/asks': page(
    'Drafts',
    `<button id="delete">Delete</button><div id="ask" role="alertdialog" aria-modal="true" hidden><p>Delete this draft?</p><button id="no">Keep it</button><button id="yes">Delete it</button></div><p id="state"></p><script>
const ask = document.querySelector('#ask'); document.querySelector('#delete').onclick = () => { ask.hidden = false; };
document.querySelector('#yes').onclick = async () => { ask.hidden = true; await fetch('/api/ok', { method: 'POST', body: 'name=Ada' }); document.querySelector('#state').textContent = 'Deleted'; };</script>`,
  ),
  '/red-no': page(
    'Desk',
    `<input id="sign"><button id="go" onclick="setTimeout(() => document.body.insertAdjacentHTML('afterbegin', '<div style=&quot;color: #b00020&quot;>Signs of this door have two letters.</div>'), 600)">Change sign</button>`,
  ),
  '/red-news': page(
    'Desk',
    `<input id="sign"><button id="go" aria-expanded="false" onclick="news.hidden = false"> Fees</button><p id="news" hidden style="color: #b00020">Two fees are due in May.</p>`,
  ),
  '/replaced-no': page(
    'Desk',
    `<button id="go" onclick="said.textContent = 'Reserved'; setTimeout(() => { said.textContent = 'No one answered.'; }, 700)">Reserve</button><p id="said"></p>`,
  ),
  '/list-of-notices': page(
    'Desk',
    `<ul id="list"><li>The lift is out of service from Monday. <button onclick="this.closest('li').remove()">Hide</button></li><li>Bulky waste <button id="go" onclick="this.closest('li').remove(); fetch('/api/ok', { method: 'POST', body: 'name=Ada' })">Hide</button></li></ul>`,
  ),
  '/toast-no': page(
    'Desk',
    `<button id="go" onclick="const box = document.createElement('b'); box.textContent = 'You are not allowed to do that'; state.append(box); setTimeout(() => box.remove(), 900)">Borrow an umbrella</button><div id="state"><i>Notices</i></div>`,
  ),
  '/toast-yes': page(
    'Desk',
    `<button id="go" onclick="state.innerHTML = '<b>Not saved yet</b>'; setTimeout(() => { state.innerHTML = 'Saved'; }, 500)">Save</button><div id="state"></div>`,
  ),
  '/alert-neutral': page('Desk', `<button id="go" onclick="alert('No pagers left')">Borrow a pager</button>`),
  '/alert-yes': page('Desk', `<button id="go" onclick="alert('Pager booked')">Borrow a pager</button>`),
  '/notice': page(
    'Profile',
    saver(
      '/api/ok',
      `document.body.insertAdjacentHTML('beforeend', '<p class="notice">Saved</p>'); setTimeout(() => document.querySelector('.notice').remove(), 800);`,
    ),
  ),
  '/required': page(
    'Contact',
    `<form method="post" action="/contact"><label>Email <input type="email" name="email" required></label><button>Send</button></form>`,
  ),
  '/scripted': page(
    'Contact',
    `<form novalidate><label>Email <input name="email"></label><p id="why" class="field-error"></p><button>Send</button></form><script>
document.forms[0].onsubmit = async (event) => { event.preventDefault(); const email = document.forms[0].email;
  if (!email.value.includes('@')) { email.setAttribute('aria-invalid', 'true'); document.querySelector('#why').textContent = 'Enter a valid address'; return; }
  await fetch('/api/ok', { method: 'POST', body: 'email=' + email.value }); document.body.innerHTML = '<p>Message sent</p>'; };
</script>`,
  ),
  '/delete': page('Account', DELETE),
  '/save-500': page('Profile', saver('/api/500', "say(answer.ok ? 'Saved' : 'Could not save');")),
  '/save-silent-500': page('Profile', saver('/api/500', '')),
  '/save-refused': page(
    'Profile',
    saver('/api/no', "say((await answer.json()).ok ? 'Saved' : 'Could not save');"),
  ),
  '/save-ok': page('Profile', saver('/api/ok', "say(answer.ok ? 'Saved' : 'Could not save');")),
  '/save-later': page('Profile', saver('/api/slow', "say(answer.ok ? 'Saved' : 'Could not save');")),
  '/save-leaves': page('Profile', saver('/api/ok', "location.href = '/home';")),
  '/save-expired': page('Profile', saver('/api/ok', "location.href = '/login';")),
  '/save-alert': page('Profile', saver('/api/no', "alert('Your card was declined');")),
  '/save-busy': page(
    'Profile',
    saver('/api/ok', '')
      .replace(
        'const answer',
        "event = 0; const save = document.querySelector('#save'); save.textContent = 'Saving…'; const answer",
      )
      .replace('  \n', "save.textContent = 'Save';\n"),
  ),
  '/read-404': page(
    'Prices',
    `<button id="load">Load</button><p id="state"></p><script>document.querySelector('#load').onclick = async () => { await fetch('/gone'); document.querySelector('#state').textContent = 'Loaded'; };</script>`,
  ),
  '/read-404-later': page(
    'Prices',
    `<button id="load">Load</button><p id="state"></p><script>document.querySelector('#load').onclick = () => { setTimeout(async () => { await fetch('/gone'); document.querySelector('#state').textContent = 'Loaded'; }, 30); };</script>`,
  ),
  '/like': page('Post', liker('/api/ok')),
  '/like-reverts': page('Post', liker('/api/no')),
  '/signed-in': page('Home', '<h1>Welcome, Ada</h1><a href="/login">Sign out</a>'),
  '/dialog-and-notice': page(
    'Plan',
    `<button id="ask">Cancel the plan</button><script>
      function put(html) { const box = document.createElement('div'); box.innerHTML = html; document.body.append(box); return box; }
      document.querySelector('#ask').onclick = () => {
        const box = put('<p>Cancel it?</p><button id="yes">Yes</button>');
        box.querySelector('#yes').onclick = async () => {
          box.remove();
          await fetch('/api/ok', { method: 'POST', body: 'name=Ada' });
          put('The plan ends today');
        };
      };</script>`,
  ),
  '/invite': page(
    'Members',
    `<button id="invite">Invite</button><div id="box" hidden><form><label>Name <input></label> <label>Role <select><option>Reader</option></select></label></form></div>
      <script>document.querySelector('#invite').onclick = () => { document.querySelector('#box').hidden = false; };</script>`,
  ),
  '/follow-reverts': page(
    'Post',
    `<button id="follow">Follow</button><script>document.querySelector('#follow').onclick = (event) => { event.target.textContent = 'Following'; setTimeout(() => { event.target.textContent = 'Follow'; }, 400); };</script>`,
  ),
  '/copy': page(
    'Key',
    `<button id="copy">Copy</button><script>document.querySelector('#copy').onclick = (event) => { event.target.textContent = 'Copied'; setTimeout(() => { event.target.textContent = 'Copy'; }, 400); };</script>`,
  ),
  '/dead': page('Dead', '<button id="dead">Export</button>'),
  '/links': page(
    'Links',
    '<a id="gone" href="/gone">Reports</a> <a id="home" href="/home">Home</a> <a id="orders" href="/my-orders">Orders</a>',
  ),
  '/fields': page(
    'Fields',
    `<form method="post" action="/contact"><label>Day <input type="date" name="day"></label><label>Amount <input type="number" name="amount" max="10"></label>
<label>Card <input id="card" name="card"></label><label>Code <input name="code" maxlength="4"></label><label>Locked <input id="locked" name="locked"></label><button>Send</button></form><script>
const card = document.querySelector('#card'); card.oninput = () => { card.value = card.value.replaceAll(/\\D/g, '').replaceAll(/(\\d{4})(?=\\d)/g, '$1 '); };
const locked = document.querySelector('#locked'); locked.oninput = () => { locked.value = 'fixed'; };</script>`,
  ),
  '/third-party': page(
    'Shop',
    `<button id="buy">Buy</button><p id="state"></p><script>document.querySelector('#buy').onclick = async () => {
  fetch('http://localhost:1/track', { method: 'POST' }).catch(() => {}); await fetch('/api/ok', { method: 'POST', body: 'buy=1' }); document.querySelector('#state').textContent = 'Added'; };</script>`,
  ),
  '/pills': page(
    'Booking',
    `<style>.pill { cursor: pointer }</style><main><input aria-label="Name" id="name"><div role="combobox" id="kind" tabindex="0" aria-expanded="false">Please select</div>
<div class="pill" id="book">Book</div><p id="hint"></p></main><script>
document.querySelector('#kind').onclick = ({ target }) => { target.setAttribute('aria-expanded', target.getAttribute('aria-expanded') === 'false'); };
document.querySelector('#book').onclick = async () => { const name = document.querySelector('#name').value;
  document.querySelector('#hint').textContent = name === '' ? 'Tell us who is coming' : '';
  if (name !== '') { await fetch('/api/ok', { method: 'POST', body: 'for=' + name }); document.querySelector('#hint').textContent = 'Choose another one?'; } };</script>`,
  ),
  '/files': page(
    'Ticket',
    `<form><button type="button" role="tab" id="files" onclick="document.querySelector('#panel').hidden = false">Attachments</button>
<div id="panel" hidden><p>error-413.png 184 KB</p></div></form>
<details><summary id="report">Report a problem</summary><form><label>Kind <select><option>Missing item</option><option>Wrong item</option></select></label></form></details>`,
  ),
  '/shadow': page(
    'Contact',
    `<x-form></x-form><script>customElements.define('x-form', class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({ mode: 'open' });
  root.innerHTML = '<label>Email <input id="mail"></label><p id="why"></p><button id="send">Send</button>';
  root.querySelector('#send').onclick = async () => { const mail = root.querySelector('#mail'), why = root.querySelector('#why');
    if (!mail.value.includes('@')) { mail.setAttribute('aria-invalid', 'true'); why.textContent = 'An address has an @'; return; }
    await fetch('/api/ok', { method: 'POST', body: 'mail=' + mail.value }); why.textContent = 'Message sent'; };
} });</script>`,
  ),
};
