import type { Run } from '@errand/sdk';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errand } from '../api/client.ts';
import { PAGE_SIZE, queries, type RunFilter, runListQuery } from '../api/queries.ts';

/** The newest Runs, renewed all the time, and older ones as they are asked for. */
export function useRuns(filter: RunFilter) {
  const newest = useQuery({ ...queries.newestRuns(filter), placeholderData: keepPreviousData });
  const older = useInfiniteQuery({
    queryKey: ['runs', 'older', filter],
    queryFn: ({ pageParam: offset }) =>
      errand.runs.list({ ...runListQuery(filter), limit: 100, offset }).then(({ body }) => body),
    initialPageParam: PAGE_SIZE,
    getNextPageParam: ({ data, has_more: hasMore }, _pages, offset) =>
      hasMore ? offset + data.length : undefined,
    enabled: false,
    staleTime: Infinity,
  });
  const runs = useMemo(() => {
    // New Runs push older ones to later pages, so each is kept once; the newest state of it wins.
    const byId = new Map<string, Run>();
    const pages = [newest.data, ...(older.data?.pages ?? [])];
    for (const run of pages.flatMap((page) => page?.data ?? [])) if (!byId.has(run.id)) byId.set(run.id, run);
    return [...byId.values()];
  }, [newest.data, older.data]);
  const hasMore = older.data === undefined ? newest.data?.has_more === true : older.hasNextPage;
  return {
    runs,
    hasMore,
    isLoading: newest.isPending,
    error: newest.error,
    retry: () => void newest.refetch(),
    loadMore: () => {
      if (!hasMore || older.isFetching) return;
      void (older.data === undefined ? older.refetch() : older.fetchNextPage());
    },
  };
}
