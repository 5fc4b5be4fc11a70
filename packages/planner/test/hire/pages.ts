/** A car hire company with the accounts of its customers: plain markup, most widgets without a role. */
import { account } from './account.ts';
import { branchPages } from './branches.ts';
import { driving } from './driving.ts';
import { page } from './frame.ts';

const places = ['Leeds Station', 'Leeds Airport', 'York', 'Bristol', 'Edinburgh Waverley'];

const pages: Readonly<Record<string, string>> = {
  '/': page(
    'Where to next?',
    `<form method="post" action="/search" autocomplete="off"><div style="position: relative"><input name="place" id="where" placeholder="Town, airport or station" oninput="one('#places').classList.remove('gone'); each('#places li').forEach((place) => place.classList.toggle('gone', !place.textContent.toLowerCase().includes(value.toLowerCase())))"><ul class="pop gone" id="places">${places.map((place) => `<li onclick="one('#where').value = '${place}'; this.parentElement.classList.add('gone')">${place}</li>`).join('')}</ul></div>
    <label>Pick-up date <input type="date" name="from"></label><label>Return date <input type="date" name="to"></label><button class="btn">Find a car</button></form><h2>Why us?</h2><p>No queues, no small print.</p>`,
  ),
  '/thanks': page('Thank you', '<p>We have got it.</p>'),
  ...driving,
  ...account,
  ...branchPages,
};

export const hire = { pages, page, user: 'jo.akers@example.org', password: 'Gravel!Road7' };
