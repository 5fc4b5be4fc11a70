import { plainText } from '../ui/plain-text.ts';
/** A value as text that can be read and copied. */
export function JsonView({ value }: { value: unknown }) {
  return (
    <pre
      className="max-h-96 overflow-auto rounded-md bg-panel p-3 font-mono text-xs break-words whitespace-pre-wrap"
      tabIndex={0}
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}
function isTable(value: unknown): value is unknown[][] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row) && row.every(isPlain))
  );
}

const MAX_ROWS = 200;

function Grid({ rows }: { rows: unknown[][] }) {
  const [head = [], ...body] = rows;
  return (
    <div
      className="relative max-h-96 overflow-auto rounded-md border border-line"
      tabIndex={0}
      role="region"
      aria-label="Table"
    >
      <table className="w-full text-left text-sm">
        <thead className="bg-panel text-xs">
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" className="px-2 py-1.5 font-medium">
                {plainText(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {body.slice(0, MAX_ROWS).map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} className="px-2 py-1">
                  {cell === null ? '–' : plainText(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** An output: plain values as text, tables as tables, the rest as JSON. */
export function OutputView({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className="text-muted">none</span>;
  if (isPlain(value)) return <span className="break-words whitespace-pre-wrap">{plainText(value)}</span>;
  if (isTable(value)) return <Grid rows={value} />;
  return <JsonView value={value} />;
}
