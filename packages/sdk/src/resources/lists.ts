import type { Operations } from '../openapi/operations.ts';
import type { Exchange } from '../http/api-promise.ts';
import { Page, PagePromise } from '../http/page.ts';
import { type CallParts, callOf, type RequestOptions, type Transport } from '../http/transport.ts';

interface ListBody {
  data: unknown[];
}
/** The operations whose answer is a list. */
export type ListName = {
  [Name in keyof Operations]: Operations[Name]['answer'] extends ListBody ? Name : never;
}[keyof Operations];

type BodyOf<Name extends ListName> = Operations[Name]['answer'];
type ItemOf<Name extends ListName> = BodyOf<Name>['data'][number];

/** The query of the page after `body`, or null. */
type NextQuery<Body, Query> = (body: Body, query: Query | undefined) => Query | null;

/** A list whose next page is found by `next`, and whose items are told apart by `idOf`. */
export function listOf<Name extends ListName>(
  transport: Transport,
  name: Name,
  parts: CallParts<Name>,
  list: {
    next: NextQuery<BodyOf<Name>, Operations[Name]['query']>;
    idOf: (item: ItemOf<Name>) => unknown;
  },
  options?: RequestOptions,
): PagePromise<ItemOf<Name>, BodyOf<Name>> {
  type Query = Operations[Name]['query'] | undefined;
  type Answer = Exchange<Page<ItemOf<Name>, BodyOf<Name>>>;
  const readPage = async (query: Query): Promise<Answer> => {
    const call = callOf(name, { ...parts, query });
    const { data, response } = await transport.exchange<BodyOf<Name>>(call, options);
    const nextQuery = list.next(data, query);
    const following = nextQuery === null ? null : () => new PagePromise(readPage(nextQuery));
    return { data: new Page<ItemOf<Name>, BodyOf<Name>>(data, following, list.idOf), response };
  };
  return new PagePromise(readPage(parts.query));
}

/** Next query of a list with `offset` whose answer says `has_more`. */
export function nextOffset<Query extends { offset?: number }>(
  { data, has_more: hasMore }: { data: unknown[]; has_more: boolean },
  query: Query | undefined,
): Query | null {
  if (!hasMore || data.length === 0) return null;
  return { ...query, offset: (query?.offset ?? 0) + data.length } as Query;
}

const WHOLE_LIST_LIMIT = 100;

/** Next query of a list with `offset` that says nothing of more: a full page may have one after it. */
export function nextWhole<Query extends { limit?: number; offset?: number }>(
  { data }: { data: unknown[] },
  query: Query | undefined,
): Query | null {
  if (data.length < (query?.limit ?? WHOLE_LIST_LIMIT)) return null;
  return { ...query, offset: (query?.offset ?? 0) + data.length } as Query;
}

/** Next query of a list with `cursor`. */
export function nextCursor<Query extends { cursor?: string }>(
  { next_cursor: cursor }: { next_cursor: string | null },
  query: Query | undefined,
): Query | null {
  return cursor === null ? null : ({ ...query, cursor } as Query);
}
