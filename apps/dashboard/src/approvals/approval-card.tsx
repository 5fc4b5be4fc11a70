import type { RunDetails, RunEvent } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errand } from '../api/client.ts';
import { useMay } from '../api/rights.ts';
import { StepPicture } from '../runs/step-picture.tsx';
import { askedElementOf, type Asker, askerOf } from '../runs/timeline.ts';
import { JsonView } from '../runs/json-view.tsx';
import type { Schema } from '../schema-form/schema.ts';
import { ValueField } from '../schema-form/value-field.tsx';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import { Button } from '../ui/button.tsx';
import { CONTROL, Field } from '../ui/field.tsx';
import { ErrorNote } from '../ui/notes.tsx';
import { Facts } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';
import { AskedBy } from './asked-by.tsx';
import { sentenceOf } from './sentence.ts';

type Pending = NonNullable<RunDetails['pending_approval']>;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The form that a `human.input` step asks for. */
function ValueForm({
  schema,
  value,
  onChange,
}: {
  schema: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  if (schema.type === 'object' && schema.properties !== undefined)
    return <SchemaForm schema={schema} value={isObject(value) ? value : {}} onChange={onChange} />;
  return (
    <ValueField name="Answer" schema={schema} isRequired value={value} onChange={onChange} path="value" />
  );
}

function PendingFacts({ pending, asker }: { pending: Pending; asker: Asker | null }) {
  return (
    <Facts
      facts={[
        ['Step', <code key="step">{pending.step_id}</code>],
        ...(pending.primitive === null
          ? []
          : ([['Does', <code key="does">{pending.primitive}</code>]] as const)),
        ...(pending.origin === null
          ? []
          : ([['Site', <strong key="site">{pending.origin}</strong>]] as const)),
        ...(pending.url === null ? [] : ([['Page', <span key="page">{pending.url}</span>]] as const)),
        ...(asker === null ? [] : ([['Asked by', <AskedBy key="by" asker={asker} />]] as const)),
        ['Asked', <Time key="asked" at={pending.requested_at} />],
        ['Expires', <Time key="expires" at={pending.expires_at} />],
      ]}
    />
  );
}

interface Props {
  run: RunDetails;
  pending: Pending;
  events: readonly RunEvent[];
}

/** What exactly will be done, and the decision about it. */
export function ApprovalCard({ run, pending, events }: Props) {
  const queryClient = useQueryClient();
  const tell = useToast();
  const mayDecide = useMay('runs:approve');
  const [comment, setComment] = useState('');
  const [value, setValue] = useState<unknown>(undefined);
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'reject') => {
      const said = comment === '' ? {} : { comment };
      return decision === 'approve'
        ? errand.runs.approve(run.id, { ...said, ...(pending.schema !== null && { value }) })
        : errand.runs.reject(run.id, said);
    },
    onSuccess: async (_answer, decision) => {
      tell(decision === 'approve' ? 'Approved: the Run goes on.' : 'Rejected: the Run ends.');
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['run', run.id] }),
        queryClient.invalidateQueries({ queryKey: ['runs'] }),
      ]);
    },
  });
  return (
    <form
      aria-label="Approval"
      className="flex flex-col gap-4 rounded-lg border-2 border-warn bg-raised p-4"
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate('approve');
      }}
    >
      <div className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold break-words">{pending.instruction}</h2>
        <p className="text-sm break-words">{sentenceOf(pending)}</p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <PendingFacts pending={pending} asker={askerOf(events)} />
          {pending.input !== null && pending.input !== undefined && (
            <details>
              <summary className="text-sm text-muted">
                The exact input, to which the approval is bound
              </summary>
              <JsonView value={pending.input} />
            </details>
          )}
          {mayDecide ? (
            <>
              {pending.schema !== null && (
                <ValueForm schema={pending.schema} value={value} onChange={setValue} />
              )}
              <Field label="Comment" hint="Kept in the events of the Run.">
                {(control) => (
                  <textarea
                    {...control}
                    rows={2}
                    maxLength={2_000}
                    className={CONTROL}
                    value={comment}
                    onChange={({ target }) => setComment(target.value)}
                  />
                )}
              </Field>
              <ErrorNote error={decide.error} />
              <div className="flex gap-2">
                <Button
                  type="submit"
                  look="primary"
                  isBusy={decide.isPending && decide.variables === 'approve'}
                >
                  Approve
                </Button>
                <Button
                  isBusy={decide.isPending && decide.variables === 'reject'}
                  onClick={() => decide.mutate('reject')}
                >
                  Reject
                </Button>
              </div>
            </>
          ) : (
            <p className="text-sm text-muted">Your role in this workspace may not decide about approvals.</p>
          )}
        </div>
        <div className="max-md:order-first">
          <StepPicture
            runId={run.id}
            picture={run.artifacts.find(({ id }) => id === pending.artifact_id) ?? artifactOf(pending)}
            mark={askedElementOf(events)}
            alt="The page as it is now"
          />
        </div>
      </div>
    </form>
  );
}

/** Details list the first hundred files only; the picture may be a later one. */
function artifactOf({ artifact_id: id }: Pending): RunDetails['artifacts'][number] | null {
  if (id === null) return null;
  return {
    id,
    kind: 'screenshot',
    step_id: null,
    filename: 'page.jpeg',
    contentType: 'image/jpeg',
    bytes: 0,
    created_at: '',
  };
}
