import {
  LIVE_CLOSE,
  type LiveAction,
  LiveInput,
  type LiveMessage,
  type LiveState,
  MAX_UNSHOWN_PICTURES,
  Problem,
  type RunStatus,
  isTerminal,
  missingScope,
} from '@errand/contracts';
import { type LiveReport, type Principal, RUN_TRANSITIONS } from '@errand/contracts/internal';
import type { WebSocket } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { type Controller, pause, releaseControl, resume, takeControl } from '../lifecycle/control.ts';
import type { View } from './views.ts';

/** A watcher hears at least this often, so that both sides notice a broken connection; also how often tokens are renewed. */
const KEEP_ALIVE_MS = 15_000;

const ACTIONS = { pause, resume, take: takeControl, release: releaseControl } as const satisfies Record<
  LiveAction,
  typeof pause
>;

export interface WatchedRun {
  status: RunStatus;
  /** Whether an executor has it. */
  held: boolean;
  /** The member whose device executes the Run and who alone may use its browser; null: an executor of the service does. */
  device_owner: string | null;
  controlled_by: Controller | null;
  asked_person: string | null;
}

/** Null: no such Run in the workspace. */
export async function readWatchedRun(
  { pool }: Pick<Context, 'pool'>,
  workspaceId: string,
  runId: string,
): Promise<WatchedRun | null> {
  const { rows } = await pool.query<WatchedRun>({
    name: 'read-watched-run',
    text: `SELECT status, lease_owner IS NOT NULL AS held, CASE WHEN execution_target = 'local' THEN created_by END AS device_owner,
                  controlled_by, asked_person
           FROM runs WHERE id = $1 AND workspace_id = $2`,
    values: [runId, workspaceId],
  });
  return rows[0] ?? null;
}

function actionsFor(
  { status, held, device_owner: owner }: WatchedRun,
  { scopes, userId }: Principal,
): LiveAction[] {
  if (!scopes.includes('runs:write')) return [];
  const mayTake = held && (owner === null || owner === userId);
  const from = (transition: { from: readonly RunStatus[] }) => transition.from.includes(status);
  const { pause: pausing, resume: resuming, resumeInterrupted, takeControl: taking } = RUN_TRANSITIONS;
  return [
    ...(from(pausing) ? (['pause'] as const) : []),
    ...(from(resuming) || from(resumeInterrupted) ? (['resume'] as const) : []),
    ...(from(taking) && mayTake ? (['take'] as const) : []),
    ...(from(RUN_TRANSITIONS.releaseControl) ? (['release'] as const) : []),
  ];
}

/**
 * Shows a Run to one watcher until it ends or the socket closes, and takes what they do. No more than a few pictures are
 * sent ahead of what they have drawn; of those in between they get only the latest.
 */
export async function serveWatcher(
  context: Context,
  watcher: { runId: string; principal: Principal; hasToken: boolean },
  socket: WebSocket,
): Promise<void> {
  const { runId, principal } = watcher;
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, context.stopping]);
  let run: WatchedRun | null = null;
  const isController = () => run?.controlled_by?.userId === principal.userId;
  const send = (message: LiveMessage) => socket.send(JSON.stringify(message));

  let view: View | null = null;
  let sent = 0;
  const unshown: number[] = [];
  const sendPicture = () => {
    const picture = view?.picture ?? null;
    if (picture === null || picture.number <= sent || unshown.length >= MAX_UNSHOWN_PICTURES) return;
    sent = picture.number;
    unshown.push(sent);
    socket.send(picture.message);
  };

  let told = '';
  let toldAt = -Infinity;
  const sendState = () => {
    if (run === null) return;
    const ready = view?.standing.get('ready');
    const state: LiveState = {
      type: 'state',
      status: run.status,
      reason: run.asked_person,
      controller: run.controlled_by && { name: run.controlled_by.name, you: isController() },
      can: actionsFor(run, principal),
      ready: isController() && ready?.type === 'ready' && ready.ready,
      token: null,
    };
    const now = JSON.stringify(state);
    if (now === told && performance.now() - toldAt < KEEP_ALIVE_MS) return;
    [told, toldAt] = [now, performance.now()];
    const { workspaceId, userId, keyId } = principal;
    const token = watcher.hasToken ? context.liveTokens.issue({ runId, workspaceId, userId, keyId }) : null;
    send({ ...state, token });
  };
  const pass = (report: LiveReport | null) => {
    if (report === null) sendPicture();
    else if (report.type === 'ready') sendState();
    else if (isController() || (report.type !== 'copied' && report.type !== 'refused')) send(report);
  };

  const act = async (action: LiveAction) => {
    try {
      if (!principal.scopes.includes('runs:write')) throw missingScope('runs:write');
      await ACTIONS[action](context, principal, runId);
    } catch (error) {
      if (!(error instanceof Problem)) context.log.error({ err: error, runId }, 'control failed');
      const detail = error instanceof Problem ? error.message : 'That could not be done. Try again.';
      if (!signal.aborted) send({ type: 'refused', detail });
    }
  };
  const receive = (input: LiveInput): void => {
    if (input.type === 'control') void act(input.action);
    else if (input.type === 'shown') {
      const shown = unshown.filter((number) => number <= input.number);
      unshown.splice(0, shown.length);
      sendPicture();
    } else if (isController()) view?.order({ by: principal.userId, input });
    else if (input.type !== 'mouse') send({ type: 'refused', detail: 'Take control first.' });
  };
  socket.on('message', (data: Buffer) => {
    const { data: input } = LiveInput.safeParse(parseJson(data));
    if (input === undefined) socket.close(LIVE_CLOSE.invalid);
    else receive(input);
  });

  const undo = new DisposableStack();
  try {
    const watched = await context.liveViews.watch(runId);
    undo.defer(() => watched.leave());
    view = watched.view;
    undo.defer(view.listen(pass));
    for (;;) {
      const changed = context.watch.next(runId, KEEP_ALIVE_MS, signal);
      changed.catch(() => undefined);
      const isFirst = run === null;
      run = await readWatchedRun(context, principal.workspaceId, runId);
      sendState();
      if (run === null || isTerminal(run.status)) return socket.close(LIVE_CLOSE.ended);
      if (isFirst) {
        for (const report of watched.view.standing.values()) pass(report);
        sendPicture();
      }
      await changed;
    }
  } catch (error) {
    if (!signal.aborted) context.log.warn({ err: error, runId }, 'live view ended');
    socket.close(LIVE_CLOSE.lost);
  } finally {
    undo.dispose();
  }
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}
