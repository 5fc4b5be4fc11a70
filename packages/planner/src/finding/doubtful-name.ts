import { StepError } from '@errand/browser-runtime';
import { dangersNamed, isDisguised } from '@errand/step-engine';
import type { Candidate } from '../page/page-view.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { nameCandidate } from './require-single.ts';

/** Invisible characters; joiners and selectors within emoji are not next to letters. */
const UNSEEN = /[\p{L}\p{N}][\p{Cf}\u115f\u3164\uffa0]|[\p{Cf}\u115f\u3164\uffa0][\p{L}\p{N}]/u;
/** "⬇ PDF" says how a file is written, and its name what it is. */
const FORMAT = /^\W*(?:pdf|csv|xlsx?|excel|docx?|zip|json|xml)\W*$/iu;
const WORD = /\p{L}{3}/u;

function sameDangers(one: string, other: string): boolean {
  const [first, second] = [dangersNamed([one]), dangersNamed([other])];
  return first.size === second.size && [...first].every((danger) => second.has(danger));
}

/** Why the name of a control does not tell what it does; null when it does. */
function doubtAbout({ name, text }: { name: string; text: string }): string | null {
  const hidden = [name, text].find((part) => UNSEEN.test(part) || isDisguised(part));
  if (hidden !== undefined)
    return `its name "${hidden}" holds characters that are not seen or only look like letters`;
  if (name === text || !WORD.test(name) || !WORD.test(text)) return null;
  const agree =
    FORMAT.test(text) || grade(text, name) >= GRADES.contains || grade(name, text) >= GRADES.contains;
  return agree && sameDangers(name, text) ? null : `it shows "${text}" but its accessible name is "${name}"`;
}

/**
 * Throws `action_failed` for a control whose name does not say what it does. One whose accessible name differs from its visible
 * text may be either.
 */
export function requireTelling(candidate: Candidate): void {
  const doubt = doubtAbout(candidate);
  if (doubt === null) return;
  throw new StepError(
    'action_failed',
    `The ${nameCandidate(candidate)} is not used, because ${doubt}. Nothing was done to it.`,
    { noEffect: true },
  );
}
