import { deedOfQuestion } from './deeds.ts';
import type { Seen } from './seen.ts';
import { toneAfter } from './shown-texts.ts';

/** The question of a dialog that opened since the action; an earlier question does not count. */
export function questionOf({ before, reading, after }: Seen): string | null {
  const asked = (reading ?? after)?.question ?? '';
  return asked === '' || asked === before.question ? null : asked;
}

/** The dialog that was answered is still open, and says more than before but not that it was taken. */
export function isAskedAgain({ before, reading }: Seen): boolean {
  const asked = reading?.question ?? '';
  if (before.question === '' || asked === before.question || !asked.startsWith(before.question)) return false;
  return toneAfter(before)(asked.slice(before.question.length)) !== 'taken';
}

/** The question that the action raised and the one that it answered, as deeds. */
export function questionsDealtWith(seen: Seen): string[] {
  const { before, reading, after } = seen;
  const isAnswered =
    before.question !== '' && (reading ?? after)?.question !== before.question && !isAskedAgain(seen);
  return [questionOf(seen) ?? '', isAnswered ? before.question : '']
    .filter((question) => question !== '')
    .map(deedOfQuestion);
}
