import {
  type BrowserSession,
  type LivePicture,
  type Screencast,
  describeTabs,
  startScreencast,
} from '@errand/browser-runtime';
import { encodePictureHead } from '@errand/contracts';
import type { ClaimedRun, LiveOrder, LiveReport } from '@errand/contracts/internal';
import type { Context } from './context.ts';
import { type LiveLink, createLiveLink } from './live-link.ts';

/** Shows the browser of a Run where someone watches; takes no picture while no one does. */
export interface LiveView {
  /** The browser is open. */
  attach(surface: BrowserSession): void;
  /** Where someone watches. */
  watchedAt(places: readonly string[]): void;
  tell(report: LiveReport): void;
  end(): void;
}

const TABS_INTERVAL_MS = 300;
/** Reports that say something once; all others hold until the next of their kind. */
const PASSING: ReadonlySet<LiveReport['type']> = new Set(['copied', 'refused']);

/** @param onOrder called with what watchers ask for, from any runs service */
export function createLiveView(
  context: Pick<Context, 'connectLive' | 'log'>,
  run: Pick<ClaimedRun, 'id' | 'attempt' | 'lease'>,
  onOrder: (order: LiveOrder) => void,
): LiveView {
  const links = new Map<string, LiveLink>();
  const standing = new Map<LiveReport['type'], LiveReport>();
  let surface: BrowserSession | null = null;
  let cast: Screencast | null = null;
  let following: NodeJS.Timeout | undefined;
  let last: Uint8Array | null = null;
  let tabs = '';

  const tell = (report: LiveReport): void => {
    if (!PASSING.has(report.type)) standing.set(report.type, report);
    for (const link of links.values()) link.tell(report);
  };
  const show = async ({ jpeg, size }: LivePicture): Promise<void> => {
    if (jpeg === null) {
      last = null;
      return tell({ type: 'withheld' });
    }
    standing.delete('withheld');
    last = Buffer.concat([encodePictureHead({ ...size, number: 0, takenAt: Date.now() }), jpeg]);
    const picture = last;
    // The quickest decides when the next picture is taken; the others then get only the latest.
    await Promise.race([...links.values()].map((link) => link.show(picture)));
  };
  const followTabs = async (browser: BrowserSession): Promise<void> => {
    const described = await describeTabs(browser);
    if (JSON.stringify(described) === tabs) return;
    tabs = JSON.stringify(described);
    tell(described);
  };
  const update = (): void => {
    const browser = surface;
    if (links.size > 0 && browser !== null && cast === null) {
      cast = startScreencast(browser, show);
      const follow = () => void followTabs(browser).catch(() => undefined);
      follow();
      following = setInterval(follow, TABS_INTERVAL_MS);
    } else if ((links.size === 0 || browser === null) && cast !== null) {
      cast.stop();
      cast = null;
      clearInterval(following);
      last = null;
      tabs = '';
    }
  };
  const remove = (place: string): void => {
    links.get(place)?.end();
    links.delete(place);
    update();
  };
  const add = (place: string): void => {
    const link = createLiveLink(
      context,
      { place, run },
      {
        open: () => {
          for (const report of standing.values()) link.tell(report);
          if (last !== null) void link.show(last);
        },
        order: onOrder,
        unwanted: () => remove(place),
      },
    );
    links.set(place, link);
  };
  return {
    attach: (browser) => {
      surface = browser;
      update();
    },
    watchedAt: (places) => {
      for (const place of links.keys()) if (!places.includes(place)) remove(place);
      for (const place of places) if (!links.has(place)) add(place);
      update();
    },
    tell,
    end: () => {
      surface = null;
      for (const place of links.keys()) remove(place);
      update();
    },
  };
}
