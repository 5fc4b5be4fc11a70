import { selectors } from 'playwright-core';
import { asAscii } from './in-page.ts';

interface SelectorEngine {
  name: string;
  /** Source of an object with `query` and `queryAll`. */
  content: string;
  /** In a world of its own that the page's scripts do not reach. */
  contentScript: boolean;
}

const defined: SelectorEngine[] = [];
let registration = Promise.resolve();

/** Defines a selector engine for every context that is opened from now on. Call it when a module is loaded. */
export function defineSelectorEngine(engine: SelectorEngine): void {
  defined.push(engine);
}

/** Teaches Playwright the engines. It takes each once in a process, and documents that exist do not learn it. */
export function registerSelectorEngines(): Promise<void> {
  for (const { name, content, contentScript } of defined.splice(0))
    registration = registration.then(() =>
      selectors.register(name, { content: asAscii(content) }, { contentScript }),
    );
  return registration;
}
