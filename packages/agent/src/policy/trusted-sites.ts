import { isHostAllowed } from '@errand/runbook-language';

/** Sites that the agent may write to and open by address without approval. */
export interface TrustedSites {
  /** True when the address is on a site that the task or a person named. */
  has(url: string): boolean;
  /** Adds a site where a person approved an action, or which was open before any page could influence the agent. */
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

/** Sites that a person's text names. */
function sitesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].flatMap(([, name = '', port = '']) => {
    const host = URL.parse(`http://${name}${port}`)?.host;
    return host === undefined ? [] : [host];
  });
}

/**
 * @param task the person's text
 * @param scope host patterns of the step, which the network guard enforces too
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
