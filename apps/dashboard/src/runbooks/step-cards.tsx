import { stepWords } from '@errand/contracts/words';
import type { RunbookStep } from '@errand/sdk';
import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  Copy,
  GripVertical,
  Plus,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { isTarget, namedBy, quoted } from '../approvals/sentence.ts';
import { PrimitiveIcon } from '../runs/step-icon.tsx';
import { TemplateText } from '../schema-form/template-text.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Badge } from '../ui/status.tsx';
import { type Definition, freeId, templatesFor } from './definition.ts';
import { StepForm } from './step-form.tsx';
import type { RunbookSchemas } from './step-schemas.ts';

interface Props {
  definition: Definition;
  schemas: RunbookSchemas;
  problems: Readonly<Record<string, string>>;
  onChange: (steps: RunbookStep[]) => void;
}

function moved(steps: readonly RunbookStep[], from: number, to: number): RunbookStep[] {
  const step = steps[from];
  if (step === undefined || to < 0 || to >= steps.length) return [...steps];
  return steps.toSpliced(from, 1).toSpliced(to, 0, step);
}

const TOLD = ['url', 'value', 'text', 'key', 'message', 'expression'] as const;

/** Describes a step by its input. */
function wordsOf(step: RunbookStep): string {
  if (step.kind === 'agent') return 'agent';
  const input = step.input as Readonly<Record<string, unknown>>;
  const { target, url } = input;
  const does = isTarget(target)
    ? stepWords(step.primitive, { target }, quoted)
    : stepWords(step.primitive, { url: typeof url === 'string' ? url : undefined });
  const told = TOLD.flatMap((name) => (typeof input[name] === 'string' ? [input[name]] : []));
  if (does === null)
    return [step.primitive, ...(isTarget(target) ? [namedBy(target)] : []), ...told].join(' ');
  const rest = isTarget(target) ? told : told.filter((text) => text !== url);
  return rest.length === 0 ? does : `${does}: ${rest.join(' ')}`;
}

function Summary({ step }: { step: RunbookStep }) {
  const name = step.kind === 'agent' ? 'agent' : step.primitive;
  return (
    <span className="flex min-w-0 grow items-center gap-2">
      <PrimitiveIcon primitive={name} />
      <span className="shrink-0 font-mono text-xs text-muted">{step.id}</span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 text-sm break-words">
          <TemplateText text={step.instruction ?? wordsOf(step)} />
        </span>
        {step.forEach !== undefined && <Badge tone="accent">for each</Badge>}
        {step.when !== undefined && <Badge>when</Badge>}
        {(step.risk === 'high' || step.effect === 'irreversible') && <Badge tone="warn">asks first</Badge>}
      </span>
    </span>
  );
}

/** The steps as cards that open, and move by mouse and by keyboard. */
export function StepCards({ definition, schemas, problems, onChange }: Props) {
  const { steps } = definition;
  const [open, setOpen] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number): void => {
    onChange(moved(steps, from, to));
    setOpen((at) => (at === from ? to : at));
    setSaid(`${steps[from]?.id ?? ''} is now step ${to + 1} of ${steps.length}.`);
  };
  const add = (step: RunbookStep, at: number): void => {
    onChange(steps.toSpliced(at, 0, step));
    setOpen(at);
  };
  const blank = (): RunbookStep =>
    ({
      id: freeId(steps, 'click'),
      kind: 'primitive',
      primitive: 'browser.click',
      input: { target: '' },
    }) as unknown as RunbookStep;
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-2" aria-label="Steps">
        {steps.map((step, index) => {
          const path = `steps[${index}]`;
          const count = Object.keys(problems).filter(
            (key) => key === path || key.startsWith(`${path}.`),
          ).length;
          return (
            <li
              key={index}
              className={`rounded-lg border bg-raised ${count > 0 ? 'border-bad' : 'border-line'} ${dragged === index ? 'opacity-50' : ''}`}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => {
                if (dragged !== null) move(dragged, index);
                setDragged(null);
              }}
            >
              <div className="flex flex-wrap items-center gap-1 p-1.5">
                <span
                  draggable
                  aria-hidden
                  onDragStart={() => setDragged(index)}
                  onDragEnd={() => setDragged(null)}
                  className="cursor-grab text-muted"
                >
                  <GripVertical className="size-4" />
                </span>
                <button
                  type="button"
                  aria-expanded={open === index}
                  onClick={() => setOpen(open === index ? null : index)}
                  className="flex min-w-0 grow basis-48 items-center gap-2 rounded px-1 py-1 text-left hover:bg-hover"
                >
                  <ChevronRight
                    aria-hidden
                    className={`size-4 shrink-0 text-muted ${open === index ? 'rotate-90' : ''}`}
                  />
                  <Summary step={step} />
                  {count > 0 && (
                    <span className="flex items-center gap-1 text-xs text-bad">
                      <TriangleAlert aria-hidden className="size-3.5" />{' '}
                      {count === 1 ? '1 problem' : `${count} problems`}
                    </span>
                  )}
                </button>
                <span className="flex">
                  <IconButton
                    label={`Move ${step.id} up`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUp aria-hidden className="size-4" />
                  </IconButton>
                  <IconButton
                    label={`Move ${step.id} down`}
                    disabled={index === steps.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDown aria-hidden className="size-4" />
                  </IconButton>
                  <IconButton
                    label={`Duplicate ${step.id}`}
                    onClick={() => add({ ...step, id: freeId(steps, step.id) }, index + 1)}
                  >
                    <Copy aria-hidden className="size-4" />
                  </IconButton>
                  <IconButton label={`Remove ${step.id}`} onClick={() => onChange(steps.toSpliced(index, 1))}>
                    <Trash2 aria-hidden className="size-4" />
                  </IconButton>
                </span>
              </div>
              {problems[path] !== undefined && <p className="px-3 pb-2 text-xs text-bad">{problems[path]}</p>}
              {open === index && (
                <div className="border-t border-line p-3">
                  <StepForm
                    step={step}
                    schemas={schemas}
                    path={path}
                    problems={problems}
                    templates={templatesFor(definition, index)}
                    onChange={(next) => onChange(steps.with(index, next))}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Button className="w-fit" onClick={() => add(blank(), steps.length)}>
        <Plus aria-hidden className="size-4" /> Add a step
      </Button>
    </div>
  );
}
