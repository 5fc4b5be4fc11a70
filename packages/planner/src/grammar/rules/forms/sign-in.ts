import type { Instruction } from '../../clause.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { ADDRESS, SITE, urlOf } from '../actions/open-addresses.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const USER =
  '(?:(?:the\\s+)?(?:user\\s?name|user\\s+id|user|\\p{L}+\\s+(?:number|id|no\\.?|name|code)|id|e-?mail(?:\\s+address)?|login|account|credentials)\\s*:?\\s+)?(?:as\\s+)?';
const SECRET = '(?:password|pass\\s?word|passphrase|passcode|pass|pwd|pw|pin)';
const PASSWORD = `(?:\\s*[,;/(]\\s*|\\s+)(?:(?:and|with|using)\\s+)*(?:(?:with|using)\\s+)?(?:the\\s+|my\\s+)?${SECRET}(?:\\s+is)?\\s*[:=]?\\s+`;
const WHERE = `(?:\\s+(?:to\\s+|into\\s+|on\\s+|at\\s+)?(?:${SITE}${ADDRESS}|(?:the|this|my)\\s+[\\w ]+?))?`;
/** "Sign in to Larkspur Supplies": a name, which begins with a capital. */
const NAMED = `\\s+(?:to|into|on|at)\\s+(\\p{L}[\\p{L}&'’ -]*?)`;

const STAYING =
  '(?:,|\\s)\\s*(?:and\\s+)?(?:(?:tick|check|select|choose)\\s+)?(?:the\\s+)?(?:stay|keep\\s+me|remember\\s+(?:me|this\\s+\\p{L}+))(?:\\s+(?:logged|signed)\\s+in)?(?:\\s+on\\s+this\\s+\\p{L}+)?(?:\\s+(?:box|checkbox))?(?:\\s+(?:ticked|checked|selected|on))?';

/** "Log me in, my e-mail is … and the password is …", "use … and … to sign in". */
const IDENTITY =
  '(?:(?:my|the)\\s+)?(?:user\\s?name|user(?:\\s+id)?|id|e-?mail(?:\\s+address)?|login|account|(?:\\p{L}+\\s+)?(?:number|id|code|name))';
const signingInApart = firstOf(
  form(
    `(?:(?:click|press|tap)\\s+(?:on\\s+)?)?${oneOf(VERBS.login)}(?:\\s+(?:to\\s+)?my\\s+account)?(?:\\s+(?:to|into|on|at)\\s+${SITE}${ADDRESS})?(?:\\s+please)?\\s*[,:;.-]?\\s+(?:with\\s+)?${IDENTITY}\\s*(?:is|:|=)\\s*(\\S+?),?(?:\\s+and|;|,)?\\s+(?:(?:my|the)\\s+)?${SECRET}\\s*(?:is|:|=)?\\s*(\\S+?)(${STAYING})?`,
    ([where = '', user, secret, stays = ''], reader) => {
      const url = where === '' ? null : urlOf(reader.masked.meant(where));
      const login = loginAs(user, secret, reader);
      if (login?.kind !== 'login' || (where !== '' && url === null)) return null;
      const kept = stays === '' ? login : { ...login, stays: true as const };
      return url === null ? kept : [{ kind: 'open', url }, kept];
    },
  ),
  form(
    `(?:use|take)\\s+(\\S+?)\\s+(?:and|with|[/])\\s*(?:the\\s+)?(?:${SECRET}\\s+)?(\\S+?)\\s+(?:to|and)\\s+${oneOf(VERBS.login)}`,
    ([user, secret], reader) => loginAs(user, secret, reader),
  ),
);

function loginAs(user: string | undefined, secret: string | undefined, reader: Reader): Instruction | null {
  const [name, password] = [reader.value(user), reader.value(secret)];
  return name === null || password === null ? null : { kind: 'login', user: name, password };
}

const BETWEEN = [
  PASSWORD,
  '\\s*[/:]\\s*',
  `\\s+(?:and|with|using)\\s+(?=\\S+(?:${STAYING})?$)`,
  ',\\s+(?=\\S+$)',
];
const WHERE_AND_BETWEEN = [WHERE, NAMED].flatMap((where) => BETWEEN.map((between) => ({ where, between })));

/** The user and the password by their names, or as a pair: "as ada with …", "with ada / …". */
export const signingIn = firstOf(
  signingInApart,
  ...WHERE_AND_BETWEEN.map(({ where: place, between }) =>
    form(
      `${oneOf(VERBS.login)}${place}(?:\\s+(?:as|with|using)\\s+|\\s*\\(\\s*(?:with\\s+)?)(?:(?:the\\s+)?user\\s+(?!name\\b|id\\b))?${USER}(\\S+?|[^,/]+?)${between}(\\S+?|.+?)\\)?(${STAYING})?\\)?`,
      ([where = '', user, password, stays = ''], reader) => {
        const name = reader.value(user);
        const secret = reader.value(password);
        const url = where === '' ? null : urlOf(reader.masked.meant(where));
        const isNamed = place === NAMED && /^\p{Lu}/u.test(where);
        if (name === null || secret === null || (where !== '' && url === null && !isNamed)) return null;
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
