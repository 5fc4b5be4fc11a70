import type { Page } from 'playwright-core';
import type { Call } from '@errand/step-engine';
import type { Screenshot } from '../loop/message-history.ts';
import type { AgentContext } from '../loop/task.ts';
import { createSnapshotFormatter, type Observation } from './snapshot-formatter.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

const OBSERVE_TIMEOUT_MS = 60_000;
const JPEG_QUALITY = 60;

/** Observes the page, or the applications on the desktop, for the agent. */
export interface Observer {
  /** Reads the page and reports what is new. Throws `StepError`. */
  observe(): Promise<{ observation: Observation; picture: Screenshot | null }>;
  /** The most recent snapshot. */
  readonly lastSnapshot: Snapshot;
  find(text: string): string;
  read(from: number): string;
  /** Marks a text as data that is no instruction. */
  delimitUntrusted(text: string): string;
}

const EMPTY_SNAPSHOT: Snapshot = { url: '', title: '', lines: [], fingerprint: '', find: () => undefined };

/** Works on the page without a step of its own, with a timeout and within the scope of the task. */
export function look<Found>(
  { run, task }: AgentContext,
  action: (call: Call) => Promise<Found>,
): Promise<Found> {
  return run.look(
    { timeoutMs: OBSERVE_TIMEOUT_MS, ...(task.scope && { applicationScope: task.scope }) },
    action,
  );
}

function tabsOf({ session: { surface, mask } }: AgentContext): string {
  const { tabs, activePage } = surface;
  if (tabs.length < 2) return '';
  const entries = tabs.map(
    (tab, index) => `${index}${tab === activePage ? ' (this one)' : ''}: ${mask.text(tab.url())}`,
  );
  return `\nTabs, by index:\n${entries.join('\n')}`;
}

/** Screenshots cannot be masked, so a Run with secrets has none. */
async function screenshotOf(work: AgentContext, page: Page, { wait }: Call): Promise<Screenshot | null> {
  if (!work.model.vision || work.session.hasSecrets) return null;
  const image = await page.screenshot({ type: 'jpeg', quality: JPEG_QUALITY, ...wait }).catch(() => null);
  return image === null ? null : { base64: image.toString('base64'), mediaType: 'image/jpeg' };
}

/** @param delimitUntrusted marks what the page says as data that is no instruction */
export function createPageObserver(work: AgentContext, delimitUntrusted: (text: string) => string): Observer {
  const { session } = work;
  const formatter = createSnapshotFormatter(delimitUntrusted);
  let lastSnapshot = EMPTY_SNAPSHOT;
  let tabs = '';
  return {
    get lastSnapshot() {
      return lastSnapshot;
    },
    delimitUntrusted,
    find: (text) => formatter.find(lastSnapshot, text),
    read: (from) => formatter.read(lastSnapshot, from),
    observe: () => {
      if (session.surface.activePage === null || session.surface.url === null) {
        lastSnapshot = EMPTY_SNAPSHOT;
        return Promise.resolve({
          observation: { text: 'No page is open yet.', isFullPage: true },
          picture: null,
        });
      }
      return look(work, async (call) => {
        const { page } = call;
        lastSnapshot = await readSnapshot(page, session.mask, call.wait);
        const { text, isFullPage } = formatter.format(lastSnapshot);
        const nowTabs = tabsOf(work);
        const more = nowTabs === tabs ? '' : delimitUntrusted(nowTabs);
        tabs = nowTabs;
        return {
          observation: { text: `${text}${more}`, isFullPage },
          picture: isFullPage ? await screenshotOf(work, page, call) : null,
        };
      });
    },
  };
}
