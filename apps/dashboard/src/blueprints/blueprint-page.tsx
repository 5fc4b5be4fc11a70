import type { Blueprint, CreateBlueprint } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useBlocker, useRouter } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useCallback, useState } from 'react';
import { errand } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { useMay } from '../api/rights.ts';
import { ParameterCards } from '../runbooks/parameter-cards.tsx';
import { StartDialog } from '../runbooks/start-dialog.tsx';
import { useAskedToRun } from '../runbooks/use-asked-to-run.ts';
import { useEdited } from '../runbooks/use-edited.ts';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Unread } from '../ui/notes.tsx';
import { Page, Section } from '../ui/page.tsx';
import { SaveError } from '../ui/save-error.tsx';
import { Badge, Status } from '../ui/status.tsx';
import { Cell, Row, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';
import { blueprintSchemaQuery } from './blueprint-schema.ts';

const TEMPLATED = new Set(['goal', 'startUrl']);
const route = getRouteApi('/shell/blueprints/$id');

/** The edited definition, without unset fields, like a request body. */
function definitionOf(blueprint: Blueprint | null): CreateBlueprint {
  if (blueprint === null) return { name: '', goal: '' };
  const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...definition } = blueprint;
  const set = Object.entries(definition).filter(([, value]) => value !== null);
  return Object.fromEntries(set) as unknown as CreateBlueprint;
}

function BlueprintRuns({ id }: { id: string }) {
  const runs = useQuery(queries.blueprintRuns(id));
  if (runs.data === undefined) return <Unread what="its Runs" reading={runs} />;
  if (runs.data.length === 0) return <p className="text-sm text-muted">It was not run yet.</p>;
  return (
    <Table name="Runs of this Blueprint" columns={['Status', 'Task', 'Created', 'Steps']}>
      {runs.data.map(({ id: runId, status, task, created_at: at, step_count: steps }) => (
        <Row key={runId} className="relative hover:bg-hover">
          <Cell>
            <Status status={status} />
          </Cell>
          <Cell className="max-w-96">
            <Link
              to="/runs/$id"
              params={{ id: runId }}
              className="block truncate after:absolute after:inset-0"
            >
              {task}
            </Link>
          </Cell>
          <Cell>
            <Time at={at} />
          </Cell>
          <Cell className="numbers">{steps}</Cell>
        </Row>
      ))}
    </Table>
  );
}

function Actions({ blueprint, isDirty }: { blueprint: Blueprint; isDirty: boolean }) {
  const [isStarting, setStarting] = useState(false);
  const mayRun = useMay('runs:write');
  const mayWrite = useMay('blueprints:write');
  const queryClient = useQueryClient();
  const router = useRouter();
  useAskedToRun(useCallback(() => setStarting(true), []));
  const remove = async (): Promise<void> => {
    await errand.blueprints.delete(blueprint.id);
    await queryClient.invalidateQueries({ queryKey: ['blueprints'] });
    await router.navigate({ to: '/blueprints' });
  };
  return (
    <>
      {mayRun && (
        <Button
          disabled={isDirty}
          title={isDirty ? 'Save it first' : undefined}
          onClick={() => setStarting(true)}
        >
          <Play aria-hidden className="size-4" /> Run
        </Button>
      )}
      {mayWrite && (
        <Confirm
          trigger="Delete"
          look="quiet"
          title={`Delete “${blueprint.name}”?`}
          consequence="It is gone from the list. Its Runs stay."
          act="Delete"
          onConfirm={remove}
        />
      )}
      {isStarting && (
        <StartDialog
          title={`Run “${blueprint.name}”`}
          description="You can watch it live and take over its browser."
          act="Run"
          parameters={blueprint.parameters ?? []}
          start={(body) => errand.blueprints.run(blueprint.id, body)}
          onClose={() => setStarting(false)}
        />
      )}
    </>
  );
}

function Editor({ saved: newest }: { saved: Blueprint | null }) {
  const { base: saved, definition, edit, isChanged: isDirty, take } = useEdited(newest, definitionOf);
  const form = useQuery(blueprintSchemaQuery());
  const schemas = form.data;
  const mayWrite = useMay('blueprints:write');
  const queryClient = useQueryClient();
  const router = useRouter();
  const tell = useToast();
  const save = useMutation({
    mutationFn: ({ over = saved?.version ?? 0 }: { over?: number }) =>
      saved === null
        ? errand.blueprints.create(definition)
        : errand.blueprints.update(saved.id, { expectedVersion: over, ...definition }),
    onSuccess: async (blueprint) => {
      queryClient.setQueryData(queries.blueprint(blueprint.id).queryKey, blueprint);
      if (saved !== null) take(blueprint);
      tell(`Saved as version ${blueprint.version}.`);
      void queryClient.invalidateQueries({ queryKey: ['blueprints'] });
      if (saved === null)
        await router.navigate({
          to: '/blueprints/$id',
          params: { id: blueprint.id },
          replace: true,
          ignoreBlocker: true,
        });
    },
  });
  const readTheirs = () => queryClient.fetchQuery({ ...queries.blueprint(saved?.id ?? ''), staleTime: 0 });
  useBlocker({
    shouldBlockFn: () => isDirty && !confirm('Leave without saving? What you changed is lost.'),
    enableBeforeUnload: () => isDirty,
  });
  return (
    <Page
      title={saved?.name ?? 'New Blueprint'}
      actions={
        <>
          {mayWrite && (
            <Button
              look="primary"
              disabled={!isDirty}
              isBusy={save.isPending}
              onClick={() => save.mutate({})}
            >
              Save
            </Button>
          )}
          {saved !== null && <Actions blueprint={saved} isDirty={isDirty} />}
        </>
      }
    >
      <div className="flex gap-2" role="status">
        {saved !== null && <Badge>{`version ${saved.version}`}</Badge>}
        {isDirty && <Badge tone="warn">not saved</Badge>}
      </div>
      <SaveError
        what="Blueprint"
        error={save.error}
        onMine={() => void readTheirs().then(({ version }) => save.mutate({ over: version }))}
        onTheirs={() =>
          void readTheirs().then((theirs) => {
            take(theirs);
            save.reset();
          })
        }
      />
      {schemas === undefined ? (
        <Unread what="the form" reading={form} />
      ) : (
        <>
          <SchemaForm
            schema={schemas.form}
            defs={schemas.defs}
            value={definition as unknown as Record<string, unknown>}
            onChange={(next) => edit(next as unknown as CreateBlueprint)}
            templated={TEMPLATED}
            templates={(definition.parameters ?? []).map(({ name }) => `{{ inputs.${name} }}`)}
          />
          <Section title="Inputs">
            <ParameterCards
              parameters={definition.parameters ?? []}
              schemas={{ defs: schemas.defs, parameter: schemas.parameter, kinds: [] }}
              problems={{}}
              onChange={(parameters) => edit({ ...definition, parameters })}
            />
          </Section>
        </>
      )}
      {saved !== null && (
        <Section title="Runs">
          <BlueprintRuns id={saved.id} />
        </Section>
      )}
    </Page>
  );
}

function SavedBlueprint({ id }: { id: string }) {
  const blueprint = useQuery(queries.blueprint(id));
  if (blueprint.data !== undefined) return <Editor saved={blueprint.data} />;
  return (
    <Page title="Blueprint">
      <Unread what="the Blueprint" reading={blueprint} />
    </Page>
  );
}

/** A saved Blueprint; a new one for the id `new`. */
export function BlueprintPage() {
  const { id } = route.useParams();
  return id === 'new' ? <Editor key="new" saved={null} /> : <SavedBlueprint key={id} id={id} />;
}
