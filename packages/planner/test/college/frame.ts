import type { Student } from './college.ts';

export interface Frame {
  title: string;
  body: string;
}

export type Page = (student: Student, query: URLSearchParams) => Frame;

const STYLE = `*{box-sizing:border-box}body{font:16px Georgia;margin:0;display:grid;grid-template-columns:190px 1fr;color:#2b2433}nav{background:#3b2a4d;min-height:100vh;padding:16px}nav a{display:block;color:#fff;padding:6px 0;text-decoration:none}header{display:flex;justify-content:space-between;padding:12px 24px;border-bottom:1px solid #ddd}main{padding:24px;max-width:1000px}footer{padding:24px;color:#666;font-size:14px}.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:14px}.tile{border:1px solid #ccc;border-radius:6px;padding:12px}.cta{display:inline-block;background:#6a3fa0;color:#fff;border:0;border-radius:4px;padding:6px 12px;cursor:pointer}.link{color:#6a3fa0;cursor:pointer;text-decoration:underline}.field{margin:10px 0}.field label{display:block}table{border-collapse:collapse;width:100%}th,td{padding:6px 10px;border-bottom:1px solid #ddd;text-align:left}th.sortable{cursor:pointer}.pop{position:absolute;background:#fff;border:1px solid #999;padding:4px;z-index:5}.pop>*{display:block;padding:5px 12px;cursor:pointer;background:none;border:0}.shade{position:fixed;inset:0;background:#0007;display:grid;place-items:center;z-index:8}.sheet{background:#fff;padding:20px;width:420px}.knob{display:inline-block;width:40px;height:20px;border-radius:10px;background:#bbb;cursor:pointer}.knob[aria-checked=true]{background:#6a3fa0}.tag{display:inline-block;border:1px solid #6a3fa0;border-radius:12px;padding:2px 10px;margin:2px;cursor:pointer}.tag.picked{background:#6a3fa0;color:#fff}.column{display:inline-block;vertical-align:top;width:190px;min-height:170px;background:#f1edf5;margin:5px;padding:8px}.note{background:#fff;border:1px solid #aaa;padding:8px;margin:6px 0;cursor:grab}.bubble{position:fixed;right:20px;top:70px;background:#2b2433;color:#fff;padding:10px 16px;z-index:9}.rate span{font-size:24px;cursor:pointer}[hidden]{display:none!important}`;

const SCRIPT = `const $ = (s, w = document) => w.querySelector(s), $$ = (s, w = document) => [...w.querySelectorAll(s)];
function bubble(text) { const b = document.createElement('div'); b.className = 'bubble'; b.setAttribute('role', 'status'); b.textContent = text; document.body.append(b); setTimeout(() => b.remove(), 4000); }
async function send(path, body) { const r = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }); const j = await r.json(); bubble(j.message); return r.ok; }
function popup(by, names, chosen) { const p = document.createElement('div'); p.className = 'pop'; p.setAttribute('role', 'menu'); p.innerHTML = names.map((n) => '<button role="menuitem">' + n + '</button>').join(''); by.after(p); p.addEventListener('click', (e) => { e.stopPropagation(); p.remove(); chosen(e.target.textContent); }); }
addEventListener('DOMContentLoaded', () => { const me = $('#me'); if (me) me.onclick = () => { $('#memenu').hidden = !$('#memenu').hidden; me.setAttribute('aria-expanded', !$('#memenu').hidden); };
$$('[role=tablist]').forEach((list) => { const tabs = $$('[role=tab]', list); tabs.forEach((t) => { t.onclick = () => { tabs.forEach((o) => { o.setAttribute('aria-selected', o === t); $('#' + o.getAttribute('aria-controls')).hidden = o !== t; }); }; }); }); });`;

export function tabs(names: readonly (readonly [id: string, name: string, body: string])[]): string {
  return `<div role="tablist">${names.map(([id, name], at) => `<button role="tab" aria-selected="${at === 0}" aria-controls="${id}">${name}</button>`).join('')}</div>${names.map(([id, , body], at) => `<div role="tabpanel" id="${id}"${at ? ' hidden' : ''}>${body}</div>`).join('')}`;
}

export function choices(name: string, values: readonly string[], chosen = ''): string {
  return `<select name="${name}" id="${name}">${values.map((value) => `<option${value === chosen ? ' selected' : ''}>${value}</option>`).join('')}</select>`;
}

const LINKS = [
  ['Courses', '/courses'],
  ['Assignments', '/assignments'],
  ['Timetable', '/timetable'],
  ['Library', '/library'],
  ['Rooms', '/rooms'],
  ['Fees', '/fees'],
  ['Messages', '/messages'],
  ['Group work', '/board'],
  ['Staff', '/staff'],
  ['Membership', '/membership'],
  ['Help', '/help'],
] as const;

export function page({ title, body }: Frame, { basket, isSignedIn }: Student): string {
  const inBasket = [...basket.values()].reduce((sum, one) => sum + one, 0);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | Ashdown Evening College</title><style>${STYLE}</style><script>${SCRIPT}</script></head><body><nav aria-label="Main">${LINKS.map(([name, to]) => `<a href="${to}">${name}</a>`).join('')}</nav><div><header><a href="/">Ashdown Evening College</a><span><a href="/basket" aria-label="Basket, ${inBasket} items">🛒 <b id="inbasket">${inBasket}</b></a> <button id="me" aria-haspopup="menu" aria-expanded="false">Ida Brandt</button><span id="memenu" class="pop" role="menu" hidden><a role="menuitem" href="/profile">My profile</a>${isSignedIn ? '<a role="menuitem" href="/signout">Sign out</a>' : '<a role="menuitem" href="/signin">Sign in</a>'}</span></span></header><main><h1>${title}</h1>${body}</main><footer><form method="post" action="/newsletter"><label>Newsletter <input name="email" placeholder="Your e-mail"></label> <button>Subscribe</button></form><p>Ashdown Evening College, 7 Mill Lane · Phone 0113 496 0700 · Open Monday to Friday 9:00–21:00</p></footer></div></body></html>`;
}
