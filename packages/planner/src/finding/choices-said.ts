import type { Phrase } from '../grammar/clause.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const CHOICES: ReadonlySet<string> = new Set(['radio', 'option', 'checkbox', 'switch']);
const MAX_WORDS = 3;

/** A button is a choice if it shows a state, stands in a named group or is called by a number: "A1", "42". */
function isChoice({
  role,
  name,
  disabled,
  inContent,
  form,
  type,
  pressed,
  styled,
  group,
  items,
}: Candidate): boolean {
  if (disabled || !inContent) return false;
  if (CHOICES.has(role)) return true;
  if (!['button', 'generic'].includes(role) || (form >= 0 && type === 'submit') || items.length > 1)
    return false;
  return pressed !== null || styled !== null || group !== '' || /\d/u.test(name);
}

function isNamed(said: string, { name, text }: Candidate): boolean {
  return [name, text].some((own) =>
    // "A" and "a", "M" and "m" are other words.
    own.length < 3 || said.length < 3 ? own === said : grade(said, own) >= GRADES.equalWords,
  );
}

interface Choices {
  readonly choices: readonly Candidate[];
  /** The words without those that name choices. */
  readonly rest: string;
}

/** Words that lead to a choice and say nothing without it: "in", "size", "and". */
function leadsToChoice(word: string, { group }: Candidate): boolean {
  return (
    /^(?:in|with|and|&|,|size|colou?r|number|no\.?)$/iu.test(word) ||
    group.split(/\s+/u).some((own) => grade(word, own) >= GRADES.equalWords)
  );
}

/** The choices of a page that the words name, each by its whole name and none twice. */
export function choicesSaid(view: PageView, words: string): Choices {
  const all = view.candidates.filter(isChoice);
  const said = words.replaceAll(',', ' , ').split(/\s+/u).filter(Boolean);
  const choices: Candidate[] = [];
  const rest: string[] = [];
  for (let at = 0; at < said.length;) {
    const length = Array.from({ length: MAX_WORDS }, (_, index) => MAX_WORDS - index).find((many) => {
      const fitting = all.filter((one) => isNamed(said.slice(at, at + many).join(' '), one));
      if (fitting.length !== 1 || at + many > said.length) return false;
      choices.push(...fitting);
      return true;
    });
    const chosen = choices.at(-1);
    if (length !== undefined && chosen !== undefined) {
      while (rest.length > 0 && leadsToChoice(rest.at(-1) ?? '', chosen)) rest.pop();
      at += length;
    } else {
      rest.push(said[at] ?? '');
      at += 1;
    }
  }
  while (/^(?:and|,|in|with)$/iu.test(rest.at(-1) ?? '')) rest.pop();
  return { choices: [...new Set(choices)], rest: rest.join(' ').replaceAll(' , ', ', ') };
}

/** What is taken is described by choices; "save the newsletter settings" chooses none. */
const TAKES = /^(?:add|book|buy|get|hire|order|purchase|put|rent|reserve|take)\b/iu;

/** "Book seats A1 and B3" is more than a button "Book seats" does where A1 and B3 are to be chosen. */
export function dropsChoice(view: PageView, said: string, candidate: Candidate): boolean {
  return (
    TAKES.test(said) &&
    choicesSaid(view, said).choices.some(
      (choice) => choice !== candidate && grade(choice.name, candidate.name) < GRADES.contains,
    )
  );
}

/** "Book the seats A1 and B3": what is chosen first, and what is pressed then; null where the words name no choices. */
export function apartFromChoices(
  view: PageView,
  phrase: Phrase,
): { choices: readonly Candidate[]; phrase: Phrase } | null {
  const { within, quoted, superlative, ordinal } = phrase;
  if (!TAKES.test(phrase.text)) return null;
  if (quoted === true || superlative !== undefined || ordinal !== null || within?.quoted === true)
    return null;
  const said = choicesSaid(view, within?.text ?? phrase.text);
  // "Order emails off" says how that choice is to be, and nothing to press.
  if (said.choices.length === 0 || /^(?:|on|off)$/iu.test(said.rest)) return null;
  const { apart: _apart, parts: _parts, ...plain } = within ?? phrase;
  const thing = { ...plain, text: said.rest };
  return { choices: said.choices, phrase: within === null ? thing : { ...phrase, within: thing, apart: [] } };
}

/** "Confirm seats" takes what was chosen among the seats, where no other control does. */
export function confirmingOf(view: PageView, choices: readonly Candidate[]): Candidate | null {
  const confirming = view.candidates.filter(({ role, name, inContent, items }) => {
    const [, what = ''] =
      /^(?:confirm|reserve|book)(?:\s+(?:my|your|the))?(?:\s+(?:chosen|selected))?(?:\s+(\p{L}+))?$/iu.exec(
        name,
      ) ?? [name, '-'];
    const isOfThem = choices.every(({ group }) =>
      group.split(/\s+/u).some((own) => grade(what, own) >= GRADES.equalWords),
    );
    return (
      role === 'button' &&
      inContent &&
      items.length === 0 &&
      (what === '' || /^(?:selection|choice|booking|reservation)$/iu.test(what) || isOfThem)
    );
  });
  return confirming.length === 1 ? (confirming[0] ?? null) : null;
}
