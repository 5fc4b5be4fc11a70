import { expect, test } from '@jest/globals';
import { callsOfComputer } from '../src/desktop/calls-of-computer.ts';

test.each([
  [{ action: 'screenshot' }, 'desktop_look', {}],
  [{ action: 'right_click', coordinate: [1, 2] }, 'desktop_click', { x: 1, y: 2, button: 'right' }],
  [{ action: 'double_click', coordinate: [1, 2] }, 'desktop_click', { x: 1, y: 2, clickCount: 2 }],
  [{ action: 'key', text: 'ctrl+shift+s' }, 'desktop_press', { keys: ['Control+Shift+s'] }],
  [{ action: 'key', text: 'Page_Down', repeat: 2 }, 'desktop_press', { keys: ['PageDown', 'PageDown'] }],
  [
    { action: 'scroll', coordinate: [1, 2], scroll_direction: 'up', scroll_amount: 2 },
    'desktop_scroll',
    { x: 1, y: 2, dx: 0, dy: -80 },
  ],
  [{ action: 'wait', duration: 2 }, 'desktop_wait', { for: { ms: 2_000 } }],
])("Anthropic's call %j is the call of %s", (given, name, input) => {
  expect(callsOfComputer(given)).toEqual({ calls: [{ name, input }], check: null });
});

test.each([
  [{ action: 'left_click' }],
  [{ action: 'left_click_drag', coordinate: [1, 2], start_coordinate: [3, 4] }],
  [{ action: 'key', text: 'a', repeat: 1_000 }],
  [{ action: 'type' }],
  ['screenshot'],
  [null],
])("Anthropic's call %j is not offered", (given) => {
  expect(callsOfComputer(given)).toEqual({ calls: null, check: null });
});

function batch(...actions: object[]) {
  return { actions, pendingSafetyChecks: [], status: 'completed' };
}

test.each([
  [
    { type: 'click', button: 'wheel', x: 1, y: 2, keys: [] },
    'desktop_click',
    { x: 1, y: 2, button: 'middle' },
  ],
  [{ type: 'double_click', x: 1, y: 2 }, 'desktop_click', { x: 1, y: 2, clickCount: 2 }],
  [{ type: 'keypress', keys: ['CTRL', 'SHIFT', 'S'] }, 'desktop_press', { keys: ['Control+Shift+s'] }],
  [{ type: 'keypress', keys: ['ESC'] }, 'desktop_press', { keys: ['Escape'] }],
  [
    { type: 'scroll', x: 1, y: 2, scrollX: 0, scrollY: -80 },
    'desktop_scroll',
    { x: 1, y: 2, dx: 0, dy: -80 },
  ],
  [{ type: 'type', text: 'Ada' }, 'desktop_type', { text: 'Ada' }],
  [{ type: 'wait' }, 'desktop_wait', { for: { ms: 1_000 } }],
  [{ type: 'screenshot' }, 'desktop_look', {}],
  [{ type: 'move', x: 1, y: 2 }, 'desktop_look', {}],
])("OpenAI's action %j is the call of %s", (action, name, input) => {
  expect(callsOfComputer(batch(action))).toEqual({ calls: [{ name, input }], check: null });
});

test.each([
  [{ type: 'click', button: 'left', x: 1, y: 2, keys: ['CTRL'] }],
  [{ type: 'click', button: 'back', x: 1, y: 2 }],
  [{ type: 'drag', path: [{ x: 1, y: 2 }] }],
])("OpenAI's action %j is not offered, and none of those that come with it is done", (action) => {
  const calls = callsOfComputer(batch({ type: 'type', text: 'Ada' }, action));
  expect(calls).toEqual({ calls: null, check: null });
});

test('a safety check of OpenAI is told', () => {
  const input = { ...batch(), pendingSafetyChecks: [{ id: 'sc_1', code: 'malicious', message: 'Odd.' }] };
  expect(callsOfComputer(input).check).toBe('Odd.');
});
