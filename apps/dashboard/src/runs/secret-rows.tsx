import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../ui/button.tsx';
import { CONTROL } from '../ui/field.tsx';

export interface SecretRow {
  id: number;
  name: string;
  value: string;
}

/** Values by name, without rows that have no name; of rows with the same name the last counts. */
export function secretsOf(rows: readonly SecretRow[]): Record<string, string> {
  return Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]));
}

/** Secrets by name, which the task refers to as `{{ secrets.name }}`. */
export function SecretRows({
  rows,
  onChange,
}: {
  rows: readonly SecretRow[];
  onChange: (rows: SecretRow[]) => void;
}) {
  const edit = (id: number, change: Partial<SecretRow>): void =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Secrets</legend>
      <p className="text-xs text-muted">
        The task refers to one as <code>{'{{ secrets.name }}'}</code>. It is typed where the task says and
        shown nowhere.
      </p>
      {rows.map(({ id, name, value }, index) => (
        <div key={id} className="flex gap-2">
          <input
            aria-label={`Name of secret ${index + 1}`}
            placeholder="name"
            className={CONTROL}
            value={name}
            onChange={(event) => edit(id, { name: event.target.value })}
          />
          <input
            aria-label={`Value of secret ${index + 1}`}
            placeholder="value"
            type="password"
            autoComplete="off"
            className={CONTROL}
            value={value}
            onChange={(event) => edit(id, { value: event.target.value })}
          />
          <IconButton
            label={`Remove secret ${index + 1}`}
            onClick={() => onChange(rows.filter((row) => row.id !== id))}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
      <Button
        className="w-fit"
        onClick={() => onChange([...rows, { id: (rows.at(-1)?.id ?? 0) + 1, name: '', value: '' }])}
      >
        <Plus aria-hidden className="size-4" /> Add a secret
      </Button>
    </fieldset>
  );
}
