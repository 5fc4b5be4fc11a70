import type { ComponentProps, CSSProperties, ReactNode } from 'react';

/** The columns' names as `--column-1` and so on, for narrow windows, where each cell carries its own. */
function namesOf(columns: readonly string[]): CSSProperties {
  const names = columns.map((column, index) => [`--column-${index + 1}`, JSON.stringify(column)]);
  return Object.fromEntries(names) as CSSProperties;
}

/** A row. Its role is given, because some browsers forget it where rows are laid out as cards. */
export function Row(props: ComponentProps<'tr'>) {
  return <tr role="row" {...props} />;
}

export function Cell(props: ComponentProps<'td'>) {
  return <td role="cell" {...props} />;
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
      <table role="table" className="stacked w-full text-left text-sm" style={namesOf(columns)}>
        <thead role="rowgroup" className="bg-panel text-xs text-muted">
          <Row>
            {columns.map((column, index) => (
              <th
                key={column || index}
                role="columnheader"
                scope="col"
                className="px-3 py-2 font-medium whitespace-nowrap"
              >
                {column === '' ? <span className="sr-only">Actions</span> : column}
              </th>
            ))}
          </Row>
        </thead>
        <tbody role="rowgroup" className="divide-y divide-line sm:[&_td]:px-3 sm:[&_td]:py-2">
          {children}
        </tbody>
      </table>
    </div>
  );
}
