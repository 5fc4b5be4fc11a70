import { page } from './frame.ts';

/** The trade counter twice: one does what it is asked, the other refuses, each time in another way. */
function counter(open: boolean): string {
  const or = (yes: string, no: string) => (open ? yes : no);
  return page(
    'Trade counter',
    `<form method="post" action="${or('/quote', '/refused/422')}"><h2>Quote</h2><label>Product <input name="product"></label><label>How many <input name="many"></label><button>Request a quote</button></form>
    <form method="post" action="${or('/visit', '/refused/500')}"><h2>Visit</h2><label>Day of your visit <input type="date" name="day"></label><button>Book a visit</button></form>
    <form onsubmit="event.preventDefault(); ${or("note('credit ' + sum.value)", "fetch('/refused/503', { method: 'POST' }).then((answer) => { if (!answer.ok) q('#sumsays').textContent = 'Could not save'; })")}"><h2>Credit</h2><label>Amount <input id="sum"></label><button>Apply for credit</button><span id="sumsays"></span></form>
    <form onsubmit="event.preventDefault(); ${or("note('collect ' + order.value)", "fetch('/refused/409', { method: 'PUT' })")}"><h2>Collection</h2><label>Order to collect <input id="order"></label><button>Arrange collection</button></form>
    <div><label>Site contact <input id="contact"></label><button onclick="${or("note('contact ' + contact.value)", "alert('Only an administrator may change the contact.')")}">Save contact</button></div>
    <form onsubmit="event.preventDefault(); ${or("note('seat ' + seats.value)", "alert('The course is fully booked')")}"><label>Seats for the course <input id="seats" type="number"></label><button>Reserve seats</button></form>
    <form ${or('', 'novalidate')} onsubmit="event.preventDefault(); ${or("note('invoice to ' + invoices.value)", "invoices.setAttribute('aria-invalid', 'true'); q('#invoicesays').hidden = false")}"><label>E-mail for invoices <input id="invoices" type="email"></label><span id="invoicesays" hidden>Please enter an address of your company</span><button>Save e-mail</button></form>
    <form method="post" action="/gate"><label>Number plate <input name="plate" ${or('', 'pattern="[A-Z]{2}-[0-9]{4}" title="Two letters and four digits"')}></label><button>Register vehicle</button></form>
    <form method="post" action="/badge"><label>Name on the badge <input name="badge"></label>${or('', '<label>Date of birth <input name="born" type="date" required></label>')}<button>Order badge</button></form>
    <form method="post" action="/pallets"><label>Empty pallets <input name="pallets" type="number" ${or('', 'max="10"')}></label><button>Hand in pallets</button></form>
    <p><button onclick="${or("note('standing order ended')", "if (confirm('This cannot be undone. End the standing order?')) note('standing order ended')")}">End standing order</button>
    <button onclick="${or("note('keys reset')", "if (prompt('Type RESET to go on')) note('keys reset')")}">Reset keys</button>
    <button ${or(`onclick="note('catalogue ordered')"`, '')}>Order printed catalogue</button>
    <button ${or('', 'disabled')} onclick="note('deposit returned')">Return my deposit</button>
    <span class="press" ${or(`onclick="note('call booked')"`, `onclick="event.stopPropagation()"`)}>Book a call</span></p>
    <p><span class="star" title="Favourite" onclick="this.textContent = '★'; ${or("note('favourite', '')", "fetch('/refused/500', { method: 'POST' }).then(() => { this.textContent = '☆'; })")}">☆</span> Torq tools</p>
    <p>Text alerts <span class="switch" onclick="this.classList.add('on'); ${or("note('alerts on', '')", "setTimeout(() => this.classList.remove('on'), 700)")}"></span></p>
    <label><input type="checkbox" onchange="${or("note('paperless ' + checked, '')", 'setTimeout(() => { this.checked = false; }, 400)')}"> Paperless billing</label>
    <p>Membership: <b id="tier">Basic</b> <button onclick="q('#tier').textContent = 'Gold'; ${or("note('gold', '')", "setTimeout(() => { q('#tier').textContent = 'Basic'; }, 900)")}">Upgrade to Gold</button></p>
    <form method="post" action="${or('/mentor', '/session-over')}"><label>Question for an engineer <textarea name="question"></textarea></label><button>Ask an engineer</button></form>
    <button onclick="${or("note('statement')", "location.href = '/signin?back=counter'")}">Request statement</button>
    <button onclick="${or("note('sample')", "fetch('/refused/401', { method: 'POST' }).then(() => { q('main').innerHTML = '<h1>Your session has expired</h1><p>Please sign in again.</p>'; })")}">Send me a sample</button>
    <a href="${or('/documents/terms', '/missing')}">Counter rules</a>
    <form><label>Voucher <input id="voucher"></label><button type="button" onclick="${or("note('voucher ' + voucher.value, 'Voucher accepted')", "q('#vouchersays').textContent = 'This voucher has expired'")}">Redeem voucher</button><p class="error" id="vouchersays"></p></form>
    <div><label>Locker <select id="locker"><option value="">Choose…</option><option>Locker A</option><option>Locker B</option></select></label><button onclick="${or("note('locker ' + q('#locker').value)", "q('#lockersays').textContent = 'Locker B is taken'")}">Rent locker</button><div role="alert" id="lockersays"></div></div>
    <button onclick="q('#tools').classList.remove('off')">Lend a tool</button><div class="back off" id="tools"><div class="dialog" role="dialog" aria-label="Lend a tool"><label>Tool <input id="tool"></label><button onclick="${or("note('lend ' + tool.value); q('#tools').classList.add('off')", "q('#toolsays').textContent = 'We have none left'")}">Confirm loan</button><p id="toolsays"></p></div></div>
    <ul>${or('<li>Monday evening <button onclick="note(\'class Monday evening\')">Join</button></li><li>Friday noon <button onclick="note(\'class Friday noon\')">Join</button></li>', '<li>Monday evening <button disabled>Full</button></li><li>Friday noon <button onclick="note(\'class Friday noon\')">Join</button></li>')}</ul>
    <button onclick="${or("note('inspection')", "this.textContent = 'Requested'; setTimeout(() => { this.textContent = 'Request inspection'; flash('No inspector is available') }, 600)")}">Request inspection</button>
    <dl>${or('<dt>Till number</dt><dd>9</dd>', '<dt>Till</dt><dd></dd>')}</dl>
    <script>const sum = q('#sum'), order = q('#order'), contact = q('#contact'), seats = q('#seats'), invoices = q('#invoices'), voucher = q('#voucher'), tool = q('#tool');</script>`,
  );
}

export const counters: Readonly<Record<string, () => string>> = {
  '/counter': () => counter(true),
  '/counter-shut': () => counter(false),
};
