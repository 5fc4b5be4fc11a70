import type { Run } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unlessStreamed } from '../api/polling.ts';
import { queries } from '../api/queries.ts';
import { EmptyState, Unread } from '../ui/notes.tsx';
import { Page } from '../ui/page.tsx';
import { ApprovalCard } from './approval-card.tsx';

function Waiting({ run }: { run: Run }) {
  const details = useQuery({ ...queries.run(run.id), refetchInterval: unlessStreamed });
  const { data: events = [] } = useQuery(queries.events(run.id, run.updated_at));
  return (
    <li className="flex flex-col gap-2">
      <Link
        to="/runs/$id"
        params={{ id: run.id }}
        className="w-fit max-w-full text-sm break-words text-muted underline underline-offset-2"
      >
        Run: {run.task}
      </Link>
      {details.data?.pending_approval ? (
        <ApprovalCard run={details.data} pending={details.data.pending_approval} events={events} />
      ) : (
        <Unread what="the approval" reading={details} />
      )}
    </li>
  );
}

export function ApprovalsPage() {
  const waiting = useQuery(queries.waitingRuns());
  return (
    <Page isWide title="Approvals">
      {waiting.data === undefined && <Unread what="approvals" reading={waiting} />}
      {waiting.data?.length === 0 && (
        <EmptyState title="Nothing waits for you">
          <p>
            A step with the effect “irreversible” or the risk “high” asks here before it acts. So does a
            Runbook's human.input.
          </p>
        </EmptyState>
      )}
      {waiting.data !== undefined && waiting.data.length > 0 && (
        <ul className="flex flex-col gap-8">
          {waiting.data.map((run) => (
            <Waiting key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Page>
  );
}
