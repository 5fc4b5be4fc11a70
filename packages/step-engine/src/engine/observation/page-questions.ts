/// <reference lib="dom" />
import { everywhere, isShown, nameOf, tidy } from './page-elements.ts';
import { buttonNames } from './page-buttons.ts';
import { formAround, formKey, keyOfControl } from './page-forms.ts';

/** Runs in the page. The layer over the middle of the window, which a page without roles uses as a dialog; none where there is none. */
export function layersOverMiddle(): Element[] {
  let each = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; each !== null && each !== document.body; each = each.parentElement)
    if (getComputedStyle(each).position === 'fixed') return [each];
  return [];
}

/**
 * Runs in the page. What a dialog of the page asks that is to be answered by a button, or by a word that it tells; empty when none
 * is open. Another dialog with fields is a form.
 */
export function openQuestion(): string {
  const TO_BE_TYPED =
    /\b(?:type|enter|write|retype)\b[^.?!]{1,60}\bto (?:confirm|go on|continue|proceed|delete|close|remove)\b|\bto (?:confirm|continue|proceed|delete|close|remove)\b[^.?!]{0,60}, (?:please )?(?:type|enter|write|retype)\b|zur bestätigung|pour confirmer|para confirmar/i;
  const FIELDS = 'input:not([type=hidden],[type=button],[type=submit]),select,textarea';
  const BUTTONS = 'button,a[href],[role=button],input[type=button],input[type=submit]';
  const PICTURES =
    /\bselect all (?:the )?(?:squares|images|pictures|tiles|photos)\b|\bclick (?:on )?(?:all|each) (?:the |of the )?(?:squares|images|pictures|tiles)\b/i;
  const asks = (each: Element) => {
    const text = tidy((each as HTMLElement).innerText);
    if (PICTURES.test(text)) return true;
    if (each.querySelector(FIELDS) !== null) return TO_BE_TYPED.test(text);
    return each.querySelectorAll(BUTTONS).length > 1 && /\?/.test(text);
  };
  const dialogs = [
    ...layersOverMiddle(),
    ...everywhere('dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]'),
  ].filter(isShown);
  return tidy((dialogs.findLast(asks) as HTMLElement | undefined)?.innerText);
}

/** A dialog without a question that the action opened: what it says, and its buttons. */
export interface Choice {
  text: string;
  buttons: string[];
  /** It is a form. */
  hasFields: boolean;
}

/** Runs in the page. The dialog that lies over it since the action, which was not one in it: one without fields before a form; null for none. */
export function openedChoice(touched: ReadonlySet<Element>, control: Element | null): Choice | null {
  const FIELDS = 'input:not([type=hidden],[type=button],[type=submit]),select,textarea';
  // A question may as well stand anywhere, without a word that it is one.
  const asking = [...touched].filter(
    (each) =>
      each !== document.body &&
      buttonNames(each).length > 1 &&
      tidy((each as HTMLElement).innerText).length < 300,
  );
  const hasFields = (each: Element) => each.querySelector(FIELDS) !== null;
  const isOpened = (each: Element) =>
    isShown(each) &&
    (control === null || !each.contains(control)) &&
    [...touched].some((one) => one.contains(each) || each.contains(one));
  const dialogs = everywhere('dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true],:popover-open');
  const layer =
    [...layersOverMiddle(), ...dialogs, ...asking].find((each) => isOpened(each) && !hasFields(each)) ??
    dialogs.find(isOpened);
  if (layer === undefined) return null;
  return {
    text: tidy((layer as HTMLElement).innerText),
    buttons: buttonNames(layer),
    hasFields: hasFields(layer),
  };
}

/** A field in which a site asks for a card to pay with, for a proof that its visitor is no robot, or for what only its owner knows. */
export interface ProofField {
  key: string;
  name: string;
  /** The form that it stands in, by its key; empty for none. */
  form: string;
  /** It is for a code or password, and the only field of its part of the page. */
  isSecret: boolean;
}

/** Runs in the page. Whether a field called no more than "Code" is for one that its visitor was sent, or gets from a device. */
export function isCodeOfVisitor(field: Element): boolean {
  const OF_VISITOR =
    /\b(?:two|2|multi)[- ](?:step|factor)\b|\bauthenticat\w+|\btext message\b|\bsms\b|\bcode (?:that )?we\b|\b(?:from|sent to|in) your (?:\p{L}+ )?(?:app|phone|device|bank|mobile)\b/iu;
  if (!/^\W*(?:(?:your|the|enter) )*code\W*$/i.test(nameOf(field))) return false;
  const part = field.closest('main,section,article,dialog,[role=dialog]') ?? document.body;
  return OF_VISITOR.test(`${document.title} ${tidy((part as HTMLElement).innerText)}`);
}

/** Runs in the page. Whether the page asks for a code that was sent to its visitor. */
export function asksCode(): boolean {
  const CODE =
    /\b(?:otp|totp|mfa|2fa|one[- _]?time|(?:verification|security|authenticat\w+|login|sign-?in|confirmation|\d[- ]digit)[- _]?code|sicherheitscode|bestätigungscode|code de vérification|código de verificación)\b/i;
  return everywhere('input').some(
    (field) =>
      field.matches(':not([type]),[type=text],[type=tel],[type=number],[type=password]') &&
      isShown(field) &&
      (field.getAttribute('autocomplete') === 'one-time-code' ||
        CODE.test(`${field.getAttribute('name') ?? ''} ${field.id} ${nameOf(field)}`) ||
        isCodeOfVisitor(field)),
  );
}

/** Runs in the page. Whether a field asks for a code or the password of an account, and for nothing else. */
export function asksForSecret(field: Element): boolean {
  const FIELDS =
    'input:not([type=hidden],[type=submit],[type=button],[type=checkbox],[type=radio]),select,textarea';
  const CODE =
    /\b(?:tan|pin|otp|totp|one[- ]?time (?:code|password|pass\w*)|(?:security|verification|authenti\w+|confirmation|sms|access|\d[- ]digit)[- ]?code|passcode)\b/i;
  const NEW = /\b(?:new|set|choose|create|repeat|again|confirm|optional|neues|nouveau|nueva)\b/i;
  const isPassword =
    field.matches('[type=password]:not([autocomplete=new-password])') && !NEW.test(nameOf(field));
  const isText = field.matches(':not([type]),[type=text],[type=tel],[type=number],[type=password]');
  const isCode =
    isText &&
    (field.getAttribute('autocomplete') === 'one-time-code' ||
      CODE.test(nameOf(field)) ||
      isCodeOfVisitor(field));
  if (!isPassword && !isCode) return false;
  let part = field.parentElement;
  while (part !== null && part.querySelector('button,input[type=submit],[role=button]') === null)
    part = part.parentElement;
  return part !== null && [...part.querySelectorAll(FIELDS)].filter(isShown).length === 1;
}

/** Runs in the page. The frames in which a service asks for a proof that a visitor is no robot. */
export function challengeFrames(): Element[] {
  const MIN_SIZE = 60;
  return everywhere('iframe').filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    const named = `${each.getAttribute('title')} ${each.getAttribute('name')} ${each.getAttribute('src')}`;
    return /captcha|security challenge|turnstile/i.test(named) && Math.min(width, height) > MIN_SIZE;
  });
}

/**
 * Runs in the page. The fields for a proof that can be seen.
 * @param parts only those in them; in the whole page where none are given
 */
export function proofFields(parts?: ReadonlySet<Element>): ProofField[] {
  const ASKS =
    /\b(?:card[ -]?number|kartennummer|num[ée]ro de (?:la )?carte|número de (?:la )?tarjeta|(?:not|no|kein|pas un) (?:a |un )?robot(?:er)?|captcha)\b/i;
  const frames = parts === undefined ? [] : challengeFrames();
  return [...frames, ...everywhere('input:not([type=hidden])')]
    .slice(0, 200)
    .filter((each) => parts === undefined || [...parts].some((part) => part.contains(each)))
    .filter(isShown)
    .map((each) => ({
      each,
      isProof:
        frames.includes(each) || each.getAttribute('autocomplete') === 'cc-number' || ASKS.test(nameOf(each)),
      isSecret: asksForSecret(each),
    }))
    .filter(({ isProof, isSecret }) => isProof || isSecret)
    .slice(0, 5)
    .map(({ each, isProof, isSecret }) => {
      const form = formAround(each);
      return {
        key: keyOfControl(each),
        name: nameOf(each),
        form: form === null ? '' : formKey(form),
        isSecret: !isProof && isSecret,
      };
    });
}
