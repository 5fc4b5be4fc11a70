import type { Revision } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../api/queries.ts';
import { SelectField } from '../ui/field.tsx';
import { ErrorState, Loading } from '../ui/notes.tsx';
import { Time } from '../ui/time.tsx';
import { type Definition, printed } from './definition.ts';
import { Difference } from './difference.tsx';

const EDITED = 'edited';

function textOf(revision: Revision | undefined, edited: Definition): string {
  if (revision === undefined) return printed(edited);
  const { title, steps, parameters } = revision;
  return printed({ title, steps, parameters });
}

/** Published revisions, and the difference between any two of them, or between one and the edited definition. */
export function Revisions({ runbookId, definition }: { runbookId: string; definition: Definition }) {
  const revisions = useQuery(queries.revisions(runbookId));
  const [chosen, setChosen] = useState<{ before?: string; after: string }>({ after: EDITED });
  if (revisions.error !== null)
    return <ErrorState error={revisions.error} onRetry={() => void revisions.refetch()} />;
  if (revisions.data === undefined) return <Loading what="revisions" />;
  const [latest] = revisions.data;
  if (latest === undefined)
    return <p className="text-sm text-muted">Nothing is published yet. Publish it so that it can be run.</p>;
  const before = chosen.before ?? latest.revisionId;
  const names = revisions.data.map(({ revisionId, version }) => [revisionId, `Version ${version}`] as const);
  const find = (id: string) => revisions.data.find(({ revisionId }) => revisionId === id);
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-1 text-sm">
        {revisions.data.slice(0, 10).map(({ revisionId, version, publishedAt }) => (
          <li key={revisionId}>
            Version {version}, published <Time at={publishedAt} />
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="From"
          options={names}
          value={before}
          onChange={({ target }) => setChosen({ ...chosen, before: target.value })}
        />
        <SelectField
          label="To"
          options={[[EDITED, 'As edited now'], ...names]}
          value={chosen.after}
          onChange={({ target }) => setChosen({ ...chosen, after: target.value })}
        />
      </div>
      <Difference
        before={textOf(find(before), definition)}
        after={textOf(find(chosen.after), definition)}
        of="Difference"
      />
    </div>
  );
}
