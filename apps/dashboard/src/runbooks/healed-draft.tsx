import type { Revision, RunDetails, Runbook, RunbookStep } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { errand } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { namedBy } from '../approvals/sentence.ts';
import { SelectedStep } from '../runs/selected-step.tsx';
import { timelineOf } from '../runs/timeline.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { ErrorNote, ErrorState, Loading, Note } from '../ui/notes.tsx';
import { Card, Facts, Page, Section } from '../ui/page.tsx';
import { useToast } from '../ui/toast.tsx';
import { printedInOrder } from './definition.ts';
import { Difference } from './difference.tsx';

function targetOf(step: RunbookStep): unknown {
  return step.kind === 'primitive' ? (step.input as { target?: unknown }).target : undefined;
}

/** Steps that differ, as they were and as they are proposed. */
function changesOf(revision: Revision, draft: Runbook): { was: RunbookStep; is: RunbookStep }[] {
  return revision.steps.flatMap((was) => {
    const is = draft.steps.find(({ id }) => id === was.id);
    return is === undefined || printedInOrder(is) === printedInOrder(was) ? [] : [{ was, is }];
  });
}

function HealedSteps({ run, revision, draft }: { run: RunDetails; revision: Revision; draft: Runbook }) {
  const { data: events = [] } = useQuery(queries.events(run.id, run.updated_at));
  const { data: artifacts = run.artifacts } = useQuery(queries.artifacts(run.id));
  const timeline = useMemo(() => timelineOf(events), [events]);
  return (
    <ul aria-label="Healed steps" className="flex flex-col gap-4">
      {changesOf(revision, draft).map(({ was, is }) => {
        const step = timeline.byKey.get(is.id);
        return (
          <li key={is.id}>
            <Card className="grid gap-4 md:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-3">
                <h2 className="font-semibold break-words">{is.instruction ?? is.id}</h2>
                <Facts
                  facts={[
                    ['Step', <code key="step">{is.id}</code>],
                    ['Was', <del key="was">{namedBy(targetOf(was))}</del>],
                    ['Becomes', <strong key="is">{namedBy(targetOf(is))}</strong>],
                  ]}
                />
              </div>
              {step !== undefined && (
                <SelectedStep
                  runId={run.id}
                  step={step}
                  timeline={timeline}
                  artifacts={artifacts}
                  prefersBefore
                />
              )}
            </Card>
          </li>
        );
      })}
    </ul>
  );
}

interface Proposal {
  run: RunDetails;
  draft: Runbook;
  /** The definition that the Run was given. */
  revision: Revision;
  /** The current Runbook. */
  current: Runbook;
}

/** Takes the healed steps over into the Runbook and publishes it, or drops the draft. */
function Decide({ run, draft, revision, current }: Proposal) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const tell = useToast();
  const leave = async (drop: () => Promise<unknown>): Promise<void> => {
    await drop();
    await queryClient.invalidateQueries({ queryKey: ['runbooks'] });
  };
  const publish = useMutation({
    mutationFn: async () => {
      const { title } = current;
      const { steps, parameters } = draft;
      const saved = await errand.runbooks.update(current.id, {
        expectedVersion: current.version,
        title,
        steps,
        parameters,
      });
      const published = await errand.runbooks.publish(current.id, { expectedVersion: saved.version });
      await leave(() => errand.runbooks.delete(draft.id));
      return published;
    },
    onSuccess: async ({ id, version }) => {
      tell(`Version ${version} is published, with the healed steps.`);
      await queryClient.invalidateQueries({ queryKey: ['runbook', id] });
      await router.navigate({ to: '/runbooks/$id', params: { id } });
    },
  });
  const dismiss = async (): Promise<void> => {
    await leave(() => errand.runbooks.delete(draft.id));
    await router.navigate({ to: '/runs/$id', params: { id: run.id } });
  };
  return (
    <div className="flex flex-col gap-3">
      {current.version !== revision.version && (
        <Note tone="warn">
          “{current.title}” was changed since that Run: it is at version {current.version}, and the Run had
          version {revision.version}. Publishing this draft replaces those changes.
        </Note>
      )}
      <ErrorNote error={publish.error} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" isBusy={publish.isPending} onClick={() => publish.mutate()}>
          Publish as version {current.version + 1}
        </Button>
        <ButtonLink to="/runbooks/$id" params={{ id: draft.id }}>
          Edit the draft
        </ButtonLink>
        <Confirm
          trigger="Dismiss"
          look="quiet"
          title={`Dismiss the healed draft of “${current.title}”?`}
          consequence="The draft is deleted and the Runbook stays as it is. The page of the Run can propose it again."
          act="Dismiss the draft"
          onConfirm={dismiss}
        />
      </div>
    </div>
  );
}

function Comparison({
  run,
  draft,
  runbookId,
  revisionId,
}: Omit<Proposal, 'revision' | 'current'> & { runbookId: string; revisionId: string }) {
  const revision = useQuery(queries.revision(runbookId, revisionId));
  const current = useQuery(queries.runbook(runbookId));
  const error = revision.error ?? current.error;
  if (error !== null)
    return (
      <ErrorState error={error} onRetry={() => void Promise.all([revision.refetch(), current.refetch()])} />
    );
  if (revision.data === undefined || current.data === undefined) return <Loading what="the Runbook" />;
  const { title, steps, parameters } = revision.data;
  return (
    <Page title={`Healed draft of “${title}”`}>
      <p className="text-sm text-muted">
        <Link to="/runs/$id" params={{ id: run.id }} className="text-accent underline underline-offset-2">
          A Run of version {revision.data.version}
        </Link>{' '}
        met a page that has changed. It found other elements for what these steps name, and completed.
      </p>
      <Decide run={run} draft={draft} revision={revision.data} current={current.data} />
      <HealedSteps run={run} revision={revision.data} draft={draft} />
      <Section title={`From version ${revision.data.version} to this draft`}>
        <Difference
          before={printedInOrder({ steps, parameters })}
          after={printedInOrder({ steps: draft.steps, parameters: draft.parameters })}
          of="Difference"
        />
      </Section>
    </Page>
  );
}

/** The healed draft of a Runbook next to the Run's definition, to be published or dismissed. */
export function HealedDraft({ draftId, runId }: { draftId: string; runId: string }) {
  const draft = useQuery(queries.runbook(draftId));
  const run = useQuery(queries.run(runId));
  const error = draft.error ?? run.error;
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void Promise.all([draft.refetch(), run.refetch()])} />;
  if (draft.data === undefined || run.data === undefined) return <Loading what="the healed draft" />;
  const { runbook_id: runbookId = null, revision_id: revisionId = null } = run.data.workflow ?? {};
  if (runbookId === null || revisionId === null)
    return (
      <Page title="Healed draft">
        <Note tone="warn">There is no Runbook to compare the draft with.</Note>
        <ButtonLink to="/runbooks/$id" params={{ id: draftId }}>
          Edit the draft
        </ButtonLink>
      </Page>
    );
  return <Comparison run={run.data} draft={draft.data} runbookId={runbookId} revisionId={revisionId} />;
}
