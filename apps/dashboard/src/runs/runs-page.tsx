import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../api/rights.ts';
import { exampleSite } from '../page-settings.ts';
import { EmptyState, ErrorNote, ErrorState, Loading } from '../ui/notes.tsx';
import { Page } from '../ui/page.tsx';
import { Composer, useCreateRun } from './composer.tsx';
import { ExampleTasks } from './example-tasks.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunsTable } from './runs-table.tsx';
import { useRuns } from './use-runs.ts';

const route = getRouteApi('/shell/runs');

function FirstRun() {
  const create = useCreateRun();
  const mayRun = useMay('runs:write');
  if (!mayRun)
    return (
      <EmptyState title="No Runs yet">
        <p>Your role in this workspace may read Runs, and not start them.</p>
      </EmptyState>
    );
  return (
    <EmptyState title="No Runs yet">
      {exampleSite === null ? (
        <p>Write above what is to be done, in plain English, and press Run.</p>
      ) : (
        <>
          <p>Write above what is to be done, or start with one of these on the example shop.</p>
          <ExampleTasks
            site={exampleSite}
            isBusy={create.isPending}
            onChoose={(task) => create.mutate(task)}
          />
        </>
      )}
      <ErrorNote error={create.error} />
    </EmptyState>
  );
}

/** In the place of the Runs while there are none to show. */
function NoRuns({ list, isFiltered }: { list: ReturnType<typeof useRuns>; isFiltered: boolean }) {
  if (list.isLoading) return <Loading what="Runs" />;
  if (list.error !== null) return <ErrorState error={list.error} onRetry={list.retry} />;
  if (!isFiltered) return <FirstRun />;
  return (
    <EmptyState title="No Run matches">
      <p>Choose another status or target.</p>
    </EmptyState>
  );
}

export function RunsPage() {
  const { status, target } = route.useSearch();
  const mayRun = useMay('runs:write');
  const isFiltered = status !== undefined || target !== undefined;
  const list = useRuns({ status, executionTarget: target });
  return (
    <Page isWide title="Runs">
      {mayRun && <Composer />}
      {(isFiltered || list.runs.length > 0) && <RunFilters status={status} target={target} />}
      {list.error !== null && list.runs.length > 0 && <ErrorNote error={list.error} onRetry={list.retry} />}
      {list.runs.length > 0 ? (
        <RunsTable runs={list.runs} hasMore={list.hasMore} onEnd={list.loadMore} />
      ) : (
        <NoRuns list={list} isFiltered={isFiltered} />
      )}
    </Page>
  );
}
