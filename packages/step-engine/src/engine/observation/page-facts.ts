/// <reference lib="dom" />
/*
 * What is read of a page before and after a step acts in it. These functions run in the page; `page-script.ts` takes their
 * source there, so that each may use the others and nothing else.
 */
import type { ElementBox } from '@errand/contracts';
import { everywhere, nameOf, rootsOf, tidy, isShown } from './page-elements.ts';
import { type ErrorText, errorsShown, redTexts } from './page-errors.ts';
import { columnOf, type ListedThing, listedThings, nothingFound, picturesOf, rowOf } from './page-lists.ts';
import { type ProofField, asksCode, openQuestion, proofFields } from './page-questions.ts';
import { finalButtons, submits } from './page-buttons.ts';
import {
  type FieldFacts,
  type FormFacts,
  asksSignIn,
  controlsOf,
  factsOfForm,
  fieldsOf,
  formAround,
  formKey,
  hasPassword,
  heldBy,
  keyOfControl,
  signsIn,
  signsOut,
} from './page-forms.ts';

export interface ControlFacts {
  /** Identifies the control. */
  key: string;
  /** The control's name, text or value. */
  says: string;
  tag: string;
  type: string;
  value: string;
  checked: boolean | null;
  /** Names of the files that it holds, null when it is no file field. */
  files: string[] | null;
  /** Texts and values of the options that are chosen. */
  chosen: string[];
  submits: boolean;
  /** It opens, closes or shows something. */
  discloses: boolean;
  /** It is disabled, or something lies over its middle. */
  isBlocked: boolean;
  /** The listed thing that it stands in: its first words, and all of them. Null for none. */
  row: { name: string; text: string } | null;
  /** The texts of the column that it heads, in their order; null for none. */
  column: string[] | null;
  /** Null when it takes no space, or lies in a frame of another origin. */
  box: ElementBox | null;
  /** `lang` of the control or its page, or empty. */
  language: string;
  min: string;
  max: string;
  step: string;
}

export interface PageFacts {
  url: string;
  title: string;
  heading: string;
  control: ControlFacts | null;
  form: FormFacts | null;
  /** The forms that can be seen and are sent by POST or hold a password; without their fields before an action. */
  forms: { key: string; fields: FieldFacts[] }[];
  asksPassword: boolean;
  /** A form with one password can be seen that says that it is for signing in. */
  asksSignIn: boolean;
  /** A control that ends a session is there. */
  signsOut: boolean;
  /** A control that leads to signing in can be seen; false before an action. */
  signsIn: boolean;
  /** The visible alerts and error texts, each with the key of the form that it stands in, or empty. */
  errors: ErrorText[];
  /** The text of the page outside of its forms, a line for each piece; empty for a large page. */
  text: string;
  /** The text of the form acted in. */
  formText: string;
  /** Texts of a document that stand out in red; empty before an action. */
  red: ErrorText[];
  /** The question of an open dialog, or empty. */
  question: string;
  /** The title of the dialog around the control, or empty. */
  dialogTitle: string;
  asksCode: boolean;
  /** The fields for a card or against robots; empty before an action. */
  proofs: ProofField[];
  /** Buttons that send a form in which nothing is to be filled in. */
  finals: string[];
  /** Words that stand alone in a cell of a table; empty before an action. */
  cells: string[];
  /** The things that are listed on the page; empty before an action. */
  things: ListedThing[];
  /** The fields of the other forms, where the control names the form that it belongs to; empty after an action. */
  others: FieldFacts[];
  /** What the page says of a search that found nothing, or empty; empty after an action. */
  nothingFound: string;
  /** Stands for the pictures of the page. */
  pictures: string;
  /** Stands for all that the page says, its forms included; empty before an action outside of all forms, and for a large page. */
  digest: string;
}

/** Whether the element is disabled, or another one lies over its middle. */
export function isBlocked(element: Element): boolean {
  // An action may take its own control off the page.
  if (!element.isConnected) return false;
  if (element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null) return true;
  const { x, y, width, height } = element.getBoundingClientRect();
  const root = element.getRootNode() as Document | ShadowRoot;
  const top = root.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && !element.contains(top) && !top.contains(element);
}

/**
 * The box of an element in parts of the tab's window, to four decimals. Null when it takes no space, or lies in a frame of
 * another origin.
 */
export function boxOf(element: Element): ElementBox | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return null;
  let [x, y] = [left, top];
  let view: Window = window;
  while (view !== view.parent) {
    const frame = view.frameElement;
    if (frame === null) return null;
    const outer = frame.getBoundingClientRect();
    x += outer.left + frame.clientLeft;
    y += outer.top + frame.clientTop;
    view = view.parent;
  }
  const part = (length: number, of: number) => Math.round((length / of) * 10_000) / 10_000;
  return {
    x: part(x, view.innerWidth),
    y: part(y, view.innerHeight),
    width: part(width, view.innerWidth),
    height: part(height, view.innerHeight),
  };
}

/** What is known of a control; for a label, of its field. Null for none, and for `body` and `html`. */
export function factsOfControl(element: Element | null): ControlFacts | null {
  if (element === null || element === document.body || element === document.documentElement) return null;
  const button = element.closest('button,input[type=submit],input[type=image]');
  const field = element instanceof HTMLLabelElement && element.control !== null ? element.control : element;
  const input = field instanceof HTMLInputElement ? field : null;
  const role = field.getAttribute('role') ?? '';
  const ticked = field.getAttribute('aria-checked');
  const announced = ticked === null ? null : ticked === 'true';
  return {
    key: keyOfControl(field),
    says: nameOf(field),
    tag: field.tagName.toLowerCase(),
    type: input?.type ?? role,
    value: heldBy(field),
    checked: input !== null && /^(checkbox|radio)$/.test(input.type) ? input.checked : announced,
    files: input?.type === 'file' ? [...(input.files ?? [])].map(({ name }) => name) : null,
    chosen:
      field instanceof HTMLSelectElement
        ? [...field.selectedOptions].flatMap((option) => [option.value, tidy(option.label)])
        : [],
    submits: button !== null && submits(button),
    discloses:
      field.closest('summary,[aria-expanded],[aria-controls],[aria-haspopup],[role=tab]') !== null ||
      /^\W*(?:show|view|see|open|expand|collapse|hide|toggle|more|details|info|help|why)\b/i.test(
        nameOf(field),
      ),
    isBlocked: isBlocked(field),
    row: rowOf(field),
    column: columnOf(field),
    box: boxOf(element),
    language: field.closest('[lang]')?.getAttribute('lang') ?? '',
    min: input?.min ?? '',
    max: input?.max ?? '',
    step: input?.step ?? '',
  };
}

/**
 * The page's texts outside its forms; empty for a large page, which would take long to read.
 * @param isHidden also those that cannot be seen
 */
export function textOutsideForms(isHidden: boolean): string {
  if (document.getElementsByTagName('*').length > 3000) return '';
  const parts: string[] = [];
  for (const root of rootsOf()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent !== null && parent.closest('form,head,script,style,noscript,template') !== null) continue;
      const text = tidy(node.nodeValue);
      if (text !== '' && (isHidden || parent === null || isShown(parent))) parts.push(text);
    }
  }
  return parts.join('\n').slice(0, 20000);
}

/** Words that stand alone in a cell of a table, such as the state of a thing. */
export function cellWords(): string[] {
  const words = everywhere('td,[role=cell],[role=gridcell]')
    .slice(0, 1000)
    .map((cell) => tidy(cell.textContent))
    .filter((text) => text !== '' && text.split(' ').length < 3);
  return [...new Set(words)].slice(0, 200);
}

/** Stands for the words of the page; empty for a large one. */
export function digestOfPage(): string {
  if (document.getElementsByTagName('*').length > 3000) return '';
  const text = document.body?.innerText ?? '';
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.trunc(hash * 31 + text.charCodeAt(at)) % 4294967291;
  return `${text.length} ${hash}`;
}

/** "Roll back 5.3.1" is what the button "Confirm" in that dialog does. */
export function dialogTitleOf(element: Element | null): string {
  const dialog = element?.closest('dialog,[role=dialog],[role=alertdialog],[aria-modal=true]') ?? null;
  const title = dialog?.querySelector('h1,h2,h3,[role=heading]')?.textContent ?? dialog?.ariaLabel;
  return tidy(title).slice(0, 100);
}

/**
 * What is known of the document now.
 * @param element the control that is acted on, null for none
 * @param isBefore leaves out what is only compared after the action
 */
export function factsOfPage(element: Element | null, isBefore: boolean): PageFacts {
  const heading = document.querySelector('h1');
  const form = formAround(element);
  const shown = [...document.forms].filter(
    (each) =>
      (/^post$/i.test(each.getAttribute('method') ?? '') || hasPassword(each)) &&
      controlsOf(each).some(isShown),
  );
  return {
    url: location.href,
    title: tidy(document.title),
    heading: tidy(heading?.textContent),
    control: factsOfControl(element),
    form: factsOfForm(form),
    forms: shown.slice(0, 50).map((each) => ({ key: formKey(each), fields: isBefore ? [] : fieldsOf(each) })),
    asksPassword: hasPassword(document),
    asksSignIn: asksSignIn(),
    signsOut: (!isBefore || form !== null) && signsOut(),
    signsIn: !isBefore && signsIn(),
    errors: errorsShown(),
    text: textOutsideForms(isBefore),
    formText: form === null ? '' : (form.textContent ?? '').slice(0, 5000),
    red: isBefore ? [] : redTexts(),
    question: openQuestion(),
    dialogTitle: dialogTitleOf(element),
    asksCode: asksCode(),
    proofs: isBefore ? [] : proofFields(),
    finals: finalButtons(),
    cells: isBefore ? [] : cellWords(),
    things: isBefore ? [] : listedThings(),
    others:
      isBefore && element?.hasAttribute('form') === true
        ? shown.filter((each) => each !== form).flatMap((each) => fieldsOf(each))
        : [],
    nothingFound: isBefore && element !== null ? nothingFound() : '',
    pictures: picturesOf(),
    digest: isBefore && form === null ? '' : digestOfPage(),
  };
}
