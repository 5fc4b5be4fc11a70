import { BARE, CLOSING, NAME, OPENING, QUOTED, VALUE, pattern } from './secret-words.ts';

const DIGIT_WORD = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)';

/** "… if it fails try secret", "failing that, secret", "sinon essaie secret": another one, where the first was found. */
export const OTHERWISE = pattern(
  `${OPENING}(?:if|in case|should|falls|wenn|si)\\s[^.\\n]{1,60}?\\s(?:try|use|enter|type|save|take|give|versuche|nimm|essaie|utilise|prueba|usa)\\s+${VALUE}|${OPENING}(?:failing\\s+that|otherwise|or\\s+else|sonst|ansonsten|sinon|si\\s+no)\\s*,?\\s+(?:(?!and\\b)\\p{L}+\\s+){0,4}?(?<second>${QUOTED}|(?=\\S*[^\\p{L}\\s.,;])${BARE})`,
);
/** "Password either secret or secret". */
export const EITHER = pattern(
  `${OPENING}${NAME}${CLOSING}\\s*:?\\s+(?:is\\s+)?either\\s+${VALUE}\\s+or\\s+(?<second>${QUOTED}|${BARE})`,
);
/** "… or secret", "(or secret)", right behind another one. */
export const OR_ANOTHER = pattern(`(?<=\\S)["'”]?,?\\s+\\(?(?:or|oder|ou|o)\\s+${VALUE}`);

/** "My PIN is four seven one one, 4711". */
export const SPELLED = pattern(
  `${OPENING}(?:pin|passcode|(?:unlock|verify|confirm)(?:\\s+\\p{L}+){0,2}?\\s+with)${CLOSING}(?:\\s*[:=]\\s*|\\s+(?:is\\s+)?)(?<value>${DIGIT_WORD}(?:[\\s-]+${DIGIT_WORD}){2,7})(?:[\\s,;:(–-]+(?<second>\\d{3,8})(?!\\d))?`,
);

/** "The 6-digit code 902114", "the code from the app is 902114", "the SMS said 902114". */
export const SENT_CODE = pattern(
  `${OPENING}(?:\\w+[ -]digit|sms|text(?:ed)?|e-?mailed|authenticator|app)\\s+code\\s+(?:(?:is|was)\\s+)?${VALUE}|${OPENING}code\\s+(?:from|by|in|of|I|we|that)\\s[^.,\\n]{1,40}?\\s(?:is|was)\\s+(?<second>${QUOTED}|${BARE})`,
);
export const TOLD_CODE = pattern(
  `${OPENING}(?:sms|text(?: message)?|authenticator|app|phone|mobile)\\s+(?:said|says|reads|shows|gave(?:\\s+me)?|was|is)\\s*:?\\s+(?<value>\\d{4,8})(?!\\d)|${OPENING}\\d[ -]digit\\s+code\\s[^.\\d\\n]{1,40}?(?<second>\\d{4,8})(?!\\d)`,
);

/** "Connect to Home; key secret". */
export const KEY_BEHIND = pattern(
  `${OPENING}(?:connect|join|pair|unlock|decrypt)\\s[^.\\n]{1,60}?[,;(]\\s*(?:the\\s+)?key\\s*[:=]?\\s*${VALUE}`,
);

/** In the parts of an address; a code there is one to sign in where the address says so. */
export const IN_ADDRESS = pattern(
  `://[^\\s/:@]+:(?<value>[^\\s/@]+)@|(?:[?&#](?:password|passwd|pwd|(?:access_|id_|refresh_|auth_|session_|x-amz-security-)?token|api_?key|key|secret|pin|otp|jwt|sig|(?:x-amz-)?signature)|(?:verif|confirm|callback|oauth|auth|log-?in|sign-?in|reset|activat|magic|2fa|mfa)[^\\s?#]*\\?(?:[^\\s#]*&)?code)=(?<second>[^\\s&#"'”»]+)`,
);
