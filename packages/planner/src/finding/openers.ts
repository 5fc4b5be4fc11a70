import { chooseCandidate } from './choose-element.ts';
import type { Choice } from './choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { chooseItem } from './choose-item.ts';
import { isPageAbout } from './page-about.ts';
import { grade, GRADES } from '../words/match-name.ts';
import type { Candidate, Hidden, PageView } from '../page/page-view.ts';

/** Menus and sections may be nested. */
export const MAX_OPENED = 3;
/** The role of a hidden text that labels a value. */
const LABEL_ROLE = 'label';

/** Whether a tab or heading is the part around a button of its name: it opens nothing. */
export function isAroundButton({ candidates }: PageView, opener: Candidate): boolean {
  return candidates.some((one) => one !== opener && one.role === 'button' && one.name === opener.name);
}

function menuNamed(view: PageView, shut: Candidate[], name: string | undefined): Candidate | null {
  if (name === undefined) return null;
  const named = chooseCandidate({ ...view, candidates: shut }, { ...PLAIN, text: name }, 'click');
  return 'one' in named ? named.one : null;
}

/** "Actions", "⋯": the menu of the row or card that the phrase speaks of, or the one that it names. */
export function menuAround(view: PageView, phrase: Phrase): Hidden | null {
  const shut = view.candidates.filter(({ expanded, disabled }) => expanded !== true && !disabled);
  const items = new Set(
    [phrase, ...(phrase.apart ?? [])].flatMap(({ within }) => {
      const item = within === null ? null : chooseItem(view, within);
      return item !== null && 'one' in item ? [item.one] : [];
    }),
  );
  const isAbout = isOfPage(view, phrase);
  const own = shut.filter(
    (candidate) =>
      candidate.opensMenu &&
      (candidate.items.some((at) => items.has(at)) ||
        (isAbout && candidate.inContent && candidate.items.length === 0)),
  );
  const [opener = null] = own.length === 1 ? own : [menuNamed(view, shut, phrase.menu)];
  if (opener === null) return null;
  return {
    role: opener.role,
    name: '',
    opener: opener.css,
    openerName: opener.name || opener.text,
    // The entry of a menu may do something when it is clicked.
    byPointing: opener.role === 'menuitem',
    items: opener.items,
  };
}

/** Whether the page is about the thing that the phrase speaks of, so that what it has outside of lists belongs to that. */
function isOfPage(view: PageView, phrase: Phrase): boolean {
  return [phrase, ...(phrase.apart ?? [])].some(
    ({ within }) => within !== null && within.text !== '' && isPageAbout(view, within.text),
  );
}

/** "Have a voucher?": the only field of the section that is shut and says so. */
export function fieldBehind(view: PageView, phrase: Phrase): Hidden | null {
  const names = [phrase, ...(phrase.apart ?? [])].map(({ text }) => text);
  const shut = view.candidates.filter(
    ({ expanded, name }) => expanded === false && names.some((said) => grade(said, name) >= GRADES.contains),
  );
  const fields = view.hidden.filter(
    ({ role, opener }) =>
      ['textbox', 'searchbox', 'spinbutton'].includes(role) && shut.some(({ css }) => css === opener),
  );
  return fields.length === 1 ? (fields[0] ?? null) : null;
}

const PLAIN: Phrase = { text: '', kind: null, ordinal: null, within: null };

/** The entry of a menu that was opened to find it; the menu is separate from its row. */
export function menuEntry(view: PageView, phrase: Phrase): Choice<Candidate> | null {
  // What opens a menu may stand in the same element as its entries, and is none of them unless it is called so.
  const isOpener = ({ opensMenu, role, name }: Candidate) =>
    opensMenu && role === 'button' && grade(phrase.text, name) < GRADES.equalWords;
  const entries = view.candidates.filter(
    (candidate) => candidate.inMenu && !['menu', 'listbox'].includes(candidate.role) && !isOpener(candidate),
  );
  for (const { text } of [phrase, ...(phrase.apart ?? [])]) {
    const found = chooseCandidate({ ...view, candidates: entries }, { ...PLAIN, text }, 'click');
    if ('one' in found) return found;
  }
  return null;
}

/** The section of a row or card to open first, because it holds the control of it that the phrase names. */
export function openerWithin(view: PageView, phrase: Phrase): Hidden | null {
  for (const { text, within, quoted } of [phrase, ...(phrase.apart ?? [])]) {
    const item = within === null ? null : chooseItem(view, within);
    const opener = item !== null && 'one' in item ? openerFor(view, text, 'use', quoted, item.one) : null;
    if (opener !== null) return opener;
    const isAbout = within !== null && within.text !== '' && isPageAbout(view, within.text);
    const ofPage = isAbout ? openerFor(view, text, 'use', quoted) : null;
    if (ofPage !== null) return ofPage;
  }
  return null;
}

const DOES =
  /^(?:mark|delete|remove|discard|cancel|send|save|submit|pay|approve|reject|archive|publish|buy|log ?out|sign ?out)(?!\p{L})/iu;

/** A button that does something is not pressed to read what it may show. */
export function doesMore({ candidates }: PageView, { opener }: Hidden): boolean {
  return candidates.some(
    ({ css, role, expanded, opensMenu, name, text }) =>
      css === opener && role !== 'tab' && expanded === null && !opensMenu && DOES.test(name || text),
  );
}

/**
 * The menu, tab or section to open first, because it holds an element of that name.
 * @param use `read` for a label of a value, else a control
 * @param item the row or card that it must stand in
 */
export function openerFor(
  view: PageView,
  text: string,
  use: 'read' | 'use',
  isQuoted = false,
  item: number | null = null,
): Hidden | null {
  // Within one thing "close" is its "Close ticket".
  const leastUnquoted = item === null ? GRADES.synonym : GRADES.contains;
  const least = isQuoted ? GRADES.equal : leastUnquoted;
  const fitting = view.hidden.filter(
    (hidden) =>
      (hidden.role === LABEL_ROLE) === (use === 'read') &&
      (item === null || hidden.items.includes(item)) &&
      grade(text, hidden.name) >= least &&
      !(use === 'read' && doesMore(view, hidden)),
  );
  const openers = new Set(fitting.map(({ opener }) => opener));
  return openers.size === 1 ? (fitting[0] ?? null) : null;
}
