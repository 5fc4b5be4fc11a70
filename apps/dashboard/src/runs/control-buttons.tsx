import type { RunDetails } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Hand, Pause, Play, Undo2 } from 'lucide-react';
import { errand } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/notes.tsx';

const ACTS = {
  pause: ['Pause', Pause, (id: string) => errand.blueprintRuns.pause(id)],
  resume: ['Resume', Play, (id: string) => errand.blueprintRuns.resume(id)],
  take: ['Take control', Hand, (id: string) => errand.blueprintRuns.takeControl(id)],
  release: ['Give back', Undo2, (id: string) => errand.blueprintRuns.releaseControl(id)],
} as const;
type Act = keyof typeof ACTS;

const POSSIBLE: Readonly<Record<string, readonly Act[]>> = {
  running: ['pause', 'take'],
  paused: ['resume', 'take'],
  user_controlling: ['release'],
  interrupted: ['resume'],
};

/** Pause, resume, take control and give back, as far as the Run's status allows. On a device, its owner acts there. */
export function ControlButtons({ run }: { run: RunDetails }) {
  const queryClient = useQueryClient();
  const control = useMutation({
    mutationFn: (act: Act) => ACTS[act][2](run.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['run', run.id] }),
  });
  if (run.blueprint_id === null) return null;
  const acts = (POSSIBLE[run.status] ?? []).filter(
    (act) => act !== 'take' || run.executionTarget === 'cloud',
  );
  return (
    <>
      {acts.map((act) => {
        const [word, Icon] = ACTS[act];
        return (
          <Button
            key={act}
            isBusy={control.isPending && control.variables === act}
            onClick={() => control.mutate(act)}
          >
            <Icon aria-hidden className="size-4" /> {word}
          </Button>
        );
      })}
      {control.error !== null && (
        <div className="w-full">
          <ErrorNote error={control.error} />
        </div>
      )}
    </>
  );
}
