import type { PastRun, WindowCommand, WindowState } from '@errand/contracts/device';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** An answer of the application that is not a success; the message is for people. */
export class WindowError extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.name = 'WindowError';
    this.status = status;
  }
}

async function call(path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(
    path,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ).catch(() => {
    throw new WindowError(0, 'Errand is not running on this machine. Start it: errand-desktop start');
  });
  if (response.status === 204) return null;
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  throw new WindowError(response.status, (answer as { detail?: string }).detail ?? response.statusText);
}

/** Spends the token in the address and removes it from there. Without one, an earlier session continues. */
export async function openSession(): Promise<void> {
  const token = location.hash.slice(1);
  if (token === '') return;
  history.replaceState(null, '', '/');
  await call('/api/session', { token }).catch(() => undefined);
}

const STATE = ['window', 'state'];

/** The state of the window; refreshed when the application reports a change. */
export function useWindowState() {
  const client = useQueryClient();
  const state = useQuery({ queryKey: STATE, queryFn: () => call('/api/state') as Promise<WindowState> });
  const isOpen = state.data !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const changes = new EventSource('/api/changes');
    const renew = () => void client.invalidateQueries({ queryKey: STATE });
    changes.addEventListener('message', renew);
    changes.addEventListener('error', renew);
    return () => changes.close();
  }, [client, isOpen]);
  return state;
}

/** Past Runs of this machine; read again when there is another newest Run. */
export function useHistory(newestRunId: string | undefined) {
  return useQuery({
    queryKey: ['window', 'history', newestRunId],
    queryFn: () => call('/api/history') as Promise<PastRun[]>,
  });
}

/** @throws {WindowError} when the application refuses the command, or does not run (status 0) */
export async function carryOut(command: WindowCommand): Promise<void> {
  await call('/api/commands', command);
}

/** The path of a picture of a Run on the server of this window. */
export function pictureUrl(runId: string, pictureId: string): string {
  return `/api/runs/${runId}/pictures/${pictureId}`;
}
