/// <reference lib="dom" />

/**
 * Runs in each document before its own scripts. Lets scripts open at most `most` windows between two clicks or keys of the
 * visitor, by whatever means, and a frame or popup that was never clicked none: as with a popup blocker, nothing happens
 * beyond. Chromium takes 0.1 s for each window, in which it does nothing else.
 */
export function limitOpenings(most: number): void {
  const WITHIN_THE_PAGE = new Set(['_self', '_parent', '_top', '']);
  let opened = 0;
  const startOver = ({ isTrusted }: Event) => {
    if (isTrusted) opened = 0;
  };
  addEventListener('click', startOver, true);
  addEventListener('keydown', startOver, true);

  const mayOpen = (): boolean => {
    opened += 1;
    const isFirstPage = self === top && opener === null;
    return opened <= most && (isFirstPage || navigator.userActivation.hasBeenActive);
  };
  const leavesPage = (target: string | null): boolean =>
    target !== null &&
    !WITHIN_THE_PAGE.has(target.toLowerCase()) &&
    document.querySelector(`iframe[name="${CSS.escape(target)}"],frame[name="${CSS.escape(target)}"]`) ===
      null;
  const targetOf = (element: Element): string | null =>
    element.getAttribute('target') ?? document.querySelector('base[target]')?.getAttribute('target') ?? null;
  const sendsAway = (form: HTMLFormElement | null, button: Element | null): boolean =>
    form !== null && leavesPage(button?.getAttribute('formtarget') ?? targetOf(form));

  /** Whether a click on `node` opens a window. */
  const clickOpens = (node: unknown, hasModifier: boolean): boolean => {
    for (let at = node; at instanceof Node; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
      const element = at instanceof HTMLLabelElement ? at.control : at;
      if (element instanceof HTMLButtonElement || element instanceof HTMLInputElement)
        return /^(submit|image)$/.test(element.type) && sendsAway(element.form, element);
      if (element instanceof Element && /^(a|area)$/i.test(element.localName))
        return hasModifier || leavesPage(targetOf(element));
    }
    return false;
  };

  const limit = <Name extends string>(
    owner: { [key in Name]: (...given: never[]) => unknown },
    name: Name,
    opens: (self: unknown, given: readonly unknown[]) => boolean,
    refusal: unknown,
  ): void => {
    owner[name] = new Proxy(owner[name], {
      apply: (call, self, given: never[]): unknown =>
        opens(self, given) && !mayOpen() ? refusal : Reflect.apply(call, self, given),
    });
  };
  limit(window, 'open', (_self, [, target]) => typeof target !== 'string' || leavesPage(target), null);
  limit(HTMLElement.prototype, 'click', (element) => clickOpens(element, false), undefined);
  limit(HTMLFormElement.prototype, 'submit', (form) => sendsAway(form as HTMLFormElement, null), undefined);
  limit(
    HTMLFormElement.prototype,
    'requestSubmit',
    (form, [button]) => sendsAway(form as HTMLFormElement, (button as Element | undefined) ?? null),
    undefined,
  );
  limit(
    EventTarget.prototype,
    'dispatchEvent',
    (target, [event]) =>
      event instanceof MouseEvent &&
      /^(click|auxclick)$/.test(event.type) &&
      clickOpens(target, event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1),
    false,
  );
}
