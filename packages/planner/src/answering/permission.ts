import type { Inquiry } from '../grammar/inquiry.ts';
import type { PageView } from '../page/page-view.ts';
import { saysItself, stemOf } from '../words/senses.ts';

const ALLOWS = /\b(?:allowed|permitted|welcome|accepted)\b/iu;
const FORBIDS = /\b(?:not|no|never|forbidden|prohibited|cannot|unfortunately)\b|n['’]t\b/iu;
/** What is so for some, somewhere or sometimes is not so as it was asked. */
const RESTRICTS =
  /\b(?:only|except|unless|but|if|on request|by arrangement|some|certain|small|well-behaved)\b/iu;
const MAX_LENGTH = 200;

function sentencesOf(text: string): string[] {
  return text.split(/\n+|(?<=[.!?])\s+(?=\p{Lu})/u).filter((sentence) => sentence.length <= MAX_LENGTH);
}

/** "Are dogs allowed?": what the sentences say that are about it and about what is allowed; null where they do not agree. */
export function permissionOn({ text }: PageView, { wanted, words }: Inquiry): boolean | null {
  const asked = words.findIndex((word) => ALLOWS.test(word));
  const subject = words.filter((_, at) => at !== asked);
  if (wanted !== 'whether' || asked < 0 || subject.length === 0) return null;
  const about = sentencesOf(text).filter(
    (sentence) =>
      subject.every((word) => saysItself(sentence, word)) &&
      (ALLOWS.test(sentence) ||
        new RegExp(`\\bno\\s+${RegExp.escape(stemOf(subject[0] ?? ''))}`, 'iu').test(sentence)),
  );
  if (about.length === 0 || about.some((sentence) => RESTRICTS.test(sentence))) return null;
  const answers = new Set(about.map((sentence) => !FORBIDS.test(sentence)));
  const [answer = null] = answers;
  return answers.size === 1 ? answer : null;
}
