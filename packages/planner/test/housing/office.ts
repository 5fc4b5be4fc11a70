import { page } from './frame.ts';

/** The same office twice: one does what it is asked, the other refuses, each time in another way. */
function office(open: boolean): string {
  const or = (yes: string, no: string) => (open ? yes : no);
  return page(
    'Housing office',
    `<form method="post" action="${or('/key', '/refused/409')}"><label>Key number <input name="number"></label><button>Order key</button></form>
    <form method="post" action="${or('/bike', '/refused/500')}"><label>Bicycle <input name="frame"></label><button>Register bicycle</button></form>
    <form onsubmit="event.preventDefault(); ${or("tell('subtenant ' + by('sub').value)", "fetch('/refused/422', { method: 'POST' }).then(() => { by('subsaid').textContent = 'That name is not on our list.'; })")}"><label>Subtenant <input id="sub"></label><button>Save subtenant</button><p id="subsaid"></p></form>
    <form method="post" action="/garage"><label>Licence plate <input name="plate" required pattern="${or('.*', '[A-Z]{2}-[0-9]{9}')}" title="Two letters and nine digits"></label><button>Rent garage space</button></form>
    <form onsubmit="event.preventDefault(); ${or("tell('heating ' + by('meter').value)", "by('meter').setAttribute('aria-invalid', 'true'); by('meterbad').textContent = 'Number too low'")}" novalidate><label>Heating meter <input id="meter" aria-describedby="meterbad"></label><span id="meterbad"></span><button>Save heating meter</button></form>
    <button onclick="${or("tell('keycard')", "alert('All key cards are handed out')")}">Borrow a key card</button>
    <button onclick="${or("tell('party room'); alert('Your party room number is 6')", "if (confirm('A party room costs £80. Book it?')) tell('party room')")}">Book the party room</button>
    <button onclick="${or("tell('ladder')", '')}">Lend me a ladder</button>
    <button ${or('', 'disabled')} onclick="tell('trolley')">Take a trolley</button>
    <div style="position: relative"><button onclick="tell('certificate')">Request rent certificate</button>${or('', '<div style="position: absolute; inset: 0; background: #eee">Not available online</div>')}</div>
    <p>Newsletter: <span id="letter">off</span> <button onclick="by('letter').textContent = 'on'; ${or("tell('newsletter')", "fetch('/refused/503', { method: 'PUT' }).then(() => { by('letter').textContent = 'off'; })")}">Subscribe</button></p>
    <label><input type="checkbox" id="cellar" onchange="${or("tell('cellar ' + this.checked)", 'setTimeout(() => { this.checked = false; }, 500)')}"> Keep my cellar light on</label>
    <p><label>Mail slot <select onchange="${or("tell('slot ' + this.value)", 'this.selectedIndex = 0')}"><option>Small</option><option>Large</option></select></label></p>
    <p><label>Door sign <input id="sign"></label><button onclick="${or("tell('sign ' + by('sign').value)", "setTimeout(() => { document.querySelector('main').insertAdjacentHTML('afterbegin', '<div class=bad>Door signs can hold at most two letters.</div>'); }, 900)")}">Change door sign</button></p>
    <button onclick="${or("tell('chimney')", "location.href = '/signin?expired'")}">Book the chimney sweep</button>
    <a href="${or('/documents', '/gone')}">Read our brochure</a>
    <form method="post" action="${or('/guest', '/refused/200')}"><label>Guest name <input name="guest"></label><button>Announce guest</button></form>
    <ul>${(open ? ['Mill Room', 'Mill Room 2'] : ['Millers Room', 'Weir Room']).map((room) => `<li>${room} <button onclick="tell('book ${room}')">Reserve</button></li>`).join('')}</ul>
    <p>${or('Queue: 4 people', 'Please take a seat.')}</p>
    <button onclick="by('give').hidden = false">Give notice</button><div id="give" class="sheet" role="dialog" aria-labelledby="given" hidden><h2 id="given">Give notice</h2><label>Last day <input type="date" id="last" ${or('', 'max="2026-12-01"')}></label><button onclick="${or("tell('notice ' + by('last').value); by('give').hidden = true", "if (by('last').validity.valid && by('last').value) { tell('notice'); by('give').hidden = true; } else by('lastbad').textContent = 'Not before three months have passed'")}">Send notice</button><p id="lastbad"></p></div>
    <button onclick="${or("tell('tools')", "by('tools').textContent = 'Reserved'; setTimeout(() => { by('tools').textContent = 'No one answered. Try later.'; }, 1200)")}">Reserve the tool box</button><p id="tools"></p>`,
  );
}

export const offices = { '/office': office(true), '/office-shut': office(false) };
