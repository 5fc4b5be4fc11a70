import type { Instruction } from '../../clause.ts';
import { COUNT, countOf } from '../../../words/counts.ts';
import { called } from '../named-phrases.ts';
import { form, type Reader } from '../rule.ts';
import { DAY } from './booking.ts';

const FROM = called(['from', 'origin', 'departure', 'leaving from', 'start', 'departing from', 'where from']);
const TO = called(['to', 'destination', 'going to', 'arrival', 'arriving at', 'where to']);
const ON = called([
  'date',
  'departure date',
  'depart',
  'outbound',
  'departing',
  'leaving on',
  'when',
  'departure',
]);
const BACK = called(['return date', 'return', 'inbound', 'returning', 'returning on']);
const MEANS =
  '(?:flights?|trains?|bus(?:es)?|coach(?:es)?|ferry|ferries|trips?|tickets?|connections?|journeys?|routes?)';
const TRAVELLERS = 'adults?|passengers?|people|persons?|travell?ers?';

/** What may follow the places, in any order. */
const DETAILS = {
  back: new RegExp(`\\s*,?\\s+(?:and\\s+)?(?:back|returning|return)(?:\\s+on)?\\s+(${DAY})(?=\\s|,|$)`, 'iu'),
  day: new RegExp(
    `\\s*,?\\s+(?:on|for|leaving(?:\\s+on)?|departing(?:\\s+on)?)\\s+(${DAY})(?=\\s|,|$)`,
    'iu',
  ),
  count: new RegExp(`\\s*,?\\s+(?:for|with)\\s+(${COUNT})\\s+(${TRAVELLERS})(?=\\s|,|$)`, 'iu'),
};
/** A place goes on with names: "New York", "St Pancras". */
const PLACE = /^\p{Lu}[^\s,]*(?:\s\p{Lu}[^\s,]*)*$/u;

function set(target: Extract<Instruction, { kind: 'set' }>['target'], said: string, reader: Reader) {
  const value = reader.value(said.trim());
  return value === null ? null : ({ kind: 'set', target, value } as const);
}

/** "Search for flights from Berlin to Paris on 20 November 2026 for 2 adults": the fields of such a search, which is then sent. */
export const travelling = form(
  `(?:search(?:\\s+for)?|find|look\\s+(?:for|up)|show)\\s+(?:me\\s+)?(?:an?\\s+|the\\s+)?(?:cheapest\\s+)?(${MEANS})\\s+from\\s+(\\p{Lu}.*?)\\s+to\\s+(\\p{Lu}.*)`,
  ([means = '', from = '', said = ''], reader) => {
    let to = said;
    const taken = (pattern: RegExp): readonly string[] => {
      const match = pattern.exec(to);
      if (match !== null) to = to.slice(0, match.index) + to.slice(match.index + match[0].length);
      return match ?? [];
    };
    const [, back = ''] = taken(DETAILS.back);
    const [, day = ''] = taken(DETAILS.day);
    const [, count = '', travellers = ''] = taken(DETAILS.count);
    // What is left over says something that no field was found for.
    if (!PLACE.test(from) || !PLACE.test(to.trim())) return null;
    const whom = called([travellers, 'passengers', 'travellers', 'adults', 'people', 'number of passengers']);
    const filled = [
      set(FROM, from, reader),
      set(TO, to, reader),
      ...(day === '' ? [] : [set(ON, day, reader)]),
      ...(back === '' ? [] : [set(BACK, back, reader)]),
      ...(count === '' ? [] : [set(whom, String(countOf(count)), reader)]),
    ];
    const known = filled.filter((one) => one !== null);
    if (known.length < filled.length) return null;
    const query = reader.value(`${means} from ${from} to ${to}`) ?? '';
    const fields: Instruction[] = [...known, { kind: 'submit' }];
    // Where a page has no such fields, its search may take words.
    const ways = [fields, ...(known.length > 2 ? [] : [[{ kind: 'search' as const, query }]])];
    return { kind: 'either', ways };
  },
);
