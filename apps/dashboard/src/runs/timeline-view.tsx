import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Badge } from '../ui/status.tsx';
import { durationOf } from '../ui/time.tsx';
import { PrimitiveIcon, StepStateIcon } from './step-icon.tsx';
import { sumOf, type Timeline, type TimelineStep } from './timeline.ts';

/** More rows than this inside a step are shown only in part. */
const MAX_CHILDREN = 200;

interface Axis {
  from: number;
  to: number;
}

function Bar({ step, axis }: { step: TimelineStep; axis: Axis }) {
  const length = Math.max(axis.to - axis.from, 1);
  const left = ((step.startedAt - axis.from) / length) * 100;
  const width = (((step.endedAt ?? axis.to) - step.startedAt) / length) * 100;
  const look = step.state === 'failed' ? 'bg-bad' : step.state === 'waiting' ? 'bg-warn' : 'bg-accent';
  return (
    <span aria-hidden className="relative h-1 w-full overflow-hidden rounded-full bg-hover">
      <span
        className={`absolute inset-y-0 rounded-full ${look}`}
        style={{ left: `${Math.min(left, 99)}%`, width: `max(2px, ${Math.min(width, 100 - left)}%)` }}
      />
    </span>
  );
}

function Badges({ step }: { step: TimelineStep }) {
  const { effect, retries, warnings, approvedBy, children } = step;
  const inside = sumOf(children);
  return (
    <>
      {effect === 'write' && <Badge>write</Badge>}
      {effect === 'irreversible' && <Badge tone="warn">irreversible</Badge>}
      {approvedBy !== null && <Badge tone="good">{`approved by ${approvedBy}`}</Badge>}
      {retries > 0 && <Badge tone="warn">{`retried ${retries} ×`}</Badge>}
      {warnings.length > 0 && <Badge tone="warn">warned</Badge>}
      {inside !== '' && <Badge>{inside}</Badge>}
    </>
  );
}

interface RowProps {
  step: TimelineStep;
  depth: number;
  axis: Axis;
  selected: string | null;
  onSelect: (key: string) => void;
}

function Rows({ step, depth, axis, selected, onSelect }: RowProps) {
  const isInside = selected !== null && selected !== step.key && selected.startsWith(step.key);
  const [isOpen, setOpen] = useState(isInside);
  const isSelected = selected === step.key;
  const hasChildren = step.children.length > 0;
  return (
    <>
      <li className={`flex items-stretch rounded-md ${isSelected ? 'bg-accent-soft' : 'hover:bg-hover'}`}>
        {hasChildren ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`What was done inside ${step.what}`}
            onClick={() => setOpen(!isOpen)}
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
          data-step={step.key}
          aria-current={isSelected ? 'step' : undefined}
          onClick={() => onSelect(step.key)}
          className="flex min-w-0 grow flex-col gap-1 rounded-md py-1.5 pr-2 text-left"
        >
          <span className="flex w-full items-start gap-2">
            <span className="mt-0.5 flex gap-2">
              <StepStateIcon state={step.state} />
              <PrimitiveIcon primitive={step.primitive} />
            </span>
            <span className="min-w-0 grow text-sm break-words">{step.what}</span>
            <span className="numbers mt-0.5 shrink-0 text-xs whitespace-nowrap text-muted">
              {step.endedAt === null ? '…' : durationOf(step.endedAt - step.startedAt)}
            </span>
          </span>
          {step.error !== null && <span className="text-xs break-words text-bad">{step.error}</span>}
          <span className="flex flex-wrap gap-1 empty:hidden">
            <Badges step={step} />
          </span>
          <Bar step={step} axis={axis} />
        </button>
      </li>
      {isOpen &&
        step.children
          .slice(0, MAX_CHILDREN)
          .map((child) => (
            <Rows
              key={child.key}
              step={child}
              depth={depth + 1}
              axis={axis}
              selected={selected}
              onSelect={onSelect}
            />
          ))}
      {isOpen && step.children.length > MAX_CHILDREN && (
        <li className="px-8 py-1 text-xs text-muted">
          and {step.children.length - MAX_CHILDREN} more, in the events
        </li>
      )}
    </>
  );
}

/** The steps of a Run, one row each, on a common axis of time. Arrow keys walk through them. */
export function TimelineView({
  timeline,
  now,
  selected,
  onSelect,
}: {
  timeline: Timeline;
  now: number;
  selected: string | null;
  onSelect: (key: string) => void;
}) {
  const axis = { from: timeline.startedAt ?? now, to: timeline.endedAt ?? now };
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-step]')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    next?.focus();
    if (next?.dataset['step'] !== undefined) onSelect(next.dataset['step']);
  };
  return (
    <ol aria-label="Steps" className="flex flex-col gap-0.5" onKeyDown={walk}>
      {timeline.steps.map((step) => (
        <Rows key={step.key} step={step} depth={0} axis={axis} selected={selected} onSelect={onSelect} />
      ))}
    </ol>
  );
}
