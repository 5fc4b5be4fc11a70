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

/** Shows the browser of a Run at the runs services where someone watches; takes no picture while no one does. */
export interface LiveView {
  /** The browser is open. */
  attach(surface: BrowserSession): void;
  /** Where someone watches. */
  watchedAt(addresses: readonly string[]): void;
  tell(report: LiveReport): void;
  end(): void;
}

const TABS_INTERVAL_MS = 300;
/** When the page does not say how large it is. */
const DEFAULT_SIZE = { width: 1_280, height: 720 };
/** Reports that say something once; all others hold until the next of their kind. */
const PASSING: ReadonlySet<LiveReport['type']> = new Set(['copied', 'refused']);

export function createLiveView(
  context: Pick<Context, 'connectLive' | 'executorId' | 'log'>,
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
  const show = async ({ jpeg }: LivePicture): Promise<void> => {
    if (jpeg === null) {
      last = null;
      return tell({ type: 'withheld' });
    }
    standing.delete('withheld');
    const { width, height } = surface?.activePage?.viewportSize() ?? DEFAULT_SIZE;
    last = Buffer.concat([encodePictureHead({ width, height, number: 0, takenAt: Date.now() }), jpeg]);
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
  const remove = (address: string): void => {
    links.get(address)?.end();
    links.delete(address);
    update();
  };
  const add = (address: string): void => {
    const { connectLive } = context;
    if (connectLive === null) return;
    const link = createLiveLink(context, connectLive, run, address, {
      open: () => {
        for (const report of standing.values()) link.tell(report);
        if (last !== null) void link.show(last);
      },
      order: onOrder,
      unwanted: () => remove(address),
    });
    links.set(address, link);
  };
  return {
    attach: (browser) => {
      surface = browser;
      update();
    },
    watchedAt: (addresses) => {
      for (const address of links.keys()) if (!addresses.includes(address)) remove(address);
      for (const address of addresses) if (!links.has(address)) add(address);
      update();
    },
    tell,
    end: () => {
      surface = null;
      for (const address of links.keys()) remove(address);
      update();
    },
  };
}
