/// <reference lib="dom" />
import { isShown, tidy } from './page-elements.ts';

/** Runs in the page. True for a text that may say that something is in progress. */
export function saysBusy(text: string): boolean {
  return /…|\.\.\.|^\W*(?:saving|sending|loading|processing|submitting|adding|updating|working|deleting|removing|uploading|signing|logging|searching|checking|creating|connecting|placing|paying|busy|one moment)\b|\bwait\b|\bbitte\b|\bpatiente[rz]?\b|\bespere\b/i.test(
    text,
  );
}

/** Runs in the page. True for a text that only says that something is in progress: "Saving…", "Please wait". */
export function saysInProgress(text: string): boolean {
  return (
    text.length < 80 &&
    (/^\W*(?!(?:no|any|some|every)thing)\w{2,}ing(?:\b[^.!?…]{0,40})?(?:…|\.\.\.)\W*$/i.test(text) ||
      /^\W*(?:saving|sending|processing|submitting|updating|deleting|uploading|verifying)\W*$/i.test(text) ||
      /\b(?:please wait|one moment|bitte warten|einen moment|veuillez patienter|espere)\b/i.test(text))
  );
}

/** Runs in the page. True for a text that only says that something is not over yet, and no state of a thing. */
export function saysStillAtWork(text: string): boolean {
  return saysInProgress(text) && /…|\.\.\.|wait|moment|warten|patient|espere/i.test(text);
}

/** Runs in the page. Whether a sign without words turns for ever that came after the action began. */
export function turns(touched: ReadonlySet<Element>, isNew: (element: Element) => boolean): boolean {
  const SIGN = '[role=progressbar]:not([aria-valuenow]),[class*=spin i],[class*=loader i],[class*=loading i]';
  /** A ring of which one side has another colour. */
  const isRing = (each: Element) => {
    const style = getComputedStyle(each);
    const sides = [
      style.borderTopColor,
      style.borderRightColor,
      style.borderBottomColor,
      style.borderLeftColor,
    ];
    return style.borderTopStyle === 'solid' && style.borderTopLeftRadius === '50%' && new Set(sides).size > 1;
  };
  const rotates = (each: Element) =>
    each
      .getAnimations()
      .some(
        ({ effect }) =>
          effect instanceof KeyframeEffect &&
          effect.getKeyframes().some(({ transform }) => /rotate/.test(String(transform))),
      );
  const isWheel = (each: Element) => isRing(each) || rotates(each);
  const signsIn = (each: Element) => [
    ...[...each.querySelectorAll(SIGN)].slice(0, 5),
    ...[...each.querySelectorAll('div,span,i,svg')].slice(0, 20).filter(isWheel),
  ];
  return [...touched]
    .filter((each) => each.isConnected && isNew(each))
    .flatMap((each) => (each.matches(SIGN) || isWheel(each) ? [each] : signsIn(each)))
    .some(
      (each) =>
        isShown(each) &&
        tidy((each as HTMLElement).innerText) === '' &&
        each
          .getAnimations({ subtree: true })
          .some(
            ({ effect, playState }) =>
              playState === 'running' && effect?.getComputedTiming().iterations === Infinity,
          ),
    );
}
