import type { Instruction } from '../../clause.ts';
import { isLiteral, LITERAL } from '../../literals.ts';
import { ACTS, COMMANDS, NOUN_COMMANDS, oneOf } from '../../../words/vocabulary.ts';
import { SAID_OF_IT } from '../named-phrases.ts';
import type { Reader, Rule } from '../rule.ts';

const VERB = oneOf([
  ...COMMANDS,
  ...NOUN_COMMANDS,
  ...ACTS,
  'use',
  'enter',
  'submit',
  'give',
  'add',
  'post',
  'write',
]);
const VALUE = `${LITERAL}|\\S+@\\S+|[\\p{Lu}\\d][^,:]*`;
export const NOUN = '\\p{L}[\\p{L}-]*(?:\\s\\p{L}[\\p{L}-]*){0,2}?';

/** Words of a noun, as opposed to a name or a whole phrase. */
export function isNoun(text: string): boolean {
  return (
    /^[\p{Ll}\s-]+$/u.test(text) &&
    !/\s(?:of|for|with|in|on|at|to|from|by|as)(?:\s|$)|^(?:the|an?|me|us|it|them|all|both|as|to|next|this|last|another)(?:\s|$)|\s(?:called|named|titled|so|that|until)(?:\s|$)/u.test(
      ` ${text}`.trimStart(),
    )
  );
}

/** A number or code is a value by itself: "1042 with the reason Damaged" holds more than one. */
function isValue(text: string): boolean {
  const [first = ''] = text.split(/\s+/u);
  const isCode = /\d/u.test(first) && !isLiteral(text);
  if (isCode && MORE_THAN_VALUE.test(text)) return false;
  return /^[\p{Lu}\d\uE000]/u.test(text) || /^\S+@\S+$/u.test(text);
}

/** What is done to a thing needs no value: "delete the address Old Street 1" writes no address. */
const DONE_TO_THINGS =
  /^(?:delete|destroy|remove|cancel|close|archive|star|unstar|favou?rite|like|unlike|pin|unpin|mute|unmute|hide|dismiss|edit|rename|wipe|purge|restore|duplicate|undo|redo|unfollow|reopen|flag|unflag|void|revoke|stop|pause|print|approve|reject|decline|discard|unpublish|leave)$/iu;

const MORE_THAN_VALUE = /\s(?:with|because|to|by|as|from|since|using|via|and|if|please)\s/iu;

const SENT: readonly {
  pattern: RegExp;
  groups: (match: RegExpExecArray) => [string, string, string];
  /** What follows its colon is the value, however it is written. */
  isGiven?: true;
}[] = [
  // "Use the referral code RX-20", "register the visitor Ida Holm"
  {
    pattern: new RegExp(
      `^(${VERB})\\s+(?:the\\s+|my\\s+|an?\\s+|our\\s+|this\\s+)?(${NOUN})(?:\\s*:|\\s+(?:called|named|saying|with\\s+the\\s+text))?\\s+(${VALUE})$`,
      'su',
    ),
    groups: ([, verb = '', noun = '', value = '']) => [verb, noun, value],
  },
  // "Order a permit for number plate LD21 KXB"
  {
    pattern: new RegExp(
      `^(${VERB})\\s+(?:the\\s+|my\\s+|an?\\s+)?[\\p{L} -]+?\\s+(?:for|of|with|using|by)\\s+(?:the\\s+|my\\s+)?(${NOUN})\\s+(${VALUE})$`,
      'su',
    ),
    groups: ([, verb = '', noun = '', value = '']) => [verb, noun, value],
  },
  // "Send a copy to mum@home.test"
  {
    pattern: new RegExp(`^(${VERB})\\s+(?:the\\s+|my\\s+|an?\\s+)?(${NOUN}\\s+to)\\s+(\\S+@\\S+)$`, 'su'),
    groups: ([, verb = '', noun = '', value = '']) => [verb, noun.replace(/\s+to$/iu, ''), value],
  },
  // "Block mum@home.test"
  {
    pattern: /^((?:un)?(?:block|ban|mute|allow|trust))\s+(\S+@\S+)$/su,
    groups: ([, verb = '', value = '']) => [verb, '', value],
  },
  // "Top up the card by 10"
  {
    pattern: new RegExp(
      `^(${VERB})\\s+(?:the\\s+|my\\s+)[\\p{L} -]+?\\s+(?:by|with)\\s+([$€£]?\\d[\\d.,]*)$`,
      'su',
    ),
    groups: ([, verb = '', value = '']) => [verb, verb, value],
  },
  // "Apply for credit of 5000"
  {
    pattern: new RegExp(
      `^(${VERB})\\s+(?:the\\s+|my\\s+|an?\\s+)?(${NOUN})\\s+of\\s+([$€£]?\\d[\\d.,]*)$`,
      'su',
    ),
    groups: ([, verb = '', noun = '', value = '']) => [verb, noun, value],
  },
  // "Lend a tool: heat gun"
  {
    pattern: new RegExp(
      `^(${VERB})\\s+(?:the\\s+|my\\s+|an?\\s+)(${NOUN})\\s*:\\s+(\\p{Ll}[\\p{Ll} -]*)$`,
      'su',
    ),
    isGiven: true,
    groups: ([, verb = '', noun = '', value = '']) => [verb, noun, value],
  },
  // "Donate 15"
  {
    pattern: new RegExp(`^(${VERB})\\s+(${LITERAL}|[$€£]?\\d[\\d.,]*)$`, 'su'),
    groups: ([, verb = '', value = '']) => [verb, '', value],
  },
];

/** "Apply the code SPRING in the basket" says where it is asked for. */
const CODED = /\b(?:code|voucher|coupon)$/iu;
const PLACED = /(?<=^\S+)\s+(?:in|on|at|to|for)\s+(?:the\s+|my\s+|our\s+|this\s+)?\p{Ll}+(?:\s\p{Ll}+)?$/u;

/** What a value may be for: a field of that noun in the form that the verb sends. */
function sending(clause: string, reader: Reader): Instruction | null {
  // Whom "him" means is not known: what the page sends would go to somebody else.
  if (/^\S+\s+(?:him|her)\s/iu.test(clause)) return null;
  for (const { pattern, groups, isGiven = false } of SENT) {
    // Case tells a noun from a name; only that of the first word tells nothing.
    const match = pattern.exec(clause.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()));
    if (match === null) continue;
    const [verb, noun, given] = groups(match);
    const said = CODED.test(noun) ? given.replace(PLACED, '') : given;
    const value = reader.value(said);
    if (DONE_TO_THINGS.test(verb.trim()) || SAID_OF_IT.test(said)) continue;
    if (value === null || !(isValue(said) || isGiven) || (noun !== '' && !isNoun(noun))) continue;
    return { kind: 'send', verb: verb.toLowerCase(), noun: noun.toLowerCase(), value };
  }
  return null;
}

/** "Register the visitor Ida Holm" may be a button of that visitor, or a name to be written and sent. */
export function sentOrPressed(rules: Rule): Rule {
  return (clause, reader) => {
    const send = sending(clause, reader);
    if (send === null) return null;
    const base = rules(clause, reader);
    if (base === null) return [send];
    const [only] = base;
    return base.length === 1 && only?.kind === 'click' && only.target.every === undefined
      ? [{ kind: 'either', ways: [[only], [send]] }]
      : null;
  };
}
