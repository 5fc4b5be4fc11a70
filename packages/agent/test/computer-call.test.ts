import { expect, test } from '@jest/globals';
import { callOfComputer } from '../src/desktop/computer-call.ts';

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
])("the provider's call %j is the call of %s", (given, name, input) => {
  expect(callOfComputer(given)).toEqual({ name, input });
});

test.each([
  [{ action: 'left_click' }],
  [{ action: 'left_click_drag', coordinate: [1, 2], start_coordinate: [3, 4] }],
  [{ action: 'key', text: 'a', repeat: 1_000 }],
  [{ action: 'type' }],
  ['screenshot'],
  [null],
])("the provider's call %j is not offered", (given) => {
  expect(callOfComputer(given)).toBeNull();
});
