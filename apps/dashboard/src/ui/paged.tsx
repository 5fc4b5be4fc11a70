import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

const PAGE_SIZE = 100;

interface Props<Item> {
  /** `Events`, for the line that says which are shown. */
  what: string;
  /** Oldest first. */
  items: readonly Item[];
  children: (shown: readonly Item[]) => ReactNode;
}

/** A long list a page at a time, beginning with the newest page, which follows what is added. */
export function Paged<Item>({ what, items, children }: Props<Item>) {
  /** How many pages the shown one is older than the newest. */
  const [older, setOlder] = useState(0);
  const end = Math.max(items.length - older * PAGE_SIZE, 0);
  const begin = Math.max(end - PAGE_SIZE, 0);
  return (
    <>
      {items.length > PAGE_SIZE && (
        <div className="flex items-center gap-2 pb-2 text-sm text-muted">
          <span className="numbers grow" role="status">
            {what} {begin + 1} to {end} of {items.length}
          </span>
          <Button disabled={begin === 0} onClick={() => setOlder(older + 1)}>
            Older
          </Button>
          <Button disabled={older === 0} onClick={() => setOlder(older - 1)}>
            Newer
          </Button>
        </div>
      )}
      {children(items.slice(begin, end))}
    </>
  );
}
