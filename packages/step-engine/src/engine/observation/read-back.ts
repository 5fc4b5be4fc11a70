import type { Seen } from './seen.ts';
import type { ControlFacts } from './page-facts.ts';
import { isUnsafe } from './traffic.ts';
import { toneOf } from './words.ts';

interface Asked {
  value?: string;
  text?: string;
  files?: readonly ({ name: string } | object)[];
}

function significant(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

const NUMBER = /^[-+]?[\d.,'\s\u00a0\u202f]*\d[\d.,'\s\u00a0\u202f]*$/u;

/** The numbers that a text can mean, with either of comma and point before the decimals. */
export function numbersIn(text: string): number[] {
  const bare = text.replaceAll(/['\s\u00a0\u202f]/gu, '');
  const swapped = bare.replaceAll(/[.,]/gu, (sign) => (sign === '.' ? ',' : '.'));
  return [bare, swapped]
    .filter((each) => /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?$/u.test(each))
    .map((each) => Number(each.replaceAll(',', '')));
}

/** True when `held` is `asked`, apart from how the page formats it. */
export function isSameValue(asked: string, held: string): boolean {
  if (asked === held || asked.trim() === held.trim()) return true;
  const same = significant(asked) === significant(held) && significant(asked) !== '';
  if (!NUMBER.test(asked.trim()) || !NUMBER.test(held.trim())) return same;
  const possible = numbersIn(held.trim());
  return numbersIn(asked.trim()).some((number) => possible.includes(number));
}

function endsWith(asked: string, held: string): boolean {
  return (
    held.endsWith(asked) ||
    isSameValue(asked, held) ||
    (significant(asked) !== '' && significant(held).endsWith(significant(asked)))
  );
}

/** The value that a control holds instead of the one asked for, or null if it holds that. */
export function misheld(
  primitive: string,
  input: unknown,
  control: ControlFacts,
): { asked: string; held: string } | null {
  const given = input as Asked;
  switch (primitive) {
    case 'browser.fill': {
      const asked = given.value ?? '';
      return isSameValue(asked, control.value) ? null : { asked, held: control.value };
    }
    case 'browser.type': {
      const asked = given.text ?? '';
      // A line that was sent by its Enter is not in the control any more.
      const isSent = asked.includes('\n') && control.tag !== 'textarea';
      return isSent || endsWith(asked, control.value) ? null : { asked, held: control.value };
    }
    case 'browser.select': {
      const { value, label } = input as { value?: string | string[]; label?: string | string[] };
      const asked = [value ?? label ?? []].flat();
      const isChosen = (option: string) =>
        control.chosen.includes(option.replaceAll(/\s+/g, ' ').trim()) || control.chosen.includes(option);
      const missing = control.tag === 'select' ? asked.find((option) => !isChosen(option)) : undefined;
      return missing === undefined ? null : { asked: missing, held: control.chosen[1] ?? '' };
    }
    case 'browser.check':
    case 'browser.uncheck': {
      const wanted = primitive === 'browser.check';
      const said = (ticked: boolean) => (ticked ? 'ticked' : 'not ticked');
      return control.checked === null || control.checked === wanted
        ? null
        : { asked: said(wanted), held: said(control.checked) };
    }
    case 'browser.upload': {
      // Many pages take the files out of the field as soon as they have them.
      if (control.files === null || control.files.length === 0) return null;
      const count = given.files?.length ?? 0;
      return control.files.length === count
        ? null
        : { asked: `${count} files`, held: control.files.join(', ') };
    }
    default:
      return null;
  }
}

/**
 * What the page said when it emptied the field for files again and sent nothing. Null when it may have taken them: many pages
 * take the files out of the field as soon as they have them.
 */
export function untakenFile(primitive: string, input: unknown, { reading, exchanges }: Seen): string | null {
  if (primitive !== 'browser.upload' || reading?.control?.files?.length !== 0) return null;
  if (exchanges.some(isUnsafe)) return null;
  const files = (input as Asked).files ?? [];
  const names = files.flatMap((file) => ('name' in file ? [file.name] : []));
  const said = reading.texts.filter(({ isGone }) => !isGone).map(({ text }) => text);
  if (
    names.length < files.length ||
    said.some((text) => names.some((name) => text.includes(name) && toneOf(text) !== 'refusing'))
  )
    return null;
  return said.find((text) => toneOf(text) !== 'taken') ?? null;
}
