/// <reference lib="dom" />
import { everywhere, isShown, tidy } from './page-elements.ts';

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
    /\b(?:type|enter|write|retype)\b[^.?!]{1,60}\bto (?:confirm|go on|continue|proceed|delete|close|remove)\b|zur bestätigung|pour confirmer|para confirmar/i;
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
