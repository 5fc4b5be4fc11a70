const LINKS = [
  ['Parts', '/parts'],
  ['Orders', '/orders'],
  ['Tickets', '/tickets'],
  ['Inbox', '/inbox'],
  ['Team', '/team'],
  ['Reports', '/reports'],
  ['Support', '/support'],
] as const;

const STYLE =
  'body{font:15px system-ui;margin:0;color:#222}header{display:flex;gap:14px;align-items:center;background:#4b2e1e;padding:10px}header a{color:#fff}main{padding:18px;max-width:1000px}td,th{padding:5px 10px;text-align:left;border-bottom:1px solid #ddd}[hidden]{display:none!important}label{margin-right:8px}.row{margin:8px 0}.toast{position:fixed;bottom:16px;right:16px;background:#1d6b3a;color:#fff;padding:10px 16px;border-radius:6px}.icon{border:0;background:none;font-size:18px;cursor:pointer}.tabs button{border:0;padding:8px 14px;background:#eee;cursor:pointer}.tabs button[aria-selected=true]{background:#4b2e1e;color:#fff}.unread{font-weight:bold}.switch{width:44px;height:22px;border-radius:11px;border:1px solid #888;background:#ccc}.switch[aria-checked=true]{background:#1d6b3a}';

const SCRIPT = `const $ = (s, w = document) => w.querySelector(s), $$ = (s, w = document) => [...w.querySelectorAll(s)];
function toast(text) { const t = document.createElement('div'); t.className = 'toast'; t.setAttribute('role', 'status'); t.textContent = text; document.body.append(t); setTimeout(() => t.remove(), 3500); }
async function post(path, body) { const r = await fetch(path, { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(body) }); const { message } = await r.json(); toast(message); return r.ok; }
function tabs(list) { const all = $$('[role=tab]', list); all.forEach((tab) => tab.addEventListener('click', () => { all.forEach((other) => { other.setAttribute('aria-selected', other === tab); document.getElementById(other.getAttribute('aria-controls')).hidden = other !== tab; }); })); }
addEventListener('DOMContentLoaded', () => $$('[role=tablist]').forEach(tabs));`;

export interface Frame {
  title: string;
  body: string;
  basket?: number;
  notices?: number;
}

export function page({ title, body, basket = 0, notices = 0 }: Frame): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${title} | Brewline</title><style>${STYLE}</style><script>${SCRIPT}</script></head><body><header><a href="/"><strong>Brewline</strong></a><nav>${LINKS.map(([name, at]) => `<a href="${at}">${name}</a> `).join('')}</nav><a href="/notifications" aria-label="Notifications (${notices})">🔔</a><a href="/basket" aria-label="Basket, ${basket} items">🛒 ${basket}</a><a href="/account">My account</a></header><main><h1>${title}</h1>${body}</main><footer><small>Brewline Parts Ltd · Tel. 0161 555 0100 · service@brewline.example</small></footer></body></html>`;
}

export function options(names: readonly string[], chosen = ''): string {
  return names.map((name) => `<option${name === chosen ? ' selected' : ''}>${name}</option>`).join('');
}

export function tabList(names: readonly (readonly [id: string, name: string])[]): string {
  return `<div class="tabs" role="tablist">${names.map(([id, name], at) => `<button role="tab" type="button" aria-selected="${at === 0}" aria-controls="${id}">${name}</button>`).join('')}</div>`;
}
