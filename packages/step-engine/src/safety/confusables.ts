/** Letters of other scripts and the Latin letters that they look like. */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['аαɑ', 'a'],
    ['Ьƅь', 'b'],
    ['сϲᴄ', 'c'],
    ['ԁɗ', 'd'],
    ['еєҽε', 'e'],
    ['ɡց', 'g'],
    ['һհ', 'h'],
    ['іιїӏɩ', 'i'],
    ['ј', 'j'],
    ['кκ', 'k'],
    ['ⅼ', 'l'],
    ['мⅿ', 'm'],
    ['пոη', 'n'],
    ['оοօσ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['гꭇ', 'r'],
    ['ѕꜱ', 's'],
    ['тτ', 't'],
    ['υսц', 'u'],
    ['νѵ', 'v'],
    ['ԝω', 'w'],
    ['хχ', 'x'],
    ['уγү', 'y'],
    ['ᴢ', 'z'],
  ].flatMap(([others = '', letter = '']) => Array.from(others, (other) => [other, letter])),
);

const UNSEEN = /[\p{Cf}\p{Mn}\p{Me}]/gu;

/** A text as it looks: lookalike letters replaced by Latin ones, invisible characters removed. */
export function asItLooks(text: string): string {
  return Array.from(
    text.normalize('NFKD').toLowerCase().replaceAll(UNSEEN, ''),
    (char) => ALIKE[char] ?? char,
  ).join('');
}

const LATIN = /\p{Script=Latin}/u;
const LOOKALIKE_SCRIPTS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** True when one word mixes letters of several scripts, which only disguised words do. */
export function isDisguised(text: string): boolean {
  return (
    text.split(/[^\p{L}\p{M}]+/u).some((word) => LATIN.test(word) && LOOKALIKE_SCRIPTS.test(word)) ||
    /\p{L}\u200b|\p{L}(?:\u200c|\u200d|\u2060|\u00ad)\p{Script=Latin}/u.test(text)
  );
}
