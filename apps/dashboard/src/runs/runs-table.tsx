import type { Run } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Badge, Status } from '../ui/status.tsx';
import { durationOf, Time, useNow } from '../ui/time.tsx';
import { WindowedTable } from '../ui/windowed-table.tsx';

/** The time since `startedAt`, which goes on. */
function Running({ startedAt }: { startedAt: string }) {
  const now = useNow(1_000);
  return <>{durationOf(Math.max(0, now - Date.parse(startedAt)))}</>;
}

function Duration({ run: { started_at: startedAt, completed_at: completedAt } }: { run: Run }) {
  if (startedAt === null) return <span className="text-muted">–</span>;
  if (completedAt === null) return <Running startedAt={startedAt} />;
  return <>{durationOf(Math.max(0, Date.parse(completedAt) - Date.parse(startedAt)))}</>;
}

function Cells({ run }: { run: Run }) {
  return (
    <>
      <span role="cell" className="flex items-center justify-between">
        <Status status={run.status} />
        <span className="text-xs text-muted sm:hidden">
          <Time at={run.created_at} />
        </span>
      </span>
      <span role="cell" className="min-w-0">
        <Link
          to="/runs/$id"
          params={{ id: run.id }}
          className="line-clamp-2 font-medium wrap-anywhere row-link lg:line-clamp-1"
        >
          {run.task}
        </Link>
        <span className="flex items-center gap-1.5 truncate text-xs text-muted">
          {run.workflow?.dry_run && <Badge>dry run</Badge>}
          {run.workflow && !run.workflow.dry_run && <Badge tone="accent">Runbook</Badge>}
          {run.executionTarget === 'local' && <Badge>local</Badge>}
          <span className={`truncate ${run.error_message === null ? '' : 'text-bad'}`}>
            {run.error_message}
          </span>
        </span>
      </span>
      <span role="cell" className="relative text-sm text-muted max-sm:hidden">
        <Time at={run.created_at} />
      </span>
      <span role="cell" className="numbers text-sm text-muted max-sm:hidden">
        <Duration run={run} />
      </span>
      <span role="cell" className="numbers text-sm text-muted max-sm:hidden">
        {run.step_count}
      </span>
    </>
  );
}

interface Props {
  runs: readonly Run[];
  hasMore: boolean;
  onEnd: () => void;
}

export function RunsTable({ runs, hasMore, onEnd }: Props) {
  return (
    <WindowedTable
      name="Runs"
      columns={['Status', 'Task', 'Created', 'Duration', 'Steps']}
      grid="sm:grid-cols-[9rem_minmax(0,1fr)_4.5rem_5rem_2.5rem] lg:grid-cols-[10rem_minmax(0,1fr)_6rem_6rem_3.5rem]"
      items={runs}
      idOf={({ id }) => id}
      hasMore={hasMore}
      onEnd={onEnd}
    >
      {(run) => <Cells run={run} />}
    </WindowedTable>
  );
}
