import type { CreateRun } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { errand } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { CONTROL, Field, SelectField, valuesOf } from '../ui/field.tsx';
import { ErrorNote } from '../ui/notes.tsx';
import { useTargets } from './targets.ts';
import { type SecretRow, SecretRows, secretsOf } from './secret-rows.tsx';

/** Starts an ad-hoc Run and shows it. */
export function useCreateRun() {
  const router = useRouter();
  return useMutation({
    mutationFn: (body: CreateRun) => errand.runs.create(body),
    onSuccess: ({ id }) => router.navigate({ to: '/runs/$id', params: { id } }),
  });
}

function linesOf(text = ''): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function bodyOf(values: Record<string, string>, rows: readonly SecretRow[]): CreateRun {
  const { task = '', target, scope, schema = '', minutes = '' } = values;
  const secrets = secretsOf(rows);
  const scopes = linesOf(scope);
  return {
    task,
    ...(target === 'local' && { executionTarget: 'local' as const }),
    ...(scopes.length > 0 && { applicationScope: scopes }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
    ...(schema.trim() !== '' && { outputSchema: JSON.parse(schema) as CreateRun['outputSchema'] }),
    ...(minutes !== '' && { timeoutMs: Math.round(Number(minutes) * 60_000) }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes a new ad-hoc Run: the task, and folded away what few need. */
export function Composer() {
  const create = useCreateRun();
  const targets = useTargets();
  const form = useRef<HTMLFormElement>(null);
  const [rows, setRows] = useState<SecretRow[]>([]);
  const [schemaProblem, setSchemaProblem] = useState<string>();
  const submit = (): void => {
    if (form.current === null) return;
    const values = valuesOf(form.current);
    const { schema = '' } = values;
    const isSchemaRight = schema.trim() === '' || isJson(schema);
    setSchemaProblem(isSchemaRight ? undefined : 'This is not JSON.');
    if (isSchemaRight) create.mutate(bodyOf(values, rows));
  };
  return (
    <form
      ref={form}
      aria-label="New Run"
      className="flex flex-col gap-3 rounded-lg border border-line bg-panel p-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
        <Field label="What is to be done?" className="grow">
          {(control) => (
            <textarea
              {...control}
              id="new-task"
              aria-label="What is to be done?"
              name="task"
              required
              rows={2}
              placeholder="Open https://example.com and report the heading"
              className={`${CONTROL} min-h-14 resize-y`}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
              }}
            />
          )}
        </Field>
        <Button type="submit" look="primary" isBusy={create.isPending} title="Ctrl Enter">
          Run
        </Button>
      </div>
      <details>
        <summary className="w-fit text-sm text-muted hover:text-text">
          Target, sites, secrets, outputs
        </summary>
        <div className="grid gap-4 pt-3 sm:grid-cols-2">
          <SelectField label="Where" name="target" options={targets} />
          <Field label="Minutes it may take">
            {(control) => (
              <input {...control} type="number" name="minutes" min="0.1" step="any" className={CONTROL} />
            )}
          </Field>
          <Field label="Sites it may reach" hint="Host patterns, such as *.example.com. Empty: any.">
            {(control) => <textarea {...control} name="scope" rows={3} className={CONTROL} />}
          </Field>
          <Field
            label="Schema of the outputs"
            hint="A JSON Schema. Outputs that do not match it fail the Run."
            problem={schemaProblem}
          >
            {(control) => <textarea {...control} name="schema" rows={3} className={`${CONTROL} font-mono`} />}
          </Field>
          <div className="sm:col-span-2">
            <SecretRows rows={rows} onChange={setRows} />
          </div>
        </div>
      </details>
      <ErrorNote error={create.error} />
    </form>
  );
}
