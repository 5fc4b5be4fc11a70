import { truncate } from '@errand/browser-runtime';
import { isObject } from '@errand/runbook-language';
import { StepError } from '@errand/browser-runtime';
import { COMPUTER, type ToolCall, type ModelResponse } from '../models/index.ts';
import { createMessageHistory } from './message-history.ts';
import { monitorDocuments } from '../page/evidence.ts';
import { createTrustedApplications } from '../desktop/trusted-applications.ts';
import { callsOfComputer } from '../desktop/calls-of-computer.ts';
import { DESKTOP_LOOK } from '../desktop/desktop-tools.ts';
import { createObserver } from './observer.ts';
import { createCompletionVerifier } from './verify-completion.ts';
import type { AgentResult, AgentContext } from './task.ts';
import { ASK_PERSON, AskPerson, MAX_ASKS, askPerson, canAskPerson } from './ask-person.ts';
import { executeAction } from './execute-action.ts';
import { DESKTOP_INSTRUCTIONS, INSTRUCTIONS, firstMessage } from './instructions.ts';
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

/** The same action in the same state: a notice the second time, failure the third. Waits may repeat more often. */
const MAX_REPEATS = 3;
const MAX_WAITS = 8;
/** Consecutive responses with no usable call. */
const MAX_IDLE_TURNS = 4;
const MAX_REJECTED_FINISHES = 4;
const MAX_THOUGHT_LENGTH = 2_000;
const MAX_LISTED_ACTIONS = 12;

/** The outcome of one tool call. */
interface Outcome {
  text: string;
  /** The call did nothing and found nothing. */
  isIdle: boolean;
  /** The remaining calls of the response are skipped. */
  stops: boolean;
  acted: boolean;
}

/** Decisions that the model made for an earlier page are not executed. */
const TAKEN_OVER: Outcome = {
  text: 'Not done: a person used the browser meanwhile. Look at the page as it is now.',
  isIdle: false,
  stops: true,
  acted: true,
};

function idleOutcome(text: string): Outcome {
  return { text, isIdle: true, stops: true, acted: false };
}
function foundOutcome(text: string): Outcome {
  return { text, isIdle: false, stops: false, acted: false };
}

/**
 * Works on the task in the browser session until the page proves that it is done.
 * @throws {StepError} `agent_gave_up`, `agent_model_error`, `output_invalid`, or what ended the Run
 */
export async function runAgentLoop(work: AgentContext): Promise<AgentResult> {
  const { session, task, model, run, signal } = work;
  const { surface, host } = session;
  const documents = monitorDocuments();
  await surface.onOpen((context) => documents.follow(context));
  const trustedSites = createTrustedSites(task.text, task.scope);
  // No page has influenced where the task starts, so that site is trusted.
  if (surface.url !== null) trustedSites.add(surface.url);
  const trusted = { sites: trustedSites, applications: createTrustedApplications(task.text, task.scope) };
  const hasDesktop = session.desktop?.whyNot === null;
  const observer = createObserver(work);
  const loopDetector = createLoopDetector();
  const history = createMessageHistory(firstMessage(task, session.desktop?.whyNot ?? null));
  // A Run with secrets has no pictures, to which its points belong.
  const computer = session.hasSecrets ? null : model.computer;
  const tools = agentTools({ ...task, canAskPerson: canAskPerson(session), hasDesktop, computer });
  const done: string[] = [];
  let idleTurns = 0;
  let rejectedFinishes = 0;
  let actions = 0;
  let asks = 0;
  let agentResult: AgentResult | null = null;
  /** Of the page as it was last observed. */
  let takeovers = 0;

  const gaveUp = (reason: string): StepError => {
    const shown = done.slice(-MAX_LISTED_ACTIONS);
    const before = done.length > shown.length ? `… ` : '';
    const account = done.length === 0 ? 'Nothing was done.' : `Done: ${before}${shown.join('; ')}.`;
    const where = surface.url === null ? '' : ` The page was ${surface.url}.`;
    return new StepError('agent_gave_up', session.mask.text(`${reason} ${account}${where}`));
  };

  /** @param sink what gets the observation; by default the history */
  const observe = async (
    sink: typeof history.addObservation = (...seen) => history.addObservation(...seen),
  ): Promise<void> => {
    takeovers = host.gate?.takeovers ?? 0;
    try {
      const { observation, picture } = await observer.observe();
      sink(observation, picture);
    } catch (error) {
      if (!(error instanceof StepError) || !['step_timeout', 'action_failed'].includes(error.code))
        throw error;
      history.addNote(`The ${observer.place} could not be read; it may be busy. Wait, or go elsewhere.`);
    }
  };

  const finish = async (
    input: unknown,
    verifier: ReturnType<typeof createCompletionVerifier>,
  ): Promise<Outcome> => {
    const verdict = await verifier.verify(input, observer);
    if ('achieved' in verdict) {
      agentResult = verdict.achieved;
      return { ...foundOutcome('Done.'), stops: true };
    }
    rejectedFinishes += 1;
    if (rejectedFinishes >= MAX_REJECTED_FINISHES)
      throw gaveUp(`The agent could not prove that it was done: ${verdict.refusal}`);
    return { ...foundOutcome(`Not accepted. ${verdict.refusal}`), stops: true, acted: true };
  };

  const ask = async (input: unknown): Promise<Outcome> => {
    if (!canAskPerson(session)) return idleOutcome('There is no such tool.');
    const { data } = AskPerson.safeParse(input);
    if (data === undefined) return idleOutcome('It takes a reason.');
    asks += 1;
    if (asks > MAX_ASKS) throw gaveUp(`The agent asked for a person more than ${MAX_ASKS} times.`);
    await askPerson(session, data.reason);
    return {
      text: 'A person has answered. Look at the page as it is now.',
      isIdle: false,
      stops: true,
      acted: true,
    };
  };

  const perform = async (call: ToolCall): Promise<Outcome> => {
    const primitive = primitiveOfTool(call.name);
    if (primitive === undefined || !(call.name in tools)) return idleOutcome('There is no such tool.');
    if (!isObject(call.input)) return idleOutcome('The input must be an object.');
    const repeated = loopDetector.count(
      observer.lastSnapshot.fingerprint,
      `${call.name} ${JSON.stringify(call.input)}`,
    );
    const most = primitive.name.endsWith('.wait') ? MAX_WAITS : MAX_REPEATS;
    if (repeated >= most) throw gaveUp('The agent repeated the same action in the same state of the page.');
    if (actions >= task.maxSteps) throw gaveUp(`The agent was not done after ${task.maxSteps} actions.`);
    actions += 1;
    const result = await executeAction(work, observer, trusted, primitive, call.input);
    if (result.status === 'refused') return idleOutcome(result.text);
    if (result.status === 'done') done.push(result.description);
    await run.settle();
    const repeatNotice =
      repeated > 1 ? ' This was done before in the same state of the page; do something else.' : '';
    return {
      text: `${result.text}${repeatNotice}`,
      isIdle: false,
      stops: result.status === 'failed',
      acted: true,
    };
  };

  /** A call of the provider's tool for a computer stands for calls of ours. */
  const partsOf = (call: ToolCall): ToolCall[] => {
    if (call.name !== COMPUTER || call.problem !== null) return [call];
    const { calls, check } = callsOfComputer(call.input);
    if (check !== null) throw gaveUp(`The model's provider asks a person to check this first: ${check}`);
    return COMPUTER in tools && calls !== null
      ? calls.map((meant) => ({ ...call, ...meant }))
      : [{ ...call, problem: 'The computer tool does not offer that here.' }];
  };

  const handleCall = async (
    call: ToolCall,
    verifier: ReturnType<typeof createCompletionVerifier>,
  ): Promise<Outcome> => {
    if (call.problem !== null) return idleOutcome(call.problem);
    switch (call.name) {
      case PAGE_FIND: {
        const { data } = PageFind.safeParse(call.input);
        return data === undefined ? idleOutcome('It takes a text.') : foundOutcome(observer.find(data.text));
      }
      case PAGE_READ: {
        const { data } = PageRead.safeParse(call.input);
        return data === undefined
          ? idleOutcome('It takes the number of a line.')
          : foundOutcome(observer.read(data.from));
      }
      case DESKTOP_LOOK:
        if (!hasDesktop) return idleOutcome('There is no such tool.');
        observer.turnTo('desktop');
        return { ...foundOutcome('This is the desktop.'), acted: true, stops: true };
      case GIVE_UP: {
        const { data } = GiveUp.safeParse(call.input);
        throw gaveUp(
          `The agent gave up: ${truncate(data?.reason ?? 'it did not say why', MAX_THOUGHT_LENGTH)}`,
        );
      }
      case ASK_PERSON:
        return ask(call.input);
      case FINISH:
        return finish(call.input, verifier);
      default:
        return perform(call);
    }
  };

  const handleResponse = async (
    response: ModelResponse,
    verifier: ReturnType<typeof createCompletionVerifier>,
  ): Promise<void> => {
    if (response.text.trim() !== '')
      host.emit({
        type: 'agent.thought',
        stepId: run.stepId,
        message: truncate(response.text.trim(), MAX_THOUGHT_LENGTH),
      });
    const results: { call: ToolCall; text: string }[] = [];
    const between: Parameters<typeof history.addObservation>[] = [];
    const before = done.length;
    let stopped = false;
    let acted = false;
    let isIdle = true;
    for (const call of response.calls) {
      const texts: string[] = [];
      for (const part of partsOf(call)) {
        if (signal.aborted) throw signal.reason;
        await host.gate?.open();
        const isTakenOver = takeovers !== (host.gate?.takeovers ?? 0);
        // Each is judged by what the one before led to.
        if (texts.length > 0 && !stopped && !isTakenOver) await observe((...seen) => void between.push(seen));
        let outcome: Outcome;
        if (isTakenOver) outcome = TAKEN_OVER;
        else if (stopped) outcome = idleOutcome('Not done, because of the call before.');
        else outcome = await handleCall(part, verifier);
        texts.push(outcome.text);
        stopped ||= outcome.stops;
        acted ||= outcome.acted;
        isIdle &&= outcome.isIdle;
      }
      results.push({ call, text: texts.join('\n') });
    }
    const summary =
      done.slice(before).join('; ') || results.map(({ call }) => call.name).join(', ') || 'nothing';
    history.add(response, results, `- ${summary}`);
    for (const seen of between) history.addObservation(...seen);
    if (response.calls.length === 0)
      history.addNote(
        response.complete
          ? `Call a tool: to act, ${FINISH} when the task is done, or ${GIVE_UP}.`
          : 'Your answer was too long and was cut off. Be brief, and call a tool.',
      );
    idleTurns = isIdle ? idleTurns + 1 : 0;
    if (idleTurns >= MAX_IDLE_TURNS)
      throw gaveUp('The agent got no further: its answers could not be carried out.');
    if (acted && agentResult === null) await observe();
  };

  try {
    const verifier = createCompletionVerifier(work, documents);
    await observe();
    for (let turn = 0; agentResult === null; turn += 1) {
      if (turn > task.maxSteps * 3) throw gaveUp('The agent looked around for too long.');
      const response = await model.generate({
        instructions: hasDesktop ? DESKTOP_INSTRUCTIONS : INSTRUCTIONS,
        messages: history.messages(),
        tools,
        signal,
      });
      await handleResponse(response, verifier);
    }
    return agentResult;
  } finally {
    run.stop();
    documents.stop();
  }
}
