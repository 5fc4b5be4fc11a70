import { page } from './frame.ts';

/** The same service desk twice: one does what it is asked, the other refuses, each time in another way. */
function desk(open: boolean): string {
  const or = (yes: string, no: string) => (open ? yes : no);
  return page(
    'Service desk',
    `<form method="post" action="${or('/return', '/refused/422')}"><label>Order to return <input name="order"></label><button>Request return</button></form>
    <form method="post" action="${or('/warranty', '/refused/503')}"><label>Serial number <input name="serial"></label><button>Register warranty</button></form>
    <div><label>Tax number <input id="tax"></label><button onclick="${or("tell('tax ' + el('tax').value)", "fetch('/refused/400', { method: 'PATCH' }).then(() => { el('toasts').innerHTML = '<div class=toast>Something went wrong</div>'; })")}">Save tax number</button></div>
    <div><label>Voucher <input id="voucher"></label><button onclick="${or("tell('voucher ' + el('voucher').value, 'Voucher redeemed')", "el('vsays').textContent = 'Already used'")}">Redeem</button><span id="vsays"></span></div>
    <div><label>Credit limit <input id="limit" type="number" ${or('', 'max="500"')}></label><button onclick="if (el('limit').reportValidity()) tell('limit ' + el('limit').value)">Request limit</button></div>
    <button onclick="${or("tell('catalogue')", '')}">Mail me the printed catalogue</button>
    <button onclick="${or("tell('sample')", "alert('Samples have run out')")}">Order a sample box</button>
    <button onclick="${or("tell('callback')", "if (confirm('A call costs €5. Go on?')) tell('callback')")}">Request a call back</button>
    <button ${or('', 'disabled')} onclick="tell('statement')">Send me a statement</button>
    <p>Back-in-stock alert: <b id="alert">off</b> <button onclick="el('alert').textContent = 'on'; ${or("tell('alert')", "fetch('/refused/500', { method: 'POST' }).then(() => { el('alert').textContent = 'off'; })")}">Switch on</button></p>
    <label><input type="checkbox" onchange="${or("tell('paperless ' + checked)", 'setTimeout(() => { this.checked = false; }, 600)')}"> Paperless invoices</label>
    <label>Payment term <select onchange="${or("tell('term ' + value)", 'this.selectedIndex = 0')}"><option>14 days</option><option>30 days</option></select></label>
    <button onclick="${or("tell('engineer')", "location.href = '/signin?next=desk'")}">Book an engineer</button>
    <button onclick="el('donate').hidden = false">Donate</button><div id="donate" class="modal" role="dialog" aria-label="Donate" hidden><label>Sum <input id="sum"></label><button onclick="${or("tell('donate ' + el('sum').value); el('donate').hidden = true", "el('sumbad').textContent = 'Your card was declined'")}">Give</button><p id="sumbad"></p></div>
    <button onclick="${or("tell('pallet')", "el('pallet').textContent = 'Requested'; setTimeout(() => { el('pallet').textContent = 'No driver is free today'; }, 1100)")}">Request pallet pick-up</button><span id="pallet"></span>
    <ul>${(open ? ['Team Blue', 'Team Red'] : ['Team Green']).map((team) => `<li>${team} <button onclick="tell('join ${team}')">Join</button></li>`).join('')}</ul>
    <dl>${or('<dt>Account manager</dt><dd>Ottilie Brand</dd><dt>Open invoices</dt><dd>3</dd>', '<dt>Manager on duty</dt><dd></dd>')}</dl>
    <a href="${or('/delivery', '/no-such-page')}">Delivery terms</a>
    <form method="post" action="${or('/invite', '/signin-again')}"><label>Colleague's e-mail <input type="email" name="mail" required></label><button>Invite colleague</button></form>`,
  );
}

export const desks = { '/desk': desk(true), '/desk-closed': desk(false) };
