/// <reference lib="dom" />
/* What a page shows that looks like an error. These functions run in the page; `page-script.ts` takes their source there. */
import { around, everywhere, focused, isShown, tidy } from './page-elements.ts';
import { formKey } from './page-forms.ts';

/** A text that looks like an error. */
export interface ErrorText {
  text: string;
  isAlert: boolean;
  /** The form that it stands in, by its key; empty for none. */
  form: string;
}

/** Whether an element is something to press, or within it: what it is called is no message. */
export function isOfControl(element: Element): boolean {
  return (
    around(element, 'a,button,[role=button],[role=link],[role=tab],[role=menuitem],summary,option') !== null
  );
}

/** The key of the form around an element, or empty. */
export function keyOfFormAround(element: Element): string {
  const form = around(element, 'form');
  return form === null ? '' : formKey(form);
}

/** Where pages show their errors. */
export function errorPlaces(): Element[] {
  const selector =
    '[role=alert],[role=alertdialog],[aria-live=assertive],[class*=error i],[class*=invalid i],[class*=danger i],[class*=alert i],[class*=fail i],[class*=problem i],[id*=error i],.err,.warn,[class$="-err"],[class*="-err "],[class^=err-],[class*=" err-"]';
  return everywhere(selector).filter(
    (element) =>
      !element.matches(
        'input,select,textarea,form,body,html,fieldset,[class*=success i]:not([class*=unsuccess i])',
      ) &&
      !isOfControl(element) &&
      isShown(element),
  );
}

/** The texts of the first 30 places where errors show, without the empty ones. */
export function errorsShown(): ErrorText[] {
  return errorPlaces()
    .slice(0, 30)
    .map((element) => ({
      text: tidy((element as HTMLElement).innerText),
      isAlert: element.closest('[role=alert],[role=alertdialog],[aria-live=assertive]') !== null,
      form: keyOfFormAround(element),
    }))
    .filter(({ text }) => text !== '');
}

/** True for the red of errors, by the computed colour of an element's text. */
export function isRed(element: Element): boolean {
  return isErrorColour(getComputedStyle(element).color);
}

/** Whether the page marks a field as wrong by a class or a red border. */
export function isMarked(field: Element): boolean {
  const hasClass = (each: Element | null) =>
    [...(each?.classList ?? [])].some(
      (name) =>
        (/(?:^|[-_])(?:invalid|error)$/i.test(name) && !name.startsWith('ng-')) ||
        /^(?:ring|border|outline)-(?:red|rose|danger|error)\b/i.test(name),
    );
  const { borderTopColor, borderTopWidth, boxShadow } = getComputedStyle(field);
  // A field that has the focus may have a ring in a colour of the site.
  const [shadow = ''] = focused() === field ? [] : (boxShadow.match(/^rgba?\([^)]*\)/) ?? []);
  return (
    hasClass(field) ||
    hasClass(field.parentElement) ||
    (borderTopWidth !== '0px' && isErrorColour(borderTopColor)) ||
    isErrorColour(shadow)
  );
}

/** Whether a border or outline in the red of errors is drawn around an element that has not the focus. */
export function isOutlined(element: Element): boolean {
  const { borderTopColor, borderTopWidth, outlineColor, outlineStyle } = getComputedStyle(element);
  return (
    !element.contains(focused()) &&
    ((borderTopWidth !== '0px' && isErrorColour(borderTopColor)) ||
      (outlineStyle !== 'none' && isErrorColour(outlineColor)))
  );
}

/** True for a computed colour that is the red of errors. */
export function isErrorColour(colour: string): boolean {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return alpha > 0.5 && red >= 140 && green < red * 0.45 && blue < red * 0.55;
}

/** Short sentences in red. */
export function redTexts(): ErrorText[] {
  const places = everywhere('p,div,span,li,td,font,b,strong,em,small,label,dd,h2,h3,h4,center').slice(
    0,
    1500,
  );
  return places
    .filter(
      (element) =>
        element.childElementCount === 0 && /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(element.textContent ?? ''),
    )
    .filter((element) => isRed(element) && isShown(element) && !isOfControl(element))
    .slice(0, 20)
    .map((element) => ({
      text: tidy(element.textContent),
      isAlert: false,
      form: keyOfFormAround(element),
    }));
}
