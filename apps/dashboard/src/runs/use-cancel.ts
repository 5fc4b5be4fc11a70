import type { Run } from '@errand/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { errand } from '../api/client.ts';

/** The question before a Run is cancelled, and the cancellation. */
export function useCancel(): (run: Pick<Run, 'id' | 'task'>) => {
  title: string;
  consequence: string;
  act: string;
  onConfirm: () => Promise<void>;
} {
  const queryClient = useQueryClient();
  return ({ id, task }) => ({
    title: `Cancel “${task.slice(0, 80)}”?`,
    consequence: 'The Run stops at once. What it has already done on a site stays done.',
    act: 'Cancel the Run',
    onConfirm: async () => {
      await errand.runs.cancel(id);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['run', id] }),
        queryClient.invalidateQueries({ queryKey: ['runs'] }),
      ]);
    },
  });
}
