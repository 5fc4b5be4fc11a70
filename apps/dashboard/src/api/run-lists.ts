import type { ChangedRun, Run } from '@errand/sdk';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { RunFilter } from './queries.ts';

/** Every list of Runs is cached under `['runs', kind, filter, …]`. */
export const RUN_LISTS = ['runs'] as const;
/** Lists are read again at most this often. */
const READ_INTERVAL_MS = 1_000;

interface List {
  readonly data: readonly Run[];
}
type ListData = List | InfiniteData<List>;

function pagesOf(data: ListData): readonly List[] {
  return 'pages' in data ? data.pages : [data];
}

/** The page itself when it does not hold the Run, or a newer state of it. */
function changedPage<Page extends List>(page: Page, run: ChangedRun): Page {
  const at = page.data.findIndex(({ id, updated_at: known }) => id === run.id && known <= run.updated_at);
  const before = page.data[at];
  return before === undefined ? page : { ...page, data: page.data.with(at, { ...before, ...run }) };
}

function changedList(data: ListData, run: ChangedRun): ListData {
  if (!('pages' in data)) return changedPage(data, run);
  return { ...data, pages: data.pages.map((page) => changedPage(page, run)) };
}

/** Brings the cached lists of Runs up to date by what the API tells of. */
export class RunLists {
  readonly #client: QueryClient;
  readonly #unread = new Set<string>();
  #readAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Shows a change in the lists that hold the Run, and reads those again that it enters or leaves. */
  change(run: ChangedRun): void {
    for (const query of this.#client.getQueryCache().findAll({ queryKey: RUN_LISTS })) {
      const data = query.state.data as ListData | undefined;
      if (data === undefined) continue;
      const isListed = pagesOf(data).some((page) => page.data.some(({ id }) => id === run.id));
      if (isListed) this.#client.setQueryData(query.queryKey, changedList(data, run));
      const { status } = (query.queryKey[2] ?? {}) as RunFilter;
      const belongs = status === undefined || status === run.status;
      if (belongs !== isListed) this.#readSoon(query);
    }
    // What it asks is not in the lists.
    if (run.status === 'waiting_for_approval')
      void this.#client.invalidateQueries({ queryKey: ['run', run.id, 'details'] });
  }

  /** Reads all lists again, where a page shows them. */
  readAll(): void {
    void this.#client.invalidateQueries({ queryKey: RUN_LISTS });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #readSoon({ queryHash }: Query): void {
    this.#unread.add(queryHash);
    if (this.#unread.size > 1) return;
    this.#timer = setTimeout(
      () => {
        this.#readAt = performance.now();
        const hashes = new Set(this.#unread);
        this.#unread.clear();
        void this.#client.invalidateQueries({ predicate: (query) => hashes.has(query.queryHash) });
      },
      Math.max(0, this.#readAt + READ_INTERVAL_MS - performance.now()),
    );
  }
}
