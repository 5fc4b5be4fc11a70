const LINKS = [
  ['Dashboard', '/dashboard'],
  ['Supplies', '/supplies'],
  ['Basket', '/basket'],
  ['Shipments', '/shipments'],
  ['Tickets', '/tickets'],
  ['Customers', '/customers'],
  ['Messages', '/messages'],
  ['Reports', '/reports'],
  ['Files', '/files'],
  ['Help', '/help'],
] as const;

const STYLE =
  'body{font:15px sans-serif;margin:0}nav{background:#123;padding:8px}nav a{color:#fff;margin-right:12px}main{padding:16px}td,th{padding:4px 10px;text-align:left}.off,[hidden]{display:none!important}.card{border:1px solid #ccc;padding:8px;margin:6px;display:inline-block;width:210px;vertical-align:top}label{display:block;margin:6px 0}.chip{display:inline-block;padding:4px 10px;border:1px solid #999;border-radius:12px;cursor:pointer}.toast{background:#dfd;padding:6px}.lane{display:inline-block;width:190px;min-height:120px;border:1px dashed #888;margin:6px;padding:6px;vertical-align:top}.ticket{border:1px solid #555;padding:6px;margin:4px;background:#eef}';

/** What all pages share: `tell` sends something to the server and says that it was taken. */
const SCRIPT = `const q = (what, within = document) => within.querySelector(what), each = (what, within = document) => [...within.querySelectorAll(what)];
async function tell(path, body, said) { const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(body) }); q('#said').textContent = answer.ok ? said : 'That did not work.'; q('#said').hidden = false; return answer.ok; }`;

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>${title} – Northway Freight</title><style>${STYLE}</style><script>${SCRIPT}</script><nav><a href="/">Northway Freight</a> ${LINKS.map(([name, at]) => `<a href="${at}">${name}</a>`).join('')}<a href="/settings">Settings</a></nav><main><p id="said" class="toast" role="status" hidden></p><h1>${title}</h1>${body}</main><footer><p>Northway Freight Ltd, Dock Road 4, Hull. VAT number: GB 772 4410 09. <a href="/contact">Contact us</a></p></footer></html>`;
}

/** Links to the other pages of a list. */
export function pager(path: string, query: URLSearchParams, at: number, pages: number): string {
  const link = (to: number, name: string) => {
    const next = new URLSearchParams(query);
    next.set('page', String(to));
    return `<a href="${path}?${next}">${name}</a>`;
  };
  return `<p class="pager">${at > 1 ? link(at - 1, 'Previous') : ''} Page ${at} of ${pages} ${at < pages ? link(at + 1, 'Next') : ''}</p>`;
}

export function options(names: readonly string[], chosen?: string): string {
  return names.map((name) => `<option${name === chosen ? ' selected' : ''}>${name}</option>`).join('');
}
