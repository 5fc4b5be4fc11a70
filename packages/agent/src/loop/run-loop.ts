import { truncate } from '@errand/browser-runtime';
import { StepError } from '@errand/browser-runtime';
import type { ToolCall, ModelResponse } from '../models/index.ts';
import { monitorNetwork } from '@errand/browser-runtime';
import { createMessageHistory } from './message-history.ts';
import { monitorDocuments } from '../page/evidence.ts';
import { createPageObserver } from '../page/observer.ts';
import { createCompletionVerifier } from './verify-completion.ts';
import type { AgentResult, AgentContext } from './task.ts';
import { executeAction } from './execute-action.ts';
import { INSTRUCTIONS, firstMessage } from './instructions.ts';
import { createLoopDetector } from './loop-detector.ts';
import {
  agentTools,
  FINISH,
  GIVE_UP,
  GiveUp,
  PAGE_FIND,
  PAGE_READ,
  PageFind,
  PageRead,
  primitiveOfTool,
} from './tools.ts';
import { createTrustedSites } from '../policy/trusted-sites.ts';

const NETWORK_IDLE_TIMEOUT_MS = 3_000;
/** The same action in the same state: told the second time, ended the third. Waiting may take patience. */
const MAX_REPEATS = 3;
const MAX_WAITS = 8;
/** Answers in a row of which nothing could be done. */
const MAX_IDLE_TURNS = 4;
const MAX_REJECTED_FINISHES = 4;
const MAX_THOUGHT_LENGTH = 2_000;
const MAX_LISTED_ACTIONS = 12;

/** What an answer of the model came to. */
interface Outcome {
  text: string;
  /** Nothing was done, and nothing was found out. */
  isIdle: boolean;
  /** The calls after it are not to be done. */
  stops: boolean;
  acted: boolean;
}

function idleOutcome(text: string): Outcome {
  return { text, isIdle: true, stops: true, acted: false };
}
function foundOutcome(text: string): Outcome {
  return { text, isIdle: false, stops: false, acted: false };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Pursues a goal on the session's surface until the page proves that it is reached.
 * @throws {StepError} `agent_gave_up`, `agent_model_error`, `output_invalid`, or what ended the Run
 */
export async function runAgentLoop(work: AgentContext): Promise<AgentResult> {
  const { session, task: goal, model: mind, signal } = work;
  const { surface, host } = session;
  const traffic = monitorNetwork(surface.context);
  const documents = monitorDocuments(surface.context);
  const trust = createTrustedSites(goal.text, goal.scope);
  // Where the goal begins, nobody but people had a say.
  if (surface.url !== null) trust.add(surface.url);
  const eyes = createPageObserver(work);
  const circles = createLoopDetector();
  const conversation = createMessageHistory(firstMessage(goal));
  const tools = agentTools(goal);
  const done: string[] = [];
  let idleTurns = 0;
  let refusedEnds = 0;
  let actions = 0;
  let achieved: AgentResult | null = null;

  const gaveUp = (reason: string): StepError => {
    const shown = done.slice(-MAX_LISTED_ACTIONS);
    const before = done.length > shown.length ? `… ` : '';
    const account = done.length === 0 ? 'Nothing was done.' : `Done: ${before}${shown.join('; ')}.`;
    const where = surface.url === null ? '' : ` The page was ${surface.url}.`;
    return new StepError('agent_gave_up', session.mask.text(`${reason} ${account}${where}`));
  };

  const look = async (): Promise<void> => {
    try {
      const { observation, picture } = await eyes.observe();
      conversation.addObservation(observation, picture);
    } catch (error) {
      if (!(error instanceof StepError) || !['step_timeout', 'action_failed'].includes(error.code))
        throw error;
      conversation.addNote('The page could not be read; it may be busy. Wait, or go elsewhere.');
    }
  };

  const finish = async (
    input: unknown,
    judge: ReturnType<typeof createCompletionVerifier>,
  ): Promise<Outcome> => {
    const verdict = await judge.verify(input, eyes.lastSnapshot.lines.length);
    if ('achieved' in verdict) {
      ({ achieved } = verdict);
      return { ...foundOutcome('Done.'), stops: true };
    }
    refusedEnds += 1;
    if (refusedEnds >= MAX_REJECTED_FINISHES)
      throw gaveUp(`The agent could not prove that it was done: ${verdict.refusal}`);
    return { ...foundOutcome(`Not accepted. ${verdict.refusal}`), stops: true, acted: true };
  };

  const perform = async (call: ToolCall): Promise<Outcome> => {
    const primitive = primitiveOfTool(call.name);
    if (primitive === undefined || !(call.name in tools)) return idleOutcome('There is no such tool.');
    if (!isObject(call.input)) return idleOutcome('The input must be an object.');
    const repeated = circles.count(
      eyes.lastSnapshot.fingerprint,
      `${call.name} ${JSON.stringify(call.input)}`,
    );
    const most = primitive.name === 'browser.wait' ? MAX_WAITS : MAX_REPEATS;
    if (repeated >= most) throw gaveUp('The agent repeated the same action in the same state of the page.');
    if (actions >= goal.maxSteps) throw gaveUp(`The agent was not done after ${goal.maxSteps} actions.`);
    actions += 1;
    const result = await executeAction(work, eyes, trust, primitive, call.input);
    if (result.status === 'refused') return idleOutcome(result.text);
    if (result.status === 'done') done.push(result.description);
    await traffic.waitForIdle(NETWORK_IDLE_TIMEOUT_MS);
    const again =
      repeated > 1 ? ' This was done before in the same state of the page; do something else.' : '';
    return { text: `${result.text}${again}`, isIdle: false, stops: result.status === 'failed', acted: true };
  };

  const answer = async (
    call: ToolCall,
    judge: ReturnType<typeof createCompletionVerifier>,
  ): Promise<Outcome> => {
    if (call.problem !== null) return idleOutcome(call.problem);
    switch (call.name) {
      case PAGE_FIND: {
        const { data } = PageFind.safeParse(call.input);
        return data === undefined ? idleOutcome('It takes a text.') : foundOutcome(eyes.find(data.text));
      }
      case PAGE_READ: {
        const { data } = PageRead.safeParse(call.input);
        return data === undefined
          ? idleOutcome('It takes the number of a line.')
          : foundOutcome(eyes.read(data.from));
      }
      case GIVE_UP: {
        const { data } = GiveUp.safeParse(call.input);
        throw gaveUp(
          `The agent gave up: ${truncate(data?.reason ?? 'it did not say why', MAX_THOUGHT_LENGTH)}`,
        );
      }
      case FINISH:
        return finish(call.input, judge);
      default:
        return perform(call);
    }
  };

  const take = async (
    turn: ModelResponse,
    judge: ReturnType<typeof createCompletionVerifier>,
  ): Promise<void> => {
    if (turn.text.trim() !== '')
      host.emit({
        type: 'agent.thought',
        stepId: work.stepId,
        message: truncate(turn.text.trim(), MAX_THOUGHT_LENGTH),
      });
    const results: { call: ToolCall; text: string }[] = [];
    const before = done.length;
    let stopped = false;
    let acted = false;
    let isIdle = true;
    for (const call of turn.calls) {
      if (signal.aborted) throw signal.reason;
      const outcome: Outcome = stopped
        ? idleOutcome('Not done, because of the call before.')
        : await answer(call, judge);
      results.push({ call, text: outcome.text });
      stopped ||= outcome.stops;
      acted ||= outcome.acted;
      isIdle &&= outcome.isIdle;
    }
    const gist =
      done.slice(before).join('; ') || results.map(({ call }) => call.name).join(', ') || 'nothing';
    conversation.add(turn, results, `- ${gist}`);
    if (turn.calls.length === 0)
      conversation.addNote(
        turn.complete
          ? `Call a tool: to act, ${FINISH} when the task is done, or ${GIVE_UP}.`
          : 'Your answer was too long and was cut off. Be brief, and call a tool.',
      );
    idleTurns = isIdle ? idleTurns + 1 : 0;
    if (idleTurns >= MAX_IDLE_TURNS)
      throw gaveUp('The agent got no further: its answers could not be carried out.');
    if (acted && achieved === null) await look();
  };

  try {
    const judge = createCompletionVerifier(work, documents);
    await look();
    for (let turns = 0; achieved === null; turns += 1) {
      if (turns > goal.maxSteps * 3) throw gaveUp('The agent looked around for too long.');
      const turn = await mind.generate({
        instructions: INSTRUCTIONS,
        messages: conversation.messages(),
        tools,
        signal,
      });
      await take(turn, judge);
    }
    return achieved;
  } finally {
    traffic.stop();
    documents.stop();
  }
}
