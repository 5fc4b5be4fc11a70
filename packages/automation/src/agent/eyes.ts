import type { Page } from 'playwright-core';
import { attempt } from '../engine/attempt.ts';
import { StepError } from '../host.ts';
import type { Call } from '../primitives/call.ts';
import type { Picture } from './conversation.ts';
import type { Work } from './goal.ts';
import { createFence, createObserver, type Observation } from './observe.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

const LOOKING_MS = 60_000;
const QUALITY = 60;

/** How the agent sees the page. */
export interface Eyes {
  /** Reads the page and says what is new. Throws `StepError`. */
  look(): Promise<{ observation: Observation; picture: Picture | null }>;
  /** What was seen last. */
  readonly seen: Snapshot;
  find(text: string): string;
  read(from: number): string;
  /** Marks a text as something that a page said. */
  fence(text: string): string;
}

const NOTHING: Snapshot = { url: '', title: '', lines: [], fingerprint: '', find: () => undefined };

/** Does something with the page that is no action, in bounds. */
export const looking = async <Found>(work: Work, look: (call: Call) => Promise<Found>): Promise<Found> => {
  const { session, stepId, goal } = work;
  let found: { value: Found } | undefined;
  const bounds = { id: stepId, timeoutMs: LOOKING_MS, ...(goal.scope && { applicationScope: goal.scope }) };
  await attempt(session, bounds, async (call) => {
    found = { value: await look(call) };
  });
  if (found === undefined) throw new StepError('internal_error', 'The page was not looked at.');
  return found.value;
};

const tabsOf = ({ session: { surface, mask } }: Work): string => {
  const { tabs, activePage } = surface;
  if (tabs.length < 2) return '';
  const entries = tabs.map(
    (tab, index) => `${index}${tab === activePage ? ' (this one)' : ''}: ${mask.text(tab.url())}`,
  );
  return `\nTabs, by index:\n${entries.join('\n')}`;
};

/** Pictures are not masked, so there are none of a Run with secrets. */
const pictureOf = async (work: Work, page: Page, { wait }: Call): Promise<Picture | null> => {
  if (!work.mind.seesImages || work.session.hasSecrets) return null;
  const shot = await page.screenshot({ type: 'jpeg', quality: QUALITY, ...wait }).catch(() => null);
  return shot === null ? null : shot.toString('base64');
};

export const createEyes = (work: Work): Eyes => {
  const { session } = work;
  const fence = createFence();
  const observer = createObserver(fence);
  let seen = NOTHING;
  let tabs = '';
  return {
    get seen() {
      return seen;
    },
    fence,
    find: (text) => observer.find(seen, text),
    read: (from) => observer.read(seen, from),
    look: () => {
      if (session.surface.activePage === null || session.surface.url === null) {
        seen = NOTHING;
        return Promise.resolve({ observation: { text: 'No page is open yet.', whole: true }, picture: null });
      }
      return looking(work, async (call) => {
        const { page } = call;
        seen = await readSnapshot(page, session.mask, call.wait);
        const { text, whole } = observer.observe(seen);
        const nowTabs = tabsOf(work);
        const more = nowTabs === tabs ? '' : fence(nowTabs);
        tabs = nowTabs;
        return {
          observation: { text: `${text}${more}`, whole },
          picture: whole ? await pictureOf(work, page, call) : null,
        };
      });
    },
  };
};
