import { Target } from '@errand/contracts/primitives';
import { locate } from '../targets/locator.ts';
import { type ApprovedPage, NO_PAGE } from './approval.ts';
import { fingerprintOf } from './page-fingerprint.ts';
import { watchElement, watchFrame } from './observation/page-script.ts';
import type { RunSession } from './run-session.ts';
import { actsInPage } from './watched-attempt.ts';

/** How long an element that is to be approved of may take to appear; one that comes later is asked for again. */
const LOOK_TIMEOUT_MS = 5_000;
const FIELDS = /fill|type|select|check|upload/;

/** How the page is on which a step is about to act. */
export async function lookAtApproved(
  { surface, host }: RunSession,
  primitive: string,
  input: unknown,
): Promise<ApprovedPage> {
  const page = surface.activePage;
  if (page === null) return NO_PAGE;
  const { target, source } = (input ?? {}) as { target?: unknown; source?: unknown };
  const parsed = Target.safeParse(target ?? source);
  const wait = { timeout: LOOK_TIMEOUT_MS, signal: host.signal };
  try {
    if (parsed.success) {
      const element = locate(page, parsed.data, FIELDS.test(primitive) ? 'field' : 'any');
      const facts = await watchElement(element, 0, wait);
      return { fingerprint: fingerprintOf(facts), element: facts?.control?.box ?? null };
    }
    if (!actsInPage(primitive)) return NO_PAGE;
    return { fingerprint: fingerprintOf(await watchFrame(page.mainFrame(), 0)), element: null };
  } catch {
    return NO_PAGE;
  }
}
