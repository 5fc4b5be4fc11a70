/** `tell` tells the server what was done, which is what tests judge; a toast says so for a moment. */
const script = `<div id="toasts" aria-live="polite"></div><script>
const pick = (selector, root = document) => [...root.querySelectorAll(selector)];
const el = (id) => document.getElementById(id);
async function tell(what, words = 'Saved') {
  const answer = await fetch('/done', { method: 'POST', body: what });
  if (answer.ok && words) { el('toasts').innerHTML = '<div class="toast">' + words + '</div>'; setTimeout(() => { el('toasts').innerHTML = ''; }, 1500); }
}
function drop(button) { const list = button.parentElement.querySelector('.dropdown-menu'); const open = list.hidden; pick('.dropdown-menu').forEach((one) => { one.hidden = true; }); list.hidden = !open; button.setAttribute('aria-expanded', open); }
</script>`;

const style = `<style>[hidden] { display: none !important } .btn, .swatch, .star, .chip, .seg span, .select-box, .select-item { cursor: pointer; padding: 3px 7px; display: inline-block }
.row { list-style: none; display: flex; gap: 12px; align-items: center } .grid { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px } .active { font-weight: bold; outline: 1px solid }
.dropdown { position: relative; display: inline-block } .dropdown-menu { position: absolute; background: #fff; border: 1px solid; z-index: 2; list-style: none } .modal { position: fixed; inset: 50px 25%; background: #fff; border: 1px solid; padding: 16px; z-index: 3 }
.text-danger { color: #c00 } .toggle { width: 40px; height: 20px; border-radius: 10px; background: #bbb; cursor: pointer } .toggle.is-on { background: #2a2 } .lane { border: 1px dashed; min-height: 60px; width: 180px; padding: 6px } .card { border: 1px solid #ccc; padding: 8px }</style>`;

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><title>${title} · Larkspur Supplies</title>${style}${script}
  <header class="row"><a href="/"><b>Larkspur Supplies</b></a><form action="/catalogue" class="row"><input name="q" placeholder="What are you looking for?"><button aria-label="Search">🔍</button></form><a href="/cart" aria-label="Cart, 2 items">🛒 2</a>
  <div class="dropdown"><button class="btn" aria-haspopup="true" aria-expanded="false" onclick="drop(this)">My account</button><ul class="dropdown-menu" hidden><li><a href="/orders">Orders</a></li><li><a href="/tickets">Support tickets</a></li><li><a href="/settings">Settings</a></li><li><a href="/signin">Sign out</a></li></ul></div></header>
  <nav><a href="/catalogue">Catalogue</a> <a href="/delivery">Delivery</a> <a href="/stock">Back office</a> <a href="/signin">Sign in</a></nav>
  <main><h2 class="title">${title}</h2>${body}</main><footer>Larkspur Supplies Ltd, 12 Dyers Row. Call us: 0117 555 0132. Weekdays 8:30–17:00</footer></html>`;
}
