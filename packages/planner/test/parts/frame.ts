const script = `<p id="toast" role="status"></p><script>
const each = (selector) => [...document.querySelectorAll(selector)];
async function done(what) { const answer = await fetch('/done', { method: 'POST', body: what }); toast.textContent = await answer.text(); }
</script>`;

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-IE"><title>${title} – Brackley Parts</title><style>[hidden] { display: none !important } .card { border: 1px solid; padding: 8px } .link { cursor: pointer; text-decoration: underline }</style>
  <div class="top"><a href="/account">Your account</a> <a href="/parts">Parts</a> <a href="/orders">Orders</a> <a href="/invoices">Invoices</a> <a href="/messages">Inbox</a> <a href="/tasks">To-do</a> <a href="/settings">Settings</a></div>
  ${script}<main><h1>${title}</h1>${body}</main></html>`;
}
