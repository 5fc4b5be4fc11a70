import type { Decision } from '@errand/contracts';
import type {
  ApprovalRequest,
  EmittedEvent,
  Host,
  EffectIntent,
  StepError,
  StoredFile,
} from '../src/host.ts';

export interface Recorder extends Host {
  readonly events: EmittedEvent[];
  readonly intents: EffectIntent[];
  readonly files: Map<string, StoredFile & { kind: string; stepId: string | null }>;
  readonly asked: ApprovalRequest[];
  readonly stop: AbortController;
  /** What people decide; approves by default. */
  answer: (request: ApprovalRequest) => Promise<Decision>;
  /** Why files are not admitted; null: they are. */
  refusal: ((artifactId: string) => StepError) | null;
  ofType(type: EmittedEvent['type']): EmittedEvent[];
}

/** A host that keeps in memory what the engine tells it. */
export function createRecorder(): Recorder {
  const stop = new AbortController();
  const recorder: Recorder = {
    events: [],
    intents: [],
    files: new Map(),
    asked: [],
    stop,
    signal: stop.signal,
    refusal: null,
    answer: async () => ({ decision: 'approve' }),
    emit: (event) => void recorder.events.push(event),
    declareIntent: async (intent) => void recorder.intents.push(intent),
    store: (file) => {
      const id = `artifact-${recorder.files.size + 1}`;
      recorder.files.set(id, file);
      return id;
    },
    stored: async (id) => {
      if (recorder.refusal !== null) throw recorder.refusal(id);
    },
    load: async (file) => {
      const stored = recorder.files.get('fileId' in file ? file.fileId : file.artifactId);
      if (stored === undefined) throw new Error('no such file');
      return stored;
    },
    requestDecision: (request) => {
      recorder.asked.push(request);
      return recorder.answer(request);
    },
    ofType: (type) => recorder.events.filter((event) => event.type === type),
  };
  return recorder;
}

/** The types of events, each with the step that it is about. */
export function typesOf(events: readonly Pick<EmittedEvent, 'type' | 'stepId'>[]): string[] {
  return events.map(({ type, stepId }) => (stepId === null ? type : `${type} ${stepId}`));
}
