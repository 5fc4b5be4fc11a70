import { type RefObject, useEffect } from 'react';

const DIALOG = '[role=dialog], [role=alertdialog]';

/**
 * Moves the focus to `main` when the element that had it vanishes, such as the button of a row that was removed: otherwise
 * people who use the keyboard would start again at the top of the window, and screen readers would fall silent.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const isLost = () =>
      last instanceof Element &&
      !last.isConnected &&
      document.activeElement === document.body &&
      document.querySelector(DIALOG) === null;
    const remember = ({ target }: FocusEvent): void => {
      last = target;
    };
    // No other event reports that a frame gets the focus.
    const rememberFrame = (): void => {
      if (document.activeElement instanceof HTMLIFrameElement) last = document.activeElement;
    };
    // A dialog that closes gives the focus back to what opened it within a frame; that comes first.
    const keep = (): void => {
      if (isLost())
        requestAnimationFrame(() =>
          requestAnimationFrame(() => isLost() && main.current?.focus({ preventScroll: true })),
        );
    };
    const observer = new MutationObserver(keep);
    document.addEventListener('focusin', remember);
    addEventListener('blur', rememberFrame);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      removeEventListener('blur', rememberFrame);
      observer.disconnect();
    };
  }, [main]);
}
