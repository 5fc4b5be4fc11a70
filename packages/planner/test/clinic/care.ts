import { page } from './frame.ts';

const appointments = [
  ['A1', 'Thu 3 December 2026', '10:40', 'Dr. Amara Obi', 'Check-up'],
  ['A2', 'Wed 9 December 2026', '14:15', 'Dr. Felix Lindt', 'Eye test'],
  ['A3', 'Fri 15 January 2027', '09:00', 'Nurse Kaya', 'Flu jab'],
] as const;
const medicines = [
  ['Amoxil', '250 mg', 0, 'Expired', 'Twice a day'],
  ['Loratadine', '10 mg', 3, 'Active', 'Once a day'],
  ['Metformin', '500 mg', 5, 'Active', 'With breakfast'],
] as const;

/** Appointments, booking and medicines. */
export const care: Readonly<Record<string, string>> = {
  '/appointments': page(
    'Appointments',
    `<a class="button" href="/book">Book an appointment</a>
    <ul role="tablist"><li role="presentation"><a href="#up" role="tab" aria-selected="true">Upcoming</a></li><li role="presentation"><a href="#past" role="tab" aria-selected="false">Past visits</a></li></ul>
    <section id="up">${appointments
      .map(
        ([id, day, time, who, why]) =>
          `<div class="row" data-id="${id}"><strong>${why}</strong><span>${day}</span><span>${time}</span><span>${who}</span><button class="move">Reschedule</button><button class="cancel">Cancel</button></div>`,
      )
      .join('')}</section>
    <section id="past" hidden><table><thead><tr><th>Date</th><th>Visit</th><th>With</th><th>Cost</th><th></th></tr></thead><tbody>
    ${[
      ['11 August 2026', 'Blood test', 'Nurse Kaya', '£18.00'],
      ['2 May 2026', 'Back pain', 'Dr. Amara Obi', '£35.00'],
      ['19 January 2026', 'Travel advice', 'Dr. Felix Lindt', '£27.50'],
    ]
      .map(
        ([day, why, who, cost]) =>
          `<tr><td>${day}</td><td>${why}</td><td>${who}</td><td>${cost}</td><td><button onclick="done('again ${why}')">Book again</button></td></tr>`,
      )
      .join('')}</tbody></table></section>
    <dialog id="mover"><h2>Choose a new day</h2><label>New date <input type="date" id="newDay" oninput="moveIt.disabled = !this.value"></label><button id="moveIt" disabled>Move appointment</button><button onclick="mover.close()">Close</button></dialog>
    <script>each('[role=tab]').forEach((tab) => { tab.onclick = (event) => { event.preventDefault(); each('[role=tab]').forEach((one) => { one.setAttribute('aria-selected', one === tab); document.querySelector(one.hash).hidden = one !== tab; }); }; });
    each('.cancel').forEach((button) => { button.onclick = () => ask('Do you really want to cancel?', 'Yes, cancel it', () => { const row = button.closest('.row'); row.remove(); done('cancelled ' + row.dataset.id, 'Appointment cancelled'); }); });
    let moving; each('.move').forEach((button) => { button.onclick = () => { moving = button.closest('.row'); mover.showModal(); }; });
    moveIt.onclick = () => { moving.children[1].textContent = newDay.value; done('moved ' + moving.dataset.id + ' to ' + newDay.value); mover.close(); };</script>`,
  ),
  '/book': page(
    'Book an appointment',
    `<div class="field"><span id="docLabel">Doctor</span> <button id="doc" aria-labelledby="docLabel doc" aria-haspopup="listbox" aria-expanded="false">Please choose</button><ul id="docs" class="menu" role="listbox" hidden>${['Dr. Amara Obi', 'Dr. Felix Lindt', 'Nurse Kaya'].map((name) => `<li role="option">${name}</li>`).join('')}</ul></div>
    <label>Day <input type="date" id="day"></label>
    <fieldset><legend>Time</legend>${['9:00', '9:30', '10:00', '11:30'].map((time) => `<button type="button" class="slot" ${time === '9:30' ? 'disabled' : ''}>${time}</button>`).join('')}</fieldset>
    <fieldset><legend>How would you like to be seen?</legend>${['In person', 'Video call', 'Phone call'].map((way) => `<label><input type="radio" name="way" value="${way}"> ${way}</label>`).join('')}</fieldset>
    <label>Reason for your visit <textarea id="reason"></textarea></label><label><input type="checkbox" id="first"> This is my first visit</label>
    <p><button id="book" disabled>Book appointment</button></p><p id="booked" role="status"></p>
    <script>let slot = ''; const check = () => { book.disabled = !(day.value && slot && doc.dataset.value); };
    doc.onclick = () => { docs.hidden = !docs.hidden; doc.setAttribute('aria-expanded', !docs.hidden); };
    each('#docs li').forEach((one) => { one.onclick = () => { doc.textContent = one.textContent; doc.dataset.value = one.textContent; docs.hidden = true; doc.setAttribute('aria-expanded', 'false'); check(); }; });
    each('.slot').forEach((one) => { one.onclick = () => { slot = one.textContent; each('.slot').forEach((other) => other.setAttribute('aria-pressed', other === one)); check(); }; }); day.oninput = check;
    book.onclick = async () => { book.disabled = true; const way = document.querySelector('[name=way]:checked')?.value ?? ''; if (await done(['book', doc.dataset.value, day.value, slot, way, reason.value, first.checked ? 'first' : ''].filter(Boolean).join('; '))) booked.innerHTML = 'Thank you, you are booked in. Booking reference: <b>AP-3391</b>'; };</script>`,
  ),
  '/prescriptions': page(
    'Medicines',
    `<div role="group" aria-label="Show">${['All', 'Active', 'Expired'].map((kind) => `<button class="chip" aria-pressed="${kind === 'All'}">${kind}</button>`).join('')}</div>
    <div id="shelf">${medicines
      .map(
        ([name, dose, left, state, when]) =>
          `<article class="med" data-state="${state}"><h2>${name} ${dose}</h2><dl><dt>Repeats left</dt><dd>${left}</dd><dt>Status</dt><dd>${state}</dd><dt>Take</dt><dd>${when}</dd></dl><button ${left ? '' : 'disabled'} onclick="this.textContent = 'Requested'; done('repeat ${name}')">Request repeat</button> <button role="switch" aria-checked="false" aria-label="Automatic repeat of ${name}" onclick="const on = this.getAttribute('aria-checked') !== 'true'; this.setAttribute('aria-checked', on); done('auto ${name} ' + on)"></button></article>`,
      )
      .join('')}</div>
    <section><h2>Your pharmacy</h2><p><span id="chemist">High Street Pharmacy</span> <button title="Edit pharmacy" id="pen">✎</button></p></section>
    <a href="/leaflet" download="leaflet.txt" onclick="done('leaflet')">Patient leaflet</a>
    <script>each('.chip').forEach((chip) => { chip.onclick = () => { each('.chip').forEach((one) => one.setAttribute('aria-pressed', one === chip)); each('.med').forEach((med) => { med.hidden = chip.textContent !== 'All' && med.dataset.state !== chip.textContent; }); done('show ' + chip.textContent); }; });
    const chemist = document.querySelector('#chemist'); pen.onclick = () => { const input = document.createElement('input'); input.setAttribute('aria-label', 'Pharmacy'); input.value = chemist.textContent; chemist.replaceWith(input); pen.hidden = true; input.focus();
      input.onkeydown = (event) => { if (event.key === 'Enter') { chemist.textContent = input.value; input.replaceWith(chemist); pen.hidden = false; done('pharmacy ' + chemist.textContent); } }; };</script>`,
  ),
  '/leaflet': 'Take with water.',
};
