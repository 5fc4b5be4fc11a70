import type { Runbook } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Play, TestTubeDiagonal, Upload } from 'lucide-react';
import { useCallback, useState } from 'react';
import { errand } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { useMay } from '../api/rights.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { ErrorNote } from '../ui/notes.tsx';
import { useToast } from '../ui/toast.tsx';
import { StartDialog } from './start-dialog.tsx';
import { useAskedToRun } from './use-asked-to-run.ts';

/** Publish, run, dry run, delete: always the saved definition. */
export function RunbookActions({ runbook, isDirty }: { runbook: Runbook; isDirty: boolean }) {
  const [starting, setStarting] = useState<'run' | 'dry-run' | null>(null);
  const { data: revisions = [] } = useQuery(queries.revisions(runbook.id));
  const mayRun = useMay('runs:write');
  const mayWrite = useMay('runbooks:write');
  const queryClient = useQueryClient();
  const router = useRouter();
  const tell = useToast();
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['runbook', runbook.id] }),
      queryClient.invalidateQueries({ queryKey: ['runbooks'] }),
    ]);
  const publish = useMutation({
    mutationFn: () => errand.runbooks.publish(runbook.id, { expectedVersion: runbook.version }),
    onSuccess: () => tell(`Version ${runbook.version} is published.`),
    onSettled: renew,
  });
  const remove = async (): Promise<void> => {
    await errand.runbooks.delete(runbook.id);
    await queryClient.invalidateQueries({ queryKey: ['runbooks'] });
    await router.navigate({ to: '/runbooks' });
  };
  const [latest] = revisions;
  useAskedToRun(useCallback(() => setStarting('run'), []));
  const saveFirst = isDirty ? 'Save it first' : undefined;
  return (
    <>
      {mayRun && (
        <Button
          disabled={latest === undefined}
          title={latest === undefined ? 'Publish it first' : undefined}
          onClick={() => setStarting('run')}
        >
          <Play aria-hidden className="size-4" /> Run
        </Button>
      )}
      {mayRun && (
        <Button disabled={isDirty} title={saveFirst} onClick={() => setStarting('dry-run')}>
          <TestTubeDiagonal aria-hidden className="size-4" /> Dry run
        </Button>
      )}
      {mayWrite && (
        <Button
          disabled={isDirty || runbook.status === 'published'}
          title={saveFirst ?? (runbook.status === 'published' ? 'This version is published' : undefined)}
          isBusy={publish.isPending}
          onClick={() => publish.mutate()}
        >
          <Upload aria-hidden className="size-4" /> Publish
        </Button>
      )}
      {mayWrite && (
        <Confirm
          trigger="Delete"
          look="quiet"
          title={`Delete “${runbook.title}”?`}
          consequence="It is gone from the list. Its Runs and their revisions stay."
          act="Delete"
          onConfirm={remove}
        />
      )}
      {publish.error !== null && (
        <div className="w-full">
          <ErrorNote error={publish.error} />
        </div>
      )}
      {starting === 'run' && latest !== undefined && (
        <StartDialog
          title={`Run “${latest.title}”`}
          description={`Version ${latest.version}, which is the one that is published.`}
          act="Run"
          parameters={latest.parameters}
          start={(body) => errand.runbooks.run(runbook.id, body)}
          onClose={() => setStarting(null)}
        />
      )}
      {starting === 'dry-run' && (
        <StartDialog
          title={`Dry run of “${runbook.title}”`}
          description="Steps that only read act. The others are resolved and located, and do nothing."
          act="Dry run"
          parameters={runbook.parameters}
          start={(body) => errand.runbooks.dryRun(runbook.id, body)}
          onClose={() => setStarting(null)}
        />
      )}
    </>
  );
}
