import type { AccessibilityBus } from './bus.ts';
import type { Element } from './tree.ts';

/** Characters of one element that are read; the rest is left out. */
const MAX_TEXT_LENGTH = 200_000;

/** The text of an element, or null. */
export async function readText(bus: AccessibilityBus, { reference }: Element): Promise<string | null> {
  try {
    const count = await bus.property<number>(reference, 'Text', 'CharacterCount');
    const range = [0, Math.min(Math.max(0, count), MAX_TEXT_LENGTH)];
    const [text] = await bus.call<[string]>(reference, 'Text', 'GetText', 'ii', range);
    return text;
  } catch {
    return null;
  }
}

/** The number of an element such as a slider, or null. */
export function readNumber(bus: AccessibilityBus, { reference }: Element): Promise<number | null> {
  return bus.property<number>(reference, 'Value', 'CurrentValue').catch(() => null);
}

/** Replaces the text of an element without the keyboard. False: it does not offer that. */
export async function setText(bus: AccessibilityBus, { reference }: Element, text: string): Promise<boolean> {
  const set = await bus
    .call<[boolean]>(reference, 'EditableText', 'SetTextContents', 's', [text])
    .catch(() => [false] as const);
  return set[0];
}

/** Puts the caret behind the last character. False: it has none. */
export async function caretToEnd(bus: AccessibilityBus, { reference }: Element): Promise<boolean> {
  try {
    const count = await bus.property<number>(reference, 'Text', 'CharacterCount');
    const [moved] = await bus.call<[boolean]>(reference, 'Text', 'SetCaretOffset', 'i', [count]);
    return moved;
  } catch {
    return false;
  }
}
