import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { queries } from '../api/queries.ts';
import { useMay } from '../api/rights.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, Unread } from '../ui/notes.tsx';
import { Page } from '../ui/page.tsx';
import { Badge } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { WindowedTable } from '../ui/windowed-table.tsx';

export function RunbooksPage() {
  const runbooks = useQuery(queries.runbooks());
  const mayWrite = useMay('runbooks:write');
  const create = mayWrite && (
    <ButtonLink look="primary" to="/runbooks/$id" params={{ id: 'new' }}>
      <Plus aria-hidden className="size-4" /> New Runbook
    </ButtonLink>
  );
  return (
    <Page isWide title="Runbooks" actions={runbooks.data?.length === 0 ? undefined : create}>
      {runbooks.data === undefined && <Unread what="Runbooks" reading={runbooks} />}
      {runbooks.data?.length === 0 && (
        <EmptyState title="No Runbooks yet">
          <p>
            A Runbook does the same steps each time, with inputs. Write one, or open a Run that completed and
            choose “Make a Runbook of it”.
          </p>
          {create}
        </EmptyState>
      )}
      {runbooks.data !== undefined && runbooks.data.length > 0 && (
        <WindowedTable
          name="Runbooks"
          columns={['Title', 'Status', 'Version', 'Steps', 'Changed']}
          grid="grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_6rem_4rem_4rem_6rem]"
          items={runbooks.data}
          idOf={({ id }) => id}
        >
          {({ id, title, status, version, steps, updatedAt }) => (
            <>
              <span role="cell" className="min-w-0">
                <Link to="/runbooks/$id" params={{ id }} className="block truncate font-medium row-link">
                  {title}
                </Link>
                <span className="text-xs text-muted sm:hidden">
                  version {version} · <Time at={updatedAt} />
                </span>
              </span>
              <span role="cell">
                <Badge tone={status === 'published' ? 'good' : 'plain'}>{status}</Badge>
              </span>
              <span role="cell" className="numbers text-sm text-muted max-sm:hidden">
                {version}
              </span>
              <span role="cell" className="numbers text-sm text-muted max-sm:hidden">
                {steps.length}
              </span>
              <span role="cell" className="relative text-sm text-muted max-sm:hidden">
                <Time at={updatedAt} />
              </span>
            </>
          )}
        </WindowedTable>
      )}
    </Page>
  );
}
