import { Target } from '@errand/contracts/primitives';
import { locate } from '../targets/locator.ts';
import { fingerprintOf } from './page-fingerprint.ts';
import { watchElement, watchFrame } from './observation/page-script.ts';
import type { RunSession } from './run-session.ts';
import { actsInPage } from './watched-attempt.ts';

/** How long an element that is to be approved of may take to appear; one that comes later is asked for again. */
const LOOK_TIMEOUT_MS = 5_000;
const FIELDS = /fill|type|select|check|upload/;

/** The fingerprint of what a step is about to act upon; null when it is not there, or the step acts on nothing. */
export async function lookAtApproved(
  { surface, host }: RunSession,
  primitive: string,
  input: unknown,
): Promise<string | null> {
  const page = surface.activePage;
  if (page === null) return null;
  const { target, source } = (input ?? {}) as { target?: unknown; source?: unknown };
  const parsed = Target.safeParse(target ?? source);
  const wait = { timeout: LOOK_TIMEOUT_MS, signal: host.signal };
  try {
    if (parsed.success) {
      const element = locate(page, parsed.data, FIELDS.test(primitive) ? 'field' : 'any');
      return fingerprintOf(await watchElement(element, 0, wait));
    }
    return actsInPage(primitive) ? fingerprintOf(await watchFrame(page.mainFrame(), 0)) : null;
  } catch {
    return null;
  }
}
