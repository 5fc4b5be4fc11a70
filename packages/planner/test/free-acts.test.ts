import { expect, test } from '@jest/globals';
import { matchFreeAct } from '../src/finding/match-free-act.ts';
import { candidate, view } from './views.ts';

const change = { words: ['change', 'phone', 'number'], said: 'change phone number', value: '01904 555 077' };

test('a number of something else is no phone number', () => {
  const guests = candidate('spinbutton', 'Number of guests', { before: 'Number of guests' });
  const phone = candidate('textbox', 'Phone number');
  expect(matchFreeAct(view({ candidates: [guests] }), change)).toHaveProperty('none');
  expect(matchFreeAct(view({ candidates: [guests, phone] }), change)).toMatchObject({
    one: { candidate: phone },
  });
});
