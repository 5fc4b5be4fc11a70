/// <reference lib="dom" />
import { everywhere, isShown, tidy } from './page-elements.ts';

/**
 * Runs in the page. What a dialog of the page asks that is to be answered by a button; empty when none is open. A dialog with
 * fields is a form.
 */
export function openQuestion(): string {
  const dialogs = everywhere('dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]').filter(
    (each) =>
      isShown(each) &&
      each.querySelector('input:not([type=hidden],[type=button],[type=submit]),select,textarea') === null,
  );
  const asks = (each: Element) =>
    each.querySelectorAll('button,a[href],[role=button],input[type=button],input[type=submit]').length > 1 &&
    /\?/.test(tidy((each as HTMLElement).innerText));
  return tidy((dialogs.findLast(asks) as HTMLElement | undefined)?.innerText);
}
