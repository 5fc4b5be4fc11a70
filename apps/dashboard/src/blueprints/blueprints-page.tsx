import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { queries } from '../api/queries.ts';
import { useMay } from '../api/rights.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, Unread } from '../ui/notes.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { WindowedTable } from '../ui/windowed-table.tsx';

export function BlueprintsPage() {
  const blueprints = useQuery(queries.blueprints());
  const mayWrite = useMay('blueprints:write');
  const create = mayWrite && (
    <ButtonLink look="primary" to="/blueprints/$id" params={{ id: 'new' }}>
      <Plus aria-hidden className="size-4" /> New Blueprint
    </ButtonLink>
  );
  return (
    <Page isWide title="Blueprints" actions={blueprints.data?.length === 0 ? undefined : create}>
      {blueprints.data === undefined && <Unread what="Blueprints" reading={blueprints} />}
      {blueprints.data?.length === 0 && (
        <EmptyState title="No Blueprints yet">
          <p>
            A Blueprint is a goal in plain English with inputs. You watch its Runs live, pause them, and take
            over the browser.
          </p>
          {create}
        </EmptyState>
      )}
      {blueprints.data !== undefined && blueprints.data.length > 0 && (
        <WindowedTable
          name="Blueprints"
          columns={['Name', 'Goal', 'Changed']}
          grid="sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_6rem]"
          items={blueprints.data}
          idOf={({ id }) => id}
        >
          {({ id, name, goal, updatedAt }) => (
            <>
              <span role="cell" className="min-w-0">
                <Link to="/blueprints/$id" params={{ id }} className="block truncate font-medium row-link">
                  {name}
                </Link>
              </span>
              <span
                role="cell"
                className="line-clamp-2 min-w-0 text-sm text-muted wrap-anywhere max-sm:text-xs sm:line-clamp-1"
              >
                {goal}
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
