import type { Run } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Badge, Status } from '../ui/status.tsx';
import { durationOf, Time, useNow } from '../ui/time.tsx';

const ROW_HEIGHT = 52;
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[10rem_minmax(0,1fr)_6rem_6rem_3.5rem] gap-x-3';

function Duration({ run }: { run: Run }) {
  const now = useNow(1_000);
  if (run.started_at === null) return <span className="text-muted">–</span>;
  const end = run.completed_at === null ? now : Date.parse(run.completed_at);
  return <>{durationOf(Math.max(0, end - Date.parse(run.started_at)))}</>;
}

function Row({ run, index, top }: { run: Run; index: number; top: number }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`${COLUMNS} absolute inset-x-0 items-center border-b border-line px-3 hover:bg-hover focus-within:bg-hover`}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
    >
      <span role="cell" className="row-start-1 flex items-center max-sm:col-start-2">
        <Status status={run.status} />
      </span>
      <span role="cell" className="min-w-0 max-sm:col-start-1 max-sm:row-start-1">
        <Link
          to="/runs/$id"
          params={{ id: run.id }}
          data-row={index}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {run.task}
        </Link>
        <span className="flex gap-1.5 truncate text-xs text-muted">
          <span className="shrink-0 sm:hidden">
            <Time at={run.created_at} />
          </span>
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
      <span role="cell" className="numbers text-right text-sm text-muted max-sm:hidden">
        {run.step_count}
      </span>
    </div>
  );
}

interface Props {
  runs: readonly Run[];
  hasMore: boolean;
  onEnd: () => void;
}

/** Runs, of which only those in the window are in the document. Arrow keys, j and k walk through them. */
export function RunsTable({ runs, hasMore, onEnd }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: runs.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => runs[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= runs.length - 15) onEnd();
  }, [hasMore, last, runs.length, onEnd]);
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const at = Number((event.target as HTMLElement).dataset['row'] ?? Number.NaN);
    if (step === undefined || Number.isNaN(at)) return;
    event.preventDefault();
    const next = Math.min(Math.max(at + step, 0), runs.length - 1);
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus());
  };
  return (
    <div
      role="table"
      aria-label="Runs"
      aria-rowcount={hasMore ? -1 : runs.length + 1}
      className="rounded-lg border border-line"
    >
      <div
        role="row"
        className={`${COLUMNS} rounded-t-lg bg-panel px-3 py-2 text-xs font-medium text-muted max-sm:sr-only`}
      >
        {['Status', 'Task', 'Created', 'Duration'].map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
        <span role="columnheader" className="text-right">
          Steps
        </span>
      </div>
      <div
        ref={body}
        role="rowgroup"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={walk}
      >
        {items.map(({ index, start, key }) => {
          const run = runs[index];
          return (
            run && <Row key={key} run={run} index={index} top={start - virtualizer.options.scrollMargin} />
          );
        })}
      </div>
    </div>
  );
}
