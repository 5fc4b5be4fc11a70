/// <reference lib="dom" />
import type { ElementHandle, Page } from 'playwright-core';
import { withTimeout } from '../async/with-timeout.ts';
import { findElement } from './drop-down.ts';

/** A page that does not answer, because of a dialog for example, must not hold up what the person does. */
const READ_TIMEOUT_MS = 500;
/** Without another key for this long, what was typed counts as complete. */
const COMPLETE_MS = 1_000;
/** Shorter texts would hide too much else. */
const MIN_LENGTH = 3;

/** The value of a password field, and whether it shows it in clear; null for other elements. */
function passwordIn(element: Element): { value: string; inClear: boolean } | null {
  if (!(element instanceof HTMLInputElement)) return null;
  const says = `${element.autocomplete} ${element.name} ${element.id}`;
  const isNamed =
    /pass(word|code|phrase|wort)|\bpwd\b|kennwort|contrase|mot.?de.?passe|one-time-code|\botp\b|\bpin\b/i;
  const isHidden = element.type === 'password';
  return isHidden || isNamed.test(says) ? { value: element.value, inClear: !isHidden } : null;
}

/**
 * Learns the passwords that a person types, so that they can be masked: the values of password fields, once complete. A value
 * that the field shows in clear is passed on with every key.
 */
export interface TypedPasswords {
  /** Call after each key or text. */
  look(page: Page): Promise<void>;
  /** Call before what may send the field's form or leave the field. */
  complete(): void;
}

export function createTypedPasswords(hide: (texts: readonly string[]) => void): TypedPasswords {
  let typed = '';
  let timer: NodeJS.Timeout | undefined;
  const complete = () => {
    clearTimeout(timer);
    if (typed.length >= MIN_LENGTH) hide([typed]);
    typed = '';
  };
  const read = async (page: Page) => {
    const element: ElementHandle<Element> | null = await findElement(page, null);
    if (element === null) return null;
    const found = await element.evaluate(passwordIn);
    await element.dispose();
    return found;
  };
  return {
    look: async (page) => {
      const found = await withTimeout(
        read(page).catch(() => null),
        READ_TIMEOUT_MS,
        null,
      );
      if (found === null) return complete();
      typed = found.value;
      if (found.inClear && typed.length > MIN_LENGTH) hide([typed]);
      clearTimeout(timer);
      timer = setTimeout(complete, COMPLETE_MS).unref();
    },
    complete,
  };
}
