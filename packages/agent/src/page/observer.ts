import type { Page } from 'playwright-core';
import { attemptStep } from '@errand/step-engine';
import { StepError } from '@errand/browser-runtime';
import type { Call } from '@errand/step-engine';
import type { Screenshot } from '../loop/message-history.ts';
import type { AgentContext } from '../loop/task.ts';
import { createDelimiter, createSnapshotFormatter, type Observation } from './snapshot-formatter.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

const OBSERVE_TIMEOUT_MS = 60_000;
const JPEG_QUALITY = 60;

/** How the agent sees the page. */
export interface PageObserver {
  /** Reads the page and says what is new. Throws `StepError`. */
  observe(): Promise<{ observation: Observation; picture: Screenshot | null }>;
  /** What was seen last. */
  readonly lastSnapshot: Snapshot;
  find(text: string): string;
  read(from: number): string;
  /** Marks a text as something that a page said. */
  delimitUntrusted(text: string): string;
}

const EMPTY_SNAPSHOT: Snapshot = { url: '', title: '', lines: [], fingerprint: '', find: () => undefined };

/** Does something with the page that is no action, in bounds. */
export async function withinTimeout<Found>(
  work: AgentContext,
  look: (call: Call) => Promise<Found>,
): Promise<Found> {
  const { session, stepId, task: goal } = work;
  let found: { value: Found } | undefined;
  const bounds = {
    id: stepId,
    timeoutMs: OBSERVE_TIMEOUT_MS,
    ...(goal.scope && { applicationScope: goal.scope }),
  };
  await attemptStep(session, bounds, async (call) => {
    found = { value: await look(call) };
  });
  if (found === undefined) throw new StepError('internal_error', 'The page was not looked at.');
  return found.value;
}

const tabsOf = ({ session: { surface, mask } }: AgentContext): string => {
  const { tabs, activePage } = surface;
  if (tabs.length < 2) return '';
  const entries = tabs.map(
    (tab, index) => `${index}${tab === activePage ? ' (this one)' : ''}: ${mask.text(tab.url())}`,
  );
  return `\nTabs, by index:\n${entries.join('\n')}`;
};

/** Pictures are not masked, so there are none of a Run with secrets. */
async function screenshotOf(work: AgentContext, page: Page, { wait }: Call): Promise<Screenshot | null> {
  if (!work.model.vision || work.session.hasSecrets) return null;
  const shot = await page.screenshot({ type: 'jpeg', quality: JPEG_QUALITY, ...wait }).catch(() => null);
  return shot === null ? null : shot.toString('base64');
}

export function createPageObserver(work: AgentContext): PageObserver {
  const { session } = work;
  const fence = createDelimiter();
  const observer = createSnapshotFormatter(fence);
  let seen = EMPTY_SNAPSHOT;
  let tabs = '';
  return {
    get lastSnapshot() {
      return seen;
    },
    delimitUntrusted: fence,
    find: (text) => observer.find(seen, text),
    read: (from) => observer.read(seen, from),
    observe: () => {
      if (session.surface.activePage === null || session.surface.url === null) {
        seen = EMPTY_SNAPSHOT;
        return Promise.resolve({
          observation: { text: 'No page is open yet.', isFullPage: true },
          picture: null,
        });
      }
      return withinTimeout(work, async (call) => {
        const { page } = call;
        seen = await readSnapshot(page, session.mask, call.wait);
        const { text, isFullPage } = observer.format(seen);
        const nowTabs = tabsOf(work);
        const more = nowTabs === tabs ? '' : fence(nowTabs);
        tabs = nowTabs;
        return {
          observation: { text: `${text}${more}`, isFullPage },
          picture: isFullPage ? await screenshotOf(work, page, call) : null,
        };
      });
    },
  };
}
