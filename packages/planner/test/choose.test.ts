import { describe, expect, test } from '@jest/globals';
import { chooseCandidate } from '../src/finding/choose-element.ts';
import { chooseItem } from '../src/finding/choose-item.ts';
import { chooseFact } from '../src/finding/choose-fact.ts';
import { cellOfKind } from '../src/finding/unlabelled-facts.ts';
import { isThere } from '../src/answering/presence.ts';
import { answerOn } from '../src/answering/find-answer.ts';
import { wordsThatOpen } from '../src/finding/element-of-item.ts';
import { sizesOf } from '../src/finding/sizes-of-items.ts';
import { inquiryOf } from '../src/grammar/inquiry.ts';
import { candidate, fact, item, phrase, view } from './views.ts';

const group = (name: string) => ({ name, isTable: false, css: '', inContent: true });

const save = candidate('button', 'Save');
const saveAll = candidate('button', 'Save all');

describe('choosing an element', () => {
  test('a field is looked for in the form that is being filled in, and not in the footer of every page', () => {
    const own = candidate('textbox', 'Email address', { form: 0 });
    const footer = candidate('textbox', 'Your email', { form: 1, inContent: false });
    const candidates = [own, footer];
    const email = phrase('email');
    expect(chooseCandidate(view({ candidates, formInUse: 0 }), email, 'fill')).toEqual({ one: own });
    expect(chooseCandidate(view({ candidates, formInUse: -1 }), email, 'fill')).toEqual({ one: own });
    expect(chooseCandidate(view({ candidates, formInUse: 1 }), email, 'fill')).toEqual({ one: footer });
    expect(chooseCandidate(view({ candidates }), email, 'fill')).toEqual({ one: footer });
  });

  test('"e-mail and SMS" are two boxes, of which one is not enough', () => {
    const candidates = [candidate('checkbox', 'E-mail'), candidate('checkbox', 'SMS')];
    expect(chooseCandidate(view({ candidates }), phrase('e-mail and SMS'), 'check')).toHaveProperty('none');
    expect(chooseCandidate(view({ candidates }), phrase('box SMS'), 'check')).toEqual({ one: candidates[1] });
  });

  test('"send the timesheet" is no empty form in the footer of every page', () => {
    const send = candidate('button', 'Send', { form: 1, inContent: false });
    const field = candidate('textbox', 'Your email', { form: 1, inContent: false });
    const said = phrase('send timesheet', { kind: 'control' });
    expect(chooseCandidate(view({ candidates: [field, send] }), said, 'click')).toHaveProperty('none');
    const filled = { ...field, value: 'ada@example.com' };
    expect(chooseCandidate(view({ candidates: [filled, send] }), said, 'click')).toEqual({ one: send });
  });

  test('"subscribe ada@…" is more than a button "Subscribe" does', () => {
    const address = phrase('ada@example.org');
    const said = phrase('subscribe ada@example.org', {
      kind: 'control',
      apart: [phrase('subscribe', { kind: 'control', within: address })],
    });
    const subscribe = candidate('button', 'Subscribe');
    expect(chooseCandidate(view({ candidates: [subscribe] }), said, 'click')).toHaveProperty('none');
    const named = candidate('button', 'Subscribe ada@example.org');
    expect(chooseCandidate(view({ candidates: [subscribe, named] }), said, 'click')).toEqual({ one: named });
  });

  test('how many like a thing is no part of the name of its button', () => {
    const like = candidate('button', 'Like 12');
    const page = view({ candidates: [like] });
    expect(chooseCandidate(page, phrase('like post', { kind: 'control' }), 'click')).toEqual({ one: like });
  });

  test('a field that filters a list by name asks for no name of anything new', () => {
    const candidates = [candidate('textbox', 'Filter by name')];
    expect(chooseCandidate(view({ candidates }), phrase('name'), 'fill')).toHaveProperty('none');
    expect(chooseCandidate(view({ candidates }), phrase('filter by name'), 'fill')).toHaveProperty('one');
  });

  test('an exact name wins over one that contains it', () => {
    const page = view({ candidates: [saveAll, save] });
    expect(chooseCandidate(page, phrase('Save'), 'click')).toEqual({ one: save });
  });

  test('never chooses between equal candidates', () => {
    const other = candidate('button', 'Save', { css: '#other' });
    const page = view({ candidates: [save, other] });
    expect(chooseCandidate(page, phrase('Save'), 'click')).toEqual({ equals: [save, other] });
    expect(chooseCandidate(page, phrase('Save', { ordinal: 2 }), 'click')).toMatchObject({ one: other });
    expect(chooseCandidate(page, phrase('Save', { ordinal: 'last' }), 'click')).toMatchObject({ one: other });
    expect(chooseCandidate(page, phrase('Save', { ordinal: 3 }), 'click')).toHaveProperty('none');
  });

  test('prefers a whole name over the ordinal that it begins with', () => {
    const pages = ['First page', 'Second page', 'Page', 'Third page'].map((name) => candidate('link', name));
    const third = phrase('page', { kind: 'link', ordinal: 3, whole: 'Third page' });
    expect(chooseCandidate(view({ candidates: pages }), third, 'click')).toEqual({ one: pages[3] });
    expect(chooseCandidate(view({ candidates: [...pages, ...pages] }), third, 'click')).toHaveProperty(
      'equals',
    );
    const others = ['Next page', 'Big page', 'Other page', 'Third page of four'].map((name) =>
      candidate('link', name),
    );
    const heading = candidate('heading', 'Third page');
    expect(chooseCandidate(view({ candidates: [heading, ...others] }), third, 'click')).toMatchObject({
      one: others[2],
    });
  });

  test('prefers an item with the whole name over an ordinal', () => {
    const items = ['Sunrise', 'Old Sunrise', 'Second Sunrise'].map((title) => item(title, { link: '#x' }));
    const second = phrase('Sunrise', { ordinal: 2, whole: 'Second Sunrise' });
    expect(chooseItem(view({ items }), second)).toEqual({ one: 2 });
  });

  test('what a thing is said to be must stand on it, and is no part of another', () => {
    const page = view({
      items: [
        item('Blue Teapot', { text: 'Blue Teapot Small £34' }),
        item('Polo', { text: 'Polo Red Diesel' }),
      ],
    });
    expect(chooseItem(page, phrase('small Blue Teapot'))).toEqual({ one: 0 });
    expect(chooseItem(page, phrase('large Blue Teapot'))).toHaveProperty('none');
    expect(chooseItem(page, phrase('Blue Teapot in green'))).toHaveProperty('none');
    expect(chooseItem(page, phrase('teapot Blue Teapot'))).toEqual({ one: 0 });
  });

  test('the only button of a name is not pressed for an item that its row is not about', () => {
    const pay = candidate('button', 'Pay', { items: [1] });
    const rows = [
      item('R-91', { text: 'R-91 Cancelled', group: 0 }),
      item('R-92', { text: 'R-92 Overdue Pay', group: 0 }),
    ];
    const page = view({ items: rows, candidates: [pay] });
    const invoice = (text: string) =>
      phrase(`Pay ${text}`, {
        kind: 'control',
        apart: [phrase('Pay', { kind: 'control', within: phrase(text) })],
      });
    expect(chooseCandidate(page, invoice('cancelled invoice'), 'click')).toHaveProperty('none');
    expect(chooseCandidate(page, invoice('overdue invoice'), 'click')).toEqual({ one: pay });
    expect(chooseCandidate(page, invoice('invoice'), 'click')).toEqual({ one: pay });
  });

  test('a button and a link of one name are equals unless the kind was said', () => {
    const button = candidate('button', 'Log in');
    const link = candidate('link', 'Log in', { href: 'https://shop.example/login' });
    const page = view({ candidates: [link, button] });
    expect(chooseCandidate(page, phrase('Log in'), 'click')).toEqual({ equals: [link, button] });
    expect(chooseCandidate(page, phrase('Log in', { kind: 'button' }), 'click')).toEqual({ one: button });
  });

  test('links to the same address are one candidate', () => {
    const links = ['#a', '#b'].map((css) =>
      candidate('link', 'Teapot', { css, href: 'https://shop.example/t' }),
    );
    expect(chooseCandidate(view({ candidates: links }), phrase('Teapot'), 'click')).toEqual({
      one: links[0],
    });
  });

  test('only fields are filled, and only lists are chosen from', () => {
    const heading = candidate('heading', 'Email');
    const field = candidate('textbox', 'Email');
    const list = candidate('combobox', 'Email', { options: ['work', 'home'] });
    const page = view({ candidates: [heading, field, list] });
    expect(chooseCandidate(page, phrase('email'), 'fill')).toEqual({ one: field });
    expect(chooseCandidate(page, phrase('email'), 'select')).toEqual({ one: list });
  });

  test('lists what exists when no element fits', () => {
    expect(chooseCandidate(view({ candidates: [save] }), phrase('Buy'), 'click')).toEqual({ none: [save] });
  });

  test('an item narrows the choice', () => {
    const remove = [0, 1].map((index) =>
      candidate('button', 'Remove', { css: `#r${index}`, items: [index] }),
    );
    const page = view({ candidates: remove, items: [item('Teapot'), item('Milk Jug')] });
    const target = phrase('Remove', { within: phrase('milk jug') });
    expect(chooseCandidate(page, target, 'click')).toEqual({ one: remove[1] });
    expect(chooseCandidate(page, phrase('Remove'), 'click')).toEqual({ equals: remove });
  });

  test('the innermost items are counted', () => {
    const items = [item('Wrapper', { link: '#x' }), item('First', { parents: [0], link: '#x' })];
    expect(chooseItem(view({ items }), phrase('', { kind: 'result', ordinal: 1 }))).toEqual({ one: 1 });
  });

  test('a search that found nothing has no first result', () => {
    const popular = view({ items: [item('Rent', { link: '#x' })], text: 'Search\n0 results\nPopular\nRent' });
    expect(chooseItem(popular, phrase('', { kind: 'result', ordinal: 1 }))).toEqual({ none: [] });
    expect(chooseItem(popular, phrase('', { ordinal: 1 }))).toEqual({ one: 0 });
  });
});

describe('choosing a value', () => {
  const total = fact('Total', '£9');
  const subtotal = fact('Subtotal', '£7');

  test('a whole label wins over a part', () => {
    expect(chooseFact(view({ facts: [subtotal, total] }), 'total', null)).toEqual({ one: total });
  });

  test('different values under one label are equals, the same value is not', () => {
    const again = fact('Total', '£9', { css: '#again' });
    const other = fact('Total', '£10', { css: '#other' });
    expect(chooseFact(view({ facts: [total, again] }), 'total', null)).toEqual({ one: total });
    expect(chooseFact(view({ facts: [total, other] }), 'total', null)).toEqual({ equals: [total, other] });
  });

  test('visible text wins over text in the markup', () => {
    const marked = fact('order-number', 'X', { source: 'marked' });
    const shown = fact('Order number', 'SH-1');
    expect(chooseFact(view({ facts: [marked, shown] }), 'order number', null)).toEqual({ one: shown });
    expect(chooseFact(view({ facts: [marked] }), 'order number', null)).toEqual({ one: marked });
  });

  test('looks for a value of an item within the item', () => {
    const prices = ['£1', '£2'].map((value, index) =>
      fact('price', value, { items: [index], source: 'money' }),
    );
    const page = view({ items: [item('Teapot'), item('Milk Jug')], facts: prices });
    expect(chooseFact(page, 'price', phrase('Milk Jug'))).toEqual({ one: prices[1] });
    expect(chooseFact(page, 'price', phrase('Bowl'))).toHaveProperty('none');
    expect(chooseFact(page, 'price', null)).toHaveProperty('equals');
  });

  test('a label may have an "of" in it', () => {
    const birth = fact('Date of birth', '10 December 1815');
    expect(chooseFact(view({ facts: [birth] }), 'date', phrase('birth'))).toEqual({ one: birth });
  });

  test('does not take an unlabelled price for a total', () => {
    expect(
      chooseFact(view({ facts: [fact('price', '£1', { source: 'money' })] }), 'total', null),
    ).toHaveProperty('none');
  });
});

describe('a list in a card', () => {
  const prices = ['£42.00', '£18.00'];
  const page = view({
    title: 'Hall hire',
    groups: [group('Facilities'), group('Riverside Hall'), group('Chapel Rooms')],
    items: ['Riverside Hall', 'Chapel Rooms'].flatMap((title, at) => [
      item(title, { group: 0, cells: [title, 'Mill Square', prices[at] ?? ''] }),
      item(prices[at] ?? '', { group: at + 1, parents: [at * 2] }),
    ]),
    facts: prices.map((price, at) => fact('price', price, { items: [at * 2 + 1, at * 2], source: 'money' })),
  });

  test('is no list of the things that the card is one of', () => {
    const cheapest = phrase('hall', { superlative: { by: 'price', way: 'least' } });
    expect(chooseItem(page, cheapest)).toEqual({ one: 2 });
  });

  test('a place is no person', () => {
    expect(cellOfKind(page, 'caretaker', 'who', phrase('Chapel Rooms'))).toBeNull();
  });
});

test('the first hall under "Hall hire" is the first of all, whatever it is called', () => {
  const halls = view({
    groups: [group('')],
    items: ['Weavers Barn', 'Mill Hall'].map((title) => item(title, { group: 0 })),
    candidates: [candidate('heading', 'Hall hire', { level: 1 })],
    title: 'Hall hire',
  });
  const first = phrase('hall', { ordinal: 1 });
  expect(chooseItem(halls, first)).toEqual({ one: 0 });
  expect(
    chooseItem({ ...halls, candidates: [candidate('heading', 'Found for "hall"', { level: 1 })] }, first),
  ).toEqual({ one: 1 });
});

test('a thing is opened by the link of its card, and not by what saves it', () => {
  const link = candidate('link', 'View', { items: [0] });
  const save = candidate('button', 'Save Mill Barn', { items: [0] });
  const page = view({ items: [item('Mill Barn', { link: link.css })], candidates: [save, link] });
  const barn = phrase('Mill Barn', { kind: 'link' });
  expect(chooseCandidate(page, barn, 'click')).toEqual({ one: link });
  expect(chooseCandidate({ ...page, candidates: [save] }, barn, 'click')).toHaveProperty('none');
});

test('a thing that is told by what stands in it is there', () => {
  const page = view({
    title: 'Permits',
    groups: [group('Permits')],
    items: [item('CP-402', { text: 'CP-402 Carer EA66 PPO', group: 0 })],
  });
  expect(isThere(page, phrase('permit for the vehicle EA66 PPO'))).toMatchObject({ value: true });
  expect(isThere(page, phrase('permit for the vehicle EA66 PPX'))).toMatchObject({ value: false });
});

test('the price for 2 days is not that of a row with a day in it', () => {
  const page = (told: string) =>
    view({
      items: [item('Tesla', { text: `Tesla ${told} £272.00` })],
      facts: [fact('price', '£272.00', { items: [0] })],
    });
  const inquiry = inquiryOf('how much is the Tesla for 2 days');
  expect(inquiry === null ? null : answerOn(page('2 January 2027'), inquiry)).toBeNull();
  expect(inquiry === null ? null : answerOn(page('2-day hire'), inquiry)).toMatchObject({ value: '£272.00' });
});

test('what puts a thing into the basket does not open it', () => {
  const add = candidate('generic', 'Add to basket', { items: [0] });
  const page = (own: typeof add) => view({ items: [item('Tea')], candidates: [own] });
  expect(wordsThatOpen(page(add), 0)).toBeNull();
  expect(wordsThatOpen(page({ ...add, text: 'Tea for two', name: 'Tea for two' }), 0)).not.toBeNull();
});

test.each([
  ['Is breakfast included?', fact('Breakfast', 'Included'), 'Included'],
  ['When is afternoon tea served?', fact('Afternoon tea', '15:00–17:00'), '15:00–17:00'],
  ['When is afternoon tea paid?', fact('Afternoon tea', '15:00–17:00'), null],
  ['How many people fit in the hall?', fact('Seats', '24', { under: 'Hall' }), '24'],
  ['How many guests are in the hall?', fact('Seats', '24', { under: 'Hall' }), null],
])('"%s" is answered by what says so', (question, only, value) => {
  const inquiry = inquiryOf(question);
  const found = inquiry === null ? null : answerOn(view({ facts: [only] }), inquiry);
  expect(found?.value ?? null).toBe(value);
});

test('things are compared by a label that stands before its number', () => {
  const items = ['4.4', '3.9'].map((rating) => item('Room', { cells: ['Room', `Rating ${rating}`] }));
  expect(sizesOf(view({ items }), [0, 1], 'rating').map(({ size }) => size)).toEqual([4.4, 3.9]);
});
