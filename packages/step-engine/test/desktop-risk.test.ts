import { describe, expect, test } from '@jest/globals';
import { type SeenElement, classifyDesktopAction } from '../src/safety/desktop-risk.ts';

const field: SeenElement = {
  app: 'mousepad',
  window: 'Letter',
  role: 'textbox',
  name: '',
  isField: true,
  isPassword: false,
  isFocused: true,
  dialog: null,
};
const button = (name: string, dialog: SeenElement['dialog'] = null): SeenElement => ({
  ...field,
  role: 'button',
  name,
  isField: false,
  dialog,
});
const question = { says: ['Delete all files?'], buttons: ['No', 'Yes'] };

describe('why an act on a desktop waits for a person', () => {
  test.each([
    ['a button that says what it does', button('Delete'), 'deletion'],
    ['a button that does nothing of note', button('Save'), null],
    ['"Yes" to a question that says what it does', button('Yes', question), 'deletion'],
    ['"No" to it', button('No', question), null],
    ['a button that is written in letters of another alphabet', button('Pаy'), 'payment'],
  ])('a click on %s', (_what, element, danger) => {
    const action = { primitive: 'desktop.click', input: {}, elements: [element], focused: [] };
    expect(classifyDesktopAction({ ...action, typesSecret: false })).toBe(danger);
  });

  test.each([
    ['Control+S', field, null],
    ['Control+P', field, 'unknown control'],
    ['Control+Enter', field, 'unknown control'],
    ['Alt+D', field, 'unknown control'],
    ['Delete', field, null],
    ['Delete', button('notes.txt'), 'deletion'],
    ['Enter', field, null],
    ['Enter', { ...field, dialog: question }, 'deletion'],
    ['Enter', button('Pay'), 'payment'],
    ['space', button('Pay'), 'payment'],
    ['y', button('No', question), 'deletion'],
    ['y', button('Yes', question), 'deletion'],
    ['Tab', button('Pay'), null],
    ['Enter', null, 'unknown control'],
  ])('%s pressed in %j', (keys, focus, danger) => {
    const focused = focus === null ? [] : [focus];
    const action = { primitive: 'desktop.press', input: { keys: [keys] }, elements: [], focused };
    expect(classifyDesktopAction({ ...action, typesSecret: false })).toBe(danger);
  });

  test.each([
    ['a letter into a field', { text: 'Dear Ada\n' }, field, null],
    ['a text into a password field', { text: 'x' }, { ...field, isPassword: true }, 'credentials'],
    ['keys that go to a button', { text: 'yes' }, button('Pay'), 'payment'],
    ['keys that go to what is not known', { text: 'yes' }, null, 'unknown control'],
  ])('typing %s', (_what, input, focus, danger) => {
    const focused = focus === null ? [] : [focus];
    const action = { primitive: 'desktop.type', input, elements: [], focused };
    expect(classifyDesktopAction({ ...action, typesSecret: false })).toBe(danger);
  });
});
