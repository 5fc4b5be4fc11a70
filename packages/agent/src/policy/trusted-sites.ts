import { isHostAllowed } from '@errand/runbook-language';

/** Which sites the agent may write to and go to by an address of its own. */
export interface TrustedSites {
  /** True when the address is on a site that the task, or a person, named. */
  has(url: string): boolean;
  /** A person approved something there, or it was opened before any page could say anything. */
  add(url: string): void;
}

const ADDRESS =
  /(?<![@\p{L}\d.-])(?:https?:\/\/)?((?:[\p{L}\d-]+\.)+\p{L}{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?/giu;

/** The same site: with `www.` or without. */
function siteOf(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.host ?? null;
}

/** Sites that a text written by people names. */
function sitesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].flatMap(([, name = '', port = '']) => {
    const host = URL.parse(`http://${name}${port}`)?.host;
    return host === undefined ? [] : [host];
  });
}

/**
 * @param task what a person wrote
 * @param scope host patterns of the step, which the network enforces besides
 */
export function createTrustedSites(task: string, scope: readonly string[] | null): TrustedSites {
  const sites = new Set(sitesIn(task).map(siteOf));
  return {
    has: (url) => {
      const parsed = URL.parse(url);
      if (parsed === null || parsed.protocol === 'about:') return true;
      if (scope !== null) return isHostAllowed(scope, parsed);
      return sites.has(siteOf(parsed.host));
    },
    add: (url) => {
      const host = hostOf(url);
      if (host !== null && host !== '') sites.add(siteOf(host));
    },
  };
}
