import type { Phrase } from '../grammar/clause.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { Choice } from './choice.ts';
import { isPageAbout } from './page-about.ts';
import { BY_PURPOSE, type Purpose } from './purposes.ts';

/** "Press login" after name and password were written: the only button of the page is "OK". */
export function signInButton(view: PageView, { text, within }: Phrase): Choice<Candidate> | null {
  if (!/^(?:log|sign)[\s-]?(?:in|on)$/iu.test(text) || within !== null || view.formInUse === undefined)
    return null;
  const hasPassword = view.candidates.some(
    ({ type, form }) => type === 'password' && form === view.formInUse,
  );
  const buttons = view.candidates.filter(({ role, disabled }) => role === 'button' && !disabled);
  const [one] = buttons;
  return hasPassword &&
    one !== undefined &&
    buttons.length === 1 &&
    /^(?:ok|go|enter|continue|submit)$/iu.test(one.name)
    ? { one }
    : null;
}

const TEXT = /^(?:reply|answer|response|message|comment|note|text)$/iu;

/** "Reply with …": the only field of the page, which says nothing, has room for several lines. */
export function onlyRoomFor(
  view: PageView,
  { text, within }: Phrase,
  purpose: Purpose,
): Choice<Candidate> | null {
  if ((purpose !== 'fill' && purpose !== 'set') || !TEXT.test(text)) return null;
  if (within !== null && !isPageAbout(view, within.text)) return null;
  const fields = view.candidates.filter(
    ({ role, inContent }) => inContent && BY_PURPOSE.fill.some((roles) => roles.includes(role)),
  );
  const [one] = fields;
  // "to: Ada subject: Tea" before it is no label of it.
  const isUnnamed = one !== undefined && one.placeholder === '' && /^$|:\s+\S/u.test(one.name);
  return isUnnamed && fields.length === 1 && one.type === 'textarea' ? { one } : null;
}

/** "The slider" is the only one, whatever it is called. */
export function onlySlider(
  view: PageView,
  { text, within }: Phrase,
  purpose: Purpose,
): Choice<Candidate> | null {
  if ((purpose !== 'fill' && purpose !== 'set') || !/^slider$/iu.test(text) || within !== null) return null;
  const [one, ...others] = view.candidates.filter(({ role, inContent }) => role === 'slider' && inContent);
  return one === undefined || others.length > 0 ? null : { one };
}
