import type { WindowState } from '@errand/contracts/device';
import { useMutation } from '@tanstack/react-query';
import { AppWindow, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorNote, ErrorState, Loading, Note } from '../ui/notes.tsx';
import { Page } from '../ui/page.tsx';
import { Badge } from '../ui/status.tsx';
import { Toggle } from '../ui/toggle.tsx';
import { carryOut, useWindowState } from './api.ts';
import { ConversationView } from './conversation-view.tsx';
import { History } from './history.tsx';
import { Permissions } from './permissions.tsx';

const VIEWS = [
  ['now', 'Now'],
  ['history', 'History'],
  ['permissions', 'Permissions'],
] as const;
type View = (typeof VIEWS)[number][0];

function Presence({ state: { connected, paused, locked } }: { state: WindowState }) {
  if (!connected) return <Badge tone="bad">not connected</Badge>;
  if (paused) return <Badge tone="warn">paused</Badge>;
  if (locked === true) return <Badge tone="warn">locked</Badge>;
  return <Badge tone="good">ready</Badge>;
}

function Actions({ state }: { state: WindowState }) {
  const command = useMutation({ mutationFn: carryOut });
  return (
    <>
      <Presence state={state} />
      <Button
        isBusy={command.isPending}
        onClick={() => command.mutate({ command: state.paused ? 'resume' : 'pause' })}
      >
        {state.paused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
        {state.paused ? 'Take Runs again' : 'Take no new Runs'}
      </Button>
      <Button isBusy={command.isPending} onClick={() => command.mutate({ command: 'open' })}>
        <AppWindow aria-hidden className="size-4" />
        Sign in to sites
      </Button>
      <ErrorNote error={command.error} />
    </>
  );
}

function Now({ state }: { state: WindowState }) {
  const [newest, ...earlier] = state.conversations;
  if (newest === undefined)
    return (
      <EmptyState title="Nothing has been done here yet">
        <p>Runs that are created for your own machine open here, each as a conversation.</p>
      </EmptyState>
    );
  const { baseUrl } = state.device;
  return (
    <>
      <ConversationView conversation={newest} baseUrl={baseUrl} />
      {earlier.map((conversation) => (
        <ConversationView key={conversation.id} conversation={conversation} baseUrl={baseUrl} isFolded />
      ))}
    </>
  );
}

/** The window of a paired machine: current Runs, past Runs, and their rights. */
export function WindowPage() {
  const [view, setView] = useState<View>('now');
  const { data: state, error, refetch } = useWindowState();
  if (state === undefined)
    return (
      <main>
        {error === null ? (
          <Loading what="the Runs of this machine" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </main>
    );
  const { device, conversations } = state;
  return (
    <main className="mx-auto max-w-5xl">
      <Page title={device.name} actions={<Actions state={state} />}>
        {error !== null && <ErrorNote error={error} />}
        {!state.connected && error === null && (
          <Note tone="warn" role="status">
            {`${device.baseUrl} cannot be reached. No new Run begins; a Run in hand goes on for a minute at most.`}
          </Note>
        )}
        <Toggle label="View" options={VIEWS} value={view} onChange={setView} />
        {view === 'now' && <Now state={state} />}
        {view === 'history' && <History baseUrl={device.baseUrl} newestRunId={conversations[0]?.id} />}
        {view === 'permissions' && <Permissions state={state} />}
      </Page>
    </main>
  );
}
