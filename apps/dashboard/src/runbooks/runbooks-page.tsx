import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { queries } from '../api/queries.ts';
import { useMay } from '../api/rights.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/notes.tsx';
import { Page } from '../ui/page.tsx';
import { Badge } from '../ui/status.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

export function RunbooksPage() {
  const runbooks = useQuery(queries.runbooks());
  const mayWrite = useMay('runbooks:write');
  const create = mayWrite && (
    <ButtonLink look="primary" to="/runbooks/$id" params={{ id: 'new' }}>
      <Plus aria-hidden className="size-4" /> New Runbook
    </ButtonLink>
  );
  return (
    <Page title="Runbooks" actions={runbooks.data?.length === 0 ? undefined : create}>
      {runbooks.data === undefined ? (
        runbooks.error === null ? (
          <Loading what="Runbooks" />
        ) : (
          <ErrorState error={runbooks.error} onRetry={() => void runbooks.refetch()} />
        )
      ) : runbooks.data.length === 0 ? (
        <EmptyState title="No Runbooks yet">
          <p>
            A Runbook does the same steps each time, with inputs. Write one, or open a Run that completed and
            choose “Make a Runbook of it”.
          </p>
          {create}
        </EmptyState>
      ) : (
        <Table name="Runbooks" columns={['Title', 'Status', 'Version', 'Steps', 'Changed']}>
          {runbooks.data.map(({ id, title, status, version, steps, updatedAt }) => (
            <tr key={id} className="relative hover:bg-hover">
              <td className="max-w-96">
                <Link
                  to="/runbooks/$id"
                  params={{ id }}
                  className="block truncate font-medium after:absolute after:inset-0"
                >
                  {title}
                </Link>
              </td>
              <td>
                <Badge tone={status === 'published' ? 'good' : 'plain'}>{status}</Badge>
              </td>
              <td className="numbers">{version}</td>
              <td className="numbers">{steps.length}</td>
              <td>
                <Time at={updatedAt} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}
