import { EmptyState, ErrorState, Loading } from '../ui/notes.tsx';
import { Card } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { useHistory } from './api.ts';

/** The Runs in the log of this machine, with each act as it was written down before it was done. */
export function History({ baseUrl, newestRunId }: { baseUrl: string; newestRunId: string | undefined }) {
  const { data: runs, error, refetch } = useHistory(newestRunId);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (runs === undefined) return <Loading what="the log" />;
  if (runs.length === 0)
    return (
      <EmptyState title="The log is empty">
        <p>Every act of a Run is written down here before it is done.</p>
      </EmptyState>
    );
  return (
    <ul className="flex flex-col gap-3" aria-label="Runs on this machine">
      {runs.map(({ id, at, acts }) => (
        <li key={id}>
          <Card>
            <p className="flex flex-wrap items-center gap-3 text-sm">
              <Time at={at} />
              <a
                href={`${baseUrl}/runs/${id}`}
                target="_blank"
                rel="noreferrer"
                className="font-mono text-xs break-all underline"
              >
                {id}
              </a>
            </p>
            {acts.length === 0 ? (
              <p className="mt-2 text-sm text-muted">It changed nothing.</p>
            ) : (
              <ol className="mt-2 flex list-decimal flex-col gap-1 pl-6 text-sm">
                {acts.map((act, index) => (
                  <li key={index} className="break-words">
                    {act}
                  </li>
                ))}
              </ol>
            )}
          </Card>
        </li>
      ))}
    </ul>
  );
}
