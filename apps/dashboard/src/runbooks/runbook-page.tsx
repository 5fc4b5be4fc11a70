import type { Runbook } from '@errand/sdk';
import { Tabs } from '@base-ui/react/tabs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { errand } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { useMay } from '../api/rights.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Loading, Note, Unread } from '../ui/notes.tsx';
import { Page, Section } from '../ui/page.tsx';
import { SaveError } from '../ui/save-error.tsx';
import { Badge } from '../ui/status.tsx';
import { useToast } from '../ui/toast.tsx';
import { type Definition, definitionOf } from './definition.ts';
import { ParameterCards } from './parameter-cards.tsx';
import { Revisions } from './revisions.tsx';
import { RunbookActions } from './runbook-actions.tsx';
import { StepCards } from './step-cards.tsx';
import { runbookSchemasQuery } from './step-schemas.ts';
import { useEdited } from './use-edited.ts';
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

function Editor({ saved: newest }: { saved: Runbook | null }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { base: saved, definition, edit, isChanged, take } = useEdited(newest, definitionOf);
  const primitives = useQuery(runbookSchemasQuery());
  const schemas = primitives.data;
  const mayWrite = useMay('runbooks:write');
  const validation = useValidation(definition, saved?.title ?? null);
  const isDirty = saved === null || isChanged;
  // A new one has no mistakes to show before it is edited.
  const isJudged = saved !== null || isChanged;
  const problems = isJudged ? validation.problems : {};
  const save = useSave(saved, (runbook) => {
    if (saved !== null) take(runbook);
    else
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
  const readTheirs = () => queryClient.fetchQuery({ ...queries.runbook(saved?.id ?? ''), staleTime: 0 });
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
      <SaveError
        what="Runbook"
        error={save.error}
        onMine={() => void readTheirs().then(({ version }) => save.mutate({ definition, over: version }))}
        onTheirs={() =>
          void readTheirs().then((theirs) => {
            take(theirs);
            save.reset();
          })
        }
      />
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
            onChange={({ target }) => edit({ ...definition, title: target.value })}
          />
          <Section title="Inputs">
            {schemas && (
              <ParameterCards
                parameters={definition.parameters}
                schemas={schemas}
                problems={problems}
                onChange={(parameters) => edit({ ...definition, parameters })}
              />
            )}
          </Section>
          <Section title="Steps">
            {schemas ? (
              <StepCards
                definition={definition}
                schemas={schemas}
                problems={problems}
                onChange={(steps) => edit({ ...definition, steps })}
              />
            ) : (
              <Unread what="the primitives" reading={primitives} />
            )}
          </Section>
        </div>
        <Beside definition={definition} saved={saved} onChange={edit} />
      </div>
    </Page>
  );
}

function SavedRunbook({ id }: { id: string }) {
  const runbook = useQuery(queries.runbook(id));
  if (runbook.data !== undefined) return <Editor saved={runbook.data} />;
  return (
    <Page title="Runbook">
      <Unread what="the Runbook" reading={runbook} />
    </Page>
  );
}

/** A saved Runbook; a new one for the id `new`; a draft that a Run healed when the address names that Run. */
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
