import type { SharedBrowser } from './shared-browser.ts';

/** A Run's use of a browser. */
export interface Borrowing {
  /** True while no other Run has used the browser at the same time: only this one can have brought it down. */
  isAlone: boolean;
}

/** Browsers for Runs that lost one before, so that a Run that crashes browsers affects no other. */
export interface Quarantine {
  /** Calls `work` with a browser of its own; once `most` are in use, with one that such Runs share. */
  lend<Result>(work: (browser: SharedBrowser, borrowing: Borrowing) => Promise<Result>): Promise<Result>;
  /** Kills all of them, for any reason. */
  kill(): void;
  close(): Promise<void>;
}

interface Place {
  browser: SharedBrowser;
  borrowings: Set<Borrowing>;
}

/**
 * @param create makes a browser, which is closed once no Run uses it
 * @param most how many browsers may be in use at once
 */
export function createQuarantine(create: () => SharedBrowser, most: number): Quarantine {
  const places = new Set<Place>();

  const choose = (): Place => {
    if (places.size < most) {
      const place = { browser: create(), borrowings: new Set<Borrowing>() };
      places.add(place);
      return place;
    }
    return [...places].reduce((least, place) =>
      place.borrowings.size < least.borrowings.size ? place : least,
    );
  };

  return {
    async lend(work) {
      const place = choose();
      const borrowing = { isAlone: place.borrowings.size === 0 };
      for (const other of place.borrowings) other.isAlone = false;
      place.borrowings.add(borrowing);
      try {
        return await work(place.browser, borrowing);
      } finally {
        place.borrowings.delete(borrowing);
        if (place.borrowings.size === 0) {
          places.delete(place);
          await place.browser.close();
        }
      }
    },
    kill() {
      for (const { browser, borrowings } of places) {
        for (const borrowing of borrowings) borrowing.isAlone = false;
        browser.kill();
      }
    },
    close: async () => void (await Promise.all([...places].map(({ browser }) => browser.close()))),
  };
}
