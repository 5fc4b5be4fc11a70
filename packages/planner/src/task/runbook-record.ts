import type { Answer } from '../answering/answer.ts';
import type { Clause } from '../grammar/clause.ts';

/** What a Runbook of the Run needs to give the same output; for a clause without an answer, what proves that it was done. */
export function recordOf(answer: Answer | null, before: string | null, after: string | null): object {
  if (answer !== null) {
    const { key, pattern, by, moment } = answer;
    return { output: { name: key, pattern, by }, ...(moment !== undefined && { moment }) };
  }
  const [from, to] = [URL.parse(before ?? ''), URL.parse(after ?? '')];
  const isElsewhere = from !== null && to !== null && from.pathname !== to.pathname;
  // A number in the path is of this time: an order, a date.
  return isElsewhere && /^\/\D+$/u.test(to.pathname) ? { proof: { url: to.pathname } } : {};
}

/** Why a Runbook cannot do again what a clause did: it names what is the extreme of this moment. */
export function momentOf(clause: Clause): object {
  const compared = /"(?:superlative|where)":|"what":"reckoned"/u.test(JSON.stringify(clause));
  return compared
    ? {
        moment:
          'chooses by comparing values, which a Runbook cannot do; sort the page by that value in the task and name "the first …"',
      }
    : {};
}
