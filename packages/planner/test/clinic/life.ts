import { page } from './frame.ts';

const team = [
  ['Dr. Amara Obi', 'General practice', 'Room 4', '4.8', '12', 'English, Igbo'],
  ['Dr. Felix Lindt', 'Eye care', 'Room 11', '4.2', '7', 'English, German'],
  ['Nurse Kaya', 'Vaccinations', 'Room 2', '4.9', '9', 'English, Turkish'],
  ['Dr. Pia Sorel', 'Skin', 'Room 7', '3.9', '21', 'French'],
] as const;

function section(id: string, title: string, body: string): string {
  return `<h3><button aria-expanded="false" aria-controls="${id}" onclick="const open = ${id}.hidden; ${id}.hidden = !open; this.setAttribute('aria-expanded', open)">${title}</button></h3><div id="${id}" hidden>${body}</div>`;
}

/** The team, a person's settings and goals, and what a patient fills in. */
export const life: Readonly<Record<string, string>> = {
  '/staff': page(
    'Our team',
    `<input type="text" id="who" placeholder="Search by name or field" oninput="each('.person').forEach((one) => { one.hidden = !one.textContent.toLowerCase().includes(who.value.toLowerCase()); })">
    <select aria-label="Order" onchange="done('order ' + this.value)"><option>Name</option><option>Best rated</option><option>Shortest wait</option></select>
    <div id="people">${team
      .map(
        ([name, field, room, stars, wait, speaks], at) =>
          `<div class="person" ${at === 3 ? 'hidden' : ''}><h2><a href="/team/${name.split(' ').at(-1)?.toLowerCase() ?? ''}">${name}</a></h2><p>${field}</p><p>${room}</p><p>Rating: ${stars}</p><p>Waiting time: ${wait} days</p><p>Speaks ${speaks}</p><button class="follow" onclick="this.textContent = 'Following'; done('follow ${name}')">Follow</button></div>`,
      )
      .join(
        '',
      )}</div><button onclick="each('.person').forEach((one) => { one.hidden = false; }); this.remove(); done('more')">Show more</button>`,
  ),
  '/team/obi': page(
    'Dr. Amara Obi',
    `<p>General practice, Room 4, extension 4410.</p><table><caption>Opening hours</caption><tr><th>Monday</th><td>8:00 – 12:00</td></tr><tr><th>Wednesday</th><td>13:00 – 18:00</td></tr><tr><th>Friday</th><td>9:00 – 15:30</td></tr></table>
    <fieldset class="stars"><legend>Your rating</legend>${[1, 2, 3, 4, 5].map((at) => `<label><input type="radio" name="stars" value="${at}" aria-label="${at} star${at > 1 ? 's' : ''}"> ★</label>`).join('')}</fieldset><label>Comment <textarea id="comment"></textarea></label><button onclick="done('rated ' + (document.querySelector('[name=stars]:checked')?.value ?? 'nothing') + ' ' + comment.value)">Post rating</button>
    <div class="dropdown"><button onclick="share.hidden = !share.hidden">Share ▾</button><div id="share" class="menu" hidden><a href="#" onclick="done('link copied'); return false">Copy link</a> <a href="#" onclick="done('mailed'); return false">Send by e-mail</a></div></div>
    <details><summary>Qualifications</summary><p>Degree: MBBS, University of Lagos</p><p>Registered since 2009</p></details>`,
  ),
  '/settings': page(
    'Settings',
    section(
      'contact',
      'Contact details',
      `<form onsubmit="event.preventDefault(); done('contact ' + phone.value + '; ' + mail.value)"><label>Mobile number <input id="phone" value="07700 900112"></label><label>E-mail <input id="mail" type="email" value="hanna@old.test"></label><button>Save contact details</button></form>`,
    ) +
      section(
        'notices',
        'Notifications',
        `<label><input type="checkbox" checked onchange="done('mails ' + this.checked)"> E-mail reminders</label><label><input type="checkbox" onchange="done('texts ' + this.checked)"> Text reminders</label><label>Remind me <select onchange="done('remind ' + this.value)"><option>One day before</option><option>Two days before</option><option>A week before</option></select></label>`,
      ) +
      section(
        'private',
        'Privacy',
        `<label>Share my data with researchers <input type="checkbox" role="switch" onchange="done('research ' + this.checked)"></label><button onclick="if (confirm('Delete your account for good?')) done('account deleted')">Delete my account</button>`,
      ) +
      section(
        'kin',
        'Emergency contact',
        `<form onsubmit="event.preventDefault(); done('kin ' + kinName.value + ', ' + relation.value)"><label>Full name <input id="kinName"></label><label>Relationship <select id="relation"><option>Partner</option><option>Parent</option><option>Friend</option></select></label><button>Save emergency contact</button></form>`,
      ) +
      `<label>Language <select onchange="done('language ' + this.value)"><option>English</option><option>Deutsch</option><option>Polski</option></select></label>
      <fieldset><legend>Text size</legend><div role="radiogroup">${['Small', 'Normal', 'Large'].map((size) => `<span class="tap" role="radio" tabindex="0" aria-checked="${size === 'Normal'}" onclick="each('[role=radio]').forEach((one) => one.setAttribute('aria-checked', one === this)); done('size ${size}')">${size}</span>`).join(' ')}</div></fieldset>`,
  ),
  '/goals': page(
    'Health goals',
    `<label>Daily steps <input type="range" min="0" max="20000" step="500" value="4000" oninput="steps.textContent = this.value" onchange="done('steps ' + this.value)"></label> <output id="steps">4000</output>
    <div class="stepper"><span>Glasses of water</span> <button aria-label="Fewer" onclick="count(-1)">–</button> <span id="glasses">4</span> <button aria-label="More" onclick="count(1)">+</button></div>
    <div class="row">${['Planned', 'Doing', 'Finished'].map((name) => `<section class="column" aria-label="${name}"><h2>${name}</h2></section>`).join('')}</div>
    <form onsubmit="event.preventDefault(); list.insertAdjacentHTML('beforeend', '<li><label><input type=checkbox> ' + item.value + '</label></li>'); done('item ' + item.value); item.value = ''"><input id="item" placeholder="Add a habit" aria-label="New habit"><button>Add</button></form>
    <ul id="list">${['Stretch', 'Walk the dog', 'Early night'].map((name) => `<li><label><input type="checkbox" onchange="done('${name} ' + this.checked)"> ${name}</label> <button aria-label="Remove ${name}" onclick="this.closest('li').remove(); done('gone ${name}')">×</button></li>`).join('')}</ul>
    <p>You have walked 31,400 steps this week. Your best day was Tuesday.</p>
    <script>function count(by) { glasses.textContent = +glasses.textContent + by; done('glasses ' + glasses.textContent); }
    const columns = each('.column'); ['Swim twice', 'Cook at home'].forEach((name) => { const card = document.createElement('div'); card.draggable = true; card.textContent = name; card.ondragstart = (event) => { event.dataTransfer.setData('text', name); window.card = card; }; columns[0].append(card); });
    columns.forEach((column) => { column.ondragover = (event) => event.preventDefault(); column.ondrop = (event) => { event.preventDefault(); column.append(window.card); done('goal ' + event.dataTransfer.getData('text') + ' is ' + column.getAttribute('aria-label')); }; });</script>`,
  ),
  '/register': page(
    'Register as a patient',
    `<form onsubmit="event.preventDefault()"><div id="step1"><p>Step 1 of 2</p><label>Title <select id="kind"><option>Mrs</option><option>Mr</option><option>Mx</option></select></label><label for="fore">First name</label><input id="fore"><label for="sur">Family name</label><input id="sur">
    <fieldset><legend>Date of birth</legend><select aria-label="Day" id="bd">${Array.from({ length: 31 }, (_, at) => `<option>${at + 1}</option>`).join('')}</select><select aria-label="Month" id="bm">${['January', 'February', 'March', 'April', 'May', 'June'].map((name) => `<option>${name}</option>`).join('')}</select><select aria-label="Year" id="by">${['1984', '1985', '1986', '1987'].map((year) => `<option>${year}</option>`).join('')}</select></fieldset><button type="button" onclick="if (fore.value && sur.value) { step1.hidden = true; step2.hidden = false; }">Next step</button></div>
    <div id="step2" hidden><p>Step 2 of 2</p><label>Post code <input id="post"></label><label><input type="checkbox" id="agree" onchange="finish.disabled = !this.checked"> I agree to the <a href="/help">terms of use</a></label><button id="finish" disabled onclick="done(['patient', kind.value, fore.value, sur.value, bd.value, bm.value, by.value, post.value].join(' ')).then(() => { step2.innerHTML = '<p>Welcome! Your patient number is <b>P-3104</b>.</p>'; })">Finish registration</button></div></form>`,
  ),
  '/help': page(
    'Help',
    `<details><summary>How do I get a repeat prescription?</summary><p>Open Medicines and press Request repeat.</p></details><details><summary>What does a visit cost?</summary><p>A visit costs £35 for adults.</p></details>
    <p>Out-of-hours number: 111</p><iframe title="Ask us" src="/ask" width="500" height="200"></iframe><div style="height: 1600px"></div><section><h2>Find us</h2><p>Rowan Lane 12, opposite the station.</p><a href="/map" target="_blank">Map</a></section>`,
  ),
  '/map': page('Map', '<p>Nearest bus stop: Church Street</p>'),
  '/ask': `<!doctype html><html lang="en"><form onsubmit="event.preventDefault(); fetch('/done', { method: 'POST', body: 'asked ' + question.value }); said.textContent = 'Thanks, we will answer within 2 days'"><label>Your question <input id="question"></label><button>Send question</button></form><p id="said"></p></html>`,
};
