import { APIPromise } from './api-promise.ts';

/** One page of a list. Iterating over it yields the items of this page and of all that follow. */
export class Page<Item, Body extends { data: Item[] } = { data: Item[] }> implements AsyncIterable<Item> {
  /** The items of this page. */
  readonly data: Item[];
  /** The answer as the API sent it. */
  readonly body: Body;
  readonly #next: (() => PagePromise<Item, Body>) | null;
  readonly #idOf: (item: Item) => unknown;

  constructor(body: Body, next: (() => PagePromise<Item, Body>) | null, idOf: (item: Item) => unknown) {
    this.data = body.data;
    this.body = body;
    this.#next = next;
    this.#idOf = idOf;
  }

  hasNextPage(): boolean {
    return this.#next !== null;
  }

  /** The page after this one; null on the last. */
  async getNextPage(): Promise<Page<Item, Body> | null> {
    return this.#next === null ? null : await this.#next();
  }

  /** New items push older ones to the next page, so each is yielded once only. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const seen = new Set<unknown>();
    const isNew = (item: Item): boolean => seen.size < seen.add(this.#idOf(item)).size;
    yield* this.data.filter(isNew);
    for (let page = await this.getNextPage(); page !== null; page = await page.getNextPage())
      yield* page.data.filter(isNew);
  }
}

/** A promise of a page that can itself be iterated over: `for await (const run of errand.runs.list())`. */
export class PagePromise<Item, Body extends { data: Item[] } = { data: Item[] }>
  extends APIPromise<Page<Item, Body>>
  implements AsyncIterable<Item>
{
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this;
  }
}
