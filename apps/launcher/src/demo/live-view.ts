import type { RunEvent } from '@errand/contracts';

const SYMBOLS: Partial<Record<RunEvent['type'], string>> = {
  'run.started': '▶',
  'step.started': '·',
  'step.completed': '✔',
  'step.failed': '✖',
  'step.retried': '↻',
  'step.warned': '!',
  'agent.thought': '…',
  'agent.action': '→',
  'approval.requested': '?',
  'approval.granted': '✔',
  'approval.rejected': '✖',
  'run.completed': '■',
  'run.failed': '■',
  'run.cancelled': '■',
};

const QUIET: ReadonlySet<RunEvent['type']> = new Set(['step.started', 'agent.action']);

/** Fields of thoughts that record proofs or Runbook steps; the steps themselves say the same in words. */
const RECORDS = ['evidence', 'typed', 'output', 'proof'];

/** Formats an event as one terminal line; null for events that add nothing to their neighbours. */
export function liveLine(event: RunEvent, startedAt: number): string | null {
  const isRecord = RECORDS.some((field) => event.data?.[field] !== undefined);
  if (QUIET.has(event.type) || isRecord) return null;
  const seconds = ((Date.parse(event.at) - startedAt) / 1000).toFixed(2).padStart(6);
  const step = event.step_id === null ? '' : `${event.step_id.padEnd(14)} `;
  return `  ${seconds} s  ${SYMBOLS[event.type] ?? ' '} ${step}${event.message}`;
}
