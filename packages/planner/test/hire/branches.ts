import { page } from './frame.ts';

const branches = [
  ['Leeds Station', '0113 555 031', '08:00–20:00', '09:00–17:00', 'Yes'],
  ['York', '01904 555 018', '08:00–18:00', 'Closed', 'No'],
  ['Bristol', '0117 555 044', '07:00–21:00', '10:00–16:00', 'Yes'],
];

/** The same counter twice: one does what it is asked, the other refuses, each time in another way. */
function counter(open: boolean): string {
  const or = (yes: string, no: string) => (open ? yes : no);
  return page(
    'Branch counter',
    `<div><label>Extra days <input type="number" id="days" value="0"></label><button class="btn" onclick="${or("tell('extend ' + one('#days').value, 'Extended')", "one('#dayssay').textContent = 'The car is booked by somebody else'")}">Extend booking</button> <small class="error" id="dayssay"></small></div>
    <label>Upgrade to <select onchange="${or("tell('upgrade ' + value)", "const box = this; setTimeout(() => { box.value = ''; }, 250)")}"><option value="">Choose…</option><option>Estate</option><option>Van</option></select></label>
    <form onsubmit="event.preventDefault(); ${or("tell('points ' + one('#points').value, 'Redeemed')", "fetch('/refused/409', { method: 'POST' }).then((answer) => { if (!answer.ok) say('You do not have that many'); })")}"><input id="points" placeholder="Points"> <button class="btn">Redeem</button></form>
    <div><label>Return date <input type="date" id="back" value="2027-01-07"></label><span class="btn" onclick="${or("tell('return ' + one('#back').value)", "one('#back').setAttribute('aria-invalid', 'true'); one('#backsays').textContent = 'We are closed on that day'")}">Change return</span> <small id="backsays"></small></div>
    <form method="post" action="${or('/driver', '/refused/403')}"><label>Second driver <input name="name"></label><button class="btn">Add driver</button></form>
    <form onsubmit="event.preventDefault(); ${or("tell('message ' + one('#words').value, 'Sent')", "alert('The desk is not staffed right now')")}"><label>Message to the desk <textarea id="words"></textarea></label><button class="btn">Send</button></form>
    <form method="post" action="${or('/callback', '/signin-again')}"><label>Phone number for a callback <input name="phone"></label><button class="btn">Request a callback</button></form>
    <p>Outstanding: <b>£58.00</b> <button class="btn" ${or('', 'disabled')} onclick="tell('pay', 'Paid')">Pay now</button></p>
    <p><button class="btn" onclick="${or("tell('cancel')", "if (confirm('You will not get your money back. Cancel?')) tell('cancel')")}">Cancel booking</button> <button class="btn" ${or(`onclick="tell('early')"`, '')}>Hand back early</button> <button class="btn" onclick="${or("tell('key')", "fetch('/refused/500', { method: 'PUT' })")}">Report lost key</button></p>
    <form onsubmit="event.preventDefault(); ${or("tell('subscribe ' + one('#mail').value, 'Welcome')", "one('#mailsays').textContent = 'This address is on our block list'")}"><input id="mail" placeholder="you@example.org"><button class="btn">Subscribe</button><p class="error" id="mailsays"></p></form>`,
  );
}

/** What somebody may ask the branches, and their counters. */
export const branchPages: Readonly<Record<string, string>> = {
  '/help': page(
    'Help and branches',
    `<div class="stars">Rate this page ${[1, 2, 3, 4, 5].map((stars) => `<i title="${stars} stars" onclick="tell('rate ${stars}', 'Thank you')">★</i>`).join('')}</div>
    <h2>Questions</h2><div class="accordion-head" onclick="toggle(this)">How old must a driver be?</div><div class="gone"><table><tr><th>Vehicle</th><th>Minimum age</th></tr><tr><td>Car</td><td>21</td></tr><tr><td>Van</td><td>25</td></tr></table></div>
    <div class="accordion-head" onclick="toggle(this)">May I drive abroad?</div><div class="gone"><p>Yes, after a call.</p></div>
    <h2>Branches</h2>${branches.map(([name, phone, week, sunday, access]) => `<div class="branch"><div class="accordion-head" onclick="toggle(this)">${name}</div><div class="gone"><p>Phone: ${phone}</p><table><tr><th>Days</th><th>Opening hours</th></tr><tr><td>Monday to Saturday</td><td>${week}</td></tr><tr><td>Sunday</td><td>${sunday}</td></tr></table><p>Wheelchair access: <span>${access}</span></p></div></div>`).join('')}
    <h2>Chat</h2><div id="chat"></div><form onsubmit="event.preventDefault(); const asked = one('#asked').value; tell('chat ' + asked, '').then(() => setTimeout(() => { one('#chat').insertAdjacentHTML('beforeend', '<p>You: ' + asked + '</p><p>Answer: <span>Yes, in every car but the Mini Cooper.</span></p>'); }, 300))"><input id="asked" placeholder="Type your question"> <button class="btn">Ask</button></form>`,
  ),
  '/desk': counter(true),
  '/desk-closed': counter(false),
};
