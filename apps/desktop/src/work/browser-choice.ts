import { type AttachedOptions, type BrowserPool, createAttachedPool } from '@errand/browser-runtime';
import type { OwnBrowser } from '../consent/own-browser.ts';

/** What a Run's owner is told when its browser is opened. */
const ATTACHED = "Works in its owner's own browser, in tabs of its own.";
const SCOPED =
  "Works in the profile that Runs have on this machine: the Run has an application scope, which cannot be enforced in its owner's own browser.";

/**
 * The browsers of a machine: the person's own for Runs without an application scope, where its owner allows that, and the
 * profile for all others.
 * @param allowed what the owner allows for the Run in hand
 */
export function chooseBrowsers(
  profile: BrowserPool,
  environment: AttachedOptions['environment'],
  allowed: () => OwnBrowser | null,
): BrowserPool {
  let inUse = profile;
  return {
    start: () => profile.start(),
    withContext: async (options, work) => {
      const own = allowed();
      if (own === null) return await profile.withContext(options, work);
      const { host, scoped = true, whileOpening = (open) => open() } = options;
      inUse = scoped ? profile : createAttachedPool({ ...own, environment });
      const telling: typeof options = {
        ...options,
        whileOpening: async (open) => {
          await whileOpening(open);
          host.emit({ type: 'log', stepId: null, message: scoped ? SCOPED : ATTACHED });
        },
      };
      try {
        return await inUse.withContext(telling, work);
      } finally {
        inUse = profile;
      }
    },
    get pid() {
      return inUse.pid;
    },
    close: () => inUse.close(),
    kill: () => inUse.kill(),
  };
}
