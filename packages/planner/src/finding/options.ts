import type { Choice } from './choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { grade, GRADES, normalised } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

function isNamed(said: string, name: string) {
  return grade(said, name) >= GRADES.synonym;
}

/** The words that mean an option of this list: all of them, or "Green" of "color Green" when it is the list "Color". */
export function optionWords({ name, options }: Candidate, said: string): string | null {
  if (options.some((option) => grade(said, option) > 0)) return said;
  const words = said.split(/\s+/u);
  const rest = words
    .map((_, at) => [words.slice(0, at).join(' '), words.slice(at).join(' ')] as const)
    .flatMap(([first, last]) => [[first, last] as const, [last, first] as const])
    .find(([field, own]) => isNamed(field, name) && options.some((option) => isNamed(own, option)));
  return rest?.[1] ?? null;
}

/** The lists that have such an option. */
export function listsWith(view: PageView, said: string): Candidate[] {
  return view.candidates.filter((candidate) => optionWords(candidate, said) !== null);
}

/** The only list of the content that has such an option by its whole name. */
export function listOf(view: PageView, said: string): Candidate | null {
  const lists = view.candidates.filter(
    ({ options, inContent }) => inContent && options.some((option) => isNamed(said, option)),
  );
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

/** "The green colour", "colour green", "the large text size": the option Green, on a page with a colour. */
export function valueOfSetting(view: PageView, { text, quoted }: Phrase): Choice<Candidate> | null {
  const words = text.split(/\s+/u);
  if (quoted === true) return null;
  const ways = words.slice(1).flatMap((_, at) => {
    const [first, last] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return [
      { own: first, setting: last },
      { own: last, setting: first },
    ];
  });
  for (const { own, setting } of ways) {
    const fitting = view.candidates.filter(
      ({ role, name, disabled }) =>
        ['generic', 'button', 'radio', 'option'].includes(role) &&
        !disabled &&
        grade(own, name) >= GRADES.equalWords,
    );
    const isSaid = ` ${normalised(view.text)} `.includes(` ${normalised(setting)} `);
    if (isSaid && fitting[0] !== undefined)
      return fitting.length === 1 ? { one: fitting[0] } : { equals: fitting };
  }
  return null;
}
