import type { CSSProperties, ReactNode } from 'react';

/** The columns' names as `--column-1` and so on, for narrow windows, where each cell carries its own. */
function namesOf(columns: readonly string[]): CSSProperties {
  const names = columns.map((column, index) => [`--column-${index + 1}`, JSON.stringify(column)]);
  return Object.fromEntries(names) as CSSProperties;
}

/** A table that scrolls by itself where it is too wide. In narrow windows each row is a card of names and values. */
export function Table({
  name,
  columns,
  children,
}: {
  name: string;
  columns: readonly string[];
  children: ReactNode;
}) {
  return (
    <div
      className="relative overflow-x-auto rounded-lg border border-line"
      tabIndex={0}
      role="region"
      aria-label={name}
    >
      <table className="stacked w-full text-left text-sm" style={namesOf(columns)}>
        <thead className="bg-panel text-xs text-muted">
          <tr>
            {columns.map((column, index) => (
              <th key={column || index} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {column === '' ? <span className="sr-only">Actions</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line sm:[&_td]:px-3 sm:[&_td]:py-2">{children}</tbody>
      </table>
    </div>
  );
}
