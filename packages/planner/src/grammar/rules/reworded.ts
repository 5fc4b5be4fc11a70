import type { Rule } from './rule.ts';
import { LITERAL } from '../literals.ts';
import { singularOf } from '../nouns.ts';

/** Wordings that mean what a rule reads in other words. */
const WORDINGS: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  // "All class names with their times"
  [
    /^((?:list|get|give|show|read|tell|name|collect)(?:\s+me)?)\s+(?:all\s+(?:of\s+)?)?(?:the\s+)?(\p{Ll}{3,})\s+(names|titles)\s+(?:with|and|plus|along\s+with|together\s+with|including)\s+(?:all\s+)?(?:of\s+)?(?:their|its|the)\s+(\p{Ll}+s)$/u,
    (_, verb = '', noun = '', label = '', other = '') =>
      `${verb} the ${label} and ${other} of all ${pluralOf(noun)}`,
  ],
  // "Who it is assigned to"
  [
    /^((?:list|get|give|show|read|tell|name|find\s+out)(?:\s+me)?\s+)?who\s+(?:it|this|that)\s+(?:is|was|has\s+been)\s+(\p{Ll}{3,}ed)\s+(to|by|from|with)$/u,
    (_, __, done = '', way = '') => `what is its ${done.charAt(0).toUpperCase()}${done.slice(1)} ${way}`,
  ],
  // "Answer the message about … with …"
  [
    new RegExp(
      `^(?:answer|respond\\s+to)\\s+(?:the\\s+)?((?:message|mail|e-?mail|conversation)\\s+.+?)\\s+(?:with|saying|by\\s+writing|by\\s+saying)\\s*:?\\s+(${LITERAL}|\\p{Lu}.*)$`,
      'su',
    ),
    (_, what = '', text = '') => `reply to the ${what} with ${text}`,
  ],
  // "Tick that we need a cot"
  [
    /^((?:un)?tick|check|mark|select|confirm|state|indicate|say)\s+that\s+((?:we|i)\s+.+)$/iu,
    (_, verb = '', said = '') => `${/^un/iu.test(verb) ? 'untick' : 'tick'} ${said}`,
  ],
  // "Save them"
  [
    /^(save|apply|update)\s+(?:them|these|those|both|both\s+of\s+them|everything|all\s+of\s+(?:it|them))$/iu,
    (_, verb = '') => verb,
  ],
  // "Star both the taxi message and the dinner message"
  [
    /^(\p{Ll}+)\s+both\s+((?:the|my|our)\s+.+?\s+and\s+(?:the|my|our)\s+.+)$/su,
    (_, verb = '', things = '') => `${verb} ${things}`,
  ],
  // "All starters with their prices"
  [
    /^((?:list|get|give|show|read|tell|name|collect)(?:\s+me)?)\s+(?:all\s+(?:of\s+)?)?(?:the\s+)?(\p{Ll}{3,}s)\s+(?:with|and|plus|along\s+with|together\s+with|including)\s+(?:all\s+)?(?:of\s+)?(?:their|the\s+respective)\s+(\p{Ll}+s)$/u,
    (_, verb = '', things = '', labels = '') => `${verb} the names and ${labels} of all ${things}`,
  ],
  // "Set Euro as the currency", "choose Euro as the currency"
  [
    /^(?:choose|select|pick|set|use|take)\s+(\p{Lu}[\p{L}\d -]*?)\s+(?:as|for)\s+(?:the|my|our)\s+(\p{Ll}[\p{Ll} -]*)$/u,
    (_, value = '', field = '') => `set the ${field} to ${value}`,
  ],
  // "Switch weight units to pounds"
  [
    /^(?:switch|turn|put|bring)\s+(\p{Ll}[\p{Ll} -]*?)\s+(?:over\s+)?to\s+(\p{L}[\p{L}\d -]*)$/u,
    (_, field = '', value = '') => `set the ${field} to ${value}`,
  ],
];

function pluralOf(noun: string): string {
  if (singularOf(noun) !== noun && !noun.endsWith('ss')) return noun;
  return /(?:s|x|ch|sh)$/u.test(noun) ? `${noun}es` : `${noun.replace(/(?<=[^aeiou])y$/u, 'ie')}s`;
}

/** The same rules for what they do not know in these words. */
export function reworded(rules: Rule): Rule {
  return (clause, reader) => {
    for (const [pattern, said] of WORDINGS) {
      const groups = pattern.exec(clause.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase()));
      const instructions = groups === null ? null : rules(said(...groups), reader);
      if (instructions !== null) return instructions;
    }
    return null;
  };
}
