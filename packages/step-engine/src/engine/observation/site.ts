import { isIP } from 'node:net';

/** Registries that give names below one of their own labels: example.co.uk is a site, co.uk is not. */
const SHARED_LABEL = /^(?:com?|org|net|gov|edu|ac|or|ne|go|gob|gouv)$/;

/** The part of a host that belongs to one owner, as far as known without the list of all registries. */
function siteOf({ hostname, host }: URL): string {
  const labels = hostname.split('.');
  // The owner of an IP address or machine name is unknown; each port is a service of its own.
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || labels.length === 1) return host;
  const isShared =
    labels.length > 2 && (labels.at(-1) ?? '').length === 2 && SHARED_LABEL.test(labels.at(-2) ?? '');
  return labels.slice(isShared ? -3 : -2).join('.');
}

/** True when both addresses belong to one site. */
export function isOwnSite(url: URL, page: URL): boolean {
  return siteOf(url) === siteOf(page);
}
