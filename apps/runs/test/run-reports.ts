import type { ReportedEvent, RunOutcome } from '@errand/contracts/queue';

export function reported(
  type: ReportedEvent['type'],
  message: string,
  stepId: string | null = null,
): ReportedEvent {
  return {
    at: new Date().toISOString(),
    type,
    step_id: stepId,
    message,
    data: null,
  };
}

export const completed: RunOutcome = {
  status: 'completed',
  summary: 'Done.',
  finalUrl: 'https://example.com/',
  outputs: { a: 1 },
  errorCode: null,
  errorMessage: null,
};
