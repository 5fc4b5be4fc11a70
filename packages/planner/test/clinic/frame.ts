/** `done` tells the server what was done, which is what tests judge; a toast says so for a moment. */
const script = `<div id="toasts" aria-live="polite"></div><script>
const each = (selector, root = document) => [...root.querySelectorAll(selector)];
async function done(what, words) {
  const answer = await fetch('/done', { method: 'POST', body: what });
  if (answer.ok) toast(words ?? 'All set');
  return answer.ok;
}
function toast(words) {
  const box = document.createElement('div'); box.className = 'toast'; box.textContent = words; toasts.append(box);
  setTimeout(() => box.remove(), 1200);
}
function ask(question, yes, then) {
  const veil = document.createElement('div'); veil.className = 'veil';
  veil.innerHTML = '<div role="dialog" aria-modal="true" aria-labelledby="asked"><h2 id="asked">' + question + '</h2><button class="no">Keep it</button> <button class="yes">' + yes + '</button></div>';
  document.body.append(veil);
  veil.querySelector('.no').onclick = () => veil.remove();
  veil.querySelector('.yes').onclick = () => { veil.remove(); then(); };
}
</script>`;

const style = `<style>[hidden] { display: none !important } .veil { position: fixed; inset: 0; background: #0008; padding: 80px }
.veil > div, dialog { background: #fff; padding: 20px } .row { display: flex; gap: 16px } .tap { cursor: pointer } .slot { padding: 4px }
.column { min-height: 90px; border: 1px solid #bbb; padding: 6px } .menu { position: absolute; background: #fff }</style>`;

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><title>${title} – Rowan Health Centre</title>${style}
  <header><a href="/account">Rowan Health Centre</a> <nav><ul><li><a href="/appointments">Appointments</a></li><li><a href="/results">Test results</a></li><li><a href="/prescriptions">Medicines</a></li><li><a href="/invoices">Invoices</a></li><li><a href="/inbox">Inbox</a></li><li><a href="/staff">Our team</a></li></ul></nav>
  <div><button aria-haspopup="true" aria-expanded="false" onclick="mine.hidden = !mine.hidden; this.setAttribute('aria-expanded', !mine.hidden)">My account</button><ul id="mine" class="menu" hidden><li><a href="/settings">Settings</a></li><li><a href="/goals">Health goals</a></li><li><a href="/signin">Sign out</a></li></ul></div></header>
  ${script}<main><h1>${title}</h1>${body}</main><footer><p>Reception is open Monday to Friday, 8 am to 6 pm. Call 020 7946 0018.</p></footer></html>`;
}
