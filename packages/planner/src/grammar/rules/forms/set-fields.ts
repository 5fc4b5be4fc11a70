import type { Instruction, Phrase } from '../../clause.ts';
import { isLiteral } from '../../literals.ts';
import { CLOCK, DAY } from '../sites/booking.ts';
import { called, plain } from '../named-phrases.ts';
import { fieldOf, placedIn } from './field-of.ts';
import { paired, pairedAll } from './paired-fields.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { each, firstOf, form, type Rule } from '../rule.ts';

/** "The birthday to …, time zone to …" */
export const NEXT_SETTING =
  /(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:the\s+|my\s+)?(?=\p{Ll}[\p{L} -]{0,30}\s+to\s)/u;

const settingSeveral = form(`${oneOf(VERBS.set)}\\s+(.+(?:,|\\sand\\s).+)`, ([words = ''], reader) => {
  const parts = words.split(NEXT_SETTING);
  const set = parts.length < 2 ? null : each(parts, (part) => settingMoreOrOne(`set ${part}`, reader));
  return set === null ? null : set.flat();
});

/** "… to 3 in the cart" is a number. */
const IN_CART = /^(\d+)\s+in\s+(?:the|my)\s+(?:cart|basket|bag|trolley)$/iu;

/** "Set the day to 20/01/2027, from 18:00, until 20:30": what follows is said of fields of their own. */
const settingMore = form(
  `(${oneOf(VERBS.set)}\\s+[^,]+?\\s+to\\s+[^,]+?)\\s*,\\s+(.+)`,
  ([first = '', rest = ''], reader) => {
    const own = settingOne(first, reader);
    const others = own === null ? null : pairedAll(rest, reader);
    return own === null || others === null ? null : [...own, ...others];
  },
);

const settingMoreOrOne: Rule = (clause, reader) => settingMore(clause, reader) ?? settingOne(clause, reader);
const BOUNDS = `(?:${CLOCK}|${DAY})`;

/** "Set the quiet hours from 21:30 to 7:15": the two fields of that name, or of the section of that name. */
const settingSpan = form(
  `${oneOf(VERBS.set)}\\s+(?:(?:my|the|our)\\s+)?(\\p{Ll}[\\p{Ll} -]{2,40}?)\\s+(?:from|between)\\s+(${BOUNDS})\\s+(?:to|until|till|and)\\s+(${BOUNDS})`,
  ([noun = '', from = '', to = ''], reader) => {
    const bound = (names: readonly string[], said: string): Instruction | null => {
      const value = reader.value(said.trim());
      const own = called(names.map((name) => `${noun} ${name}`));
      const within = called(names.map((name) => name));
      const placed = [within, ...(within.apart ?? [])].map((field) => ({
        ...field,
        apart: [],
        within: plain(noun),
      }));
      const target = { ...own, apart: [...(own.apart ?? []), ...placed, within, ...(within.apart ?? [])] };
      return value === null ? null : { kind: 'set', target, value };
    };
    const set = [bound(['from', 'start'], from), bound(['to', 'until', 'end'], to)];
    const known = set.filter((one) => one !== null);
    return known.length < set.length ? null : known;
  },
);

/** "Set my emergency contact to name Sam, telephone 07700 900222": fields of the section of that name. */
const settingSection = form(
  `${oneOf(VERBS.set)}\\s+(?:my|the|our)\\s+(\\p{Ll}[\\p{L} ]{2,40}?)\\s+to\\s*:?\\s+(\\p{Ll}.+,.+)`,
  ([place = '', fields = ''], reader) => {
    const parts = fields.split(/\s*,\s*(?:and\s+)?|\s+and\s+(?=\p{Ll})/u);
    const all = parts.every((part) => /^\p{Ll}/u.test(part))
      ? each(parts, (part) => paired(part, reader))
      : null;
    return (
      all?.map((filled) =>
        filled.kind === 'fill' && filled.target !== null
          ? placedIn(place, filled.target, filled.value)
          : filled,
      ) ?? null
    );
  },
);

export const settingOne: Rule = form(
  `${oneOf(VERBS.set)}\\s+(?!up\\s)(?:the\\s+)?(?:value\\s+of\\s+)?(.+?)\\s+(?:to|=|as)\\s+(.+)`,
  ([field, words], reader) => {
    const [, own, item] = /^(.+?)\s+(?:of|for)\s+(.+)$/isu.exec(field ?? '') ?? [];
    const within = item === undefined ? null : reader.phrase(item);
    const target = fieldOf(own ?? field ?? '', reader);
    const value = reader.value((words ?? '').replace(IN_CART, '$1'));
    if (target === null || value === null || (item !== undefined && within === null)) return null;
    if (within === null) return { kind: 'set', target, value };
    // "Date of birth" may be a name as a whole.
    const whole: Phrase = {
      text: reader.masked.meant(field ?? '').trim(),
      kind: null,
      ordinal: null,
      within: null,
    };
    const placed = { ...target, within };
    return {
      kind: 'set',
      target: isLiteral(own ?? '') || isLiteral(item ?? '') ? placed : { ...placed, apart: [whole] },
      value,
    };
  },
);

/** "Make Ada an Editor": the only choice of her row. */
const makingOne: Rule = form(
  `make\\s+(.+?)\\s+(?:an?|the)\\s+(\\p{Lu}[\\p{L}-]*)`,
  ([what, value = ''], reader) => {
    const within = reader.phrase(what);
    return within === null || within.text === ''
      ? null
      : {
          kind: 'either',
          ways: [
            [
              { kind: 'select', target: { text: '', kind: 'dropdown', ordinal: null, within }, value },
              { kind: 'save' },
            ],
            [
              {
                kind: 'click',
                target: {
                  ...called(
                    [`Make ${value}`, `Make an ${value}`, `Set as ${value}`, `Promote to ${value}`],
                    'control',
                  ),
                  within,
                },
              },
            ],
          ],
        };
  },
);

export const setting = firstOf(settingSpan, settingSection, settingSeveral, settingMoreOrOne, makingOne);
