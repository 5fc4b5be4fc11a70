/** Pages on which something is chosen, switched or copied. */
export const choicePages: Readonly<Record<string, string>> = {
  '/city': `<h1>Address</h1><label for="city">City</label><input id="city" role="combobox" aria-expanded="false" aria-controls="offers" autocomplete="off"><ul id="offers" role="listbox" hidden></ul><script>
    city.oninput = () => {
      const found = ['London', 'Leeds', 'Berlin'].filter((name) => city.value && name.toLowerCase().startsWith(city.value.toLowerCase()));
      offers.innerHTML = found.map((name) => '<li role="option">' + name + '</li>').join('');
      offers.hidden = found.length === 0;
      for (const offer of offers.children)
        offer.onmousedown = () => { city.value = offer.textContent; offers.hidden = true; say('chose ' + city.value); };
    };</script>`,
  '/addresses': `<h1>Order</h1><label>Billing address <input id="bill" value="5 Low Road"></label><label>Delivery address <input id="sent"></label><button onclick="say(sent.value)">Save</button>`,
  '/contact': `<h1>Contact</h1><form onsubmit="event.preventDefault(); say('news ' + letter.value)"><h2>Newsletter</h2><label>E-mail <input id="letter"></label><button>Send</button></form><form onsubmit="event.preventDefault(); say([called, mail, words].map(({ value }) => value).join()); note.textContent = 'Thank you.'"><h2>Write to us</h2><label>Name <input id="called"></label><label>E-mail <input id="mail"></label><label>Message <textarea id="words"></textarea></label><button>Send</button></form><p id="note"></p>`,
  '/shipping': `<h1>Shipping</h1><form onsubmit="event.preventDefault(); say(this.way.value + ' ' + wrap.checked); note.textContent = 'Saved'"><fieldset><legend>Shipping</legend>${[
    ['standard', 'Standard – €4.00, 5 days'],
    ['express', 'Express – €9.00, 2 days'],
    ['collected', 'Pick up – free'],
  ]
    .map(([value, name]) => `<label><input type="radio" name="way" value="${value}"> ${name}</label>`)
    .join(
      '',
    )}</fieldset><label><input type="checkbox" id="wrap"> Gift wrap (€2.00)</label><button>Continue</button></form><p id="note"></p>`,
  '/order': `<h1>Order</h1><p>Ball valve €12.00</p><fieldset><legend>Shipping</legend><label><input type="radio" name="way" onchange="say('by post')"> Post – €4.00</label><label><input type="radio" name="way" onchange="say('by courier')"> Courier – €9.00</label></fieldset>`,
  '/switches': `<h1>Settings</h1><label><input type="checkbox" checked> Gift wrap</label>${['Dark mode', 'Sound'].map((name, at) => `<div role="switch" tabindex="0" aria-checked="${at === 1}" aria-label="${name}" onclick="this.ariaChecked = String(this.ariaChecked !== 'true'); say('${name} ' + this.ariaChecked)" style="width: 30px; height: 16px">${name}</div>`).join('')}`,
  '/delivery': `<h1>Delivery</h1><form onsubmit="event.preventDefault(); say(day.value + ' ' + time.value); note.textContent = 'Saved'"><label>Delivery date <input type="date" id="day"></label><label>Time <input type="time" id="time"></label><button>Save</button></form><p id="note"></p>`,
};
