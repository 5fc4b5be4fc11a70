import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react';

/** Of a row whose text fits; in narrow windows it may take a second line. */
const ROW_HEIGHT = 52;

interface Props<Item> {
  name: string;
  columns: readonly string[];
  /** Classes of the grid that every row is, for narrow windows too. */
  grid: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** The cells of a row, the first link of which leads to the item. */
  children: (item: Item) => ReactNode;
  /** More items can be read; `onEnd` asks for them. */
  hasMore?: boolean;
  onEnd?: () => void;
}

interface CellsProps {
  item: unknown;
  cellsOf: (item: never) => ReactNode;
}

/** A row's cells, which stay as they are while others scroll in. */
const Cells = memo(function Cells({ item, cellsOf }: CellsProps) {
  return cellsOf(item as never);
});

/** A long table, of which only the rows in the window are in the document. Arrow keys, j and k walk through them. */
export function WindowedTable<Item>(props: Props<Item>) {
  const { name, columns, grid, items, idOf, children, hasMore = false, onEnd } = props;
  const body = useRef<HTMLDivElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : idOf(item);
    },
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - 15) onEnd?.();
  }, [hasMore, last, items.length, onEnd]);
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (step === undefined || row === null) return;
    event.preventDefault();
    const next = Math.min(Math.max(Number(row.dataset['row']) + step, 0), items.length - 1);
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus());
  };
  return (
    <div
      role="table"
      aria-label={name}
      aria-rowcount={hasMore ? -1 : items.length + 1}
      className="overflow-clip rounded-lg border border-line"
    >
      <div
        role="row"
        className={`grid ${grid} gap-x-3 rounded-t-lg bg-panel px-3 py-2 text-xs font-medium text-muted max-sm:sr-only`}
      >
        {columns.map((column) => (
          <span key={column} role="columnheader">
            {column}
          </span>
        ))}
      </div>
      <div
        ref={body}
        role="rowgroup"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={walk}
      >
        {rows.map(({ index, start, key }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                data-row={index}
                className={`grid ${grid} absolute inset-x-0 min-h-13 items-center gap-x-3 border-t border-line px-3 py-1.5 hover:bg-panel max-sm:data-[row=0]:border-t-0`}
                style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
              >
                <Cells item={item} cellsOf={children} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
