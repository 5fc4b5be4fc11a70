/// <reference lib="dom" />
import type { ShownText } from './page-texts.ts';

interface Awaited {
  id: number;
  tell(texts: ShownText[]): void;
}

/** Runs in the page. Resolves with what the document shows when it is left for another while the watch `id` is on. */
export function awaitLeaving(id: number): Promise<ShownText[]> {
  const KEY = Symbol.for('errand.leaving');
  const holder = globalThis as unknown as Record<symbol, Awaited | undefined>;
  holder[KEY]?.tell([]);
  return new Promise((resolve) => {
    const value: Awaited = { id, tell: resolve };
    Object.defineProperty(holder, KEY, { value, enumerable: false, configurable: true });
  });
}

/** Runs in the page. Tells who waits for it what the document shows, if that is anything. */
export function tellLeaving(id: number, texts: ShownText[]): void {
  const awaited = (globalThis as unknown as Record<symbol, Awaited | undefined>)[
    Symbol.for('errand.leaving')
  ];
  if (awaited?.id === id && texts.length > 0) awaited.tell(texts);
}
