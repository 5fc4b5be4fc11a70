import { truncate } from '@errand/browser-runtime';
import type { Sign } from '../ledger.ts';
import type { Case, Found } from './case.ts';
import { failureOf, isFailed, isGivenUp, isRepeated } from './exchanges.ts';
import { wordsOf } from './shown-texts.ts';
import { isOwnSite } from './site.ts';
import { type Exchange, isUnsafe } from './traffic.ts';

const MAX_QUOTE_LENGTH = 300;

function failedOf({ all }: Case): Exchange[] {
  return all.filter((each) => isFailed(each) || isGivenUp(each, all));
}

function signOf({ seen }: Case, exchange: Exchange): Sign {
  const words = wordsOf(seen);
  const quote = words === null ? failureOf(exchange) : `${words} (${failureOf(exchange)})`;
  return {
    reason: 'http_error',
    quote: truncate(quote, MAX_QUOTE_LENGTH),
    isPassing: exchange.status === null || exchange.isAgain,
  };
}

/** The document that the action led to and that the site refused, or did not answer with. */
export function failedDocument(action: Case): Found[] {
  const document = failedOf(action).find(({ isTop }) => isTop);
  return document === undefined ? [] : [{ sign: signOf(action, document), refuses: true }];
}

/** The files that the action was to bring and that did not come. */
export function failedDownloads({ seen }: Case): Found[] {
  return (seen.failedDownloads ?? []).map((name) => ({
    sign: { reason: 'http_error', quote: `The download of "${name}" failed` },
    refuses: true,
  }));
}

/** The calls of the page that its site refused or did not answer; one that only reads, or reports on the visitor, refuses nothing. */
export function failedCalls(action: Case): Found[] {
  const { seen, all, reports } = action;
  const page = new URL(seen.before.url);
  const target = URL.parse(seen.before.form?.action ?? '');
  const isOwn = ({ url }: Exchange) => isOwnSite(url, page) || url.host === target?.host;
  const isDeed = (each: Exchange) => each.isDocument || (isUnsafe(each) && !reports.has(each));
  const calls = failedOf(action).filter(
    (each) =>
      !each.isTop &&
      isOwn(each) &&
      ['xhr', 'fetch', 'document'].includes(each.kind) &&
      !isRepeated(each, all),
  );
  return calls.map((each) => ({ sign: signOf(action, each), refuses: isDeed(each) }));
}
