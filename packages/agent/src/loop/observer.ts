import { createDesktopObserver } from '../desktop/desktop-observer.ts';
import { createDelimiter } from '../page/snapshot-formatter.ts';
import { type Observer, createPageObserver } from '../page/observer.ts';
import type { AgentContext } from './task.ts';

/** Where the agent looks and acts. */
export type Place = 'page' | 'desktop';

/** Observes the place where the agent acted last. */
export interface PlaceObserver extends Observer {
  readonly place: Place;
  /** Looks there from now on, at all of it at first. */
  turnTo(place: Place): void;
}

/** Begins at the page. */
export function createObserver(work: AgentContext): PlaceObserver {
  const delimitUntrusted = createDelimiter();
  const at = { page: createPageObserver, desktop: createDesktopObserver };
  let place: Place = 'page';
  let observer = at[place](work, delimitUntrusted);
  return {
    get place() {
      return place;
    },
    get lastSnapshot() {
      return observer.lastSnapshot;
    },
    turnTo: (next) => {
      if (next === place) return;
      place = next;
      observer = at[place](work, delimitUntrusted);
    },
    delimitUntrusted,
    find: (text) => observer.find(text),
    read: (from) => observer.read(from),
    observe: () => observer.observe(),
  };
}
