import { isOwnSite } from './site.ts';
import { type Exchange, isUnsafe } from './traffic.ts';

/** Addresses at which sites ask to sign in. */
const SIGN_IN_PATH =
  /(?:^|[/_.-])(?:log-?[io]n|sign-?[io]n|sso|authenticate|anmelden|anmeldung|einloggen|connexion|iniciar-?sesion)(?:$|[/_.-])/i;

/** Whether an address is one at which sites ask to sign in. */
export function isSignInAddress({ pathname }: URL): boolean {
  return SIGN_IN_PATH.test(pathname);
}

/** Whether the site refused the request, or never answered; one that is not answered yet counts as well. */
export function isFailed(exchange: Exchange): boolean {
  const { status, failure, refusal } = exchange;
  if (status !== null) return status >= 400 || refusal !== null;
  return isPending(exchange) || (failure !== null && !failure.includes('ERR_ABORTED'));
}

/** Whether an unsafe request of the page is still waited for. */
export function isPending(exchange: Exchange): boolean {
  return exchange.status === null && exchange.failure === null && !exchange.isDocument && isUnsafe(exchange);
}

/** Whether the exchange may have changed what the page is about; signals that a page only sends may not. */
export function isTold(exchange: Exchange): boolean {
  return exchange.kind !== 'ping' && isUnsafe(exchange) && !isFailed(exchange);
}

/** Addresses at which pages report what their visitors do: none of it is what a visitor asks for. */
const TELEMETRY =
  /^(?:analytics|telemetry|beacon|web-?vitals|page-?views?|client-?(?:errors|logs?|metrics))$/i;
const REPORTS = /^(?:track|events?|collect|logs?|hits?|ingest|identify)$/i;
/** The same, where the address says nothing else but a letter: a site may call its own things so. */
const REPORTS_ALONE = /^(?:[a-z]\/)?(?:collect|ingest|hits?|identify)$/i;
/** Whether a visitor is reported on at all is what somebody sets. */
const SETTINGS =
  /^(?:settings?|preferences?|options?|account|profile|me|users?|admin|consents?|privacy|cookies?)$/i;

function isTelemetry({ url, method, kind, isDocument }: Exchange): boolean {
  if (isDocument || method !== 'POST' || !['fetch', 'xhr', 'ping'].includes(kind)) return false;
  const parts = url.pathname.split('/').filter(Boolean);
  const [last = '', above = ''] = parts.toReversed();
  return (
    !parts.some((part) => SETTINGS.test(part)) &&
    (TELEMETRY.test(last) || (REPORTS.test(last) && TELEMETRY.test(above)))
  );
}

function isReportAlone({ url, method, kind }: Exchange): boolean {
  return (
    method === 'POST' && ['fetch', 'xhr', 'ping'].includes(kind) && REPORTS_ALONE.test(url.pathname.slice(1))
  );
}

/**
 * The exchanges by which a page only reported what its visitor did. One that failed is among them only where something else
 * was sent with success: it may be all that was asked for.
 * @param says the name of the control that was acted on: one that is about reports may well ask for them
 */
export function reportsIn(exchanges: readonly Exchange[], says: string): ReadonlySet<Exchange> {
  if (
    /\b(?:analytics|telemetry|beacons?|track\p{L}*|collect\p{L}*|identi\p{L}*|ingest\p{L}*|hits?|reports?|views?|metrics|logs?|errors?)\b/iu.test(
      says,
    )
  )
    return new Set();
  const known = exchanges.filter(isTelemetry);
  const reports = [...known, ...exchanges.filter(isReportAlone)];
  const isOtherTaken = exchanges.some((each) => isUnsafe(each) && !isFailed(each) && !reports.includes(each));
  return new Set(isOtherTaken ? reports : known.filter((each) => !isFailed(each)));
}

/** Whether a page that shows no change may have done something by this exchange. */
export function isWork({ url, kind, isDocument }: Exchange, page: URL): boolean {
  return isDocument || (kind !== 'ping' && kind !== 'image' && isOwnSite(url, page));
}

/** Method and path of the request. */
function nameOfExchange({ method, url }: Exchange): string {
  return `${method} ${url.pathname}`;
}

const OPERATION = ['operationName', 'query', 'method', 'action', 'operation', 'command', 'type'];

/** What a request is known by when a later action repeats it: one address may serve many operations. */
export function deedOf(exchange: Exchange): string {
  const sent = membersOf(exchange.request.postData());
  const operation = OPERATION.flatMap((name) =>
    sent.flatMap(([own, value]) => (own === name && typeof value === 'string' ? [value] : [])),
  );
  const parts = /^(?:PUT|PATCH)$/.test(exchange.method) ? sent.map(([name]) => name).toSorted() : [];
  const asked = isUnsafe(exchange) ? [exchange.url.search] : [];
  return [nameOfExchange(exchange), ...asked, ...operation, ...parts].join(' ');
}

/** The members of a body of JSON, or of a form, with their names; none of any other. */
export function membersOf(body: string | null): [name: string, value: unknown][] {
  try {
    const sent: unknown = JSON.parse(body ?? '');
    return typeof sent === 'object' && sent !== null ? Object.entries(sent) : [];
  } catch {
    return /^[^\s=&{<]+=/.test(body ?? '') ? [...new URLSearchParams(body ?? '')] : [];
  }
}

/** Whether the page itself gave the request up, and stayed. */
export function isGivenUp(exchange: Exchange, all: readonly Exchange[]): boolean {
  const { status, failure, isDocument, kind } = exchange;
  if (status !== null || isDocument || kind === 'ping' || failure?.includes('ERR_ABORTED') !== true)
    return false;
  if (!isUnsafe(exchange) || all.some(({ isTop }) => isTop)) return false;
  const later = all.slice(all.indexOf(exchange) + 1);
  return !later.some((each) => nameOfExchange(each) === nameOfExchange(exchange));
}

/** How the exchange failed, as a clause. */
export function failureOf(exchange: Exchange): string {
  const named = nameOfExchange(exchange);
  if (exchange.status === null) return `${named} was not answered`;
  return exchange.refusal !== null && exchange.status < 400
    ? `${named} was refused: ${exchange.refusal}`
    : `${named} was answered with status ${exchange.status}`;
}

/** Whether the page itself sent the same again in the same action, with success. */
export function isRepeated(failed: Exchange, all: readonly Exchange[]): boolean {
  return all
    .slice(all.indexOf(failed) + 1)
    .some(
      (each) =>
        each.method === failed.method &&
        each.url.href === failed.url.href &&
        each.request.postData() === failed.request.postData() &&
        each.status !== null &&
        !isFailed(each),
    );
}

/** The request that was led to a sign-in page instead of being answered; undefined when none was. */
export function ledToSignIn(all: readonly Exchange[]): Exchange | undefined {
  return all.find(
    ({ request, url, isDocument }) =>
      !isDocument && isSignInAddress(url) && request.redirectedFrom() !== null,
  );
}
