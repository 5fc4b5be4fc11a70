/// <reference lib="dom" />

/**
 * Runs in each document before its own scripts. Lets `window.open` open at most `most` windows between two clicks or keys of
 * the visitor and answers null beyond, as a popup blocker does: Chromium takes 0.1 s for each, in which it does nothing else.
 */
export function limitOpenings(most: number): void {
  const WITHIN_THE_PAGE = new Set(['_self', '_parent', '_top']);
  let opened = 0;
  const startOver = ({ isTrusted }: Event) => {
    if (isTrusted) opened = 0;
  };
  addEventListener('click', startOver, true);
  addEventListener('keydown', startOver, true);
  window.open = new Proxy(window.open, {
    apply: (open, self, given: Parameters<typeof window.open>) => {
      const [, target] = given;
      const staysHere = typeof target === 'string' && WITHIN_THE_PAGE.has(target.toLowerCase());
      if (!staysHere) opened += 1;
      return opened > most && !staysHere ? null : Reflect.apply(open, self, given);
    },
  });
}
