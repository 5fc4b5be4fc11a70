import type { Candidate, PageView } from '../page/page-view.ts';
import type { Choice } from './choice.ts';

const WRITTEN = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);

/** Of equals, the one in the dialog on top, or the one of the form with the field that was used last. */
export function narrowEquals(
  { candidates }: PageView,
  choice: Choice<Candidate>,
  lastField: string | null,
): Choice<Candidate> {
  if (!('equals' in choice)) return choice;
  const field = candidates.find(({ css }) => css === lastField);
  const ways = [
    choice.equals.filter(({ inDialog }) => inDialog),
    choice.equals.filter(({ form }) => form >= 0 && form === field?.form),
    // The search field of every page's header is not what a page asks for.
    choice.equals.every(({ role }) => WRITTEN.has(role))
      ? choice.equals.filter(({ inContent }) => inContent)
      : [],
  ];
  const [one] = ways.find(({ length }) => length === 1) ?? [];
  return one === undefined ? choice : { one };
}
