const STYLE = `body{font:15px Arial;margin:0;color:#1c2733}.top{display:flex;gap:16px;align-items:center;padding:12px 20px;background:#0d3b52;color:#fff}.top a,.top .drop{color:#fff;text-decoration:none;cursor:pointer}.menu{position:absolute;background:#fff;color:#222;border:1px solid #bbb;padding:6px;z-index:5}.menu a,.menu div{display:block;color:#222;padding:4px 10px;cursor:pointer}.main{padding:20px;max-width:1000px}.btn{display:inline-block;background:#0a7d5a;color:#fff;padding:6px 14px;border-radius:5px;cursor:pointer}.cards{display:flex;flex-wrap:wrap;gap:12px}.card{border:1px solid #ccc;border-radius:8px;padding:12px;width:180px}.chip{display:inline-block;border:1px solid #999;border-radius:14px;padding:3px 12px;margin:3px;cursor:pointer}.chip.active{background:#0d3b52;color:#fff}.heart{cursor:pointer;font-size:20px}.skeleton{background:#eee;height:80px;width:180px}.snack{position:fixed;bottom:20px;left:20px;background:#222;color:#fff;padding:10px 16px}.tabs{list-style:none;display:flex;gap:4px;padding:0}.tabs li{padding:8px 14px;background:#e4e9ec;cursor:pointer}.tabs li.current{background:#0d3b52;color:#fff}.sw{display:inline-block;width:44px;height:22px;border-radius:11px;background:#bbb;cursor:pointer;vertical-align:middle}.sw.on{background:#0a7d5a}.pick{display:inline-block;position:relative;border:1px solid #888;padding:4px 10px;min-width:120px;cursor:pointer}.pick-list{position:absolute;left:0;top:100%;background:#fff;border:1px solid #888;z-index:4;min-width:100%}.pick-item{padding:4px 10px;cursor:pointer}.veil{position:fixed;inset:0;background:#0006;display:flex;align-items:center;justify-content:center;z-index:9}.box{background:#fff;padding:20px;min-width:340px}.line{margin:8px 0}.lane{display:inline-block;vertical-align:top;width:200px;min-height:160px;background:#eef2f4;margin:6px;padding:8px}.job{background:#fff;border:1px solid #aaa;padding:8px;margin:6px 0;cursor:grab}[hidden]{display:none!important}table{border-collapse:collapse}td,th{padding:5px 10px;border-bottom:1px solid #ddd;text-align:left}.day{display:inline-block;width:34px;padding:6px 0;text-align:center;cursor:pointer}.day.off{color:#bbb;cursor:default}.day.chosen{background:#0a7d5a;color:#fff}`;

const SCRIPT = `const one = (s, w = document) => w.querySelector(s), every = (s, w = document) => [...w.querySelectorAll(s)];
function snack(text) { const t = document.createElement('div'); t.className = 'snack'; t.setAttribute('aria-live', 'polite'); t.textContent = text; document.body.append(t); setTimeout(() => t.remove(), 4000); }
async function tell(path, body) { const r = await fetch(path, { method: 'POST', headers: { Accept: 'application/json', 'Content-Type': 'application/json' }, body: JSON.stringify(body) }); const j = await r.json(); snack(j.message); return r.ok ? j : undefined; }
function dropDowns(w) { every('.pick', w).forEach((p) => { const list = one('.pick-list', p); p.addEventListener('click', (e) => { const item = e.target.closest('.pick-item'); if (item) { one('.pick-value', p).textContent = item.textContent; p.dataset.value = item.textContent; p.dispatchEvent(new CustomEvent('picked', { detail: item.textContent })); } list.hidden = !list.hidden; }); }); }
addEventListener('DOMContentLoaded', () => { dropDowns(document); const d = one('#acct'); d.addEventListener('click', () => { one('#acctmenu').hidden = !one('#acctmenu').hidden; }); every('.tabs').forEach((t) => every('li', t).forEach((li, i, all) => li.addEventListener('click', () => { all.forEach((o) => o.classList.toggle('current', o === li)); every('.pane').forEach((p, at) => { p.hidden = at !== i; }); }))); });`;

export interface Frame {
  title: string;
  body: string;
}

export function pick(id: string, names: readonly string[], chosen: string): string {
  return `<div class="pick" id="${id}" data-value="${chosen}"><span class="pick-value">${chosen}</span> ▾<div class="pick-list" hidden>${names.map((name) => `<div class="pick-item">${name}</div>`).join('')}</div></div>`;
}

export function page({ title, body }: Frame, inCart: number, isSignedIn: boolean): string {
  const links = [
    ['Meters', '/meters'],
    ['Bills', '/bills'],
    ['Tariffs', '/tariffs'],
    ['Shop', '/shop'],
    ['Visits', '/visits'],
    ['Support', '/support'],
    ['Messages', '/messages'],
  ].map(([name, to]) => `<a href="${to}">${name}</a>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} – Brightgrid Business</title><style>${STYLE}</style><script>${SCRIPT}</script></head><body><div class="top"><a href="/"><b>Brightgrid</b></a>${links.join('')}<a href="/cart" class="cartlink">Cart (<span id="incart">${inCart}</span>)</a><span class="drop" id="acct">Account ▾<div class="menu" id="acctmenu" hidden><a href="/settings">Settings</a><a href="/team">Team</a>${isSignedIn ? '<a href="/signout">Sign out</a>' : '<a href="/login">Sign in</a>'}</div></span></div><div class="main"><h1>${title}</h1>${body}</div><div style="padding:20px;color:#777">Brightgrid Energy plc · Emergency line 0800 555 0133 · <a href="/terms">Terms</a> · <a href="/contact">Contact us</a></div></body></html>`;
}
