import type { Run } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { type ReactNode, useState } from 'react';
import { queries } from '../api/queries.ts';
import { useMay } from '../api/rights.ts';
import { isOver } from '../runs/status.ts';
import { useCancel } from '../runs/use-cancel.ts';
import { ConfirmDialog } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DESTINATIONS } from './destinations.ts';

const ITEM =
  'flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-2 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent';

/** Goes to pages, Runs, Runbooks and Blueprints by a few letters of their names, runs them and cancels Runs. */
export function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { data: runbooks = [] } = useQuery(queries.runbooks());
  const { data: blueprints = [] } = useQuery(queries.blueprints());
  const { data: runs } = useQuery(queries.newestRuns({}));
  const mayRun = useMay('runs:write');
  const cancellationOf = useCancel();
  const [cancelled, setCancelled] = useState<Run | null>(null);
  const command = (key: string, name: string, onSelect: () => void, more?: ReactNode): ReactNode => (
    <Command.Item key={key} value={`${name} ${key}`} className={ITEM} onSelect={onSelect}>
      <span className="min-w-0 truncate">{name}</span>
      {more}
    </Command.Item>
  );
  const item = (key: string, name: string, go: () => Promise<void>, more?: ReactNode): ReactNode =>
    command(
      key,
      name,
      () => {
        onClose();
        void go();
      },
      more,
    );
  const toRun = async (): Promise<void> => {
    await router.navigate({ to: '/runs' });
    requestAnimationFrame(() => document.getElementById('new-task')?.focus());
  };
  if (cancelled !== null) return <ConfirmDialog onClose={onClose} {...cancellationOf(cancelled)} />;
  return (
    <Dialog isOpen onClose={onClose} title="Go to" isWide>
      <Command
        label="Go to"
        className="flex flex-col gap-2 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
      >
        <Command.Input
          autoFocus
          placeholder="A page, a Run, a Runbook …"
          className="w-full rounded-md border border-edge bg-canvas px-3 py-2"
        />
        <Command.List className="max-h-[50dvh] overflow-y-auto" tabIndex={0}>
          <Command.Empty className="p-3 text-sm text-muted">Nothing matches.</Command.Empty>
          <Command.Group heading="Do">
            {item('new-run', 'New Run', toRun)}
            {item('new-key', 'New API key', () =>
              router.navigate({ to: '/api-keys', search: { new: true } }),
            )}
            {item('new-runbook', 'New Runbook', () =>
              router.navigate({ to: '/runbooks/$id', params: { id: 'new' } }),
            )}
            {mayRun &&
              runbooks.map(({ id, title }) =>
                item(`run-${id}`, `Run Runbook “${title}”`, () =>
                  router.navigate({ to: '/runbooks/$id', params: { id }, search: { run: true } }),
                ),
              )}
            {mayRun &&
              blueprints.map(({ id, name }) =>
                item(`run-${id}`, `Run Blueprint “${name}”`, () =>
                  router.navigate({ to: '/blueprints/$id', params: { id }, search: { run: true } }),
                ),
              )}
            {mayRun &&
              (runs?.data ?? [])
                .filter((run) => !isOver(run))
                .map((run) => command(`cancel-${run.id}`, `Cancel “${run.task}”`, () => setCancelled(run)))}
          </Command.Group>
          <Command.Group heading="Pages">
            {DESTINATIONS.map(({ to, name, letter }) =>
              item(
                to,
                name,
                () => router.navigate({ to }),
                <kbd className="ml-auto text-xs text-muted">g {letter}</kbd>,
              ),
            )}
          </Command.Group>
          <Command.Group heading="Runs">
            {(runs?.data ?? [])
              .slice(0, 20)
              .map(({ id, task }) =>
                item(id, task, () => router.navigate({ to: '/runs/$id', params: { id } })),
              )}
          </Command.Group>
          <Command.Group heading="Runbooks">
            {runbooks.map(({ id, title }) =>
              item(id, title, () => router.navigate({ to: '/runbooks/$id', params: { id } })),
            )}
          </Command.Group>
          <Command.Group heading="Blueprints">
            {blueprints.map(({ id, name }) =>
              item(id, name, () => router.navigate({ to: '/blueprints/$id', params: { id } })),
            )}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}
