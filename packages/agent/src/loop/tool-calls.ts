import { truncate } from '@errand/browser-runtime';
import { isObject } from '@errand/runbook-language';
import { callsOfComputer } from '../desktop/calls-of-computer.ts';
import { DESKTOP_LOOK } from '../desktop/desktop-tools.ts';
import type { TrustedApplications } from '../desktop/trusted-applications.ts';
import { COMPUTER, type ToolCall } from '../models/index.ts';
import type { TrustedSites } from '../policy/trusted-sites.ts';
import type { Account } from './account.ts';
import { ASK_PERSON, AskPerson, MAX_ASKS, askPerson, canAskPerson } from './ask-person.ts';
import { executeAction } from './execute-action.ts';
import { createLoopDetector } from './loop-detector.ts';
import type { PlaceObserver } from './observer.ts';
import { foundOutcome, idleOutcome, type Outcome } from './outcome.ts';
import type { AgentContext, AgentResult } from './task.ts';
import {
  type agentTools,
  FINISH,
  GIVE_UP,
  GiveUp,
  PAGE_FIND,
  PAGE_READ,
  PageFind,
  PageRead,
  primitiveOfTool,
} from './tools.ts';
import type { CompletionVerifier } from './verify-completion.ts';

/** The same action in the same state: a notice the second time, failure the third. Waits may repeat more often. */
const MAX_REPEATS = 3;
const MAX_WAITS = 8;
const MAX_REJECTED_FINISHES = 4;
const MAX_REASON_LENGTH = 2_000;

interface Means {
  observer: PlaceObserver;
  verifier: CompletionVerifier;
  trusted: { sites: TrustedSites; applications: TrustedApplications };
  tools: ReturnType<typeof agentTools>;
  account: Account;
}

/** Carries out the tool calls of one task, within its limits. */
export interface ToolCalls {
  /** The calls of ours that a call stands for: one of the provider's tool for a computer stands for several. */
  partsOf(call: ToolCall): ToolCall[];
  /** @throws {StepError} `agent_gave_up`, `output_invalid`, or what ended the Run */
  handle(call: ToolCall): Promise<Outcome>;
  /** Set once the page has proved that the task is done. */
  readonly result: AgentResult | null;
}

/** Tool calls for the task of `work`. */
export function createToolCalls(
  work: AgentContext,
  { observer, verifier, trusted, tools, account }: Means,
): ToolCalls {
  const { session, task, run } = work;
  const loopDetector = createLoopDetector();
  let rejectedFinishes = 0;
  let actions = 0;
  let asks = 0;
  let result: AgentResult | null = null;

  const finish = async (input: unknown): Promise<Outcome> => {
    const verdict = await verifier.verify(input, observer);
    if ('achieved' in verdict) {
      result = verdict.achieved;
      return { ...foundOutcome('Done.'), stops: true };
    }
    rejectedFinishes += 1;
    if (rejectedFinishes >= MAX_REJECTED_FINISHES)
      throw account.gaveUp(`The agent could not prove that it was done: ${verdict.refusal}`);
    return { ...foundOutcome(`Not accepted. ${verdict.refusal}`), stops: true, acted: true };
  };

  const ask = async (input: unknown): Promise<Outcome> => {
    if (!canAskPerson(session)) return idleOutcome('There is no such tool.');
    const { data } = AskPerson.safeParse(input);
    if (data === undefined) return idleOutcome('It takes a reason.');
    asks += 1;
    if (asks > MAX_ASKS) throw account.gaveUp(`The agent asked for a person more than ${MAX_ASKS} times.`);
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
    if (repeated >= most)
      throw account.gaveUp('The agent repeated the same action in the same state of the page.');
    if (actions >= task.maxSteps)
      throw account.gaveUp(`The agent was not done after ${task.maxSteps} actions.`);
    actions += 1;
    const action = await executeAction(work, observer, trusted, primitive, call.input);
    if (action.status === 'refused') return idleOutcome(action.text);
    if (action.status === 'done') account.add(action.description);
    await run.settle();
    const repeatNotice =
      repeated > 1 ? ' This was done before in the same state of the page; do something else.' : '';
    return {
      text: `${action.text}${repeatNotice}`,
      isIdle: false,
      stops: action.status === 'failed',
      acted: true,
    };
  };

  /** A call of the provider's tool for a computer stands for calls of ours. */
  const partsOf = (call: ToolCall): ToolCall[] => {
    if (call.name !== COMPUTER || call.problem !== null) return [call];
    const { calls, check } = callsOfComputer(call.input);
    if (check !== null)
      throw account.gaveUp(`The model's provider asks a person to check this first: ${check}`);
    return COMPUTER in tools && calls !== null
      ? calls.map((meant) => ({ ...call, ...meant }))
      : [{ ...call, problem: 'The computer tool does not offer that here.' }];
  };

  const handle = async (call: ToolCall): Promise<Outcome> => {
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
        if (session.desktop?.whyNot !== null) return idleOutcome('There is no such tool.');
        observer.turnTo('desktop');
        return { ...foundOutcome('This is the desktop.'), acted: true, stops: true };
      case GIVE_UP: {
        const { data } = GiveUp.safeParse(call.input);
        throw account.gaveUp(
          `The agent gave up: ${truncate(data?.reason ?? 'it did not say why', MAX_REASON_LENGTH)}`,
        );
      }
      case ASK_PERSON:
        return ask(call.input);
      case FINISH:
        return finish(call.input);
      default:
        return perform(call);
    }
  };

  return {
    partsOf,
    handle,
    get result() {
      return result;
    },
  };
}
