/** A parsed host pattern. */
export interface HostPattern {
  /** Lower case, as `URL.hostname` writes it; without the `*.`. */
  readonly host: string;
  /** True: the subdomains of `host`, not `host` itself. */
  readonly subdomains: boolean;
  /** Null: any port. */
  readonly port: number | null;
}

const SHAPE = /^(?<wildcard>\*\.)?(?<host>\[[0-9A-Fa-f:.]+\]|[^\s:/?#@[\]\\*%]+)(?::(?<port>\d{1,5}))?$/;
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'ws:': 80,
  'https:': 443,
  'wss:': 443,
};

/** `example.com`, `*.example.com` or `localhost:8080`; null for an invalid pattern. */
export function parseHostPattern(text: string): HostPattern | null {
  const { wildcard, host = '', port } = SHAPE.exec(text)?.groups ?? {};
  const hostname = URL.parse(`http://${host}/`)?.hostname;
  if (hostname === undefined || hostname === '') return null;
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  if (wildcard !== undefined && isAddress) return null;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  return {
    host: hostname,
    subdomains: wildcard !== undefined,
    port: port === undefined ? null : Number(port),
  };
}

function matches(pattern: HostPattern, url: URL): boolean {
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port);
  if (pattern.port !== null && pattern.port !== port) return false;
  return pattern.subdomains ? url.hostname.endsWith(`.${pattern.host}`) : url.hostname === pattern.host;
}

/**
 * True when a pattern matches the URL's host and port. An empty list and an invalid pattern match nothing; a URL without
 * a host (`data:`, `about:`) never matches.
 */
export function isHostAllowed(patterns: readonly string[], url: URL): boolean {
  return (
    url.hostname !== '' &&
    patterns.some((text) => {
      const pattern = parseHostPattern(text);
      return pattern !== null && matches(pattern, url);
    })
  );
}

/** The pattern of what two patterns both match; null when they have nothing in common. */
function intersection(a: HostPattern, b: HostPattern): string | null {
  if (a.port !== null && b.port !== null && a.port !== b.port) return null;
  const [wide, narrow] = a.subdomains && (!b.subdomains || b.host.endsWith(`.${a.host}`)) ? [a, b] : [b, a];
  const isSame = wide.host === narrow.host && wide.subdomains === narrow.subdomains;
  if (!isSame && !(wide.subdomains && narrow.host.endsWith(`.${wide.host}`))) return null;
  const port = a.port ?? b.port;
  return `${narrow.subdomains ? '*.' : ''}${narrow.host}${port === null ? '' : `:${port}`}`;
}

const APPLICATION = /^app:[^\s:]+$/;

/** Whether an item of an application scope can be read: a host pattern, or `app:` and an application of the desktop. */
export function isScopeItem(text: string): boolean {
  return APPLICATION.test(text) || parseHostPattern(text) !== null;
}

/** The items of what two scopes both allow; null is a scope without limits. */
export function intersectScopes(
  a: readonly string[] | null,
  b: readonly string[] | null,
): readonly string[] | null {
  if (a === null || b === null) return a ?? b;
  const others = b.flatMap((text) => parseHostPattern(text) ?? []);
  const common = a.flatMap((text) => {
    if (APPLICATION.test(text)) return b.includes(text) ? [text] : [];
    const pattern = parseHostPattern(text);
    return pattern === null ? [] : others.flatMap((other) => intersection(pattern, other) ?? []);
  });
  return [...new Set(common)];
}
