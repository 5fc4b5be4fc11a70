import { page } from './frame.ts';

const cars = [
  ['Fiat 500', 'Small', 'Manual', 'Petrol', 4, 24, '0.2 m³'],
  ['Skoda Octavia', 'Estate', 'Manual', 'Diesel', 5, 42, '0.6 m³'],
  ['Toyota Yaris', 'Small', 'Automatic', 'Hybrid', 5, 31, '0.3 m³'],
  ['Mini Cooper', 'Small', 'Manual', 'Petrol', 4, 36, '0.2 m³'],
  ['Tesla Model 3', 'Saloon', 'Automatic', 'Electric', 5, 68, '0.5 m³'],
  ['Ford Transit', 'Van', 'Automatic', 'Diesel', 3, 79, '11 m³'],
];
const extras = [
  ['Skoda Octavia, 4 days', 168, 1],
  ['Child seat', 9.5, 0],
  ['Snow chains', 0, 0],
];

/** The cars to hire, what is in the basket, and the offers. */
export const driving: Readonly<Record<string, string>> = {
  '/cars': page(
    'Our cars',
    `<div><div class="seg" id="fuel">${['All', 'Petrol', 'Diesel', 'Hybrid', 'Electric'].map((fuel) => `<span onclick="each('#fuel span').forEach((other) => other.classList.toggle('on', other === this)); fuel = '${fuel}'; draw(); tell('fuel ${fuel}', '')"${fuel === 'All' ? ' class="on"' : ''}>${fuel}</span>`).join('')}</div>
    <label>Maximum price per day <input type="range" id="max" min="20" max="100" value="100" oninput="one('#maxis').textContent = '£' + value; draw()" onchange="tell('max ' + value, '')"> <output id="maxis">£100</output></label>
    <label>Sort by <select id="order" onchange="draw(); tell('sort ' + selectedOptions[0].textContent, '')"><option value="0">Recommended</option><option value="1">Price: low to high</option><option value="-1">Price: high to low</option></select></label></div>
    <p><b id="many"></b> cars</p><div class="cards" id="cars"></div>
    <script>const cars = ${JSON.stringify(cars)}; let fuel = 'All';
    function draw() {
      const way = Number(one('#order').value), shown = cars.filter((car) => (fuel === 'All' || car[3] === fuel) && car[5] <= Number(one('#max').value)).sort((a, b) => way * (a[5] - b[5]));
      one('#many').textContent = shown.length;
      one('#cars').innerHTML = shown.map(([name, kind, gears, fuels, seats, price, load]) => '<div class="car"><h3>' + name + '</h3><span class="heart" title="Favourite" onclick="this.classList.add(&quot;on&quot;); tell(&quot;star ' + name + '&quot;, &quot;&quot;)">♡</span> <span class="badge">' + kind + '</span> <span class="badge">' + gears + '</span><ul class="facts"><li>Fuel: ' + fuels + '</li><li>Seats: ' + seats + '</li></ul><p><strong>£' + price + '.00</strong> per day</p><p class="gone more">Load volume: <span>' + load + '</span></p><a class="btn" onclick="one(&quot;.more&quot;, this.closest(&quot;.car&quot;)).classList.remove(&quot;gone&quot;)">Details</a> <button class="btn" onclick="tell(&quot;basket + ' + name + '&quot;, &quot;Added&quot;)">Add to basket</button> <label><input type="checkbox" onchange="tell(&quot;compare ' + name + '&quot;, &quot;&quot;)"> Compare</label></div>').join('');
    } draw();</script>`,
  ),
  '/basket': page(
    'Basket',
    `<div id="lines">${extras.map(([name, price, isCar]) => `<div class="item" data-price="${price}"><span style="width: 180px">${name}</span><span>£${Number(price).toFixed(2)}</span>${isCar ? '' : `<input type="number" min="0" value="1" style="width: 50px" aria-label="Quantity of ${name}" onchange="sum(); tell('quantity ${name} ' + value, '')">`}<a class="btn" title="Remove" onclick="this.parentElement.remove(); sum(); tell('basket - ${name}', '')">✕</a></div>`).join('')}</div>
    <label><input type="checkbox" onchange="tell('extra Full cover ' + checked, '')"> Full cover (£8.00 a day)</label>
    <form onsubmit="event.preventDefault(); tell('code ' + one('#promo').value, 'Code applied')"><input id="promo" placeholder="Promo code"> <button class="btn">Apply</button></form>
    <div class="summary"><div><span>Deposit</span><span>£250.00</span></div><div><b>Total</b><b id="sum">£177.50</b></div></div>
    <p><button class="btn" onclick="tell('checkout', 'On to the payment')">Check out</button> <button class="btn" onclick="if (confirm('Empty the whole basket?')) { one('#lines').innerHTML = ''; sum(); tell('basket emptied'); }">Empty basket</button></p>
    <script>function sum() { let total = 0; each('.item').forEach((line) => { total += Number(line.dataset.price) * Number(one('input', line)?.value ?? 1); }); one('#sum').textContent = '£' + total.toFixed(2); }</script>`,
  ),
  '/offers': page(
    'Offers',
    `<article><h2>Winter deal</h2><p>15 % off every car in January.</p><p>Code: <code>FROST15</code></p></article><article><h2>Long weekend</h2><p>Four days for the price of three.</p><p>Code: <code>FOUR43</code></p></article>`,
  ),
  '/report': page(
    'Report damage',
    `<form method="post" action="/report"><label>Booking <select name="booking"><option value="">Choose…</option><option>MH-20877</option><option>MH-20856</option></select></label>
    <fieldset><legend>Type of damage</legend>${['Scratch', 'Dent', 'Windscreen', 'Tyre'].map((type) => `<label><input type="radio" name="type" value="${type}"> ${type}</label>`).join('')}</fieldset>
    <label>Date of the damage <input type="date" name="date"></label><label><input type="checkbox" name="drivable" value="yes"> The car can still be driven</label><label>Description <textarea name="text"></textarea></label><button class="btn">Send report</button></form><p><a href="/help">Send us a message instead</a></p>`,
  ),
};
