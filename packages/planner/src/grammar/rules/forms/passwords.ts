import type { Instruction } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { called } from '../named-phrases.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const MY_PASSWORD = '(?:my|the|our)\\s+(?:pass\\s?word|pin(?:\\s+(?:code|number))?)';
const VALUE = `(${LITERAL}|\\S+)`;

/** Where a new password is asked for, and what leads there. */
function changed(old: string | null, next: string | null): Instruction[] | null {
  if (next === null) return null;
  return [
    {
      kind: 'form',
      field: called(['new password', 'new PIN']),
      opener: called(
        ['Change password', 'Update password', 'Set a new password', 'Edit password', 'Change PIN'],
        'control',
      ),
    },
    { kind: 'password', old, next },
  ];
}

const changing = firstOf(
  form(
    `(?:change|update|set|replace|reset)\\s+${MY_PASSWORD}\\s+from\\s+${VALUE}\\s+(?:in)?to\\s+${VALUE}`,
    ([old, next], reader) => changed(reader.value(old), reader.value(next)),
  ),
  form(
    `(?:change|update|set|replace)\\s+${MY_PASSWORD}\\s+to\\s+${VALUE}\\s*(?:,|\\(|;)?\\s*(?:and\\s+)?(?:the\\s+|my\\s+)?(?:old|current|present)\\s+(?:one|pass\\s?word)\\s+(?:is|was|being)\\s+${VALUE}\\)?`,
    ([next, old], reader) => changed(reader.value(old), reader.value(next)),
  ),
  form(
    `(?:change|update|replace)\\s+${MY_PASSWORD}\\s*[:,]?\\s+(?:(?:the\\s+)?(?:current|old)(?:\\s+(?:one|pass\\s?word))?(?:\\s+is)?:?\\s+${VALUE}\\s*,?\\s*(?:and\\s+)?(?:the\\s+)?new(?:\\s+(?:one|pass\\s?word))?(?:\\s+is)?:?\\s+${VALUE})`,
    ([old, next], reader) => changed(reader.value(old), reader.value(next)),
  ),
  // "Enter A as the current password and B in both other fields".
  form(
    `(?:enter|type|put|fill\\s+in|write)\\s+(?:in\\s+)?${VALUE}\\s+(?:as|for|in|into)\\s+(?:the\\s+|my\\s+)?(?:current|old|present)\\s+pass\\s?word\\s*,?\\s+(?:and\\s+)?${VALUE}\\s+(?:as|for|in|into)\\s+(?:both|each)\\s+(?:of\\s+)?(?:the\\s+)?(?:other|new|remaining)(?:\\s+(?:two|ones|fields?|boxes|pass\\s?words?(?:\\s+fields)?))?`,
    ([old, next], reader) => changed(reader.value(old), reader.value(next)),
  ),
  form(`(?:change|update|set|replace)\\s+${MY_PASSWORD}\\s+to\\s+${VALUE}`, ([next], reader) =>
    changed(null, reader.value(next)),
  ),
);

/** "… and change password": the control that sends what was filled in. */
const sending = form(
  `(change|update|save|set|reset)\\s+(?:the\\s+|my\\s+)?(pass\\s?word|pin)`,
  ([verb = '', what = ''], { before }) =>
    /\b(?:pass\s?words?|pins?)\b/iu.test(before)
      ? {
          kind: 'click',
          target: called(
            ['Change', 'Update', 'Save', 'Set', verb].map(
              (name) => `${name} ${/^pin$/iu.test(what) ? 'PIN' : 'password'}`,
            ),
            'control',
          ),
        }
      : null,
);

const FORGOTTEN = called(
  [
    'Forgot password',
    'Forgot your password',
    'Forgotten password',
    'Reset password',
    'Lost password',
    'Cannot sign in',
  ],
  'control',
);

/** The page for those who forgot theirs, and the address that the link is sent to. */
function resetting(address: string | undefined, reader: Reader): Instruction[] | null {
  const value = reader.value(address);
  const sent: Instruction[] = [
    { kind: 'fill', target: called(['email', 'user name', 'user']), value: value ?? '' },
    { kind: 'submit' },
  ];
  return value === null
    ? null
    : [{ kind: 'either', ways: [[{ kind: 'click', target: FORGOTTEN }, ...sent], sent] }];
}

const LINK =
  '(?:an?|the|my)?\\s*(?:new\\s+)?(?:pass\\s?word\\s+)?(?:re-?set\\s+)?(?:pass\\s?word|link|e-?mail|mail|one|instructions)';
const ASK = '(?:request|send(?:\\s+me)?|ask\\s+for|get(?:\\s+me)?|order|e-?mail(?:\\s+me)?)';
const FORGOT =
  "I\\s*(?:have|[’']ve)?\\s*(?:forgot(?:ten)?|lost|(?:don[’']t|cannot|can[’']t)\\s+remember)\\s+my\\s+pass\\s?word";

const forgetting = firstOf(
  form(
    `${FORGOT}\\s*[,:;–-]?\\s*(?:please\\s+|and\\s+|so\\s+)*${ASK}\\s+${LINK}\\s+(?:for|to|at)\\s+(\\S+@\\S+)`,
    ([address], reader) => resetting(address, reader),
  ),
  form(
    `${ASK}\\s+(?!.*\\bcopy\\b)(?=.*(?:re-?set|pass\\s?word|link))${LINK}\\s+(?:for|to|at)\\s+(\\S+@\\S+)`,
    ([address], reader) => resetting(address, reader),
  ),
  form(
    `re-?set\\s+${MY_PASSWORD}\\s+(?:for|of|with|using)\\s+(?:the\\s+|my\\s+)?(?:e-?mail(?:\\s+address)?\\s+|account\\s+)?(\\S+@\\S+)`,
    ([address], reader) => resetting(address, reader),
  ),
  form(FORGOT, () => ({ kind: 'click', target: FORGOTTEN })),
);

/** "Confirm with my password …": what a page asks for before it does something. */
const confirming = form(
  `confirm(?:\\s+(?:it|this|that))?\\s+(?:with|using|by\\s+(?:entering|typing))\\s+(?:my\\s+|the\\s+)?(password|pin|passcode)\\s+(\\S+)`,
  ([noun = '', said], reader) => {
    const value = reader.value(said);
    const names = [noun.toLowerCase(), `your ${noun.toLowerCase()}`, `current ${noun.toLowerCase()}`];
    return value === null ? null : [{ kind: 'fill', target: called(names), value }, { kind: 'submit' }];
  },
);

/** What people do about their passwords. */
export const passwords = firstOf(changing, sending, forgetting, confirming);
