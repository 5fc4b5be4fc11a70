/** `send` posts a form's fields as a script does; the server keeps what it is sent. */
const script = `<script>
const q = (selector, root = document) => root.querySelector(selector), each = (selector, root = document) => [...root.querySelectorAll(selector)];
function flash(words) { const bar = q('#flash'); bar.textContent = words; setTimeout(() => { bar.textContent = ''; }, 1500); }
async function send(path, fields = {}, words = 'Saved') {
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  if (answer.ok && words) flash(words);
  return answer;
}
function note(what, words = 'Saved') { return send('/api/note', { what }, words); }
</script>`;

const style = `<style>[hidden], .off { display: none !important } body { font: 15px/1.5 system-ui; margin: 0 } main, header, footer { padding: 8px 24px } nav a { margin-right: 12px } table { border-collapse: collapse } td, th { padding: 5px 9px; border-bottom: 1px solid #ccc; text-align: left } label { display: block; margin: 6px 0 } .press { display: inline-block; cursor: pointer; background: #135; color: #fff; padding: 4px 10px; border-radius: 4px } .chip { display: inline-block; border: 1px solid #999; border-radius: 12px; padding: 2px 10px; cursor: pointer } .chip.on { background: #cde } .switch { display: inline-block; width: 36px; height: 18px; border-radius: 9px; background: #aaa; cursor: pointer } .switch.on { background: #283 } .menu { position: absolute; background: #fff; border: 1px solid #888; list-style: none; margin: 0; padding: 4px; z-index: 5 } .menu li { padding: 4px 12px; cursor: pointer } .dots, .star, .swatch, .fold-head { cursor: pointer } .fold-head { font-weight: bold; border-top: 1px solid #bbb; padding: 6px 0 } .swatch { display: inline-block; width: 22px; height: 22px; border-radius: 50% } .back { position: fixed; inset: 0; background: #0005 } .dialog { position: fixed; top: 80px; left: 28%; width: 420px; background: #fff; padding: 16px; z-index: 9 } .lane { display: inline-block; vertical-align: top; width: 200px; min-height: 160px; background: #eee; margin-right: 8px; padding: 8px } .ticket { background: #fff; border: 1px solid #bbb; padding: 6px; margin: 4px 0; cursor: grab } .error { color: #b00020 } .tall { height: 1100px }</style>`;

/** A page of the supplier. Its header has a search field and a link to sign in on every page. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${title} - Brackwater Supplies</title>${style}</head><body>${script}
  <header><a href="/">Brackwater Supplies</a> <nav><a href="/parts">Parts</a><a href="/basket">Basket</a><a href="/orders">Orders</a><a href="/customers">Customers</a><a href="/messages">Messages</a><a href="/documents">Documents</a><a href="/help">Help</a><a href="/profile">Profile</a><a href="/signin">Sign in</a></nav>
  <form action="/parts"><input name="q" placeholder="Search parts" aria-label="Search parts"><button>Go</button></form></header>
  <main><h1>${title}</h1>${body}</main><div id="flash" role="status"></div>
  <footer>Brackwater Supplies Ltd, Quay Road 4, Hull. Sales: <a href="tel:01482550199">01482 550199</a> · <a href="/help">Contact</a> · <a href="/help">Send feedback</a></footer></body></html>`;
}
