import path from 'node:path';
import { type ProfileOptions, findProfileBrowser } from '@errand/browser-runtime';
import { type Environment, whyNot } from '@errand/computer';
import type { DeviceCapabilities } from '@errand/contracts';

/** What this machine can do for Runs; each reason says what would help. */
export async function findCapabilities(
  env: Environment,
  browser: ProfileOptions,
): Promise<DeviceCapabilities> {
  const reason = whyNot(env);
  return {
    browser: await findProfileBrowser(browser).then(
      (executable) => ({ available: true, detail: path.basename(executable) }),
      ({ message }: Error) => ({ available: false, detail: message }),
    ),
    desktop:
      reason === null ? { available: true, detail: 'X11' } : { available: false, detail: `${reason}.` },
  };
}
