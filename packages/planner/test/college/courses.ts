import { COURSES, pounds } from './college.ts';
import { choices, type Frame, type Page, tabs } from './frame.ts';

const A_PAGE = 4;
const ORDERS = ['Most popular', 'Price: lowest first', 'Price: highest first', 'Name A–Z'];

const courses: Page = (_student, query) => {
  const [subject, level, order, words] = ['subject', 'level', 'order', 'q'].map(
    (key) => query.get(key) ?? '',
  ) as [string, string, string, string];
  const list = COURSES.filter(
    (course) =>
      (!subject || subject === 'All subjects' || course.subject === subject) &&
      (!level || level === 'Any level' || course.level === level) &&
      course.name.toLowerCase().includes(words.toLowerCase()),
  );
  if (order.includes('lowest')) list.sort((one, other) => one.price - other.price);
  if (order.includes('highest')) list.sort((one, other) => other.price - one.price);
  if (order.includes('Name')) list.sort((one, other) => one.name.localeCompare(other.name));
  const at = Number(query.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(list.length / A_PAGE));
  const to = (n: number, name: string) => {
    const next = new URLSearchParams(query);
    next.set('page', String(n));
    return `<a href="/courses?${next}"${n === at ? ' aria-current="page"' : ''}>${name}</a> `;
  };
  return {
    title: 'Courses',
    body: `<form role="search"><input type="search" name="q" placeholder="Search courses" value="${words}"> <label>Subject ${choices('subject', ['All subjects', 'Art', 'Languages', 'Cooking', 'Computing', 'Health'], subject)}</label> <label>Level ${choices('level', ['Any level', 'Beginner', 'Intermediate', 'Advanced'], level)}</label> <label>Sort by ${choices('order', ORDERS, order)}</label> <button>Apply</button></form><p>${list.length} courses found</p><div class="grid">${list
      .slice((at - 1) * A_PAGE, at * A_PAGE)
      .map(
        ({ code, name, tutor, price, day, level: at, places }) =>
          `<article class="tile"><h2><a href="/courses/${code}">${name}</a></h2><p>with ${tutor}</p><p>${day}s · ${at}</p><p><strong>${pounds(price)}</strong></p><p>${places ? `${places} places left` : 'Fully booked'}</p>${places ? `<button class="cta" onclick="add('${code}', 1)">Add to basket</button>` : `<button onclick="send('/wait', { code: '${code}' })">Join waiting list</button>`} <button aria-label="Bookmark ${name}" aria-pressed="false" onclick="mark(this, '${code}')">🔖</button></article>`,
      )
      .join(
        '',
      )}</div><nav aria-label="Pages">${at > 1 ? to(at - 1, '‹ Back') : ''}${Array.from({ length: pages }, (_, each) => to(each + 1, String(each + 1))).join('')}${at < pages ? to(at + 1, 'Next ›') : ''}</nav>
    <script>async function add(code, places) { if (await send('/basket/add', { code, places })) $('#inbasket').textContent = Number($('#inbasket').textContent) + places; }
    async function mark(b, code) { if (await send('/bookmark', { code })) b.setAttribute('aria-pressed', true); }</script>`,
  };
};

export function coursePage(code: string): Frame | undefined {
  const course = COURSES.find((each) => each.code === code);
  return (
    course && {
      title: course.name,
      body: `<p>${course.subject} · ${course.level} · ${pounds(course.price)}</p>${tabs([
        [
          'overview',
          'Overview',
          `<dl><dt>Tutor</dt><dd>${course.tutor}</dd><dt>Length</dt><dd>8 weeks</dd><dt>Group size</dt><dd>12</dd></dl><details><summary>What to bring</summary><p>A notebook and good shoes.</p></details><details><summary>Cancellation</summary><p>Free until 14 days before the start.</p></details>`,
        ],
        [
          'dates',
          'Dates',
          `<table><thead><tr><th>Session</th><th>Date</th><th>Room</th></tr></thead><tbody><tr><td>1</td><td>11 January 2027</td><td>B12</td></tr><tr><td>2</td><td>18 January 2027</td><td>B12</td></tr><tr><td>3</td><td>25 January 2027</td><td>Lab 5</td></tr></tbody></table>`,
        ],
        [
          'reviews',
          'Reviews',
          `<p>Average rating: 4.6 out of 5</p><h3>Write a review</h3><div class="rate" role="radiogroup" aria-label="Your rating">${[1, 2, 3, 4, 5].map((n) => `<span role="radio" aria-checked="false" aria-label="${n} star${n > 1 ? 's' : ''}" onclick="stars = ${n}; $$('.rate span').forEach((s, i) => { s.textContent = i < stars ? '★' : '☆'; s.setAttribute('aria-checked', i === stars - 1); })">☆</span>`).join('')}</div><div class="field"><label for="review">Your review</label><textarea id="review"></textarea></div><button onclick="send('/review', { code: '${code}', stars, text: $('#review').value })">Post review</button>`,
        ],
      ])}
      <h2>Book this course</h2><fieldset><legend>Time of day</legend><label><input type="radio" name="time" value="Daytime" checked> Daytime</label> <label><input type="radio" name="time" value="Evening"> Evening</label></fieldset><div class="field">Places <button aria-label="Fewer places" onclick="step(-1)">−</button> <output id="places">1</output> <button aria-label="More places" onclick="step(1)">+</button></div><button class="cta" onclick="book()">Add to basket</button>
      <script>let stars = 0; function step(by) { $('#places').textContent = Math.max(1, Number($('#places').textContent) + by); }
      async function book() { const places = Number($('#places').textContent), time = $('[name=time]:checked').value; if (await send('/basket/add', { code: '${code}', places, ...(time !== 'Daytime' && { time }) })) $('#inbasket').textContent = Number($('#inbasket').textContent) + places; }</script>`,
    }
  );
}

const basket: Page = ({ basket: inside }) => {
  const lines = COURSES.filter(({ code }) => inside.has(code));
  if (lines.length === 0) return { title: 'Your basket', body: '<p>Your basket is empty.</p>' };
  const total = lines.reduce((sum, { code, price }) => sum + price * (inside.get(code) ?? 0), 0);
  return {
    title: 'Your basket',
    body: `<ul>${lines.map(({ code, name, price }) => `<li class="tile"><b>${name}</b> <span>${pounds(price)} each</span> <label>Places <input type="number" min="1" value="${inside.get(code)}" onchange="send('/basket/set', { code: '${code}', places: this.value })"></label> <button aria-label="Remove ${name}" onclick="send('/basket/remove', { code: '${code}' }).then(() => location.reload())">✕</button></li>`).join('')}</ul><p>Total <strong>${pounds(total)}</strong></p><form method="post" action="/basket/voucher"><label>Voucher code <input name="voucher"></label> <button>Apply</button></form><p><a class="cta" href="/checkout">Checkout</a></p>`,
  };
};

const checkout: Page = () => ({
  title: 'Checkout',
  body: `<form method="post" action="/checkout"><div class="field"><label for="fn">First name</label><input id="fn" name="first"></div><div class="field"><label for="sn">Last name</label><input id="sn" name="last"></div><div class="field"><label for="em">E-mail address</label><input id="em" name="email" type="email"></div><div class="field"><label for="ph">Mobile number</label><input id="ph" name="phone"></div><div class="field"><label for="bd">Date of birth</label><input id="bd" name="born" type="date"></div><fieldset><legend>How would you like to pay?</legend><label><input type="radio" name="pay" value="card"> Debit card</label> <label><input type="radio" name="pay" value="transfer"> Bank transfer</label> <label><input type="radio" name="pay" value="instalments"> Three instalments</label></fieldset><p><label><input type="checkbox" name="agree" value="yes"> I have read the booking conditions</label></p><button class="cta">Place order</button></form>`,
});

const membership: Page = () => ({
  title: 'Membership',
  body: `<p>Your plan: <b id="plan">Basic</b></p><div class="grid">${[
    ['Basic', '£0 a month', 'Library card'],
    ['Plus', '£9 a month', 'Library card and 10% off courses'],
    ['Premium', '£19 a month', 'Everything, and the gym'],
  ]
    .map(
      ([name, price, what]) =>
        `<section class="tile"><h3>${name}</h3><p>${price}</p><p>${what}</p><div class="cta" data-plan="${name}">Select</div></section>`,
    )
    .join(
      '',
    )}</div><div class="shade" role="dialog" aria-modal="true" aria-label="Change of plan" hidden><div class="sheet"><p>Switch to <b></b>?</p><button class="no">Not now</button> <button class="yes">Confirm</button></div></div>
  <script>addEventListener('DOMContentLoaded', () => { $$('[data-plan]').forEach((b) => { b.onclick = () => { const name = b.dataset.plan; $('.shade b').textContent = name; $('.shade').hidden = false; $('.yes').onclick = async () => { if (await send('/plan', { name })) { $('#plan').textContent = name; $('.shade').hidden = true; } }; }; }); $('.no').onclick = () => { $('.shade').hidden = true; }; });</script>`,
});

export const coursePages: Readonly<Record<string, Page>> = {
  '/courses': courses,
  '/basket': basket,
  '/checkout': checkout,
  '/checkout/thanks': () => ({
    title: 'Thank you',
    body: '<p>We have received your order. Order number: <b>A-6620</b></p>',
  }),
  '/membership': membership,
};
