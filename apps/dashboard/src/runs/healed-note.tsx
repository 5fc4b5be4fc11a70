import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { errand } from '../api/client.ts';
import { useMay } from '../api/rights.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote, Note } from '../ui/notes.tsx';

/** Says that steps of a Runbook no longer fit their page, and leads to the draft in which they do. */
export function HealedNote({ runId, healed }: { runId: string; healed: readonly string[] }) {
  const router = useRouter();
  const mayWrite = useMay('runbooks:write');
  const propose = useMutation({
    // Asked for twice, it is the same draft.
    mutationFn: () => errand.runs.toRunbook(runId, { idempotencyKey: `healed-${runId}` }),
    onSuccess: ({ id }) =>
      router.navigate({ to: '/runbooks/$id', params: { id }, search: { healed: runId } }),
  });
  if (healed.length === 0) return null;
  return (
    <Note
      tone="info"
      action={
        mayWrite && (
          <Button isBusy={propose.isPending} onClick={() => propose.mutate()}>
            Compare with the Runbook
          </Button>
        )
      }
    >
      {healed.length === 1 ? `The step “${healed[0]}” was` : `${healed.length} steps were`} healed: the page
      has changed, and another element was found for what the Runbook names.
      <ErrorNote error={propose.error} />
    </Note>
  );
}
