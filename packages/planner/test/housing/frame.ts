/** `tell` tells the server what was done, which is what tests judge; the bar at the foot says so for a moment. */
const script = `<div id="bar" role="status"></div><script>
const pick = (selector, root = document) => [...root.querySelectorAll(selector)];
const by = (id) => document.getElementById(id);
async function tell(what, words) {
  const answer = await fetch('/done', { method: 'POST', body: what });
  if (answer.ok && words !== null) { by('bar').textContent = words ?? 'Saved.'; setTimeout(() => { by('bar').textContent = ''; }, 1500); }
  return answer.ok;
}
function tab(button) {
  pick('.tab', button.parentElement).forEach((one) => { one.classList.toggle('on', one === button); by(one.dataset.panel).hidden = one !== button; });
}
</script>`;

const style = `<style>[hidden] { display: none !important } .tab, .act, .cell, .option { cursor: pointer; display: inline-block; padding: 4px 8px }
.on { font-weight: bold; border-bottom: 2px solid } .cards { display: grid; grid-template-columns: 1fr 1fr; gap: 10px } .line { display: flex; gap: 14px }
.sheet { position: fixed; inset: 60px 20%; background: #fff; border: 1px solid; padding: 20px } .list { border: 1px solid #999 } .bad { color: #b00020 }
[draggable] { padding: 6px; border: 1px dashed #777; margin: 2px } iframe { width: 620px; height: 260px }</style>`;

/** A document inside a page: only its own content. */
export function inset(body: string): string {
  return `<!doctype html><html lang="en-GB"><title>Inset</title>${style}${script}${body}</html>`;
}

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><title>${title} | Millrace Homes</title>${style}
  <header><b>Millrace Homes</b><nav><a href="/home">Overview</a> <a href="/rent">Rent</a> <a href="/repairs">Repairs</a> <a href="/flats">Find a flat</a> <a href="/board">Notice board</a> <a href="/documents">Documents</a>
  <span class="more"><span class="act" onclick="by('extra').hidden = !by('extra').hidden">More ⌄</span><span id="extra" class="list" hidden><a href="/meters">Meter readings</a> <a href="/laundry">Laundry room</a> <a href="/household">Household</a> <a href="/comfort">Home comfort</a> <a href="/signin">Log out</a></span></span></nav>
  <input type="search" aria-label="Search the site"></header>${script}
  <main><h1>${title}</h1>${body}</main><footer>Millrace Homes, 4 Weir Lane. Emergencies: 0161 555 0909. <a href="/contact">Contact</a></footer></html>`;
}
