import { page } from './frame.ts';

const plans = [
  ['Starter', '€4', 'Up to 10 people'],
  ['Team', '€9', 'Up to 50 people'],
  ['Business', '€16', 'As many as you like'],
] as const;
const invoices = [
  ['INV-2297', 'November 2026', '€312.00', 'Open'],
  ['INV-2210', 'October 2026', '€312.00', 'Paid'],
  ['INV-2144', 'September 2026', '€286.50', 'Paid'],
  ['INV-2071', 'August 2026', '€274.00', 'Refunded'],
] as const;

/** What the account costs: its plan, seats and invoices. */
export const money: string = page(
  'Plan and billing',
  `<h2>Your plan</h2><div class="grid" id="plans">${plans.map(([name, price, size]) => `<div class="card pick plan" role="radio" aria-checked="${name === 'Team'}" aria-label="${name}" tabindex="0" onclick="$$('.plan').forEach((one) => one.setAttribute('aria-checked', one === this))"><h3>${name}</h3><p><b>${price}</b> per seat</p><p class="muted">${size}</p></div>`).join('')}</div>
  <div class="row"><span>Billed</span><div class="seg row">${['monthly', 'yearly'].map((how, n) => `<button type="button" class="btn${n ? '' : ' active'}" onclick="$$('.seg .btn').forEach((one) => one.classList.toggle('active', one === this))">${how}</button>`).join('')}</div><span>Seats</span><button class="btn" aria-label="Remove a seat" onclick="$('#seats').value = Math.max(1, $('#seats').value - 1)">−</button><input type="number" id="seats" value="12" min="1" max="200" aria-label="Seats" style="width: 60px"><button class="btn" aria-label="Add a seat" onclick="$('#seats').value = +$('#seats').value + 1">+</button><button class="btn btn-primary" onclick="tell('plan ' + $('.plan[aria-checked=true] h3').textContent + ' ' + $('.seg .active').textContent + ' ' + $('#seats').value, 'Plan updated')">Update plan</button></div>
  <dl><dt>Next payment</dt><dd>1 December 2026</dd><dt>Amount due</dt><dd id="due">€312.00</dd><dt>Card</dt><dd>Visa ending in 4417</dd></dl>
  <div class="input-group row"><input class="form-control" placeholder="Coupon" id="coupon" aria-describedby="couponsays"><button class="btn" onclick="if ($('#coupon').value.trim() === 'PINE20') { $('#due').textContent = '€249.60'; $('#couponsays').textContent = 'Coupon applied'; tell('coupon PINE20', ''); } else { $('#coupon').setAttribute('aria-invalid', true); $('#couponsays').textContent = 'We do not know this coupon.'; }">Apply</button><span id="couponsays" class="muted"></span></div>
  <h2>Invoices</h2><table class="table table-striped"><thead><tr><th>Invoice</th><th>Month</th><th>Amount</th><th>State</th><th></th></tr></thead><tbody>${invoices.map(([id, month, sum, state]) => `<tr><td>${id}</td><td>${month}</td><td>${sum}</td><td>${state}</td><td><button class="btn" title="Download" onclick="tell('invoice ${id}', 'Download started')">⬇</button>${state === 'Open' ? ` <button class="btn" onclick="this.disabled = true; tell('pay ${id}', 'Paid')">Pay now</button>` : ''}</td></tr>`).join('')}</tbody></table>
  <h2>Billing contacts</h2><div class="chips row" id="contacts"></div><input type="text" placeholder="Add an e-mail address and press Enter" aria-label="Billing contact" size="36" onkeydown="if (event.key === 'Enter' && this.value.includes('@')) { contacts.push(this.value.trim()); tell('contact + ' + this.value.trim(), ''); this.value = ''; paint(); }">
  <h2>Danger zone</h2><button class="btn" onclick="if (confirm('Pause the account until you come back?')) tell('paused', 'Account paused')">Pause the account</button> <button class="btn btn-danger" onclick="$('#leave').hidden = false">Cancel subscription</button>
  <div class="modal" id="leave" role="dialog" aria-modal="true" aria-labelledby="leavewhat" hidden><h2 id="leavewhat">Leaving us?</h2><label>Why are you leaving? <select id="why"><option value="">No reason given</option><option>Too expensive</option><option>Missing features</option><option>We closed down</option></select></label><div class="row"><button class="btn" onclick="$('#leave').hidden = true">Stay</button><button class="btn btn-danger" onclick="$('#leave').hidden = true; tell(['subscription cancelled', $('#why').value].filter(Boolean).join('; '), 'Subscription cancelled')">Cancel my subscription</button></div></div>
  <script>const contacts = ['books@tamarack.test', 'old.books@tamarack.test']; function paint() { $('#contacts').innerHTML = contacts.map((one) => '<span class="badge">' + one + ' <a role="button" tabindex="0" aria-label="Remove ' + one + '" onclick="strip(\\'' + one + '\\')">✕</a></span>').join(''); } function strip(one) { contacts.splice(contacts.indexOf(one), 1); paint(); tell('contact - ' + one, ''); } paint();</script>`,
);
