import { describe, expect, test } from '@jest/globals';
import { assert, constantFrom, pre, property, string } from 'fast-check';
import { SecretFinder } from '../src/engine/find-secrets.ts';
import { createMask } from '../src/engine/mask.ts';

const secret = 'S3cret/ pä"ss';

function bytesAs(write: (byte: string) => string): string {
  return Buffer.from(secret).toString('hex').replaceAll(/../g, write);
}
function charsAs(write: (code: number) => string, text = secret): string {
  return Array.from(text, (char) => write(char.charCodeAt(0))).join('');
}
function escaped(code: number): string {
  return String.raw`\u${code.toString(16).padStart(4, '0')}`;
}

test.each([
  ['plain', secret],
  ['percent-encoded', encodeURIComponent(secret)],
  [
    'percent-encoded in lower case',
    encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  ],
  ['of a form', new URLSearchParams([['q', secret]]).toString().slice(2)],
  ['of a form in Latin-1', 'S3cret%2F+p%E4%22ss'],
  ['encoded twice', encodeURIComponent(encodeURIComponent(secret))],
  ['JSON', JSON.stringify(secret).slice(1, -1)],
  ['HTML', 'S3cret/ pä&quot;ss'],
  ['HTML with numbers', 'S3cret&#x2F;&#32;p&#228;&#34;ss'],
  ['HTML in a link', encodeURIComponent('S3cret/ pä&quot;ss')],
  ['JSON in HTML', 'S3cret/ pä\\&quot;ss'],
  ['JSON in a link', encodeURIComponent(JSON.stringify(secret).slice(1, -1))],
  ['form in a link', encodeURIComponent(new URLSearchParams([['q', secret]]).toString().slice(2))],
  ['name of a file', 'S3cret_ pä_ss'],
  ['cut within a character', 'S3cret%2F%20p%C…'],
  ['JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  ['JSON in ASCII', String.raw`S3cret\/ p\u00e4\"ss`],
  ['of a form in lower case', 's3cret%2f+p%c3%a4%22ss'],
  ['partly encoded', 'S3cret/%20p%C3%A4"ss'],
  ['encoded three times', 'S3cret%25252F%252520p%2525C3%2525A4%252522ss'],
  ['upper-case', secret.toUpperCase()],
  ['decomposed', secret.normalize('NFD')],
  ['re-wrapped', 'S3cret/\n   pä"ss'],
  ['cut', 'S3cret/ p…'],
  ['cut by the browser', 'S3cr...'],
  ['hexadecimal', Buffer.from(secret).toString('hex')],
  ['wholly percent-encoded', bytesAs((byte) => `%${byte}`)],
  ['wholly percent-encoded in upper case, twice', bytesAs((byte) => `%25${byte.toUpperCase()}`)],
  ['wholly escaped', charsAs(escaped)],
  ['wholly escaped in JSON', JSON.stringify(charsAs(escaped)).slice(1, -1)],
  ['HTML with numbers for all', charsAs((code) => `&#${code};`)],
  ['HTML with hexadecimal numbers for all', charsAs((code) => `&#x${code.toString(16)};`)],
  ['HTML with zeros before numbers', charsAs((code) => `&#${String(code).padStart(12, '0')};`)],
  [
    'HTML with zeros before hexadecimal numbers',
    charsAs((code) => `&#X${code.toString(16).toUpperCase().padStart(12, '0')};`),
  ],
  ['HTML with numbers for all in a link', encodeURIComponent(charsAs((code) => `&#${code};`))],
  ['HTML with numbers for all in HTML', charsAs((code) => `&amp;#${code};`)],
  ['differently encoded', String.raw`%53&#51;\u0063r&#x65;t%2f%20p&auml;&#34;s\u0073`.replace('&auml;', 'ä')],
  ['cut after encoded letters', '%53%33%63%72%6…'],
])('hides the %s form', (_form, text) => {
  expect(createMask([secret]).text(`before ${text} after`)).toBe('before [secret] after');
});

test('hides what is encoded of a secret of backslashes, percent signs and blanks', () => {
  const odd = String.raw`\a\\ %b`;
  const mask = createMask([odd]);
  for (const write of [
    escaped,
    (code: number) => `&#${code};`,
    (code: number) => `&#x${code.toString(16)};`,
    (code: number) => `%${code.toString(16)}`,
  ])
    expect(mask.text(`x${charsAs(write, odd)}y`)).toBe('x[secret]y');
});

test('leaves everything else that is encoded as it is, and very short secrets in it', () => {
  const text = String.raw`%41&#66;\u0043 %4`;
  const mask = createMask([secret, 'AB']);
  expect(mask.text(`${text}%5${bytesAs((byte) => `%${byte}`)}${text}`)).toBe(`${text}%5[secret]${text}`);
});

test('hides Base64 wherever the secret stands in it', () => {
  assert(
    property(
      string({ unit: 'grapheme-ascii', maxLength: 9 }),
      constantFrom<BufferEncoding>('base64', 'base64url'),
      (before, encoding) => {
        const masked = createMask([secret]).text(Buffer.from(`${before}${secret}!`).toString(encoding));
        const shown = Buffer.from(masked.replace('[secret]', ''), encoding).toString();
        expect(masked).toContain('[secret]');
        expect(shown).not.toContain('cret');
      },
    ),
  );
});

test('hides the Base64 and the hexadecimal digits of one byte for each character, as btoa makes them', () => {
  const accented = 'Passwört-9é';
  const mask = createMask([accented]);
  const bytes = Buffer.from(accented, 'latin1');
  expect(mask.text(btoa(accented))).toBe('[secret]');
  expect(mask.text(bytes.toString('hex'))).toBe('[secret]');
  for (const before of ['u:', 'an:', 'ann:'])
    expect(mask.text(btoa(`${before}${accented}`)).replace(/^[\w+/]{2,6}/, '')).toBe('[secret]');
});

test('never lets a secret through, and leaves everything else alone', () => {
  assert(
    property(string({ minLength: 1 }), string(), string(), (word, before, after) => {
      pre(!'[secret]'.includes(word) && !word.includes('\0'));
      expect(createMask([word]).text(before + word + after)).not.toContain(word);
    }),
  );
  expect(createMask(['x1y2']).value({ list: ['a', 1, null, { x1y2: true }] })).toEqual({
    list: ['a', 1, null, { '[secret]': true }],
  });
});

test('hides a secret of several lines, and one of backslashes and percent signs', () => {
  const key = '-----BEGIN KEY-----\nMIIB+/=\n-----END KEY-----\n';
  const mask = createMask([key, String.raw`a\\b"%25c`]);
  for (const text of [
    key.trim(),
    JSON.stringify(key).slice(1, -1),
    key.trim().replaceAll('\n', ' '),
    new URLSearchParams([['k', key.trim().replaceAll('\n', '\r\n')]]).toString().slice(2),
    String.raw`a\\b"%25c`,
    JSON.stringify(String.raw`a\\b"%25c`).slice(1, -1),
    encodeURIComponent(String.raw`a\\b"%25c`),
  ])
    expect(mask.text(text).replaceAll(/\\n|%0D%0A|\s/g, '')).toBe('[secret]');
});

const card = '4111 1111 1111 1234';
const digits = card.replaceAll(' ', '');
function grouped(between: string): string {
  return digits.replaceAll(/\d{4}(?!$)/g, (four) => four + between);
}
function hex(between: string): string {
  return Buffer.from(secret)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/..(?!$)/g, (byte) => byte + between);
}
const long64 = Buffer.from(`x${secret.repeat(9)}y`).toString('base64');

test.each([
  ['digits without blanks', card, digits],
  ['groups by hyphens', card, grouped('-')],
  ['groups by no-break blanks', digits, grouped('\u00a0')],
  ['groups by non-breaking hyphens', digits, grouped('\u2011')],
  ['groups by dots', digits, grouped('.')],
  ['groups by zero-width blanks', digits, grouped('\u200b')],
  ['groups on several lines', digits, grouped(' \n ')],
  ['groups by entities', digits, grouped('&nbsp;')],
  [
    'full-width digits',
    digits,
    Array.from(digits, (digit) => String.fromCharCode(0xff10 + Number(digit))).join(''),
  ],
  ['soft hyphens', secret, Array.from(secret).join('\u00ad')],
  ['soft hyphens as entities', secret, Array.from(secret).join('&shy;')],
  ['zero-width joiners', 'Ab1!', Array.from('Ab1!').join('\u200d')],
  ['hexadecimal escapes', secret, charsAs((code) => String.raw`\x${code.toString(16).padStart(2, '0')}`)],
  ['braced escapes', secret, charsAs((code) => String.raw`\u{${code.toString(16)}}`)],
  [
    'braced escapes with zeros',
    secret,
    charsAs((code) => String.raw`\u{${code.toString(16).padStart(6, '0')}}`),
  ],
  ['octal escapes', secret, charsAs((code) => `\\${code.toString(8).padStart(3, '0')}`)],
  ['hexadecimal with blanks', secret, hex(' ')],
  ['hexadecimal with colons', secret, hex(':')],
  ['hexadecimal on lines', secret, hex(' ').replaceAll(/(?:.. ){4}/g, '$&\n')],
  ['pairs of escapes', 'p😀sswörd', String.raw`p\ud83d\ude00ssw\u00f6rd`],
])('hides a secret that comes back in %s', (_form, hidden, text) => {
  expect(createMask([hidden]).text(`before ${text} after`)).toBe('before [secret] after');
});

test.each([
  ['line feeds', '\n'],
  ['carriage returns', '\r\n'],
  ['escaped line feeds', String.raw`\n`],
])('hides Base64 that is broken by %s', (_what, lineEnd) => {
  const broken = long64.replaceAll(/.{16}/g, `$&${lineEnd}`);
  const masked = createMask([secret]).text(broken);
  const shown = Buffer.from(masked.replaceAll(/\[secret\]|\\n|\s/g, ''), 'base64').toString();
  expect(shown).not.toMatch(/S3c|ret|pä/);
  expect(masked.length).toBeLessThan(broken.length / 2);
});

test('leaves alone what only resembles a secret', () => {
  const mask = createMask([card, 'PIN7']);
  const text = 'Order 4111-1111 of 1234: P-I-N 7, 41 11 11 1112 34, %zz &x; \\q';
  expect(mask.text(text)).toBe(text);
});

describe('masking takes time linear in secret and text', () => {
  const stepsFor = (secrets: string[], text: string): number => {
    const finder = new SecretFinder(secrets);
    finder.find(text);
    return finder.steps;
  };
  test.each<[string, (size: number) => string, (size: number) => string]>([
    ['blanks', (size) => ' '.repeat(size), (size) => ' '.repeat(40 * size)],
    ['angle brackets', (size) => '<'.repeat(size), (size) => '<'.repeat(40 * size)],
    ['blanks and an end', (size) => `${'a '.repeat(size / 2)}b`, (size) => 'a '.repeat(20 * size)],
    ['percent signs', (size) => '%25'.repeat(size / 3), (size) => '%25'.repeat(13 * size)],
    ['backslashes', (size) => `${'\\'.repeat(size)}x`, (size) => '\\'.repeat(40 * size)],
    ['ellipses', (size) => 'aaaa'.repeat(size / 4), (size) => 'aaaa...'.repeat(6 * size)],
    ['ampersands', (size) => '&amp;'.repeat(size / 5), (size) => '&amp;amp;'.repeat(5 * size)],
    ['combining marks', (size) => 'e\u0301'.repeat(size / 2), (size) => '\u0301'.repeat(40 * size)],
  ])('also for %s', (_what, secretOf, textOf) => {
    const [small, large] = [500, 2_000].map((size) => stepsFor([secretOf(size)], textOf(size))) as [
      number,
      number,
    ];
    expect(large).toBeLessThan(4.2 * small);
    expect(large).toBeLessThan(60 * 40 * 2_000);
  });

  test('masking takes time linear in the text, however many secrets there are', () => {
    const secrets = Array.from({ length: 40 }, (_, at) => `${'ab'.repeat(500)}${at}`);
    const text = 'ab'.repeat(50_000);
    expect(stepsFor(secrets, text) - stepsFor(secrets, '')).toBeLessThan(
      1.2 * stepsFor(secrets.slice(0, 1), text),
    );
  });
});

test('a long secret is found on a long page', () => {
  const long = Array.from({ length: 4_000 }, (_, index) => String.fromCodePoint(33 + (index % 94))).join('');
  const mask = createMask([long, String.raw`\"`.repeat(40), '% '.repeat(40)]);
  const page = `${'%25 +'.repeat(50_000)}${'\\'.repeat(50_000)}${encodeURIComponent(long)}`;
  expect(mask.text(page).endsWith('[secret]')).toBe(true);
});

test('hides a secret that came back as a number', () => {
  expect(createMask(['4711', card]).value([4711, 4712, Number(digits)])).toEqual([
    '[secret]',
    4712,
    '[secret]',
  ]);
});

test('makes texts storable', () => {
  expect(createMask([]).text('a\0b\uD800c')).toBe('a\uFFFDb\uFFFDc');
});

test('finds a secret in texts beside each other', () => {
  const mask = createMask(['S3cret word']);
  expect(mask.finds(['a S3', 'cret ', 'word b'])).toBe(true);
  expect(mask.finds(['S3cret', 'word'])).toBe(true);
  expect(mask.finds(['S3cret', 'a\0b', 'words'].reverse())).toBe(false);
  expect(createMask([]).finds(['a\0b'])).toBe(false);
});

test('an empty secret hides nothing', () => {
  expect(createMask(['']).text('abc')).toBe('abc');
});
