import type { Instruction } from '../clause.ts';
import { oneOf, VERBS } from '../vocabulary.ts';
import { ADDRESS, SITE, urlOf } from './navigating.ts';
import { firstOf, form } from './rule.ts';

const USER =
  '(?:(?:the\\s+)?(?:user\\s?name|user\\s+id|user|\\p{L}+\\s+(?:number|id|no\\.?|name|code)|id|e-?mail(?:\\s+address)?|login|account|credentials)\\s*:?\\s+)?(?:as\\s+)?';
const SECRET = '(?:password|pass\\s?word|passphrase|passcode|pass|pwd|pw|pin)';
const PASSWORD = `(?:\\s*[,;/(]\\s*|\\s+)(?:(?:and|with|using)\\s+)*(?:(?:with|using)\\s+)?(?:the\\s+|my\\s+)?${SECRET}(?:\\s+is)?\\s*[:=]?\\s+`;
const WHERE = `(?:\\s+(?:to\\s+|into\\s+|on\\s+|at\\s+)?(?:${SITE}${ADDRESS}|(?:the|this|my)\\s+[\\w ]+?))?`;

const STAYING =
  '(?:,|\\s)\\s*(?:and\\s+)?(?:stay|keep\\s+me|remember\\s+me)(?:\\s+(?:logged|signed)\\s+in)?(?:\\s+on\\s+this\\s+\\p{L}+)?';

/** The user and the password by their names, or as a pair: "as ada with …", "with ada / …". */
export const signingIn = firstOf(
  ...[PASSWORD, '\\s*[/:]\\s*', '\\s+(?:and|with|using)\\s+(?=\\S+$)', ',\\s+(?=\\S+$)'].map((between) =>
    form(
      `${oneOf(VERBS.login)}${WHERE}(?:\\s+(?:as|with|using)\\s+|\\s*\\(\\s*(?:with\\s+)?)(?:(?:the\\s+)?user\\s+)?${USER}(\\S+?|[^,/]+?)${between}(\\S+?|.+?)\\)?(${STAYING})?`,
      ([where = '', user, password, stays = ''], reader) => {
        const name = reader.value(user);
        const secret = reader.value(password);
        const url = where === '' ? null : urlOf(reader.masked.meant(where));
        if (name === null || secret === null || (where !== '' && url === null)) return null;
        const login: Instruction = {
          kind: 'login',
          user: name,
          password: secret,
          ...(stays !== '' && { stays: true as const }),
        };
        return url === null ? login : [{ kind: 'open', url }, login];
      },
    ),
  ),
);
