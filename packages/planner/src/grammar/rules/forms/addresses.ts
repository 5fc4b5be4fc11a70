import type { Instruction } from '../../clause.ts';
import { called } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

const POSTCODE = String.raw`(?:\p{Lu}{1,2}\d[\p{Lu}\d]?\s?\d\p{Lu}{2}|\p{Lu}{0,2}-?\d{4,6}|\d{3}\s\d{2}|\d{5}-\d{4})`;
const CODE_FIRST = new RegExp(`^(${POSTCODE})(?:\\s+(\\p{L}[\\p{L}'’. -]*))?$`, 'u');
const CODE_LAST = new RegExp(`^(\\p{L}[\\p{L}'’. -]*?)\\s+(${POSTCODE})$`, 'u');
const STREET = /^(?=.*\d)(?=.*\p{L}{3}).+$/u;
const WORDS = /^\p{Lu}[\p{L}'’.& -]*$/u;

/** "Street Pier Lane 3, town Whitby" names its fields. */
const FIELD_NAMED =
  /(?:^|,\s*|\sand\s+)(?:the\s+)?(?:street|town|city|postcode|zip|postal\s+code|country|name|recipient|house\s+number)\b/iu;

interface Address {
  name?: string;
  street?: string;
  postcode?: string;
  town?: string;
  country?: string;
}

/** What a part with a code in it is: "M3 5DQ Salford", "Salford M3 5DQ". */
function codedIn(part: string): Pick<Address, 'postcode' | 'town'> | null {
  const [, first, town] = CODE_FIRST.exec(part) ?? [];
  if (first !== undefined) return { postcode: first, ...(town !== undefined && { town }) };
  const [, place, last] = CODE_LAST.exec(part) ?? [];
  return place === undefined || last === undefined ? null : { postcode: last, town: place };
}

/** The parts of an address by their looks and their order; null where one of them may be several things. */
export function addressIn(text: string): Address | null {
  if (FIELD_NAMED.test(text)) return null;
  const parts = text.split(/\s*,\s*(?:and\s+)?/u);
  const coded = parts.findIndex((part) => codedIn(part) !== null);
  const code = codedIn(parts[coded] ?? '');
  const street = parts.findIndex((part, at) => at !== coded && STREET.test(part));
  if (code === null || street < 0 || street > coded) return null;
  const [names, between, after] = [
    parts.slice(0, street),
    parts.slice(street + 1, coded),
    parts.slice(coded + 1),
  ];
  const others = [...names, ...between, ...after];
  const towns =
    code.town === undefined ? [...between, ...after.slice(0, between.length === 0 ? 1 : 0)] : between;
  const countries = after.filter((part) => !towns.includes(part));
  if (names.length > 1 || countries.length > 1 || !others.every((part) => WORDS.test(part))) return null;
  if (towns.length !== (code.town === undefined ? 1 : 0)) return null;
  const [name, town = code.town, country] = [names[0], towns[0], countries[0]];
  return {
    ...(name !== undefined && { name }),
    ...(parts[street] !== undefined && { street: parts[street] }),
    ...code,
    ...(town !== undefined && { town }),
    ...(country !== undefined && { country }),
  };
}

/** What the fields of an address are called, in the order in which they stand. */
const FIELDS: readonly (readonly [keyof Address, readonly string[]])[] = [
  ['name', ['recipient', 'full name', 'name', 'recipient name', 'contact name', 'deliver to']],
  [
    'street',
    [
      'street',
      'street address',
      'street and house number',
      'street and number',
      'address line 1',
      'address',
      'delivery address',
    ],
  ],
  ['postcode', ['postcode', 'postal code', 'zip']],
  ['town', ['town', 'city', 'town or city', 'town/city']],
  ['country', ['country']],
];

const TWO_PARTS = /^(?=.*\d)([^,]+?)\s*,\s*(\p{Lu}[\p{L}'’. -]*)$/u;

function addressSet(whole: string | null): Instruction | null {
  if (whole === null || whole.includes('@')) return null;
  const [, street, town] = TWO_PARTS.exec(whole) ?? [];
  const address = street === undefined || town === undefined ? addressIn(whole) : { street, town };
  if (address === null) return null;
  const own: Instruction = {
    kind: 'set',
    target: called(['address', 'my address', 'postal address']),
    value: whole,
  };
  return { kind: 'either', ways: [[own], partsSet(address)] };
}

function partsSet(address: Address): Instruction[] {
  return FIELDS.flatMap(([part, names]): Instruction[] => {
    const value = address[part];
    return value === undefined ? [] : [{ kind: 'set', target: called(names), value }];
  });
}

const MOVED = String.raw`(?:(?:I|we)(?:['’]ve|\s+have)?\s+(?:just\s+|recently\s+)?moved(?:\s+house)?\s+to|(?:my|our)\s+(?:new\s+)?address\s+(?:is(?:\s+now)?|has\s+changed\s+to)|(?:I|we)\s+(?:now\s+live|live\s+now)\s+(?:at|in))`;
const HAS_MOVED = new RegExp(`^${MOVED}\\s`, 'iu');

/** "Change my address to 5 Ferry Lane, Bath", "I have moved to …": one field, or one for each part. */
export const movingHouse = firstOf(
  form(
    `(?:change|update|set|correct)\\s+(?:the|my|our)\\s+(?:\\p{Ll}+\\s+)?address\\s+to\\s+(.+)`,
    ([said = ''], reader) => addressSet(reader.value(said)),
  ),
  form(`${MOVED}\\s+(.+)`, ([said = ''], reader) => {
    const set = addressSet(reader.value(said));
    return set === null ? null : [set, { kind: 'save' }];
  }),
  // "I have moved to …. Update my address.": that was said already.
  form(
    `(?:change|update|correct|adjust|edit)\\s+(?:the|my|our)\\s+address(?:\\s+(?:to\\s+(?:that|this)|accordingly))?`,
    (_groups, { before }) => (HAS_MOVED.test(before) ? [] : null),
  ),
);

/** "Fill in the address: Aisha Khan, 14 Mill Lane, M3 5DQ Salford": each part where the page asks for it. */
const fillingIn = form(
  `(?:fill\\s+(?:in|out)|enter|type(?:\\s+in)?|put(?:\\s+in)?|use|set|give|write|deliver(?:\\s+it)?\\s+to|ship(?:\\s+it)?\\s+to|send(?:\\s+it)?\\s+to)\\s+(?:(?:the|my|our|this|as)\\s+)*(?:(?:(?:delivery|shipping|billing|postal)\\s+)?address)\\s*(?:\\bto\\b|\\bas\\b|\\bwith\\b|\\bis\\b|:)?\\s*(.+)`,
  ([said = ''], reader) => {
    const address = addressIn(reader.masked.meant(said));
    if (address === null) return null;
    return partsSet(address);
  },
);

/** "Deliver to Dock Road 9, 3000 Bern". */
const deliveringTo = form(
  `(?:deliver|ship|send)(?:\\s+(?:it|them|this|everything|the\\s+order))?\\s+to\\s+(?=\\p{Lu})([^:]+,.+)`,
  ([said = ''], reader) => {
    const address = addressIn(reader.masked.meant(said));
    return address === null ? null : partsSet(address);
  },
);

/** "Add a new address: Dock Road 9, 3000 Bern, Switzerland": in the form for it, which is sent. */
const addingAddress = form(
  `(?:add|save|create)\\s+(?:an?\\s+|the\\s+|my\\s+|this\\s+)?(?:new\\s+)?((?:(?:delivery|shipping|billing|postal)\\s+)?address)\\s*:?\\s+(.+)`,
  ([noun = '', said = ''], reader) => {
    const address = addressIn(reader.masked.meant(said));
    const [first, ...others] = address === null ? [] : partsSet(address);
    if (first?.kind !== 'set') return null;
    const openers = ['Add', 'New', 'Add new', 'Add a new', 'Add an', 'Create'].map(
      (verb) => `${verb} ${noun}`,
    );
    return [
      {
        kind: 'form',
        field: first.target,
        opener: called([...openers, 'Add address', 'New address'], 'control'),
      },
      first,
      ...others,
      { kind: 'submit' },
    ];
  },
);

/** The parts of an address, each where the page asks for it. */
export const fillingAddress = firstOf(addingAddress, fillingIn, deliveringTo);
