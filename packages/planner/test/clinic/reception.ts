import { page } from './frame.ts';

/** The same reception twice: one accepts what it is asked, the other refuses. */
function reception(accepts: boolean): string {
  const to = (name: string, status: number) => (accepts ? `/${name}` : `/refused/${status}`);
  const send = (name: string, refusal: string) =>
    accepts ? `done('${name}')` : `fetch('/refused/500', { method: 'POST' }).then(() => { ${refusal} })`;
  const names = accepts ? ['Ann Price', 'Anna Price'] : ['Anna Pryce', 'Annabel Price'];
  return page(
    'Reception',
    `<form method="post" action="${to('referral', 403)}"><label>Referral code <input name="code"></label><button>Use referral</button></form>
    <form method="post" action="${to('address', 503)}"><label>Street <input name="street"></label><label>Town <input name="town"></label><button>Update address</button></form>
    <form method="post" action="${to('visitor', 400)}"><label>Visitor name <input name="visitor" ${accepts ? '' : 'pattern="[A-Z]{3}-[0-9]+"'}></label><button>Register visitor</button></form>
    <form method="post" action="/permit"><label>Number plate <input name="plate" required maxlength="${accepts ? 20 : 4}"></label><button>Order gate permit</button></form>
    <form method="post" action="/weight"><label>Weight <input name="weight" type="number" max="${accepts ? 300 : 40}"></label><button>Save weight</button></form>
    <form method="post" action="${accepts ? '/donate' : '/signin-again'}"><label>Donation <input name="donation"></label><button>Donate</button></form>
    <form method="post" action="${to('block', 403)}"><label>Sender <input name="sender"></label><button>Block</button></form>
    <form onsubmit="event.preventDefault(); if (${accepts}) done('discount ' + discount.value); else hint.textContent = 'That code has already been used.'"><label>Discount code <input id="discount"></label><span id="hint" style="color: #c00"></span><button>Apply</button></form>
    <button onclick="${send('wheelchair', "toast('Sorry, none are free right now')")}">Reserve a wheelchair</button>
    <button onclick="${send('taxi', "this.textContent = 'Failed – try again'")}">Call a taxi</button>
    <button onclick="${send('nurse', "document.body.insertAdjacentHTML('beforeend', '<div role=alertdialog aria-label=Problem><p>The nurse is away until Monday.</p></div>')")}">Ask a nurse</button>
    <button onclick="${accepts ? "done('locker')" : ''}">Open a locker</button>
    <button onclick="${accepts ? "done('pager')" : "alert('No pagers left')"}">Borrow a pager</button>
    <button onclick="${accepts ? "done('records')" : "if (confirm('This costs £50. Continue?')) done('records')"}">Request my records</button>
    <button ${accepts ? '' : 'disabled'} onclick="done('lift')">Call the lift</button>
    <button ${accepts ? '' : 'aria-disabled="true"'} onclick="${accepts ? "done('drink')" : ''}">Get a drink</button>
    <button onclick="this.textContent = 'Checked in'; ${accepts ? "done('check in')" : "setTimeout(() => { this.textContent = 'Check in'; }, 700)"}">Check in</button>
    <label><input type="checkbox" onchange="${accepts ? "done('quiet ' + this.checked)" : 'setTimeout(() => { this.checked = !this.checked; }, 300)'}"> Quiet room</label>
    <label>Screen <select onchange="${accepts ? "done('screen ' + this.value)" : 'setTimeout(() => { this.selectedIndex = 0; }, 250)'}"><option>Standard</option><option>Bright</option></select></label>
    <div id="music" role="switch" tabindex="0" aria-checked="false" aria-label="Music" onclick="this.setAttribute('aria-checked', 'true'); ${accepts ? "done('music')" : "fetch('/refused/409', { method: 'PUT' }).then(() => this.setAttribute('aria-checked', 'false'))"}">♪</div>
    <label>Badge name <input id="badge" onchange="${accepts ? "done('badge ' + this.value)" : "this.value = 'Guest'"}"></label>
    <a href="${accepts ? '/help' : '/nowhere'}">House rules</a> <a href="${accepts ? '/account' : '/signin'}">Patient file</a>
    <ul>${names.map((name) => `<li><span>${name}</span> <button onclick="done('called ${name}')">Call in</button></li>`).join('')}</ul>
    <table><thead><tr><th>Bed</th><th>Patient</th><th></th></tr></thead><tbody>${(accepts
      ? [
          ['12', 'Mr Pell'],
          ['21', 'Mr Pall'],
        ]
      : [
          ['112', 'Mrs Pellamy'],
          ['21', 'Mr Pall'],
        ]
    )
      .map(
        ([bed, who]) =>
          `<tr><td>${bed}</td><td>${who}</td><td><button onclick="done('discharged ${bed}')">Discharge</button></td></tr>`,
      )
      .join('')}</tbody></table>
    <form onsubmit="event.preventDefault(); ${accepts ? "done('complaint ' + complaint.value)" : "wait.textContent = 'Sending…'; setTimeout(() => { wait.textContent = 'Your complaint could not be sent.'; }, 1100)"}"><label>Complaint <textarea id="complaint"></textarea></label><p id="wait"></p><button>Send complaint</button></form>
    <button onclick="${accepts ? "done('queue')" : "document.querySelector('main').innerHTML = '<h1>Your session has ended</h1><p>Please sign in again.</p><form><input type=password aria-label=Password><button>Sign in</button></form>'"}">Join the queue</button>
    <p>${accepts ? 'Waiting time: 25 minutes' : 'Welcome to our reception.'}</p>
    <button onclick="${accepts ? "done('umbrella')" : "toast('You are not allowed to do that')"}">Borrow an umbrella</button>
    <button onclick="${accepts ? "done('wifi')" : "document.querySelector('#net').textContent = 'Limit reached'"}">Get a wifi code</button><p id="net" class="error-message"></p>
    <form onsubmit="event.preventDefault(); ${accepts ? "done('survey')" : "each('[name=mood]')[0].setAttribute('aria-invalid', 'true'); moodError.textContent = 'Please pick one'"}"><fieldset><legend>How do you feel?</legend><label><input type="radio" name="mood"> Well</label><label><input type="radio" name="mood"> Unwell</label></fieldset><span id="moodError"></span><button>Send survey</button></form>
    <button onclick="${accepts ? "done('print card')" : "setTimeout(() => alert('The printer is out of paper'), 400)"}">Print my card</button>
    <button onclick="room.showModal()">Change room</button><dialog id="room"><label>Room <input id="roomNo"></label><button onclick="${accepts ? "done('room ' + roomNo.value); room.close()" : "roomError.textContent = 'Room ' + roomNo.value + ' is taken'; roomError.hidden = false"}">Save room</button><p id="roomError" role="alert" hidden></p></dialog>`,
  );
}

export const receptions = {
  '/reception': reception(true),
  '/reception-closed': reception(false),
};
