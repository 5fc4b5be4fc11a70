import type { RunEvent } from '@errand/sdk';
import { useState } from 'react';
import { Paged } from '../ui/paged.tsx';

/** What the agent said about the Run as a whole, folded away. Closed, it costs a long Run nothing. */
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
