import { type Runbook, ConflictError } from '@errand/sdk';
import { Tabs } from '@base-ui/react/tabs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { errand } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { useMay } from '../api/rights.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNote, ErrorState, Loading, Note } from '../ui/notes.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Badge } from '../ui/status.tsx';
import { useToast } from '../ui/toast.tsx';
import { type Definition, definitionOf, NEW_RUNBOOK, printed } from './definition.ts';
import { ParameterCards } from './parameter-cards.tsx';
import { Revisions } from './revisions.tsx';
import { RunbookActions } from './runbook-actions.tsx';
import { StepCards } from './step-cards.tsx';
import { runbookSchemasQuery } from './step-schemas.ts';
import { useValidation } from './use-validation.ts';

const JsonEditor = lazy(() =>
  import('./json-editor.tsx').then(({ JsonEditor: component }) => ({ default: component })),
);
const TypeScriptView = lazy(() =>
  import('./typescript-view.tsx').then(({ TypeScriptView: component }) => ({ default: component })),
);
const HealedDraft = lazy(() =>
  import('./healed-draft.tsx').then(({ HealedDraft: component }) => ({ default: component })),
);
const route = getRouteApi('/shell/runbooks/$id');
const TAB =
  '-mb-px border-b-2 border-transparent px-3 py-1.5 text-sm text-muted hover:text-text data-[active]:border-accent data-[active]:font-medium data-[active]:text-text';

/** Saves the edited definition, as a new Runbook or over the version that was read. */
function useSave(saved: Runbook | null, onSaved: (runbook: Runbook) => void) {
  const queryClient = useQueryClient();
  const tell = useToast();
  return useMutation({
    mutationFn: ({ definition, over = saved?.version ?? 0 }: { definition: Definition; over?: number }) =>
      saved === null
        ? errand.runbooks.create({ schemaVersion: 3, ...definition })
        : errand.runbooks.update(saved.id, { expectedVersion: over, ...definition }),
    onSuccess: (runbook) => {
      queryClient.setQueryData(queries.runbook(runbook.id).queryKey, runbook);
      void queryClient.invalidateQueries({ queryKey: ['runbooks'] });
      tell(`Saved as version ${runbook.version}.`);
      onSaved(runbook);
    },
  });
}

function Beside({
  definition,
  saved,
  onChange,
}: {
  definition: Definition;
  saved: Runbook | null;
  onChange: (definition: Definition) => void;
}) {
  const tabs: (readonly [string, ReactNode])[] = [
    ['JSON', <JsonEditor key="json" definition={definition} onChange={onChange} />],
    ['TypeScript', <TypeScriptView key="typescript" definition={definition} />],
    ...(saved === null
      ? []
      : [['Revisions', <Revisions key="revisions" runbookId={saved.id} definition={definition} />] as const]),
  ];
  return (
    <Tabs.Root defaultValue="JSON" className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-5">
      <Tabs.List aria-label="Beside the steps" className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(([name]) => (
          <Tabs.Tab key={name} value={name} className={TAB}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(([name, content]) => (
        <Tabs.Panel key={name} value={name}>
          <Suspense fallback={<Loading what={name} />}>{content}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function Conflict({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <Note tone="warn" role="alert">
      <p>Somebody else changed this Runbook while you edited it. Nothing of yours is lost.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onMine}>Save mine over theirs</Button>
        <Button onClick={onTheirs}>Take theirs and drop mine</Button>
      </div>
    </Note>
  );
}

function Editor({ saved }: { saved: Runbook | null }) {
  const router = useRouter();
  const [definition, setDefinition] = useState<Definition>(() =>
    saved === null ? NEW_RUNBOOK : definitionOf(saved),
  );
  const { data: schemas } = useQuery(runbookSchemasQuery());
  const mayWrite = useMay('runbooks:write');
  const validation = useValidation(definition, saved?.title ?? null);
  const isDirty = saved === null || printed(definitionOf(saved)) !== printed(definition);
  const isChanged = saved === null ? definition !== NEW_RUNBOOK : isDirty;
  // Nobody has done anything wrong yet in a new one.
  const isJudged = saved !== null || isChanged;
  const problems = isJudged ? validation.problems : {};
  const save = useSave(saved, (runbook) => {
    setDefinition(definitionOf(runbook));
    if (saved === null)
      void router.navigate({
        to: '/runbooks/$id',
        params: { id: runbook.id },
        replace: true,
        ignoreBlocker: true,
      });
  });
  useBlocker({
    shouldBlockFn: () => isChanged && !confirm('Leave without saving? What you changed is lost.'),
    enableBeforeUnload: () => isChanged,
  });
  const current = async (): Promise<Runbook> => errand.runbooks.get(saved?.id ?? '');
  const isStale =
    save.error instanceof ConflictError && saved !== null && /version/i.test(save.error.detail ?? '');
  const general = Object.entries(problems).filter(([path]) => !/^(?:title$|steps\[|parameters\[)/.test(path));
  const count = Object.keys(problems).length;
  return (
    <Page
      isWide
      title={saved?.title ?? 'New Runbook'}
      actions={
        <>
          {mayWrite && (
            <Button
              look="primary"
              isBusy={save.isPending}
              disabled={!isDirty}
              onClick={() => save.mutate({ definition })}
            >
              Save
            </Button>
          )}
          {saved !== null && <RunbookActions runbook={saved} isDirty={isDirty} />}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2" role="status">
        {saved !== null && (
          <Badge tone={saved.status === 'published' ? 'good' : 'plain'}>{saved.status}</Badge>
        )}
        {saved !== null && <Badge>{`version ${saved.version}`}</Badge>}
        {isDirty && <Badge tone="warn">not saved</Badge>}
        {isJudged &&
          (count === 0 ? (
            <Badge tone="good">no problems</Badge>
          ) : (
            <Badge tone="bad">{count === 1 ? '1 problem' : `${count} problems`}</Badge>
          ))}
      </div>
      {isStale ? (
        <Conflict
          onMine={() => void current().then(({ version }) => save.mutate({ definition, over: version }))}
          onTheirs={() => location.reload()}
        />
      ) : (
        <ErrorNote error={save.error} />
      )}
      {general.map(([path, message]) => (
        <Note key={path} tone="bad">
          {path === '' ? message : `${path}: ${message}`}
        </Note>
      ))}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <TextField
            label="Title"
            autoFocus={saved === null}
            value={definition.title}
            maxLength={120}
            problem={problems['title']}
            onChange={({ target }) => setDefinition({ ...definition, title: target.value })}
          />
          <Section title="Inputs">
            {schemas && (
              <ParameterCards
                parameters={definition.parameters}
                schemas={schemas}
                problems={problems}
                onChange={(parameters) => setDefinition({ ...definition, parameters })}
              />
            )}
          </Section>
          <Section title="Steps">
            {schemas ? (
              <StepCards
                definition={definition}
                schemas={schemas}
                problems={problems}
                onChange={(steps) => setDefinition({ ...definition, steps })}
              />
            ) : (
              <Loading what="the primitives" />
            )}
          </Section>
        </div>
        <Beside definition={definition} saved={saved} onChange={setDefinition} />
      </div>
    </Page>
  );
}

function SavedRunbook({ id }: { id: string }) {
  const runbook = useQuery(queries.runbook(id));
  if (runbook.data !== undefined) return <Editor saved={runbook.data} />;
  if (runbook.error !== null)
    return (
      <Page title="Runbook">
        <ErrorState error={runbook.error} onRetry={() => void runbook.refetch()} />
      </Page>
    );
  return <Loading what="the Runbook" />;
}

export function RunbookPage() {
  const { id } = route.useParams();
  const { healed } = route.useSearch();
  if (healed !== undefined)
    return (
      <Suspense fallback={<Loading what="the healed draft" />}>
        <HealedDraft key={id} draftId={id} runId={healed} />
      </Suspense>
    );
  return id === 'new' ? <Editor key="new" saved={null} /> : <SavedRunbook key={id} id={id} />;
}
