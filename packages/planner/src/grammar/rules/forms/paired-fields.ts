import type { Instruction } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { COUNT, countOf } from '../../../words/counts.ts';
import { called } from '../named-phrases.ts';
import { each, type Reader } from '../rule.ts';
import { fill, NAMELESS } from './field-of.ts';

/** What fields are called everywhere, as a part of a pattern. */
export const FIELD_WORDS =
  'first name|last name|full name|company name|your name|surname|user ?name|name|e-?mail(?: address)?|phone(?: number)?|telephone|street|address(?: line \\d)?|city|town|country|post ?code|zip(?: code)?|state|company|subject|topic|title|message|comment|note|description|amount|quantity|reference|date|start date|end date|password|card number|age|department|role|priority|urgency|severity|category|reason';
const pairs = [
  // "Needed by 15 January 2027": the little word belongs to what the field is called.
  /^(\p{Ll}+ed\s+(?:by|on|from|until|before|for)\s+)(\d.*)$/su,
  new RegExp(`^(what\\s+is\\s+\\p{L}+)\\s*:?\\s*(${LITERAL})$`, 'isu'),
  // "Description Taxi to airport": the capital begins the value, whatever word follows in it.
  new RegExp(`^(${FIELD_WORDS})\\s+(\\p{Lu}.*\\s(?:as|is|to|with)\\s(?!\\d|${LITERAL}).+)$`, 'su'),
  new RegExp(
    `^(.+?)(?:\\s*(?:(?<!\\d)[:=]|[:=](?!\\d))\\s*|\\s+(?:as|is|to|with)\\s+|\\s+(?=${LITERAL}$))(.+)$`,
    'isu',
  ),
  // "Date of the incident 21 November 2026"
  /^(\p{Ll}+\s+of\s+(?:the\s+|your\s+|my\s+)?\p{Ll}+\s+)((?:[\p{Lu}\d+]|\S+@).*)$/su,
  // A value begins where small letters end, or after an abbreviation.
  /^((?:\p{Ll}[\p{Ll}-]*\s+){1,3})((?:[\p{Lu}\d+]|\S+@).*)$/su,
  /^(\p{Lu}{2,6}\s+(?:number|no|code|id|reference)\.?)\s+(\S.*)$/su,
  /^(\p{Lu}{2,6})\s+((?=.*\d)\S.*)$/su,
  new RegExp(`^(${FIELD_WORDS})\\s+(?!(?:on|of|for|in|at)\\s)(.+)$`, 'isu'),
];

const GOING =
  /^(?:go|head|switch|navigate|return|jump|change|move|turn|scroll|get)(?:\s+(?:back|over|on))?\s+to\s/iu;

/** "Ada as the name", "ada@home.test for the e-mail". */
const VALUE_FIRST = new RegExp(
  `^(${LITERAL}|[\\p{Lu}\\d]\\S*(?:\\s\\p{Lu}\\S*)*|\\S+@\\S+)\\s+(?:as|for)\\s+(?:the|my|your)\\s+(\\p{Ll}[\\p{Ll} -]*)$`,
  'u',
);

/** "Put Ada as the name": what is done with the value is no part of it. */
const PUTS = /^(?:put|enter|write|use)\s+/iu;

/** Where one field and its value end and the next begin. */
export const NEXT_FIELD = /\s*[,;\n]\s*(?:and\s+)?|\s+and\s+/iu;
/** The same where a value holds "and". */
const NEXT_NAMED_FIELD = /\s*[,;\n]\s*(?:and\s+)?|\s+and\s+(?=\p{Ll})/u;
/** The same where a name does: "make and model Kia Rio". */
const NEXT_JOINT_FIELD = new RegExp(
  `\\s*[,;\\n]\\s*(?:and\\s+)?|(?<!(?:^|[,;\\n]\\s*)\\p{Ll}+)\\s+and\\s+|\\s+and\\s+(?!(?!(?:${FIELD_WORDS})\\s)\\p{Ll}+\\s[\\p{Lu}\\d])`,
  'u',
);

/** A field and its value in one part of an enumeration: "first name Ana"; null when it is none. */
export function paired(part: string, reader: Reader): Instruction | null {
  const [, worn = '', name = ''] = VALUE_FIRST.exec(part.trim().replace(PUTS, '')) ?? [];
  const turned = name === '' ? null : fill(name, worn, reader);
  if (turned !== null) return turned;
  for (const pattern of pairs) {
    const [, field = '', value = ''] = pattern.exec(part.trim().replace(/^(?:the|my|a|an)\s+/iu, '')) ?? [];
    // "Go to security" is no field "go".
    const filled = field === '' || GOING.test(part.trim()) ? null : fill(field, value, reader);
    if (filled !== null) return filled;
  }
  const [, number = '', counted = ''] = COUNTED.exec(part.trim()) ?? [];
  if (number !== '')
    return { kind: 'set', target: called([counted, `number of ${counted}`]), value: String(countOf(number)) };
  const [, many = '', things = ''] = /^(\d{1,6})\s+(\p{Ll}{3,}s)$/u.exec(part.trim()) ?? [];
  if (many !== '') return { kind: 'set', target: called([things, `number of ${things}`]), value: many };
  // "… from 18:00, until 20:30, ida@home.test": what it is tells where it belongs.
  const [, bound = '', at = ''] = BOUND.exec(part.trim()) ?? [];
  const limit = bound === '' ? null : reader.value(at);
  if (limit !== null)
    return { kind: 'set', target: called(BOUNDS[bound.toLowerCase()] ?? [bound]), value: limit };
  if (/^\S+@\S+\.\S+$/u.test(part.trim()))
    return {
      kind: 'fill',
      target: called(['email', 'email address']),
      value: reader.masked.meant(part.trim()),
    };
  const [, put = '', where = ''] =
    /^(\S+(?:\s\p{Lu}\S*)?)\s+(?:in|into)\s+(?:the\s+)?(\p{Ll}[\p{Ll} -]*)$/u.exec(part.trim()) ?? [];
  const placed = put === '' ? null : fill(where, put, reader);
  if (placed !== null) return placed;
  const [, born = ''] = /^born(?:\s+on)?\s+(.*\d.*)$/iu.exec(part.trim()) ?? [];
  const day = born === '' ? null : reader.value(born);
  if (day !== null)
    return { kind: 'set', target: called(['date of birth', 'birth date', 'birthday', 'born']), value: day };
  // "…, with lamination"
  const [, extra = ''] = /^with\s+(?:an?\s+|the\s+)?(\p{Ll}[\p{Ll} -]{2,30})$/u.exec(part.trim()) ?? [];
  const wished = extra === '' ? null : reader.phrase(extra);
  if (wished !== null) return { kind: 'choose', target: wished };
  const [, verb = ''] = AGREED.exec(part.trim()) ?? [];
  return verb === '' ? null : { kind: 'check', target: { ...NAMELESS, text: verb, kind: 'checkbox' } };
}

/** "…, 2 adults and one child". */
const COUNTED = new RegExp(
  `^(${COUNT})\\s+(adults?|child(?:ren)?|infants?|passengers?|travell?ers?|guests?|people|persons?|nights?|rooms?|seats?|tickets?)$`,
  'iu',
);

const BOUND =
  /^(from|until|till|to|by)\s+(\d{1,2}[:.]\d{2}(?:\s?[ap]m)?|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}\s\p{L}{3,9}\s\d{4})$/iu;
const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  from: ['from', 'start', 'start time', 'start date', 'begin'],
  until: ['until', 'to', 'end', 'end time', 'end date'],
  till: ['until', 'to', 'end', 'end time', 'end date'],
  to: ['to', 'until', 'end', 'end time', 'end date'],
  by: ['by', 'due', 'due date', 'deadline'],
};

/** "…, authorise it" among the fields of a form. */
const AGREED = /^(authori[sz]e|agree|accept|consent|acknowledge)(?:\s+to)?\s+(?:it|this|that|them)$/iu;

/** "First name Ana, last name Ruiz and country Peru"; null unless every part is a field with its value. */
export function pairedAll(words: string, reader: Reader): Instruction[] | null {
  const cut = (where: RegExp) => each(words.split(where), (part) => paired(part, reader));
  return cut(NEXT_FIELD) ?? cut(NEXT_NAMED_FIELD) ?? cut(NEXT_JOINT_FIELD);
}

const CHOICE = /^(?:\p{Ll}[\p{Ll}-]*\s?){1,3}$/u;
/** "Please call me back": what people ask for in a form is a box of it. */
const ASKED =
  /^(?:please\s+)?(?:call|send|contact|notify|remind|e-?mail|text|keep)\s(?:me|us)\s(?:\p{Ll}+\s?){1,3}$/u;

/** "Reply by phone" is the choice "By phone" or "Phone", "pay by invoice" that of how it is paid. */
export function chosenWay(part: string): Instruction | null {
  const [, way = ''] =
    /^(?:pay(?:ing)?|paid|send|deliver(?:ed)?|ship(?:ped)?|(?:contact|notify)\s+me|reply|answer(?:ed)?)\s+(?:by|via|with|using|in)\s+(\p{Ll}[\p{L} -]{2,30})$/u.exec(
      part.trim(),
    ) ?? [];
  const names = /^(?:reply|answer|contact)/u.test(part.trim()) ? [`by ${way}`, way] : [way, `by ${way}`];
  return way === '' ? null : { kind: 'choose', target: called(names) };
}

/** "Company name Elm, e-mail …, trade customer": a part without a value is one of the form's choices. */
export function pairedOrChosen(words: string, reader: Reader): Instruction[] | null {
  const parts = words.split(NEXT_FIELD);
  const isChoice = (part: string) => CHOICE.test(part.trim()) || ASKED.test(part.trim());
  const all = each(parts, (part) => {
    const filled = paired(part, reader);
    if (filled !== null) return filled;
    const way = chosenWay(part);
    if (way !== null) return way;
    const choice = part.trim().replace(/^(?:please|with(?:\s+(?:an?|the))?)\s+/iu, '');
    const target = isChoice(part) || isChoice(choice) ? reader.phrase(choice) : null;
    return target === null ? null : { kind: 'choose' as const, target };
  });
  const chosen = all?.filter(({ kind }) => kind === 'choose') ?? [];
  return all !== null && chosen.length <= 2 && all.length - chosen.length >= 2 ? all : null;
}
