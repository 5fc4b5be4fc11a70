import { page } from './frame.ts';

const sections = ['Profile', 'Notifications', 'Appearance', 'Security'];
const switches = [
  ['Mentions by e-mail', true],
  ['Assignments by e-mail', true],
  ['Desktop alerts', false],
  ['Weekly product news', true],
] as const;
const sessions = [
  ['Firefox on Linux', 'Bremen', 'now'],
  ['Safari on iPad', 'Lisbon', '2 days ago'],
  ['Chrome on Windows', 'Bremen', '3 weeks ago'],
] as const;
const zones = ['Europe/Berlin', 'Europe/Lisbon', 'Europe/London', 'Asia/Tokyo'];

/** The settings of a person, as Material and Headless UI draw them. */
export const profile: string = page(
  'Profile and settings',
  `<div style="display: flex; gap: 30px"><div role="tablist" aria-orientation="vertical" style="display: grid; align-content: start">${sections.map((name, n) => `<button role="tab" class="tab MuiTab-root" aria-selected="${n === 0}" onclick="$$('[role=tab]').forEach((one) => one.setAttribute('aria-selected', one === this)); $$('[role=tabpanel]').forEach((one, at) => { one.hidden = at !== ${n}; })">${name}</button>`).join('')}</div><div style="flex: 1">
  <div role="tabpanel"><form onsubmit="event.preventDefault(); tell('profile ' + $$('input, select, textarea', this).map((one) => one.value).filter(Boolean).join('; '), 'Profile saved')"><div class="row"><div class="MuiTextField-root"><label for="first">First name</label><input id="first" value="Ines"></div><div class="MuiTextField-root"><label for="last">Last name</label><input id="last" value="Duarte"></div></div><div class="MuiTextField-root"><label for="job">Job title</label><input id="job" value="Software Engineer"></div><div><label for="zone">Time zone</label><select id="zone">${zones.map((zone) => `<option>${zone}</option>`).join('')}</select></div><div><label for="bio">About you</label><textarea id="bio"></textarea></div><button class="btn btn-primary">Save profile</button></form></div>
  <div role="tabpanel" hidden>${switches.map(([name, on], n) => `<div class="row"><span id="sw${n}" style="width: 220px">${name}</span><button type="button" role="switch" class="switch" aria-checked="${on}" aria-labelledby="sw${n}" onclick="const on = this.getAttribute('aria-checked') !== 'true'; this.setAttribute('aria-checked', on); tell('${name} ' + on, '')"></button></div>`).join('')}
  <h3>Digest</h3><div class="row ant-radio-group">${['Off', 'Daily', 'Weekly'].map((name, n) => `<label class="btn ant-radio-button-wrapper"><input type="radio" name="digest" ${n ? '' : 'checked'} onchange="tell('digest ${name}')"> ${name}</label>`).join('')}</div>
  <h3>Quiet hours</h3><div class="row"><label>From <input type="time" id="quiet1" value="20:00"></label><label>To <input type="time" id="quiet2" value="08:00"></label><button class="btn" onclick="tell('quiet ' + $('#quiet1').value + '-' + $('#quiet2').value)">Save quiet hours</button></div></div>
  <div role="tabpanel" hidden><div role="radiogroup" aria-label="Theme" class="row">${['Light', 'Dark', 'Same as system'].map((name, n) => `<div class="card pick theme" role="radio" aria-checked="${n === 0}" tabindex="0" onclick="$$('.theme').forEach((one) => one.setAttribute('aria-checked', one === this)); tell('theme ${name}')">${name}</div>`).join('')}</div>
  <p>Accent colour</p><div class="row">${[
    ['Larch', '#1c6b52'],
    ['Plum', '#7b2d6b'],
    ['Ocean', '#1d5fa8'],
  ]
    .map(
      ([name, colour]) =>
        `<span class="swatch" title="${name}" style="background: ${colour}; width: 18px; height: 18px" onclick="$$('.swatch').forEach((one) => one.classList.toggle('active', one === this)); tell('accent ${name}')"></span>`,
    )
    .join(
      '',
    )}</div><div><label for="size">Text size</label> <input type="range" id="size" min="12" max="24" value="15" oninput="$('#px').textContent = value"> <span id="px">15</span> px</div><div><label for="volume">Sound volume</label> <input type="range" id="volume" min="0" max="100" step="10" value="50"></div><button class="btn" onclick="tell('text size ' + $('#size').value + ', volume ' + $('#volume').value)">Apply</button></div>
  <div role="tabpanel" hidden><form onsubmit="event.preventDefault(); const [now, fresh, again] = $$('input', this).map((one) => one.value); if (!now || fresh !== again) { $('#passbad').textContent = 'The new passwords differ'; return; } tell('password ' + now + ' > ' + fresh, 'Password changed'); this.reset()"><div><label>Current password</label><input type="password" autocomplete="current-password"></div><div><label>New password</label><input type="password" autocomplete="new-password"></div><div><label>Repeat new password</label><input type="password" autocomplete="new-password"></div><p class="text-red" id="passbad"></p><button class="btn">Change password</button></form>
  <h3>Where you are signed in</h3><table>${sessions.map(([device, place, seen], n) => `<tr><td>${device}</td><td>${place}</td><td>${seen}</td><td>${n ? `<button class="btn" onclick="this.closest('tr').remove(); tell('end session ${device}', 'Signed out')">Sign out</button>` : 'This device'}</td></tr>`).join('')}</table>
  <h3>API tokens</h3><div class="row"><input placeholder="Name of the token" id="tokenname"><button class="btn" onclick="if (!$('#tokenname').value) return; $('#made').hidden = false; tell('token ' + $('#tokenname').value, 'Token created')">Create token</button></div><dl id="made" hidden><dt>Your new token</dt><dd>tmk_49f1c7</dd></dl></div></div></div>`,
);
