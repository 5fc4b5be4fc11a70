import { isSignInAddress } from './exchanges.ts';
import type { Seen } from './seen.ts';

/* What the addresses that an action led to say of it. */

const ERROR_NAME = /^(?:err|errors?|error[-_]?(?:code|message|msg|description)|fail|failed|failure)$/i;
const STATE_NAME = /^(?:status|result|state|outcome)$/i;
const ERROR_STATE = /^(?:err|errors?|fail|failed|failure|denied|declined|refused|ko|nok|invalid)$/i;
/** What a message is called that the next page is to show. */
const MESSAGE_NAME = /^(?:msg|message|notice|flash|alert|info|reason|code)$/i;
const SAYS_NO =
  /(?:^|[-_ ])(?:err|errors?|fail|failed|failure|denied|declined|rejected|refused|invalid|expired|forbidden)(?:$|[-_ ])/i;
const NO_ERROR = /^(?:0|false|none|no|null|undefined)$/i;

/** Whether an address says that something failed, as in `?error=quota`. */
function saysError(url: URL): boolean {
  return [...url.searchParams].some(
    ([name, value]) =>
      (ERROR_NAME.test(name) &&
        !NO_ERROR.test(value) &&
        !(value === '' && url.search.includes(`${name}=`))) ||
      (STATE_NAME.test(name) && ERROR_STATE.test(value)) ||
      (MESSAGE_NAME.test(name) && SAYS_NO.test(value)),
  );
}

/** The address that the action led to and that says that it failed. */
export function errorAddress({ before, reading, after, exchanges }: Seen): string | null {
  const shown = URL.parse(after?.url ?? reading?.url ?? '');
  const visited = exchanges.filter(({ isTop, request }) => isTop && request.redirectedFrom() !== null);
  const was = URL.parse(before.url);
  if (was !== null && saysError(was)) return null;
  const url = [...visited.map((each) => each.url), ...(shown === null ? [] : [shown])].find(saysError);
  return url === undefined ? null : `The site led to ${url.pathname}${url.search}`;
}

/** The address of a sign-in page that the action was led to. */
export function signInAddress({ before, after }: Seen): string | null {
  const url = URL.parse(after?.url ?? '');
  const was = URL.parse(before.url);
  const isLed = url !== null && was !== null && isSignInAddress(url) && !isSignInAddress(was);
  return isLed ? `The site led to ${url.pathname}` : null;
}
