import type { Choice } from './choice.ts';
import type { FreeAct } from '../grammar/clause.ts';
import { dropsChoice } from './choices-said.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { isGeneric, says, saysItself, stemOf, tellingWords } from '../words/senses.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { words } from '../words/vocabulary.ts';

/** A control on the page that carries out a free act. */
export interface ActMatch {
  readonly candidate: Candidate;
  /** The option to choose in a list. */
  readonly option?: string;
  /** The text to write in a field. */
  readonly value?: string;
  /** The control that sends the field. */
  readonly sender?: Candidate;
  readonly score: number;
}

const PRESSED = new Set([
  'button',
  'link',
  'menuitem',
  'generic',
  'tab',
  'radio',
  'option',
  'menuitemradio',
  'checkbox',
  'switch',
]);
const CHOICES = new Set([
  'radio',
  'option',
  'tab',
  'checkbox',
  'switch',
  'menuitemradio',
  'generic',
  'button',
]);
const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox']);
/** Verbs whose object is the name of a choice. */
const CHOOSING = new Set(
  words(
    `use | show | choose | select | pick | take | add | include | want | switch | set | make | prefer | filter | say | mark | tick | go | have | see | view`,
  ).map((word) => stemOf(word)),
);
/** Those that change or add a thing. A tab or plain button with the name of the thing only shows it. */
const CHANGING = new Set(
  words(`add | include | make | say | mark | tick | have`).map((word) => stemOf(word)),
);
const SHOWING = new Set(['tab', 'generic', 'button']);
/** Words that a page need not say. */
const UNSAID = new Set(['only', 'new', 'button', 'option', 'setting', 'mode', 'me', 'instead']);
const VERBS: readonly (readonly string[])[] = [
  `delete | remove`,
  `show | view | see | open | details`,
  `edit | change | update | modify`,
  `add | create | new | put | write | leave | post | note`,
  `book | reserve`,
  `send | submit | ask`,
  `log | record | add`,
].map((family) => words(family).map((word) => stemOf(word)));
const PARTICLES = new Set(['in', 'out', 'on', 'off', 'up', 'down']);

function isVerb(one: string, other: string): boolean {
  const [a, b] = [stemOf(one), stemOf(other)];
  return a === b || VERBS.some((family) => family.includes(a) && family.includes(b));
}

/** The name without remarks: "Full cover" of "Full cover (£8.00 a day)", "Name" of "Name *". */
function nameOf({ name, text, placeholder }: Candidate): string {
  return (name || text || placeholder).replaceAll(/\([^)]*\)|[*:…]+$/gu, ' ');
}

function particlesOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[\s-]+/u)
    .filter((word) => PARTICLES.has(word));
}

/** The title, the main headings, and the heading of the control's own section; not those of other sections. */
function headingsOf({ candidates, title }: PageView, css: string): string {
  const headings = candidates.filter(({ role, level }) => role === 'heading' && level <= 2);
  const at = candidates.findIndex((candidate) => candidate.css === css);
  const own = headings.findLast((heading) => candidates.indexOf(heading) < at);
  const about = headings.filter((heading) => heading.level <= 1 || heading === own);
  return `${title} ${about.map(({ name }) => name).join(' ')}`;
}

/** Scores how well the surroundings of a control say the words that its name does not; null if one is missing. */
function around(
  view: PageView,
  candidate: Pick<Candidate, 'css' | 'items' | 'group' | 'before'>,
  left: readonly string[],
): number | null {
  const headings = headingsOf(view, candidate.css);
  const item = candidate.items.map((at) => view.items[at]?.text ?? '').join(' ');
  const isOfThings = (word: string) =>
    view.items.some(({ text, inContent }) => inContent && saysItself(text, word));
  let score = 0;
  for (const word of left) {
    if (candidate.items.length > 0 && saysItself(item, word)) score += 3;
    else if (says(`${candidate.group} ${candidate.before}`, word)) score += 2;
    else if (!isOfThings(word) && says(headings, word)) score += 1;
    else if (!isGeneric(word) && !UNSAID.has(word)) return null;
  }
  return score;
}

/** Controls to press: the instruction says the whole name, and its verb is in the name or chooses. */
function pressing(view: PageView, { words: own, said }: FreeAct): ActMatch[] {
  const [verb = ''] = own;
  return view.candidates.flatMap((candidate): ActMatch[] => {
    if (!PRESSED.has(candidate.role) || candidate.disabled) return [];
    const name = nameOf(candidate);
    const named = tellingWords(name);
    const isSaid = (word: string, at: number) =>
      own.some((other) => stemOf(other) === stemOf(word)) || (at === 0 && isVerb(word, verb));
    if (named.length === 0 || !named.every(isSaid)) return [];
    if (particlesOf(name).some((particle) => !particlesOf(said).includes(particle))) return [];
    const hasVerb = named.some((word) => isVerb(word, verb));
    const isShown = SHOWING.has(candidate.role) && CHANGING.has(stemOf(verb));
    const isChoice =
      CHOICES.has(candidate.role) && CHOOSING.has(stemOf(verb)) && !isShown && !candidate.opensMenu;
    if (!hasVerb && !isChoice) return [];
    const isSame = named.some((word) => stemOf(word) === stemOf(verb));
    const left = own.slice(1).filter((word) => !named.some((other) => stemOf(other) === stemOf(word)));
    const beside = around(view, candidate, left);
    if (beside === null || dropsChoice(view, said, candidate)) return [];
    const ofVerb = hasVerb ? 1 : 0;
    return [{ candidate, score: (named.length - ofVerb) * 6 + beside + (isSame ? 4 : ofVerb) }];
  });
}

const ENTRIES = new Set(['menuitem', 'option', 'radio', 'menuitemradio', 'tab']);

/** Entries named like the value, in a list named like the rest: "Status" opens a menu with "In review". */
function setting(view: PageView, { words: own, value }: FreeAct): ActMatch[] {
  if (value === null || !SETS.has(stemOf(own[0] ?? ''))) return [];
  return view.candidates.flatMap((candidate): ActMatch[] => {
    if (
      candidate.disabled ||
      !ENTRIES.has(candidate.role) ||
      grade(value, nameOf(candidate)) < GRADES.equalWords
    )
      return [];
    const opener = view.candidates.find(
      ({ expanded, opensMenu, items }) => expanded === true && opensMenu && items[0] === candidate.items[0],
    );
    const placed = { ...candidate, before: `${candidate.before} ${opener?.name ?? ''}` };
    const beside = around(view, placed, own.slice(1));
    return beside === null ? [] : [{ candidate, score: 12 + beside }];
  });
}

const SETS = new Set(
  words('set | change | switch | move | put | make | update | choose | select | pick | mark').map((word) =>
    stemOf(word),
  ),
);

/** Options of lists: the instruction says every word of the option. */
function choosing(view: PageView, { words: own, value }: FreeAct): ActMatch[] {
  const [verb = ''] = own;
  const all = value === null ? own : [...own, ...tellingWords(value)];
  return view.candidates.flatMap((candidate): ActMatch[] =>
    candidate.disabled
      ? []
      : candidate.options.flatMap((option): ActMatch[] => {
          const said = tellingWords(option);
          if (said.length === 0 || !said.every((word) => all.some((other) => stemOf(other) === stemOf(word))))
            return [];
          const field = tellingWords(nameOf(candidate));
          const ofField = all.filter((word) => field.some((other) => isVerb(other, word)));
          if (ofField.length === 0 && !CHOOSING.has(stemOf(verb))) return [];
          const left = all.slice(1).filter((word) => !saysItself(option, word) && !ofField.includes(word));
          const beside = around(view, candidate, left);
          return beside === null
            ? []
            : [{ candidate, option, score: said.length * 6 + ofField.length * 3 + beside }];
        }),
  );
}

/** Nouns of fields. Alone they identify nothing, but they distinguish fields. */
const NOUNS = new Set(words(`number | amount | value | date | day | name | time | kind | type`));

/** Fields to write in, each with the control that sends it and is named like the verb. */
function writing(view: PageView, { words: own, value }: FreeAct): ActMatch[] {
  if (value === null) return [];
  const [verb = ''] = own;
  const fields = view.candidates.filter(
    ({ role, options, disabled, type }) =>
      FIELDS.has(role) && options.length === 0 && !disabled && type !== 'password',
  );
  return fields.flatMap((candidate): ActMatch[] => {
    const at = view.candidates.indexOf(candidate);
    const next = view.candidates[at + 1];
    const isSender = (other: Candidate) =>
      (other.role === 'button' || other.role === 'generic') &&
      !other.disabled &&
      (candidate.form >= 0 ? other.form === candidate.form : other === next) &&
      tellingWords(nameOf(other)).some((word) => isVerb(word, verb)) &&
      tellingWords(nameOf(other)).every(
        (word, index) =>
          own.some((said) => stemOf(said) === stemOf(word)) || (index === 0 && isVerb(word, verb)),
      );
    const senders = view.candidates.filter(isSender);
    const [sender] = senders.length === 1 ? senders : [];
    const isAlone = fields.filter(({ form }) => form >= 0 && form === candidate.form).length <= 1;
    const name = `${nameOf(candidate)} ${candidate.attributes.join(' ')}`;
    const sent = sender === undefined ? '' : nameOf(sender);
    const ofField = own.filter((word) => saysItself(name, word));
    if (ofField.length === 0 && (sender === undefined || !isAlone)) return [];
    const left = own.slice(1).filter((word) => !ofField.includes(word) && !saysItself(sent, word));
    const beside = around(view, candidate, left);
    const unasked = tellingWords(nameOf(candidate)).length - ofField.length;
    // A "Delivery address" is not what "delivery date" means, though it says nearly all of it.
    // "Number of guests" is no "phone number", though phones are told by their numbers.
    const isVague = ofField.length > 0 && ofField.every((word) => NOUNS.has(word));
    const isOther =
      unasked > 0 &&
      left.some((word) => (isGeneric(word) && NOUNS.has(word)) || (isVague && !isGeneric(word)));
    return beside === null || isOther
      ? []
      : [
          {
            candidate,
            value,
            ...(sender !== undefined && { sender }),
            score: ofField.length * 6 + tellingWords(sent).length * 4 + beside - unasked,
          },
        ];
  });
}

/** The control that carries out a free act: every telling word must be said by it or around it, and it must fit best. */
export function matchFreeAct(view: PageView, act: FreeAct): Choice<ActMatch> {
  const all = [
    ...(act.value === null ? pressing(view, act) : setting(view, act)),
    ...choosing(view, act),
    ...writing(view, act),
  ];
  const most = Math.max(...all.map(({ score }) => score));
  const best = all.filter(({ score }) => score === most);
  const [one] = best;
  if (one === undefined) return { none: [] };
  return best.length === 1 ||
    best.every(({ candidate }) => candidate.href !== '' && candidate.href === one.candidate.href)
    ? { one }
    : { equals: best };
}

/** The menu, tab or section to open, because something hidden in it has exactly that name. */
export function openerOfFreeAct(view: PageView, act: FreeAct): PageView['hidden'][number] | null {
  const [verb = ''] = act.words;
  const fitting = view.hidden.filter(({ role, name, items, opener, openerName }) => {
    const shown = view.candidates.find(({ css }) => css === opener);
    const about = `${openerName} ${shown?.name ?? ''}`;
    if (act.value !== null)
      return (
        ENTRIES.has(role) &&
        SETS.has(stemOf(verb)) &&
        grade(act.value, name) >= GRADES.equalWords &&
        around(
          view,
          { css: opener, items, group: about, before: shown?.before ?? '' },
          act.words.slice(1),
        ) !== null
      );
    const named = tellingWords(name);
    const isSaid = named.every(
      (word, at) =>
        act.words.some((other) => stemOf(other) === stemOf(word)) || (at === 0 && isVerb(word, verb)),
    );
    if (
      role === 'label' ||
      named.length === 0 ||
      !isSaid ||
      !(named.some((word) => isVerb(word, verb)) || CHOOSING.has(stemOf(verb)))
    )
      return false;
    const left = act.words.slice(1).filter((word) => !saysItself(name, word));
    return around(view, { css: opener, items, group: about, before: '' }, left) !== null;
  });
  const openers = new Set(fitting.map(({ opener }) => opener));
  return openers.size === 1 ? (fitting[0] ?? null) : null;
}
