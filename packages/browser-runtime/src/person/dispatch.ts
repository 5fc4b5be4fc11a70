import type { PersonInput } from '@errand/contracts';
import type { CDPSession } from 'playwright-core';

export type Of<Type extends PersonInput['type']> = Extract<PersonInput, { type: Type }>;
/** Input that goes to the page unchanged. */
export type PageInput = Of<'mouse' | 'wheel' | 'touch' | 'key' | 'text' | 'composition'>;

const MODIFIER_BITS = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;
/** Bits of MouseEvent.buttons. */
const BUTTON_BITS = { none: 0, left: 1, right: 2, middle: 4 } as const;
/** Keys without a character that still type one. */
const TYPED: Readonly<Record<string, string>> = { Enter: '\r' };

const MOUSE_EVENTS = { move: 'mouseMoved', down: 'mousePressed', up: 'mouseReleased' } as const;

type Modifier = keyof typeof MODIFIER_BITS;
type Button = keyof typeof BUTTON_BITS;

function bitsOf(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((bits, name) => bits | MODIFIER_BITS[name], 0);
}

/** The text that a key types; none with Control or Meta, which make it a shortcut. AltGr is Control and Alt together. */
function typedBy({ key, modifiers }: Of<'key'>): string | undefined {
  const isAltGr = modifiers.includes('Control') && modifiers.includes('Alt');
  if (modifiers.includes('Meta') || (modifiers.includes('Control') && !isAltGr)) return undefined;
  return Array.from(key).length === 1 ? key : TYPED[key];
}

/** Turns a person's input into Chromium's. Tracks held keys and buttons, so that none stays down when the person leaves. */
export interface InputDispatcher {
  /** Resolves once the page has handled it. */
  dispatch(session: CDPSession, input: PageInput): Promise<void>;
  /** Lets go of every key, button and finger. */
  releaseAll(session: CDPSession): Promise<void>;
}

/** A dispatcher for the input of one person, at first with nothing held down. */
export function createInputDispatcher(): InputDispatcher {
  const keys = new Map<string, Of<'key'>>();
  const buttons = new Set<Button>();
  let fingers = 0;
  let at = { x: 0, y: 0 };
  const heldButtons = () => [...buttons].reduce((bits, name) => bits | BUTTON_BITS[name], 0);

  const mouse = async (session: CDPSession, { action, x, y, button, clicks, modifiers }: Of<'mouse'>) => {
    at = { x, y };
    if (action === 'down') buttons.add(button);
    if (action === 'up') buttons.delete(button);
    const [held] = buttons;
    await session.send('Input.dispatchMouseEvent', {
      type: MOUSE_EVENTS[action],
      x,
      y,
      button: action === 'move' ? (held ?? 'none') : button,
      buttons: heldButtons(),
      clickCount: action === 'move' ? 0 : Math.max(1, clicks),
      modifiers: bitsOf(modifiers),
    });
  };

  const key = async (session: CDPSession, input: Of<'key'>) => {
    const isDown = input.action === 'down';
    if (isDown) keys.set(input.code, input);
    else keys.delete(input.code);
    const text = isDown ? typedBy(input) : undefined;
    const down = text === undefined ? 'rawKeyDown' : 'keyDown';
    await session.send('Input.dispatchKeyEvent', {
      type: isDown ? down : 'keyUp',
      key: input.key,
      code: input.code,
      windowsVirtualKeyCode: input.keyCode,
      modifiers: bitsOf(input.modifiers),
      autoRepeat: input.repeat,
      location: input.location,
      isKeypad: input.location === 3,
      ...(text !== undefined && { text, unmodifiedText: text }),
    });
  };

  const dispatch = async (session: CDPSession, input: PageInput): Promise<void> => {
    switch (input.type) {
      case 'mouse':
        return await mouse(session, input);
      case 'wheel':
        return void (await session.send('Input.dispatchMouseEvent', {
          type: 'mouseWheel',
          x: input.x,
          y: input.y,
          deltaX: input.deltaX,
          deltaY: input.deltaY,
          modifiers: bitsOf(input.modifiers),
        }));
      case 'touch': {
        fingers = input.action === 'cancel' ? 0 : input.points.length;
        return void (await session.send('Input.dispatchTouchEvent', {
          type: ({ start: 'touchStart', move: 'touchMove', end: 'touchEnd', cancel: 'touchCancel' } as const)[
            input.action
          ],
          touchPoints: input.points.map(({ id, x, y }) => ({ id, x, y })),
          modifiers: bitsOf(input.modifiers),
        }));
      }
      case 'key':
        return await key(session, input);
      case 'text':
        return void (await session.send('Input.insertText', { text: input.text }));
      case 'composition':
        return void (await session.send('Input.imeSetComposition', {
          text: input.text,
          selectionStart: input.start,
          selectionEnd: input.end,
        }));
    }
  };

  return {
    dispatch,
    releaseAll: async (session) => {
      const ups = [
        ...[...keys.values()].map((input) => ({ ...input, action: 'up' as const, modifiers: [] })),
        ...[...buttons].map((button) => ({
          type: 'mouse' as const,
          action: 'up' as const,
          ...at,
          button,
          clicks: 1,
          modifiers: [],
        })),
        ...(fingers > 0
          ? [{ type: 'touch' as const, action: 'cancel' as const, points: [], modifiers: [] }]
          : []),
      ];
      for (const input of ups) await dispatch(session, input);
    },
  };
}
