import { NAME, OPENING, CLOSING, LOGIN, pattern } from './secret-words.ts';

/* Secrets that are known by what they look like, wherever they stand. */

/** Tokens that begin as their services make them. */
const TOKEN = pattern(
  String.raw`(?<![\p{L}\p{N}_-])(?<value>(?:gh[pousr]_|github_pat_|gl(?:pat|ptt|dt)-|xox[abeprs]-|sk[-_](?:proj-|live[-_]|test[-_]|ant-)?|[pr]k_(?:live|test)_|ya29\.|npm_|hf_|dop_v1_|whsec_|SG\.)(?=[\w.-]*\d)[\w.-]{7,}\w|(?:AKIA|ASIA)[A-Z\d]{12,}|AIza[\w-]{20,}|eyJ[\w-]{6,}(?:\.[\w-]+){1,2})`,
);

/** A word of small letters, digits and a mark: nothing has such a name. */
const MARKED = pattern(
  String.raw`(?<=^|[\s,;:(["'“‘])(?<value>(?![/'‘])(?=[^\s,;"“”]*\p{Ll})(?=[^\s,;"“”]*\d)(?=[^\s,;"“”]*[!#$%^*+])(?!\S*(?:://|[?&]\w+=|%[\dA-F]{2}))[^\s,;"“”()]{7,}[^\s,;"“”'’().?!:])`,
);
const ABOUT_SECRETS = new RegExp(`${OPENING}(?:${NAME}|${LOGIN}|magic word)${CLOSING}`, 'iu');

/** "Key in 7391 and unlock", "the six digits 553920". */
const TYPED_CODE = pattern(
  String.raw`${OPENING}(?:key in|punch in|dial|type(?: in)?|enter)\s+(?<value>\d{4,8})\s*(?:,\s*|\sand\s+|,?\s+then\s+|\sto\s+)(?:(?:and|then)\s+)?(?:unlock|verify|disarm|authenticate)${CLOSING}|${OPENING}(?:four|five|six|eight|[4-8])[ -]?digits?\s+(?<second>\d{4,8})(?!\d)`,
);
/** "Type 7391, which is my PIN". */
const NAMED_BEHIND = pattern(
  String.raw`(?<=^|[\s"“'])(?<value>[^\s"“”',;]+)["”']?,?\s+(?:which|that)\s+(?:is|was)\s+(?:the|my|her|his|our)\s+(?:(?:new|old|current)\s+)?${NAME}${CLOSING}`,
);
/** "When asked for my first pet, say Tolliver". */
const ASKED = pattern(
  String.raw`${OPENING}(?:when|if|once)\s[^.,\n]{0,30}?ask[^.,\n]{0,30}?\s(?:first|favou?rite|childhood|mother|father|maiden|school|pet|birth|security)[^.,\n]{0,30},\s*(?:(?:then|just)\s+)?(?:say|answer|give|enter|type|put|reply)\s+(?:with\s+)?["“']?(?<value>[^\s"“”',;.]+)`,
);
/** "347 on the back". */
const ON_CARD = pattern(
  String.raw`(?<![\p{L}\d])(?<value>\d{3,4})\s+(?:is\s+)?on\s+(?:the|its)\s+back${CLOSING}`,
);

/** Patterns of what is a secret by its look, or by the little that is said of it. */
export function shapedSecrets(text: string): readonly RegExp[] {
  const everywhere = [TOKEN, TYPED_CODE, NAMED_BEHIND, ASKED, ON_CARD];
  return ABOUT_SECRETS.test(text) ? [...everywhere, MARKED] : everywhere;
}
