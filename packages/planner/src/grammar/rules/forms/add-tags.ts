import { LITERAL } from '../../literals.ts';
import { called } from '../named-phrases.ts';
import { each, enumerated, firstOf, form, type Reader, type Rule } from '../rule.ts';

const TAGS = 'tag|hash\\s?tag|label|keyword|skill|interest';

/** A tag is quoted, or a word or three. */
const ONE = new RegExp(`^(?:${LITERAL}|#?[\\p{L}\\d][\\p{L}\\d+#.-]*(?:\\s[\\p{L}\\d+#.-]+){0,2})$`, 'u');

function entering(said: string, noun: string, reader: Reader): ReturnType<Rule> {
  const parts = enumerated(said);
  const values = each(parts, (part) => (ONE.test(part) ? reader.value(part) : null));
  const names = [`new ${noun}`, `add ${noun}`, `add a ${noun}`, `${noun}s`, noun, `${noun} name`];
  return values === null ? null : [{ kind: 'enter', target: called(names), values }];
}

/** "Add the tags red, blue and green", "tag it with news": each is entered where the page takes them. */
export const addingTags: Rule = firstOf(
  form(
    `(?:add|create|enter|attach|assign)\\s+(?:the\\s+|an?\\s+|two\\s+|three\\s+)?(?:new\\s+)?(${TAGS})s?\\s*:?\\s+(.+)`,
    ([noun = '', said = ''], reader) =>
      /\s(?:to|from|for|on|in|of|with)\s/iu.test(said) ? null : entering(said, noun.toLowerCase(), reader),
  ),
  form(
    `(?:add|enter|put)\\s+(.+?)\\s+(?:as\\s+(?:the\\s+|an?\\s+)?|to\\s+(?:the|its|my)\\s+)(${TAGS})s?`,
    ([said = '', noun = ''], reader) => entering(said, noun.toLowerCase(), reader),
  ),
  form(
    `(tag|label)\\s+(?:it|this|(?:the|this)\\s+\\p{Ll}+)\\s+(?:with|as)\\s+(.+)`,
    ([noun = '', said = ''], reader) => entering(said, noun.toLowerCase(), reader),
  ),
);
