import type { RunDetails } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { meaningQuery } from '../api/meanings.ts';
import { ButtonLink } from '../ui/button.tsx';
import { CopyText } from '../ui/copy.tsx';
import { Note } from '../ui/notes.tsx';
import { Facts } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { durationOf, Time, useNow } from '../ui/time.tsx';

const LIVE_MS = 500;
const IDLE_MS = 60_000;

const QUEUE_REASONS: Readonly<Record<string, string>> = {
  executor: 'It waits for a free executor.',
  workspace_limit:
    'It waits until another Run of this workspace ends: the workspace has a limit of Runs at once.',
  retry: 'An attempt was lost before it did anything. It is tried again after a pause.',
  device: 'It waits for your desktop application: pair it, start it, and sign in.',
};

function Failure({ run }: { run: RunDetails }) {
  const { data: remedies } = useQuery(meaningQuery('ErrorCode'));
  const remedy = run.error_code === null ? undefined : remedies?.[run.error_code];
  return (
    <Note tone="bad">
      <p className="font-medium break-words">{run.error_message}</p>
      {remedy !== undefined && <p className="mt-1">{remedy}</p>}
      <p className="mt-1 font-mono text-xs">{run.error_code}</p>
    </Note>
  );
}

/** The status in a sentence, and for a Run that failed or waits the reason and what to do. */
export function RunHeader({ run }: { run: RunDetails }) {
  const isLive = run.completed_at === null && run.started_at !== null;
  const now = useNow(isLive ? LIVE_MS : IDLE_MS);
  const duration = isLive ? now - Date.parse(run.started_at ?? '') : run.duration_ms;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm" aria-live="polite">
        <Status status={run.status} />
        <span className="text-muted">
          Created <Time at={run.created_at} />
        </span>
        {duration !== null && <span className="numbers text-muted">{durationOf(Math.max(0, duration))}</span>}
        <span className="numbers text-muted">
          {run.step_count === 1 ? '1 step' : `${run.step_count} steps`} done
        </span>
        <CopyText text={run.id} label="Copy the id of the Run" isShort />
      </div>
      {run.error_message !== null && <Failure run={run} />}
      {run.status === 'queued' && run.queue_reason !== null && (
        <Note
          tone="info"
          action={run.queue_reason === 'device' && <ButtonLink to="/devices">Go to Devices</ButtonLink>}
        >
          <span className="font-medium">Why is it queued?</span>{' '}
          {QUEUE_REASONS[run.queue_reason] ?? run.queue_reason}
        </Note>
      )}
      {run.status === 'completed' && run.result !== null && (
        <p className="text-sm break-words">{run.result.summary}</p>
      )}
      {run.warnings.length > 0 && (
        <Note tone="warn">
          <p className="font-medium">The page may have refused something:</p>
          <ul className="list-disc pl-4">
            {run.warnings.map((warning, index) => (
              <li key={index} className="break-words">
                {warning.quote}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  );
}

export function RunFacts({ run }: { run: RunDetails }) {
  return (
    <Facts
      facts={[
        ['Task', run.task],
        ['Target', run.executionTarget],
        ['Attempt', String(run.attempt)],
        ['Started', <Time key="started" at={run.started_at} />],
        ['Ended', <Time key="ended" at={run.completed_at} />],
        ...(run.result?.final_url ? ([['Last page', run.result.final_url]] as const) : []),
      ]}
    />
  );
}
