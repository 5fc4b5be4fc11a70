import { EventEmitter } from 'node:events';
import { IS_OPEN, type LiveOrder, LiveReport } from '@errand/contracts/internal';
import { signals } from '@errand/contracts/queue';
import type { Logger, WebSocket } from '@errand/service-kit';
import type { Signals } from '@errand/service-kit/queue';
import type { Pool } from 'pg';

/** The latest picture of a Run, in the form in which watchers get it. */
export interface Picture {
  /** Counts the pictures of a view, from 1. */
  number: number;
  message: Buffer;
}

/** The browser of a Run with watchers at this process. */
export interface View {
  /** Null if there is none yet, or if it would show a secret. */
  readonly picture: Picture | null;
  /** The last report of each kind that still holds. */
  readonly standing: ReadonlyMap<LiveReport['type'], LiveReport>;
  /** Calls `listener` with each report, or with null when the picture has changed. The result stops that. */
  listen(listener: (report: LiveReport | null) => void): () => void;
  /** Passes a person's input on. */
  order(order: LiveOrder): void;
}

interface Watched {
  view: View;
  leave: () => void;
}

/** The Runs that are watched at this process; executors report them here only while someone watches. */
export interface LiveViews {
  /** Has the executor of a Run asked for its pictures. Rejects when the database is unavailable. */
  watch(runId: string): Promise<Watched>;
  /** Takes the reports of the executor that holds the Run with `attempt`, for as long as `isHeld`. */
  link(runId: string, attempt: number, socket: WebSocket, isHeld: () => Promise<boolean>): void;
  stop(): void;
}

const ANNOUNCE_INTERVAL_MS = 2_000;
const ANNOUNCED_FOR = `interval '6 s'`;

/** Executors read the addresses in the answers to their heartbeats. */
const ANNOUNCE = `
  UPDATE runs
  SET watch_addresses = CASE WHEN watched_until > now()
        THEN ARRAY(SELECT DISTINCT unnest(watch_addresses || $2::text)) ELSE ARRAY[$2::text] END,
      watched_until = now() + ${ANNOUNCED_FOR}
  WHERE id = ANY($1::uuid[]) AND ${IS_OPEN}`;

/** Tells the device that holds the Run of the next watcher as of the first. */
const WITHDRAW = `UPDATE runs SET watch_addresses = array_remove(watch_addresses, $2) WHERE id = $1 AND ${IS_OPEN}`;

/** No longer watched, or not by this executor: it connects again when a heartbeat says so. */
const NOT_WATCHED = 1000;
/** Reports that say something once; all others hold until the next of their kind. */
const PASSING: ReadonlySet<LiveReport['type']> = new Set(['copied', 'refused']);

interface Link {
  attempt: number;
  socket: WebSocket;
  isHeld: () => Promise<boolean>;
}

interface OpenView extends View {
  picture: Picture | null;
  standing: Map<LiveReport['type'], LiveReport>;
  watchers: number;
  pictures: number;
  link: Link | null;
  changed: EventEmitter<{ report: [LiveReport | null] }>;
}

function openView(): OpenView {
  const changed = new EventEmitter<{ report: [LiveReport | null] }>();
  changed.setMaxListeners(0);
  const view: OpenView = {
    picture: null,
    standing: new Map(),
    watchers: 0,
    pictures: 0,
    link: null,
    changed,
    listen: (listener) => {
      changed.on('report', listener);
      return () => changed.off('report', listener);
    },
    order: (order) => view.link?.socket.send(JSON.stringify(order)),
  };
  return view;
}

function report(view: OpenView, received: LiveReport): void {
  if (received.type === 'withheld') view.picture = null;
  if (!PASSING.has(received.type)) view.standing.set(received.type, received);
  view.changed.emit('report', received);
}

/** Each executor numbers its own pictures; a view continues counting when another executor takes over the Run. */
function show(view: OpenView, message: Buffer): void {
  view.pictures += 1;
  message.writeUInt32BE(view.pictures, PICTURE_NUMBER_AT);
  view.picture = { number: view.pictures, message };
  view.standing.delete('withheld');
  view.changed.emit('report', null);
}
/** As `PictureHead` says. */
const PICTURE_NUMBER_AT = 4;

/** @param address where executors reach this process */
export function createLiveViews(parts: {
  pool: Pool;
  signals: Signals;
  log: Logger;
  address: () => string;
  /** Someone watches a Run that no one watched here. */
  onWatched: (runId: string) => void;
}): LiveViews {
  const { pool, log } = parts;
  const views = new Map<string, OpenView>();

  const announce = async (runIds: readonly string[]): Promise<void> => {
    if (runIds.length === 0) return;
    await pool.query({ name: 'announce-views', text: ANNOUNCE, values: [runIds, parts.address()] });
  };
  const cutLost = async ({ link }: OpenView): Promise<void> => {
    if (link !== null && !(await link.isHeld())) link.socket.close(NOT_WATCHED);
  };
  const refresh = () => Promise.all([announce([...views.keys()]), ...[...views.values()].map(cutLost)]);
  const refreshing = setInterval(() => {
    refresh().catch((error: unknown) => log.warn({ err: error }, 'announcing live views failed'));
  }, ANNOUNCE_INTERVAL_MS).unref();

  const leave = (runId: string, view: OpenView): void => {
    view.watchers -= 1;
    if (view.watchers > 0) return;
    views.delete(runId);
    view.link?.socket.close(NOT_WATCHED);
    pool
      .query({ name: 'withdraw-view', text: WITHDRAW, values: [runId, parts.address()] })
      .catch((error: unknown) => log.debug({ err: error, runId }, 'withdrawing a live view failed'));
  };

  return {
    watch: async (runId) => {
      const view = views.get(runId) ?? openView();
      view.watchers += 1;
      views.set(runId, view);
      let hasLeft = false;
      const watched = {
        view,
        leave: () => {
          if (!hasLeft) leave(runId, view);
          hasLeft = true;
        },
      };
      if (view.watchers > 1) return watched;
      try {
        await announce([runId]);
      } catch (error) {
        watched.leave();
        throw error;
      }
      parts.onWatched(runId);
      await parts.signals.publish(signals.control(runId)).catch(() => undefined);
      return watched;
    },
    link: (runId, attempt, socket, isHeld) => {
      const view = views.get(runId);
      if (view === undefined || (view.link !== null && view.link.attempt > attempt))
        return socket.close(NOT_WATCHED);
      view.link?.socket.close(NOT_WATCHED);
      const link: Link = { attempt, socket, isHeld };
      view.link = link;
      socket.on('message', (data: Buffer, isBinary) => {
        if (view.link !== link) return;
        try {
          if (isBinary) show(view, data);
          else report(view, LiveReport.parse(JSON.parse(data.toString('utf8'))));
        } catch (error) {
          log.warn({ err: error, runId }, 'live report rejected');
        }
      });
      socket.on('close', () => {
        if (view.link !== link) return;
        view.link = null;
        view.standing.clear();
        report(view, { type: 'ready', ready: false });
      });
    },
    stop: () => clearInterval(refreshing),
  };
}
