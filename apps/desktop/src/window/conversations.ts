import { type RunStatus, isTerminal } from '@errand/contracts';
import type { Conversation } from '@errand/contracts/device';
import { type ClaimedRun, type InternalRoute, executorRoutes } from '@errand/contracts/internal';
import type { ReportedEvent, RunOutcome } from '@errand/contracts/queue';
import type { InternalClient } from '@errand/service-kit';

export interface Conversations extends Pick<InternalClient, 'call'> {
  /** Newest first. */
  list(): readonly Conversation[];
  /** A picture of a Run; null when it is not kept. */
  picture(runId: string, id: string): { contentType: string; bytes: Uint8Array } | null;
  /** The Run has another status; null: it is no longer held, and unless its end is known, it was cancelled. */
  heard(runId: string, status: RunStatus | null): void;
}

const MAX_CONVERSATIONS = 10;
const MAX_EVENTS = 1_000;
const MAX_PICTURES = 30;

interface Kept {
  conversation: Conversation;
  /** Reported events of the attempt that are in the conversation already: a report may be sent twice. */
  known: number;
  bytes: Map<string, { contentType: string; bytes: Uint8Array }>;
}

interface Report {
  firstSeq: number;
  events: ReportedEvent[];
  outcome: RunOutcome | null;
}

interface Request {
  params: { run_id: string; artifact_id?: string };
  query?: { kind?: string; stepId?: string; contentType?: string };
  body?: unknown;
}

/**
 * What Runs do on this machine, for the person in front of it, learnt from the calls about them. Secrets of a Run were masked
 * where a call was made.
 * @param onChange called after each change
 */
export function createConversations(
  client: Pick<InternalClient, 'call'>,
  onChange: () => void,
): Conversations {
  const all = new Map<string, Kept>();

  const begin = ({ id, task }: ClaimedRun) => {
    const earlier = all.get(id);
    all.delete(id);
    const conversation = earlier?.conversation ?? {
      id,
      task,
      startedAt: new Date().toISOString(),
      status: 'running',
      question: null,
      summary: null,
      events: [],
      pictures: [],
    };
    conversation.status = 'running';
    all.set(id, { conversation, known: 0, bytes: earlier?.bytes ?? new Map() });
    const [oldest] = all.keys();
    if (all.size > MAX_CONVERSATIONS && oldest !== undefined) all.delete(oldest);
  };
  const setStatus = (conversation: Conversation, status: RunStatus) => {
    if (isTerminal(conversation.status)) return;
    conversation.status = status;
    if (status !== 'waiting_for_approval') conversation.question = null;
  };
  const applyReport = (kept: Kept, { firstSeq, events, outcome }: Report) => {
    const { conversation } = kept;
    const isNew = (_: ReportedEvent, index: number) => firstSeq + index > kept.known;
    for (const { at, type, step_id, message, data } of events.filter(isNew)) {
      const seq = (conversation.events.at(-1)?.seq ?? 0) + 1;
      conversation.events.push({ seq, at, type, step_id, message, data });
    }
    conversation.events = conversation.events.slice(-MAX_EVENTS);
    kept.known = Math.max(kept.known, firstSeq + events.length - 1);
    if (outcome !== null) {
      // It may be known to be no longer held before the report is answered.
      conversation.status = outcome.status;
      conversation.question = null;
      conversation.summary = outcome.summary;
    }
  };
  const keepPicture = (kept: Kept, { params, query = {}, body }: Request) => {
    const { artifact_id: id = '' } = params;
    if (query.kind !== 'screenshot' || kept.bytes.has(id)) return;
    const { pictures } = kept.conversation;
    pictures.push({ id, stepId: query.stepId ?? null });
    kept.bytes.set(id, { contentType: query.contentType ?? '', bytes: body as Uint8Array });
    for (const dropped of pictures.splice(0, pictures.length - MAX_PICTURES)) kept.bytes.delete(dropped.id);
  };
  const learn = (route: InternalRoute, request: Request, answer: unknown) => {
    if (route === executorRoutes.claim) begin(answer as ClaimedRun);
    const kept = all.get(request.params.run_id);
    if (kept === undefined) return;
    if (route === executorRoutes.heartbeat)
      setStatus(kept.conversation, (answer as { status: RunStatus }).status);
    else if (route === executorRoutes.requestApproval) {
      setStatus(kept.conversation, 'waiting_for_approval');
      kept.conversation.question = (request.body as { message: string }).message;
    } else if (route === executorRoutes.storeArtifact) keepPicture(kept, request);
    else if (route === executorRoutes.report)
      applyReport(kept, JSON.parse(new TextDecoder().decode(request.body as Uint8Array)) as Report);
    onChange();
  };

  const call = async (route: InternalRoute, given: object): Promise<unknown> => {
    const answer: unknown = await client.call(route, given);
    learn(route, given as Request, answer);
    return answer;
  };
  return {
    call: call as InternalClient['call'],
    list: () => [...all.values()].map(({ conversation }) => conversation).toReversed(),
    picture: (runId, id) => all.get(runId)?.bytes.get(id) ?? null,
    heard: (runId, status) => {
      const kept = all.get(runId);
      if (kept === undefined) return;
      setStatus(kept.conversation, status ?? 'cancelled');
      onChange();
    },
  };
}
