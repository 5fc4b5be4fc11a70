import { payingThingBy, payingWith } from './payments.ts';
import type { Instruction, Phrase } from '../../clause.ts';
import { readNamed } from '../../read-phrase.ts';
import { countOf } from '../../../words/counts.ts';
import { paired, pairedAll } from '../forms/paired-fields.ts';
import { compared } from '../compared.ts';
import { plain } from '../named-phrases.ts';
import { each, enumerated, firstOf, form, type Reader } from '../rule.ts';

/** "Two teapots" would be one click too few. */
const SEVERAL = /^(?:\d+\s*x?|two|three|four|five|six|both|some)\s/iu;

/** "Three Milk Jugs" sets the quantity first; without such a field nothing is added. */
const COUNTED =
  /^(\d{1,3}|two|three|four|five|six|ten)\s*(?:x|of)?\s+(?:(?:rolls?|packs?|packets?|pieces?|units?|bags?|pairs?|sheets?|copies|bottles?)\s+)?(?:of\s+)?(?:the\s+)?(.+)$/iu;

const ALL_OF_THEM =
  /^(?:all|each|every\s+one|both)(?:\s+of)?(?:\s+(?:them|these|those|the\s+(?:results|products|items)|products|items|results))?$|^(?:every|each)\s+(?:product|item|result|one)$/iu;

/** "3 of these in black": the page is about the thing. */
const OF_THESE =
  /^(\d{1,3}|two|three|four|five|six|ten)\s+(?:of\s+)?(?:these|this|those|them|it)(?:\s+in\s+(?:size\s+)?(\p{L}+(?:\s\p{L}+)?))?$/iu;

const CONTAINER =
  '(cart|basket|bag|trolley|wish\\s?list|favourites|favorites|calendar|diary|shortlist|watch\\s?list|reading\\s+list|itinerary)';

const GOODS = /^(?:cart|basket|bag|trolley|wish\s?list|fav.*)$/iu;

/** Goes to the checkout first, unless the page is that already. */
function atCheckout(choice: Instruction): Instruction[] {
  const opener: Instruction = { kind: 'click', target: { ...plain('Check out'), kind: 'control' } };
  return [{ kind: 'either', ways: [[opener, choice], [choice]] }];
}

/** "Check out with express delivery, reference PO-7": the way is chosen where the page asks for it, and the order is sent. */
const checkingOut = form(
  `check\\s?out\\s+(?:with|by|using|via)\\s+(?:the\\s+)?([\\p{L}][\\p{L} -]*?)(?:\\s+(?:option|method))?(?:\\s*,\\s*(?:and\\s+)?(.+))?`,
  ([way = '', fields = ''], reader) => {
    const target = reader.phrase(way);
    const filled = fields === '' ? [] : pairedAll(fields, reader);
    return target === null || filled === null
      ? null
      : [...atCheckout({ kind: 'choose', target }), ...filled, { kind: 'save', orSend: true }];
  },
);

/** "Check out with PO number 7 and next-day delivery": both where the page asks for them; what follows may send it. */
const checkingOutWith = form(
  `check\\s?out\\s+(?:with|using)\\s+(?:the\\s+|my\\s+)?(.+(?:,|\\sand\\s).+)`,
  ([details = ''], reader) => {
    const filled = each(details.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu), (part) => {
      const target = reader.phrase(part);
      return paired(part, reader) ?? (target === null ? null : { kind: 'choose' as const, target });
    });
    const [first, ...others] = filled ?? [];
    if (filled === null || first === undefined) return null;
    const areChoices = filled.every(({ kind }) => kind === 'choose');
    return [
      ...atCheckout(first),
      ...others,
      areChoices ? { kind: 'submit' } : { kind: 'save', orSend: true },
    ];
  },
);

/** "The honey, the soap and the candle": one thing of that name, else each of them. */
function listed(words: string, reader: Reader): Phrase | null {
  const parts = each(enumerated(words), (part) => reader.phrase(part));
  const areNamed = parts?.every(
    ({ text, kind, ordinal, within, superlative }) =>
      text !== '' && kind === null && ordinal === null && within === null && superlative === undefined,
  );
  return parts === null || parts.length < 3 || areNamed !== true ? null : { ...plain(words), parts };
}

/** "Add it to the cart", "three Milk Jugs". */
const adding = form(
  `(add|put|save)(?:\\s+(.+?))?\\s+(?:to|in|into|on)\\s+(?:the\\s+|my\\s+|your\\s+)?(?:shopping\\s+)?${CONTAINER}`,
  (groups, reader) => {
    const [verb = '', said = '', container = ''] = groups;
    // "A Blue Hosta" is the one of that name; "a plant" leaves the choice open.
    const item = said
      .replace(/^(?:one|1)\s+(?:of\s+)?(?:the\s+)?(?=\p{Ll})/u, 'the ')
      .replace(/^(?:[Aa]n?\s+(?=\p{Lu})|both\s+(?=.+\sand\s))/u, '');
    const add: Phrase = {
      text: `Add to ${container.toLowerCase()}`,
      kind: 'button',
      ordinal: null,
      within: null,
    };
    // A heart that is pressed twice takes the thing out again.
    const turns = /^(?:wish|fav)/iu.test(container) ? { turns: 'on' as const } : {};
    const areOfOne = /\b(?:\d+|two|three|four|five|six|ten)\b/iu.test(reader.before);
    if (/^(?:them|these|those)$/iu.test(item) && areOfOne)
      return { kind: 'click', target: { ...add, within: reader.topic } };
    if (/^(?:|it|this|that|this\s+(?:item|product)|the\s+(?:item|product))$/iu.test(item))
      return { kind: 'click', target: { ...add, within: reader.topic }, ...turns };
    const [, number = '', option = ''] = OF_THESE.exec(item) ?? [];
    if (number !== '')
      return [
        ...(option === '' ? [] : [{ kind: 'choose' as const, target: plain(option) }]),
        {
          kind: 'set',
          target: { ...plain('quantity'), within: reader.topic },
          value: String(countOf(number)),
        },
        { kind: 'click', target: { ...add, within: reader.topic } },
      ];
    // "Add an event to my calendar" makes a new one.
    if (/^an?\s/iu.test(item) && !GOODS.test(container)) return null;
    if (ALL_OF_THEM.test(item)) return { kind: 'click', target: { ...add, every: true } };
    const [, amount = '', several] = COUNTED.exec(item) ?? [];
    if (several === undefined && SEVERAL.test(item)) return null;
    const found =
      compared(said, reader) ??
      readNamed(several ?? item, reader.masked) ??
      (several === undefined ? listed(item, reader) : null);
    if (found === null) return null;
    // A tea box is no field.
    const isGoods = found.kind === 'field' && found.text !== '' && found.ordinal === null;
    const within = isGoods
      ? plain(reader.masked.meant((several ?? item).replace(/^(?:the|an?)\s+/iu, '')))
      : found;
    // A heart may be called "Save the Milk Jug to the wish list".
    const whole = {
      ...add,
      kind: null,
      text: `${verb} ${within.text} to ${container}`,
    };
    const saves = ['Save', 'Put'].map((other) => ({ ...add, within, text: `${other} to ${container}` }));
    // In a row of a shop it may say just "Add".
    const short: Phrase[] = /^(?:cart|basket|bag)$/iu.test(container)
      ? [{ ...add, within, text: 'Add', quoted: true }]
      : [];
    // A heart on a card says just "Save", as does what sends a form.
    const own = /^save$/iu.test(verb) ? ['Save', 'Favourite', 'Heart'] : ['Favourite', 'Heart'];
    const hearts = /^fav/iu.test(container) ? own.map((text) => ({ ...add, within, text })) : [];
    const click: Instruction = {
      kind: 'click',
      target: { ...add, within, apart: [whole, ...saves, ...short, ...hearts] },
      ...turns,
    };
    const value = String(countOf(amount));
    const quantity: Phrase = { text: 'quantity', kind: null, ordinal: null, within };
    return several === undefined ? click : [{ kind: 'set', target: quantity, value }, click];
  },
);

/** "Add it to the basket in green": the choice of that name of what the page is about. */
const addingIn = form(
  `((?:add|put)\\s+(?:it|this|this\\s+one|that)\\s+(?:to|in|into)\\s+(?:the\\s+|my\\s+|your\\s+)?(?:shopping\\s+)?${CONTAINER})\\s+in\\s+(?:size\\s+)?(\\p{L}+)`,
  ([add = '', , option = ''], reader) => {
    const acts = adding(add, reader);
    return acts === null ? null : [{ kind: 'choose', target: plain(option) }, ...acts];
  },
);

const SIZE = '(?:size\\s+)?(?:X{1,3}L|X{0,2}S|S|M|L)|size\\s+\\p{L}*\\d[\\d.,]*';
const COLOUR =
  '(?:(?:light|dark|navy|royal)\\s)?(?:black|white|grey|gray|red|green|blue|yellow|orange|purple|pink|brown|beige|silver|gold|navy|turquoise)';

/** "Add 2 hoodies in size L to the cart": the size is a choice of what the page is about. */
const addingSized = form(
  `((?:add|put)\\s+.+?)(?:\\s+in\\s+(?:the\\s+)?(?:colou?r\\s+)?(${SIZE}|${COLOUR})|,?\\s*\\(?(?:in\\s+)?(size\\s+(?:\\p{Lu}{1,3}|\\d[\\d.,]*))\\)?)(\\s+(?:to|in|into)\\s+(?:the\\s+|my\\s+|your\\s+)?(?:shopping\\s+)?${CONTAINER})`,
  ([add = '', inIt = '', beside = '', to = ''], reader) => {
    const acts = adding(`${add}${to}`, reader);
    const said = inIt || beside;
    const own = said.replace(/^size\s+/iu, '');
    return acts === null || /\b(?:it|this|that)\b/iu.test(add)
      ? null
      : [{ kind: 'choose', target: { ...plain(own), apart: [plain(said)] } }, ...acts];
  },
);

/** "Mark the mat as a favourite". */
const favouring = form(
  `(?:mark|save|set|add|flag)\\s+(.+?)\\s+as\\s+(?:an?\\s+|my\\s+)?favou?rite`,
  ([item = ''], reader) => adding(`add ${item} to favourites`, reader),
);

/** "Two wands and one tray": each with its number. */
const NUMBERED = /^(?:(\d{1,3}|one|two|three|four|five|six|ten)(?:\s*x)?|an?|the)\s/iu;

/** "Add two wands and one tray to the basket": the number of each is set where it stands. */
const addingSeveral = form(
  `(?:add|put)\\s+(.+?(?:,|\\sand)\\s.+?)\\s+(?:to|in|into)\\s+(?:the\\s+|my\\s+|your\\s+)?(?:shopping\\s+)?${CONTAINER}`,
  ([said = '', container = ''], reader) => {
    const parts = enumerated(said);
    const counts = parts.map((part) => NUMBERED.exec(part));
    const isEach = counts.some((count) => count?.[1]) || parts.every((part) => /^an?\s/iu.test(part));
    if (parts.length < 2 || counts.some((count) => count === null) || !isEach) return null;
    const things = each(parts, (part) => {
      const acts = adding(`add ${part} to the ${container}`, reader);
      const last = acts?.at(-1);
      const thing = last?.kind === 'click' ? last.target.within : null;
      const said = reader.masked.written(`add ${part} to the ${container}`);
      return acts === null || thing === null ? null : { said, thing, acts };
    });
    return things === null ? null : { kind: 'inturn', things };
  },
);

/** "Choose a quantity of 3". */
const choosingQuantity = form(
  `(?:choose|set|select|pick|enter|use|take)\\s+(?:an?|the)\\s+(?:quantity|amount|number)\\s+(?:of\\s+|to\\s+|as\\s+)?(\\d{1,4})`,
  ([value = '']) => ({ kind: 'set', target: plain('quantity'), value }),
);

/** "Change its quantity to 2 in the basket": where that is asked for, whatever stands beside the thing in the shop. */
const quantityIn = form(
  `(?:change|set|update|edit|put)\\s+(?:the\\s+|its\\s+|their\\s+)?(?:quantity|amount|number)\\s+(?:to|at)\\s+(\\d{1,4})\\s+in\\s+(?:the|my|your)\\s+(?:shopping\\s+)?(cart|basket|bag)`,
  ([value = '', container = ''], { topic }) => [
    { kind: 'click', target: { ...plain(container), kind: 'link' } },
    // "The second one" of the shop is another place in the basket.
    {
      kind: 'set',
      target: {
        ...plain('quantity'),
        within: topic === null || topic.ordinal !== null || topic.superlative !== undefined ? null : topic,
      },
      value,
    },
  ],
);

/** "Buy two of the blue pens": the number where they stand, and what buys them there. */
const buyingCounted = form(
  `(buy|order|purchase)\\s+(\\d{1,3}|two|three|four|five|six|ten)\\s+(?:of\\s+the\\s+|of\\s+)?(?!times\\b|or\\b|more\\b)(\\p{Ll}[\\p{Ll} -]*s)`,
  ([verb = '', number = '', things], reader) => {
    const within = reader.phrase(things);
    if (within === null || within.kind !== null || within.ordinal !== null) return null;
    const names = [verb, 'Buy', 'Buy now', 'Order', 'Order now', 'Purchase'];
    const [target = plain(verb), ...apart] = [...new Set(names)].map((text): Phrase => ({
      ...plain(text),
      kind: 'button',
      within,
    }));
    const quantity = { ...plain('quantity'), within };
    return [
      { kind: 'set', target: quantity, value: String(countOf(number)) },
      { kind: 'click', target: { ...target, apart } },
    ];
  },
);

/** "I want three gaskets in my basket". */
const wanting = form(
  `((?:\\d{1,3}|one|two|three|four|five|six|ten)\\s.+?)\\s+(?:in|into)\\s+(?:the\\s+|my\\s+)(?:shopping\\s+)?${CONTAINER}`,
  ([said = '', container = ''], reader) =>
    firstOf(addingSeveral, adding)(`add ${said} to the ${container}`, reader),
);

/** "Add the tea box to the basket, then remove it again": out of the basket, where no other control says so. */
const removingAgain = form(
  `(?:remove|delete|drop)\\s+(?:it|them|this|that)(?:\\s+(?:again|afterwards|after\\s+that))+`,
  (_groups, { before, topic }) =>
    topic === null || !/\b(?:cart|basket|bag|trolley)\b/iu.test(before)
      ? null
      : { kind: 'click', target: { ...plain('Remove'), kind: 'button', within: topic } },
);

/** "Take the descaler out again": out of the basket that was spoken of before. */
const takingOut = form(
  `(?:take|leave|throw|put)\\s+(.+?)\\s+(?:back\\s+)?out(?:\\s+of\\s+(?:it|there))?(?:\\s+again)?`,
  ([item], reader) => {
    const within = /\b(?:cart|basket|bag|trolley)\b/iu.test(reader.before) ? reader.phrase(item) : null;
    return within === null ? null : { kind: 'click', target: { ...plain('Remove'), kind: 'button', within } };
  },
);

/** "Add it to the cart", "remove the jug from the basket": the button of an item. */
export const shopping = firstOf(
  payingThingBy,
  payingWith,
  checkingOutWith,
  checkingOut,
  addingSeveral,
  addingIn,
  addingSized,
  favouring,
  adding,
  buyingCounted,
  wanting,
  quantityIn,
  removingAgain,
  takingOut,
  choosingQuantity,
  form(
    `(?:remove|delete|take|throw|drop)\\s+(.+?)(?:\\s+again)?\\s+(?:from|out\\s+of|off)\\s+(?:the\\s+|my\\s+)?(?:shopping\\s+)?${CONTAINER}`,
    ([item = ''], reader) => {
      const remove: Phrase = { text: 'Remove', kind: 'button', ordinal: null, within: null };
      if (/^(?:it|this|that)$/iu.test(item)) return { kind: 'click', target: remove };
      const isThem = /^(?:them|these|those)$/iu.test(item);
      if (isThem && reader.topic === null) return null;
      const one = SEVERAL.test(item) ? null : reader.phrase(item);
      const said = isThem ? reader.topic : one;
      // A cardboard box is no field.
      const within = said?.kind === 'field' ? readNamed(item, reader.masked) : said;
      return within === null ? null : { kind: 'click', target: { ...remove, within } };
    },
  ),
);
