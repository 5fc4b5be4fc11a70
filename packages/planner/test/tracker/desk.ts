import { page } from './frame.ts';

/** The same request desk twice: one does what it is asked, the other refuses, each time in another way. */
function desk(open: boolean): string {
  const or = (yes: string, no: string) => (open ? yes : no);
  return page(
    'IT request desk',
    `<form method="post" action="${or('/access', '/refused/403')}"><label for="repo">Repository</label> <input id="repo" name="repository"><button class="btn">Request access</button></form>
    <form method="post" action="${or('/room', '/refused/503')}"><input name="room" placeholder="Room"><button class="btn">Book room</button></form>
    <div class="row"><label for="alias">Mail alias</label><input id="alias"><span class="btn" role="button" tabindex="0" onclick="${or("tell('alias ' + $('#alias').value, 'Alias saved')", "fetch('/refused/409', { method: 'PUT' }).then((answer) => { if (!answer.ok) toast('Saving failed, please try again later'); })")}">Save alias</span></div>
    <div class="row"><label>Training voucher <input id="voucher"></label><button class="btn" onclick="${or("tell('voucher ' + $('#voucher').value, 'Voucher redeemed')", "$('#vouchersays').textContent = 'This voucher has run out'")}">Redeem</button><small id="vouchersays" class="text-red"></small></div>
    <div class="row"><label for="phone">Desk phone</label><input id="phone" aria-describedby="phonesays"><button class="btn" onclick="${or("tell('phone ' + $('#phone').value, 'Number saved')", "$('#phone').setAttribute('aria-invalid', 'true'); $('#phonesays').textContent = 'Must have four digits and start with 3'")}">Update number</button><small id="phonesays"></small></div>
    <p><button class="btn" ${or(`onclick="tell('export', 'Export started')"`, 'type="button"')}>Export all tickets</button>
    <button class="btn" onclick="${or("tell('vpn', 'VPN was reset')", "alert('The VPN server cannot be reached')")}">Reset my VPN</button>
    <button class="btn" onclick="${or("tell('monitor', 'Ordered')", "if (confirm('Your team pays €180 for it. Order anyway?')) tell('monitor')")}">Order a second monitor</button>
    <button class="btn" ${or('', 'disabled')} onclick="tell('badge', 'Badge ordered')">Order a new badge</button></p>
    <div class="row"><span id="oclabel">On-call duty</span><button class="switch" role="switch" aria-checked="false" aria-labelledby="oclabel" onclick="this.setAttribute('aria-checked', true); ${or("tell('on call', '')", "fetch('/refused/500', { method: 'POST' }).then(() => setTimeout(() => this.setAttribute('aria-checked', false), 300))")}"></button></div>
    <div><label><input type="checkbox" onchange="${or("tell('beta ' + checked, '')", 'setTimeout(() => { this.checked = false; }, 350)')}"> Join the beta programme</label></div>
    <div><label>Default keyboard <select onchange="${or("tell('keyboard ' + value)", "const box = this; setTimeout(() => { box.value = 'German'; }, 250)")}"><option>German</option><option>Swedish</option><option>Polish</option></select></label></div>
    <p><button class="btn" onclick="${or("tell('technician', 'A technician is on the way')", "location.href = '/signin?expired=1'")}">Call a technician</button>
    <button class="btn" onclick="$('#lend').hidden = false">Borrow a laptop</button></p><div class="modal" id="lend" role="dialog" aria-modal="true" aria-label="Borrow a laptop" hidden><label>Number of days <input id="days" type="number" min="1"></label> <button class="btn" onclick="$('#lend').hidden = true">Close</button> <button class="btn btn-primary" onclick="${or("$('#lend').hidden = true; tell('laptop ' + $('#days').value, 'Laptop reserved')", "$('#lendsays').textContent = 'All laptops are lent out.'")}">Reserve</button><p id="lendsays" role="alert"></p></div>
    <p><button class="btn" onclick="${or("tell('backup', 'Backup finished')", "$('#backup').textContent = 'Backing up…'; setTimeout(() => { $('#backup').textContent = 'Backup failed: disk is full'; }, 900)")}">Back up my machine</button> <span id="backup" role="status"></span></p>
    <h2>Channels</h2><ul>${(open ? ['#incidents', '#random', '#frontend'] : ['#random', '#frontend-archive']).map((name) => `<li>${name} <button class="btn" onclick="tell('join ${name}', 'Joined')">Join</button></li>`).join('')}</ul>
    <h2>Shopping list of the kitchen</h2><ul id="kitchen"><li>Oat milk</li></ul><div class="row"><input id="item" placeholder="Add an item"><button class="btn" onclick="const item = document.createElement('li'), what = $('#item').value; if (!what) return; item.textContent = what; $('#kitchen').append(item); $('#item').value = ''; ${or("tell('kitchen ' + what, '')", "setTimeout(() => { item.remove(); toast('Could not be added'); }, 300)")}">Add</button></div>
    <dl><dt>Building</dt><dd>Hafenweg 9</dd>${or('<dt>My buddy</dt><dd>Hugo Martens</dd>', '<dt>My buddy</dt><dd></dd>')}</dl>
    <p><a href="${or('/help', '/guidelines')}">IT guidelines</a></p>
    <form method="post" action="${or('/guest', '/signin-again')}"><label>Name of the guest <input name="guest" required></label><button class="btn">Register guest</button></form>`,
  );
}

export const desks = { '/desk': desk(true), '/desk-closed': desk(false) };
