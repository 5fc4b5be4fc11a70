/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { withTimeout } from '@errand/wait-for';
import { readElement } from './element-at.ts';

/** A page that does not answer, because of a dialog for example, must not delay a person's input. */
const READ_TIMEOUT_MS = 500;
/** After this long without another key, a typed value counts as complete. */
const COMPLETE_MS = 1_000;
/** Shorter texts would hide too much else. */
const MIN_LENGTH = 3;

/** The value of a password field, and whether it shows it in clear; null for other elements. Runs in the page. */
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

/** @param hide masks texts from then on; called with each password of at least three characters */
export function createTypedPasswords(hide: (texts: readonly string[]) => void): TypedPasswords {
  let typed = '';
  let completed = 0;
  let timer: NodeJS.Timeout | undefined;
  const complete = () => {
    clearTimeout(timer);
    if (typed.length >= MIN_LENGTH) hide([typed]);
    typed = '';
    completed += 1;
  };
  const learn = (password: { value: string; inClear: boolean } | null, wasCompleted: number) => {
    if (password === null) return complete();
    typed = password.value;
    // A slow page may answer after the typed value was sent.
    if (wasCompleted !== completed) return complete();
    if (password.inClear && typed.length > MIN_LENGTH) hide([typed]);
    clearTimeout(timer);
    timer = setTimeout(complete, COMPLETE_MS).unref();
  };
  return {
    look: async (page) => {
      const wasCompleted = completed;
      const looking = readElement(page, null, passwordIn).then(
        (read) => learn(read?.value ?? null, wasCompleted),
        () => learn(null, wasCompleted),
      );
      await withTimeout(looking, READ_TIMEOUT_MS, undefined);
    },
    complete,
  };
}
