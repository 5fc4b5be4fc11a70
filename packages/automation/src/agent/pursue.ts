import { shorten } from '../engine/shorten.ts';
import { StepError } from '../host.ts';
import type { ToolCall, Turn } from '../models/index.ts';
import { watchTraffic } from '../planner/settle.ts';
import { createConversation } from './conversation.ts';
import { watchDocuments } from './evidence.ts';
import { createEyes } from './eyes.ts';
import { createJudge } from './finish.ts';
import type { Achieved, Work } from './goal.ts';
import { act } from './hands.ts';
import { INSTRUCTIONS, opening } from './instructions.ts';
import { createCircles } from './stuck.ts';
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
import { createTrust } from './trust.ts';

const MOST_SETTLING_MS = 3_000;
/** The same action in the same state: told the second time, ended the third. Waiting may take patience. */
const MOST_CIRCLES = 3;
const MOST_WAITS = 8;
/** Answers in a row of which nothing could be done. */
const MOST_IDLE = 4;
const MOST_REFUSED_ENDS = 4;
const LONGEST_THOUGHT = 2_000;
const MOST_TOLD = 12;

/** What an answer of the model came to. */
interface Outcome {
  text: string;
  /** Nothing was done, and nothing was found out. */
  isIdle: boolean;
  /** The calls after it are not to be done. */
  stops: boolean;
  acted: boolean;
}

const idle = (text: string): Outcome => ({ text, isIdle: true, stops: true, acted: false });
const found = (text: string): Outcome => ({ text, isIdle: false, stops: false, acted: false });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Pursues a goal on the session's surface until the page proves that it is reached.
 * @throws {StepError} `agent_gave_up`, `agent_model_error`, `output_invalid`, or what ended the Run
 */
export const pursue = async (work: Work): Promise<Achieved> => {
  const { session, goal, mind, signal } = work;
  const { surface, host } = session;
  const traffic = watchTraffic(surface.context);
  const documents = watchDocuments(surface.context);
  const trust = createTrust(goal.task, goal.scope);
  // Where the goal begins, nobody but people had a say.
  if (surface.url !== null) trust.add(surface.url);
  const eyes = createEyes(work);
  const circles = createCircles();
  const conversation = createConversation(opening(goal));
  const tools = agentTools(goal);
  const done: string[] = [];
  let idleTurns = 0;
  let refusedEnds = 0;
  let actions = 0;
  let achieved: Achieved | null = null;

  const gaveUp = (reason: string): StepError => {
    const shown = done.slice(-MOST_TOLD);
    const before = done.length > shown.length ? `… ` : '';
    const account = done.length === 0 ? 'Nothing was done.' : `Done: ${before}${shown.join('; ')}.`;
    const where = surface.url === null ? '' : ` The page was ${surface.url}.`;
    return new StepError('agent_gave_up', session.mask.text(`${reason} ${account}${where}`));
  };

  const look = async (): Promise<void> => {
    try {
      const { observation, picture } = await eyes.look();
      conversation.observe(observation, picture);
    } catch (error) {
      if (!(error instanceof StepError) || !['step_timeout', 'action_failed'].includes(error.code))
        throw error;
      conversation.say('The page could not be read; it may be busy. Wait, or go elsewhere.');
    }
  };

  const finish = async (input: unknown, judge: ReturnType<typeof createJudge>): Promise<Outcome> => {
    const verdict = await judge.judge(input, eyes.seen.lines.length);
    if ('achieved' in verdict) {
      ({ achieved } = verdict);
      return { ...found('Done.'), stops: true };
    }
    refusedEnds += 1;
    if (refusedEnds >= MOST_REFUSED_ENDS)
      throw gaveUp(`The agent could not prove that it was done: ${verdict.refusal}`);
    return { ...found(`Not accepted. ${verdict.refusal}`), stops: true, acted: true };
  };

  const perform = async (call: ToolCall): Promise<Outcome> => {
    const primitive = primitiveOfTool(call.name);
    if (primitive === undefined || !(call.name in tools)) return idle('There is no such tool.');
    if (!isObject(call.input)) return idle('The input must be an object.');
    const repeated = circles.count(eyes.seen.fingerprint, `${call.name} ${JSON.stringify(call.input)}`);
    const most = primitive.name === 'browser.wait' ? MOST_WAITS : MOST_CIRCLES;
    if (repeated >= most) throw gaveUp('The agent repeated the same action in the same state of the page.');
    if (actions >= goal.maxSteps) throw gaveUp(`The agent was not done after ${goal.maxSteps} actions.`);
    actions += 1;
    const result = await act(work, eyes, trust, primitive, call.input);
    if (result.what === 'refused') return idle(result.text);
    if (result.what === 'done') done.push(result.description);
    await traffic.quiet(MOST_SETTLING_MS);
    const again =
      repeated > 1 ? ' This was done before in the same state of the page; do something else.' : '';
    return { text: `${result.text}${again}`, isIdle: false, stops: result.what === 'failed', acted: true };
  };

  const answer = async (call: ToolCall, judge: ReturnType<typeof createJudge>): Promise<Outcome> => {
    if (call.problem !== null) return idle(call.problem);
    switch (call.name) {
      case PAGE_FIND: {
        const { data } = PageFind.safeParse(call.input);
        return data === undefined ? idle('It takes a text.') : found(eyes.find(data.text));
      }
      case PAGE_READ: {
        const { data } = PageRead.safeParse(call.input);
        return data === undefined ? idle('It takes the number of a line.') : found(eyes.read(data.from));
      }
      case GIVE_UP: {
        const { data } = GiveUp.safeParse(call.input);
        throw gaveUp(`The agent gave up: ${shorten(data?.reason ?? 'it did not say why', LONGEST_THOUGHT)}`);
      }
      case FINISH:
        return finish(call.input, judge);
      default:
        return perform(call);
    }
  };

  const take = async (turn: Turn, judge: ReturnType<typeof createJudge>): Promise<void> => {
    if (turn.text.trim() !== '')
      host.emit({
        type: 'agent.thought',
        stepId: work.stepId,
        message: shorten(turn.text.trim(), LONGEST_THOUGHT),
      });
    const results: { call: ToolCall; text: string }[] = [];
    const before = done.length;
    let stopped = false;
    let acted = false;
    let isIdle = true;
    for (const call of turn.calls) {
      if (signal.aborted) throw signal.reason;
      const outcome: Outcome = stopped
        ? idle('Not done, because of the call before.')
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
      conversation.say(
        turn.whole
          ? `Call a tool: to act, ${FINISH} when the task is done, or ${GIVE_UP}.`
          : 'Your answer was too long and was cut off. Be brief, and call a tool.',
      );
    idleTurns = isIdle ? idleTurns + 1 : 0;
    if (idleTurns >= MOST_IDLE)
      throw gaveUp('The agent got no further: its answers could not be carried out.');
    if (acted && achieved === null) await look();
  };

  try {
    const judge = createJudge(work, documents);
    await look();
    for (let turns = 0; achieved === null; turns += 1) {
      if (turns > goal.maxSteps * 3) throw gaveUp('The agent looked around for too long.');
      const turn = await mind.ask({
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
};
