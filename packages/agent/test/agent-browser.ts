import type { RunOutcome } from '@errand/contracts/queue';
import { executeAgentTask, type AgentTaskExecution } from '../src/loop/execute-agent-task.ts';
import {
  createModelClient,
  defaultModelSettings,
  type ModelClient,
  type ModelSettings,
} from '../src/models/index.ts';
import { openPool } from '@errand/step-engine/testing/browser.ts';
import {
  startModelServer,
  type Asked,
  type ModelProvider,
  type Script,
  type Reply,
} from '@errand/scripted-models';
import { createRecorder, type Recorder } from '@errand/browser-runtime/testing/recorder.ts';

export interface Told {
  outcome: RunOutcome;
  host: Recorder;
  /** What the model was asked during this Run. */
  asked: readonly Asked[];
  model: ModelClient;
}

export interface Trial extends Partial<
  Pick<
    AgentTaskExecution,
    'secrets' | 'applicationScope' | 'maxSteps' | 'outputSchema' | 'earlier' | 'desktop'
  >
> {
  host?: Recorder;
  settings?: Partial<ModelSettings>;
  scoped?: boolean;
  /** Opens the browser only when it is used. */
  lazy?: boolean;
}

/** A browser pool and a scripted model, with Runs that use both. */
export async function openAgentBrowser(provider: ModelProvider = 'anthropic') {
  const pool = openPool();
  await pool.start();
  const model = await startModelServer(provider);
  const createClient = (settings: Partial<ModelSettings> = {}) =>
    createModelClient({
      ...defaultModelSettings,
      provider,
      model: 'scripted',
      apiKey: 'none',
      baseUrl: model.url,
      vision: false,
      retries: 0,
      ...settings,
    });
  return {
    pool,
    model,
    createClient,
    run: async (task: string, script: Script, trial: Trial = {}): Promise<Told> => {
      const { host = createRecorder(), settings, scoped = false, lazy = false, ...options } = trial;
      const before = model.asked.length;
      model.script = (asked) => script({ ...asked, turn: asked.turn - before });
      const client = createClient(settings);
      const outcome = await pool.withContext({ host, scoped, lazy }, (surface) =>
        executeAgentTask({
          task,
          surface,
          host,
          model: client,
          limits: { stepTimeoutMs: 60_000, screenshots: false },
          ...options,
        }),
      );
      return { outcome, host, model: client, asked: model.asked.slice(before) };
    },
    close: async () => {
      await model.close();
      await pool.close();
    },
  };
}

/** The ref that the model was last shown for a line that begins with `what`, such as `button "Pay"`. */
export function refOf({ text }: Asked, what: string): string {
  const shown = text.replaceAll('\\"', '"');
  const at = shown.lastIndexOf(`- ${what}`);
  const ref = at < 0 ? undefined : /\[ref=(\w+)\]/.exec(shown.slice(at, at + 400))?.[1];
  if (ref === undefined) throw new Error(`the model was not shown ${what}`);
  return ref;
}

export function call(name: string, input: unknown, text?: string): Reply {
  return {
    ...(text !== undefined && { text }),
    calls: [{ name, input }],
  };
}
export function finish(text: string, output?: unknown): Reply {
  return call('finish', {
    summary: 'It is done.',
    evidence: [{ text }],
    ...(output !== undefined && { output }),
  });
}

/** A script that gives the replies in order and then repeats the last one. */
export function says(...replies: (Reply | ((asked: Asked) => Reply))[]): Script {
  return (asked) => {
    const reply = replies[Math.min(asked.turn, replies.length) - 1];
    if (reply === undefined) return { text: '' };
    return typeof reply === 'function' ? reply(asked) : reply;
  };
}
