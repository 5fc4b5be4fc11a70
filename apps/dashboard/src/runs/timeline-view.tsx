import { ChevronRight } from 'lucide-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Badge } from '../ui/status.tsx';
import { durationOf, useNow } from '../ui/time.tsx';
import { PrimitiveIcon, StepStateIcon } from './step-icon.tsx';
import { sumOf, type Timeline, type TimelineStep } from './timeline.ts';

interface Axis {
  from: number;
  to: number;
}

function lookOf({ state }: TimelineStep): string {
  if (state === 'failed') return 'bg-bad';
  return state === 'waiting' ? 'bg-warn' : 'bg-accent';
}

function Bar({ step, axis }: { step: TimelineStep; axis: Axis }) {
  const length = Math.max(axis.to - axis.from, 1);
  const left = ((step.startedAt - axis.from) / length) * 100;
  const width = (((step.endedAt ?? axis.to) - step.startedAt) / length) * 100;
  return (
    <span aria-hidden className="relative h-1 w-full overflow-hidden rounded-full bg-hover">
      <span
        className={`absolute inset-y-0 rounded-full ${lookOf(step)}`}
        style={{ left: `${Math.min(left, 99)}%`, width: `max(2px, ${Math.min(width, 100 - left)}%)` }}
      />
    </span>
  );
}

function Badges({ step }: { step: TimelineStep }) {
  const { effect, retries, warnings, isHealed, approvedBy, children } = step;
  const inside = sumOf(children);
  return (
    <>
      {effect === 'write' && <Badge>write</Badge>}{' '}
      {effect === 'irreversible' && <Badge tone="warn">irreversible</Badge>}{' '}
      {approvedBy !== null && <Badge tone="good">{`approved by ${approvedBy}`}</Badge>}{' '}
      {retries > 0 && <Badge tone="warn">{`retried ${retries} ×`}</Badge>}{' '}
      {isHealed && <Badge tone="accent">healed</Badge>}{' '}
      {warnings.length > 0 && <Badge tone="warn">warned</Badge>} {inside !== '' && <Badge>{inside}</Badge>}
    </>
  );
}

interface VisibleRow {
  step: TimelineStep;
  depth: number;
  isOpen: boolean;
}

/** The visible rows in order, including the steps inside open ones. */
function visibleRows(
  steps: readonly TimelineStep[],
  isOpen: (step: TimelineStep) => boolean,
  depth = 0,
): VisibleRow[] {
  return steps.flatMap((step) => {
    const open = step.children.length > 0 && isOpen(step);
    const row = { step, depth, isOpen: open };
    return open ? [row, ...visibleRows(step.children, isOpen, depth + 1)] : [row];
  });
}

interface RowProps {
  row: VisibleRow;
  index: number;
  axis: Axis;
  isSelected: boolean;
  onSelect: (key: string) => void;
  onToggle: (key: string, isOpen: boolean) => void;
}

function Row({ row: { step, depth, isOpen }, index, axis, isSelected, onSelect, onToggle }: RowProps) {
  return (
    <div className={`flex items-stretch rounded-md ${isSelected ? 'bg-accent-soft' : 'hover:bg-panel'}`}>
      {step.children.length > 0 ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`What was done inside ${step.what}`}
          onClick={() => onToggle(step.key, !isOpen)}
          className="flex w-6 items-center justify-center text-muted"
          style={{ marginLeft: depth * 16 }}
        >
          <ChevronRight aria-hidden className={`size-4 ${isOpen ? 'rotate-90' : ''}`} />
        </button>
      ) : (
        <span className="shrink-0" style={{ width: (depth + 0.5) * 16 }} />
      )}
      <button
        type="button"
        data-row={index}
        aria-current={isSelected ? 'step' : undefined}
        onClick={() => onSelect(step.key)}
        className="flex min-w-0 grow items-start gap-2 rounded-md py-1.5 pr-2 text-left"
      >
        <span className="mt-0.5 flex gap-2">
          <StepStateIcon state={step.state} />
          <PrimitiveIcon primitive={step.primitive} />
        </span>
        <span className="flex min-w-0 grow flex-col gap-1">
          <span className="flex items-start gap-2">
            <span className="min-w-0 grow text-sm break-words">
              {step.what} <Badges step={step} />
            </span>
            <span className="numbers mt-0.5 shrink-0 text-xs whitespace-nowrap text-muted">
              {step.endedAt === null ? '…' : durationOf(step.endedAt - step.startedAt)}
            </span>
          </span>
          {step.error !== null && <span className="text-xs break-words text-bad">{step.error}</span>}
          <Bar step={step} axis={axis} />
        </span>
      </button>
    </div>
  );
}

interface Props {
  timeline: Timeline;
  isOver: boolean;
  selected: string | null;
  onSelect: (key: string) => void;
}

/**
 * Of a row whose text fits into a line, in pixels: such rows are never lower. Were they not as high as is estimated, what
 * stands below the list would move under the pointer of a person who has just scrolled to it.
 */
const ROW_HEIGHT = 42;
const LIVE_MS = 500;
const IDLE_MS = 60_000;

/**
 * The steps of a Run, one row each, on a common axis of time. Arrow keys walk through them. Only rows in the window are in
 * the document.
 */
export function TimelineView({ timeline, isOver, selected, onSelect }: Props) {
  const now = useNow(isOver ? IDLE_MS : LIVE_MS);
  const axis = { from: timeline.startedAt ?? now, to: timeline.endedAt ?? now };
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const list = useRef<HTMLOListElement>(null);
  const holdsSelected = ({ key }: TimelineStep): boolean =>
    selected !== null && selected !== key && selected.startsWith(key);
  const rows = visibleRows(timeline.steps, (step) => toggled[step.key] ?? holdsSelected(step));
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => rows[index]?.step.key ?? index,
  });
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = Number((event.target as HTMLElement).dataset['row'] ?? -1);
    const next = Math.min(Math.max(at + step, 0), rows.length - 1);
    virtualizer.scrollToIndex(next);
    const row = rows[next];
    if (row !== undefined) onSelect(row.step.key);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus());
  };
  return (
    <ol
      ref={list}
      aria-label="Steps"
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={walk}
    >
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const row = rows[index];
        return (
          row && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 pb-0.5"
              style={{
                minHeight: ROW_HEIGHT,
                transform: `translateY(${start - virtualizer.options.scrollMargin}px)`,
              }}
            >
              <Row
                row={row}
                index={index}
                axis={axis}
                isSelected={selected === row.step.key}
                onSelect={onSelect}
                onToggle={(step, isOpen) => setToggled({ ...toggled, [step]: isOpen })}
              />
            </li>
          )
        );
      })}
    </ol>
  );
}
