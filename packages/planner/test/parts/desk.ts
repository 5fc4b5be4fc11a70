import { page } from './frame.ts';

/** The same counter twice: one accepts what it is asked, the other refuses. */
function counter(accepts: boolean) {
  const to = (name: string, status: number) => (accepts ? `/${name}` : `/refused/${status}`);
  const send = (name: string, yes: string, no: string) =>
    `fetch('${accepts ? '/done' : '/refused/500'}', { method: 'POST', body: '${name}' }).then((answer) => { toast.textContent = answer.ok ? '${yes}' : '${no}'; })`;
  return page(
    'Counter',
    `<form method="post" action="${to('claim', 422)}"><label>Claim number <input name="claim"></label><button>Submit claim</button></form>
    <form method="post" action="${to('nick', 500)}"><label>Short name <input name="nick"></label><button>Save short name</button></form>
    <form onsubmit="event.preventDefault(); done('booking ' + people.value)"><label>Seats <input id="people" type="number" min="1" max="${accepts ? 90 : 4}"></label><button>Book training</button></form>
    <form onsubmit="event.preventDefault(); if (${accepts} || iban.value.length > 20) { done('iban ' + iban.value); } else { bad.textContent = 'This account number is not valid'; iban.setAttribute('aria-invalid', 'true'); }"><label>Bank account <input id="iban"></label><span id="bad" class="error"></span><button>Save bank account</button></form>
    <form method="post" action="${to('visit', 409)}"><label>Visit day <input type="date" name="visit"></label><button>Book a visit</button></form>
    <button onclick="${send('bulletin', 'You are on the list', 'Something went wrong')}">Join the bulletin</button>
    <button onclick="${send('quote', 'Your quote is on its way', 'Please try again later')}">Request a quote</button>
    <button onclick="${accepts ? "done('loan')" : ''}">Borrow a lifting ramp</button>
    <button ${accepts ? '' : 'disabled'} onclick="done('bonus')">Redeem my bonus</button>
    <button onclick="${accepts ? "done('pause')" : "alert('You cannot pause the standing order this week')"}">Pause standing order</button>
    <button onclick="if (${accepts} || confirm('Wipe it all?')) done('wipe')">Wipe the history</button>
    <button onclick="this.textContent = 'Reserved'; ${accepts ? "done('reserve')" : "setTimeout(() => { this.textContent = 'Reserve bay'; }, 500)"}">Reserve bay</button>
    <label><input type="checkbox" onchange="${accepts ? "done('texts ' + this.checked)" : 'setTimeout(() => { this.checked = false; }, 200)'}"> Text messages</label>
    <form method="post" action="${accepts ? '/review' : '/signin-again'}"><label>Review <input name="review"></label><button>Publish review</button></form>
    <a href="${accepts ? '/account' : '/gone'}">Price archive</a>
    <label>Depot <select onchange="${accepts ? "done('depot ' + this.value)" : 'this.selectedIndex = 0'}"><option>Cork</option><option>Galway</option></select></label>
    <label>Note <input id="note" onchange="${accepts ? "done('note ' + this.value)" : "this.value = ''"}"></label>
    <div class="link" onclick="${accepts ? "done('callback')" : "toast.innerHTML = '<span role=alert>All our lines are busy</span>'"}">Ask for a call back</div>
    <form onsubmit="event.preventDefault(); ${accepts ? "done('code ' + code.value)" : "later.textContent = 'Checking…'; setTimeout(() => { later.textContent = 'This code has expired'; }, 900)"}"><label>Gift code <input id="code"></label><p id="later"></p><button>Use code</button></form>
    <form method="post" action="${accepts ? '/terms' : '/counter-refusing'}"><label><input type="checkbox" name="terms"> I accept the terms</label><button>Confirm terms</button></form>
    <button onclick="cover.hidden = ${accepts}; if (${accepts}) done('stock take')">Start stock take</button><div id="cover" role="dialog" aria-label="Not allowed" hidden><p>Your role may not start a stock take.</p><button onclick="cover.hidden = true">OK</button></div>
    <button onclick="${accepts ? "done('export')" : "toast.textContent = 'No permission to export'"}">Export prices</button>
    <button onclick="location = '${accepts ? '/account' : '/refused/403'}'">Show margins</button>
    <button onclick="${accepts ? "done('van')" : "if (prompt('Your PIN?')) done('van')"}">Unlock the van</button>
    <button onclick="${send('print', 'Printing', 'The printer is offline')}">Print shelf labels</button>`,
  );
}

export const desk = { '/counter': counter(true), '/counter-refusing': counter(false) };
