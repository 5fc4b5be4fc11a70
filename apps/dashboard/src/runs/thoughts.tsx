import type { RunEvent } from '@errand/sdk';
import { useState } from 'react';
import { Paged } from '../ui/paged.tsx';

/** The agent's thoughts about the Run as a whole, collapsed. Closed, they cost a long Run nothing. */
export function Thoughts({ thoughts }: { thoughts: readonly RunEvent[] }) {
  const [isOpen, setOpen] = useState(false);
  if (thoughts.length === 0) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-sm text-muted">What the agent thought ({thoughts.length})</summary>
      {isOpen && (
        <Paged what="Thoughts" items={thoughts}>
          {(shown) => (
            <ol className="flex flex-col gap-1 pt-2 text-sm">
              {shown.map(({ seq, message }) => (
                <li key={seq} className="break-words">
                  {message}
                </li>
              ))}
            </ol>
          )}
        </Paged>
      )}
    </details>
  );
}
