import type { RunDetails } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { BookPlus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { errand } from '../api/client.ts';
import { useMay } from '../api/rights.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/notes.tsx';
import { ControlButtons } from './control-buttons.tsx';
import { type SecretRow, SecretRows, secretsOf } from './secret-rows.tsx';
import { isOver } from './status.ts';
import { useCancel } from './use-cancel.ts';

function secretNamesOf(run: RunDetails): string[] {
  const inTask = [...run.task.matchAll(/\{\{\s*secrets\.(\w+)/g)].map(([, name = '']) => name);
  const inInputs = Object.entries(run.inputs)
    .filter(([, value]) => value === '[secret]')
    .map(([name]) => name);
  return [...new Set([...inTask, ...inInputs])];
}

/** Secrets are deleted with their Run, so they are asked for again. */
function RerunDialog({ run, onClose }: { run: RunDetails; onClose: () => void }) {
  const [rows, setRows] = useState<SecretRow[]>(() =>
    secretNamesOf(run).map((name, id) => ({ id, name, value: '' })),
  );
  const router = useRouter();
  const rerun = useMutation({
    mutationFn: () =>
      errand.runs.rerun(
        run.id,
        run.workflow === null ? { secrets: secretsOf(rows) } : { inputs: secretsOf(rows) },
      ),
    onSuccess: async ({ id }) => {
      onClose();
      await router.navigate({ to: '/runs/$id', params: { id } });
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Run again"
      description="The secrets of a Run are deleted when it ends. Give them again."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          rerun.mutate();
        }}
      >
        <SecretRows rows={rows} onChange={setRows} />
        <ErrorNote error={rerun.error} />
        <Button type="submit" look="primary" isBusy={rerun.isPending}>
          Run again
        </Button>
      </form>
    </Dialog>
  );
}

function Rerun({ run, onError }: { run: RunDetails; onError: (error: unknown) => void }) {
  const [isAsking, setAsking] = useState(false);
  const router = useRouter();
  const rerun = useMutation({
    mutationFn: () => errand.runs.rerun(run.id, {}),
    onSuccess: ({ id }) => router.navigate({ to: '/runs/$id', params: { id } }),
    onError,
  });
  const needsSecrets = secretNamesOf(run).length > 0;
  return (
    <>
      <Button isBusy={rerun.isPending} onClick={() => (needsSecrets ? setAsking(true) : rerun.mutate())}>
        <RotateCcw aria-hidden className="size-4" /> Run again
      </Button>
      {isAsking && <RerunDialog run={run} onClose={() => setAsking(false)} />}
    </>
  );
}

/** A person's actions for a Run, by its status. */
export function RunActions({ run }: { run: RunDetails }) {
  const [error, setError] = useState<unknown>(null);
  const router = useRouter();
  const make = useMutation({
    mutationFn: () => errand.runs.toRunbook(run.id),
    onSuccess: ({ id }) => router.navigate({ to: '/runbooks/$id', params: { id } }),
    onError: setError,
  });
  const cancellationOf = useCancel();
  const mayRun = useMay('runs:write');
  const mayWrite = useMay('runbooks:write');
  const isAdHoc = run.workflow === null && run.blueprint_id === null;
  return (
    <>
      {mayRun && <ControlButtons run={run} />}
      {mayRun && isOver(run) && <Rerun run={run} onError={setError} />}
      {mayWrite && run.status === 'completed' && isAdHoc && (
        <Button isBusy={make.isPending} onClick={() => make.mutate()}>
          <BookPlus aria-hidden className="size-4" /> Make a Runbook of it
        </Button>
      )}
      {mayRun && !isOver(run) && <Confirm trigger="Cancel" look="risky" {...cancellationOf(run)} />}
      {error !== null && (
        <div className="w-full">
          <ErrorNote error={error} />
        </div>
      )}
    </>
  );
}
