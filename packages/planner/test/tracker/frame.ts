/** `tell` tells the server what was done, which is what tests judge; a toast says so for a moment. */
const script = `<div id="snackbars" class="MuiSnackbar-root" role="status" aria-live="polite"></div><script>
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
function toast(words) { $('#snackbars').innerHTML = '<div class="MuiSnackbarContent-message">' + words + '</div>'; clearTimeout(toast.timer); toast.timer = setTimeout(() => { $('#snackbars').innerHTML = ''; }, 1800); }
async function tell(what, words = 'Changes saved') {
  const answer = await fetch('/done', { method: 'POST', body: what });
  if (answer.ok && words) toast(words);
  return answer.ok;
}
function flip(button) { const panel = button.nextElementSibling, open = panel.hidden; shut(); panel.hidden = !open; button.setAttribute('aria-expanded', open); }
function shut() { $$('.dropdown-menu').forEach((menu) => { menu.hidden = true; menu.previousElementSibling?.setAttribute('aria-expanded', false); }); }
document.addEventListener('click', (event) => { if (!event.target.closest('.dropdown, .ant-select')) shut(); });
</script>`;

const style = `<style>[hidden] { display: none !important } body { margin: 0; font: 15px/1.45 system-ui, sans-serif; color: #1d2430 } main { padding: 0 24px 60px; max-width: 1100px }
.btn, .ant-btn, .chip, .ant-select-selector, .ant-select-item, .tab, .swatch, .star, .pick, .seg > *, .day, [role=menuitem] { cursor: pointer; padding: 4px 9px; display: inline-block } .btn { border: 1px solid #8796a8; border-radius: 6px } .btn-primary { background: #1c6b52; color: #fff } .btn-danger { background: #b3261e; color: #fff }
.row { display: flex; gap: 12px; align-items: center; flex-wrap: wrap; list-style: none; padding: 0 } .grid { display: grid; grid-template-columns: repeat(3, 1fr); gap: 14px } .card { border: 1px solid #d5dbe3; border-radius: 8px; padding: 10px; background: #fff } .active, [aria-pressed=true], [aria-selected=true], [aria-checked=true] { font-weight: 600; box-shadow: inset 0 0 0 2px #1c6b52 }
.dropdown, .ant-select, .auto { position: relative; display: inline-block } .dropdown-menu, .auto ul { position: absolute; z-index: 5; background: #fff; border: 1px solid #8796a8; list-style: none; margin: 0; padding: 4px; min-width: 150px } .dropdown-menu li, .auto li { display: block; padding: 4px 8px; cursor: pointer } header .dropdown-menu { right: 0 }
.modal { position: fixed; inset: 70px 28% auto; background: #fff; border: 1px solid #55606e; border-radius: 10px; padding: 18px; z-index: 9; box-shadow: 0 10px 40px #0005 } .text-red { color: #b3261e } .muted { color: #5e6a78; font-size: 13px } .switch { width: 40px; height: 22px; border: 0; border-radius: 11px; background: #b5bec9; cursor: pointer; display: inline-block } .switch[aria-checked=true], .switch.on { background: #1c6b52 }
table { border-collapse: collapse } td, th { padding: 5px 10px; border-bottom: 1px solid #e3e8ee; text-align: left } .lane { width: 210px; min-height: 110px; background: #f1f4f7; padding: 8px; border-radius: 8px; vertical-align: top } .topbar { display: flex; gap: 18px; align-items: center; padding: 8px 24px; border-bottom: 1px solid #d5dbe3 } .side { padding: 8px 24px; display: flex; gap: 14px } footer { border-top: 1px solid #d5dbe3; padding: 14px 24px } .badge { border-radius: 10px; background: #e6ecf2; padding: 1px 8px; font-size: 13px } #snackbars > div { position: fixed; left: 24px; bottom: 24px; background: #2a313b; color: #fff; padding: 10px 16px; border-radius: 6px; z-index: 20 }</style>`;

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${title} – Tamarack</title>${style}</head><body>${script}
  <header class="topbar"><a href="/" class="brand"><svg width="16" height="16" aria-hidden="true"><path d="M8 0l6 16H2z" fill="#1c6b52"/></svg> Tamarack</a><form action="/tickets" role="search"><input type="search" name="q" placeholder="Jump to a ticket" aria-label="Jump to a ticket"></form>
  <div class="dropdown"><button class="btn" aria-label="Notifications" aria-haspopup="true" aria-expanded="false" onclick="flip(this)">🔔 <span class="badge" id="unread">2</span></button><div class="dropdown-menu" hidden><p><b>Priya Nair</b> mentioned you in TAM-407</p><p><b>Tobias Renner</b> assigned TAM-423 to you</p><span class="btn" onclick="$('#unread').textContent = '0'; shut(); tell('notifications read', '')">Mark all as read</span></div></div>
  <div class="dropdown"><div class="btn avatar" role="button" tabindex="0" aria-label="Account menu" aria-haspopup="menu" aria-expanded="false" onclick="flip(this)">ID ▾</div><ul class="dropdown-menu" role="menu" hidden><li role="none"><a role="menuitem" href="/profile">Profile and settings</a></li><li role="none"><a role="menuitem" href="/billing">Plan and billing</a></li><li role="none"><a role="menuitem" href="/signin">Sign out</a></li></ul></div></header>
  <nav class="side" aria-label="Main"><a href="/account">Dashboard</a><a href="/tickets">Tickets</a><a href="/report">Report a problem</a><a href="/board">Board</a><a href="/sprint">Planning</a><a href="/time">Time sheet</a><a href="/releases">Releases</a><a href="/people">People</a><a href="/help">Help</a><a href="/signin">Sign in</a></nav>
  <main><h1>${title}</h1>${body}</main><footer><p>Tamarack Software GmbH, Hafenweg 9, Bremen</p><p>Support hours: <span>weekdays 7:00–19:00</span></p><p>Found a security hole? Write to <a href="mailto:security@tamarack.test">security@tamarack.test</a></p></footer></body></html>`;
}
