/** A sentence about a thing: "The next visit is on 3 May 2027" gives the next visit. */
export interface Saying {
  label: string;
  value: string;
}

/** A longer one says nothing simple, and the time that a pattern takes grows with the square of it. */
const MAX_LENGTH = 300;

const DATE = String.raw`\d{1,2}\.? \p{L}+ \d{4}|\p{L}+ \d{1,2}, \d{4}|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4}`;
const AMOUNT = String.raw`[€$£]\s?\d[\d.,]*\d|[€$£]\d|\d[\d.,]*\s?(?:€|EUR|USD|GBP)`;
const COUNT = String.raw`(?:\d+(?:[.,]\d+)?|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Tt]welve)`;
const SIZE = String.raw`${COUNT}\s?(?:working |business |calendar )?(?:kg|g|t|mm|cm|m|km|ml|l|litres?|liters?|hours?|minutes?|days?|weeks?|months?|years?|%|°C|°F|inch(?:es)?|ft|lb|oz)`;
const NAME = String.raw`\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*){0,3}`;
const CODE = String.raw`(?:\p{Lu}{1,5}[ -]?)?\d[\p{L}\d/-]*|\p{Lu}[\p{L}\d]*-[\p{L}\d-]*\d[\p{L}\d-]*`;
const OWN = String.raw`^(?:The|Your|Our|My) ([\p{L} -]{2,40}?)`;
const STATED = new RegExp(
  `${OWN} (?:is|are) (?:now |currently )?(?:on |at |in )?(${DATE}|${AMOUNT}|${SIZE}|${NAME})(?: (?:on|for|from|after|at|per|of) [\\p{Ll} -]+)?$`,
  'u',
);
const DONE = new RegExp(
  `${OWN} (?:was|were|has been) (last |first )?(\\p{L}+ed|sent|paid|built|made) (?:on )?(${DATE})(?: by (${NAME}))?$`,
  'u',
);
const DONE_BY = new RegExp(
  `${OWN} (?:was|were|has been) (?:last |first )?(\\p{L}+ed|sent|paid|built|made) by (${NAME})(?: on (?:${DATE}))?$`,
  'u',
);
const DATED = new RegExp(`^(\\p{Lu}\\p{Ll}+(?:ed|nt|id|de)) on (${DATE})$`, 'u');
const MEASURED = new RegExp(
  `^(?:It|This \\p{Ll}+) (weighs|costs|measures|lasts|takes|holds) (${SIZE}|${AMOUNT})(?![\\p{L}\\d])`,
  'u',
);
const OWED = new RegExp(`^You (?:still )?(?:currently )?owe (?:us )?(${AMOUNT})(?![\\p{L}\\d])`, 'u');
const EXTENDED = new RegExp(
  `^(?:It|This \\p{Ll}+) (?:is|grows|gets) (?:up to )?(${SIZE}) (tall|high|wide|deep|thick|long)$`,
  'u',
);
const CODED = new RegExp(
  `^(?:Thank you[,:.!]? )?(?:The|Your|Our|This|It is|Use) ?(?:new )?(ticket|order|booking|return|request|case|appointment|reservation|claim|reference|invoice|confirmation|tracking|customer|enquiry|inquiry)( number| no| reference| id| code)?(?: is|:| has the number) #?(${CODE})$`,
  'iu',
);
const NOTED = new RegExp(
  `^(ticket|order|booking|return|request|case|appointment|reservation|claim|reference|invoice|confirmation|tracking|enquiry|inquiry)( number| no| reference| id| code) #?(${CODE})$`,
  'iu',
);
const NUMBERED = new RegExp(
  `^(?:The |Your |Our |Thank you, your )?(ticket|order|booking|return|request|case|appointment|reservation|claim|invoice|enquiry|inquiry)(?: number| no\\.?| reference)? #?(${CODE}) (?:has been|have been|was|is|created|placed|sent|received|confirmed|booked|opened|submitted)`,
  'iu',
);

const RECEIVED = new RegExp(
  `^(?:Thank you[,:.!]? )?(?:We|You)(?: have|['’]ve)? (?:now |just |successfully )?(?:received|got|registered|recorded|created|placed|booked|accepted|opened) (?:the|your|an?) (?:new )?(ticket|order|booking|return|request|case|appointment|reservation|claim|invoice|enquiry|inquiry)(?: number| no\\.?| reference)? #?(${CODE})(?![\\p{L}\\d-])`,
  'iu',
);

const SECRET = new RegExp(
  `^(?:The|Your|Our|My|Use the|Enter the) ((?:[\\p{L}-]+ ){0,2})(code|PIN|passcode|voucher|password|key)(?: is|:)? (${CODE}|\\p{Lu}{4,12})$`,
  'u',
);

const OPEN = new RegExp(`${OWN} (?:is|are) open (?:from |on )?(\\p{Lu}\\p{Ll}+(?:day)?\\b.*\\d.*)$`, 'u');

/** The values in the sentences of a text, where the words are unambiguous. */
export function saidIn(text: string): Saying[] {
  return text.split(/(?<=[.!?])\s+(?=\p{Lu})/u).flatMap((part): Saying[] => {
    const sentence = part.replace(/[.!]$/u, '').trim();
    if (sentence.length > MAX_LENGTH) return [];
    const says = (label: string | undefined, value: string | undefined): Saying[] =>
      label === undefined || value === undefined ? [] : [{ label, value }];
    const [, thing, order = '', did, day, by] = DONE.exec(sentence) ?? [];
    const [, made, how, maker] = DONE_BY.exec(sentence) ?? [];
    const [, named, value] = STATED.exec(sentence) ?? [];
    const [, event, date] = DATED.exec(sentence) ?? [];
    const [, measures, size] = MEASURED.exec(sentence) ?? [];
    const [, debt] = OWED.exec(sentence) ?? [];
    const [, code, kind = '', number] = CODED.exec(sentence) ?? NOTED.exec(sentence) ?? [];
    const [, made_, own] = NUMBERED.exec(sentence) ?? RECEIVED.exec(sentence) ?? [];
    const [, sort = '', secret, own_] = SECRET.exec(sentence) ?? [];
    const [, place, hours] = OPEN.exec(sentence) ?? [];
    const [, extent, way] = EXTENDED.exec(sentence) ?? [];
    return [
      ...says(named, value),
      ...says(thing === undefined ? undefined : `${thing} ${order}${did}`, day),
      ...says(thing === undefined ? undefined : `${thing} ${did} by`, by),
      ...says(made === undefined ? undefined : `${made} ${how} by`, maker),
      ...says(place === undefined ? undefined : 'opening hours', hours),
      ...says(place === undefined ? undefined : `${place} opening hours`, hours),
      ...says(event, date),
      ...says(measures, size),
      ...says(debt === undefined ? undefined : 'you owe', debt),
      ...says(way, extent),
      ...says(code === undefined ? undefined : `${code}${kind}`.toLowerCase(), number),
      ...says(made_?.toLowerCase(), own),
      ...says(secret, own_),
      ...says(sort === '' ? undefined : `${sort}${secret}`, own_),
    ];
  });
}
