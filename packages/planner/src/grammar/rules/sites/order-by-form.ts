import { countOf } from '../../../words/counts.ts';
import type { Instruction, Phrase } from '../../clause.ts';
import { pairedAll } from '../forms/paired-fields.ts';
import { called } from '../named-phrases.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const COUNT = '(\\d{1,5}|two|three|four|five|six|ten)';
const QUANTITIES = ['quantity', 'how many', 'number of pieces', 'pieces', 'count', 'amount'];
const THINGS = ['product', 'item', 'article', 'part', 'part number', 'product name', 'what'];

function quantity(count: string): Instruction {
  return { kind: 'set', target: called(QUANTITIES), value: String(countOf(count)) };
}

/** "Part BR-114": the field "Part number" and its value; a thing without a noun goes where things are asked for. */
function thing(said: string, reader: Reader): { target: Phrase; value: string } | null {
  const [, noun = '', code = ''] = /^(\p{Ll}+)\s+([#\p{Lu}\d][\p{L}\d/-]*)$/u.exec(said) ?? [];
  const value = reader.value(code || said);
  if (value === null) return null;
  const names = noun === '' ? THINGS : [noun, `${noun} number`, `${noun} no`, `${noun} code`, ...THINGS];
  return { target: called([...new Set(names)]), value };
}

/** "Order 12 of part BR-114, needed by 4 December 2026": every part of it goes where the form asks for it. */
const orderingWith = form(
  `(?:order|buy|request|reserve|purchase)\\s+${COUNT}\\s+(?:x\\s+|of\\s+|pieces\\s+of\\s+|units\\s+of\\s+)?(?:the\\s+)?([^,:]+?)(?:\\s*(?:[,:]|\\bwith\\b)\\s*(.+))?`,
  ([count = '', what = '', fields = ''], reader) => {
    const ordered = thing(what.trim(), reader);
    const others = fields === '' ? [] : pairedAll(fields, reader);
    const isCoded = /\d/u.test(what);
    if (ordered === null || others === null || (fields === '' && !isCoded)) return null;
    return [{ kind: 'set', ...ordered }, quantity(count), ...others, { kind: 'submit' }];
  },
);

/** "Request a quote for 200 hex bolts": how many, and of what. */
const requestingFor = form(
  `(request|get|ask\\s+for|order)\\s+(an?\\s+\\p{Ll}+)\\s+for\\s+${COUNT}\\s+(\\p{Ll}[\\p{Ll} -]*)`,
  ([verb = '', what = '', count = '', said = ''], reader) => {
    const asked = thing(said, reader);
    if (asked === null) return null;
    const opener = called([`${verb} ${what}`, `${verb} ${what.replace(/^an?\s+/iu, '')}`], 'control');
    return [
      { kind: 'form', field: asked.target, opener },
      { kind: 'set', ...asked },
      quantity(count),
      { kind: 'submit' },
    ];
  },
);

/** Orders and requests of a number of things, by the form of the page. */
export const orderingByForm = firstOf(orderingWith, requestingFor);
