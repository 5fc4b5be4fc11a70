import { type RunEvent, conflict } from '@errand/contracts';

/** 409 for a Run with a `step.warned` event: an action that the site may have refused must not be repeated. */
export function refuseWarnings(events: readonly Pick<RunEvent, 'type' | 'step_id' | 'message'>[]): void {
  const warnings = events.filter(({ type }) => type === 'step.warned');
  const [first] = warnings;
  if (first === undefined) return;
  const more = warnings.length > 1 ? ` (and ${warnings.length - 1} more)` : '';
  throw conflict(
    `The Run completed with warnings, so it cannot become a Runbook: step "${first.step_id}": ${first.message}${more}`,
  );
}
