import { StepError, truncate } from '@errand/browser-runtime';
import type { ModelResponse, ToolCall } from '../models/index.ts';
import { createTrustedApplications } from '../desktop/trusted-applications.ts';
import { monitorDocuments } from '../page/evidence.ts';
import { createTrustedSites } from '../policy/trusted-sites.ts';
import { createAccount } from './account.ts';
import { canAskPerson } from './ask-person.ts';
import { DESKTOP_INSTRUCTIONS, INSTRUCTIONS, firstMessage } from './instructions.ts';
import { createMessageHistory } from './message-history.ts';
import { createObserver } from './observer.ts';
import { idleOutcome, type Outcome, TAKEN_OVER } from './outcome.ts';
import type { AgentContext, AgentResult } from './task.ts';
import { createToolCalls, type ToolCalls } from './tool-calls.ts';
import { agentTools, FINISH, GIVE_UP } from './tools.ts';
import { createCompletionVerifier } from './verify-completion.ts';

/** Consecutive responses with no usable call. */
const MAX_IDLE_TURNS = 4;
const MAX_THOUGHT_LENGTH = 2_000;

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
  const history = createMessageHistory(firstMessage(task, session.desktop?.whyNot ?? null));
  // A Run with secrets has no pictures, to which its points belong.
  const computer = session.hasSecrets ? null : model.computer;
  const tools = agentTools({ ...task, canAskPerson: canAskPerson(session), hasDesktop, computer });
  const account = createAccount(session);
  let idleTurns = 0;
  /** Of the page as it was last observed. */
  let takeovers = 0;

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

  const handleResponse = async (response: ModelResponse, toolCalls: ToolCalls): Promise<void> => {
    if (response.text.trim() !== '')
      host.emit({
        type: 'agent.thought',
        stepId: run.stepId,
        message: truncate(response.text.trim(), MAX_THOUGHT_LENGTH),
      });
    const results: { call: ToolCall; text: string }[] = [];
    const between: Parameters<typeof history.addObservation>[] = [];
    const before = account.done.length;
    let stopped = false;
    let acted = false;
    let isIdle = true;
    for (const call of response.calls) {
      const texts: string[] = [];
      for (const part of toolCalls.partsOf(call)) {
        if (signal.aborted) throw signal.reason;
        await host.gate?.open();
        const isTakenOver = takeovers !== (host.gate?.takeovers ?? 0);
        // Each is judged by what the one before led to.
        if (texts.length > 0 && !stopped && !isTakenOver) await observe((...seen) => void between.push(seen));
        let outcome: Outcome;
        if (isTakenOver) outcome = TAKEN_OVER;
        else if (stopped) outcome = idleOutcome('Not done, because of the call before.');
        else outcome = await toolCalls.handle(part);
        texts.push(outcome.text);
        stopped ||= outcome.stops;
        acted ||= outcome.acted;
        isIdle &&= outcome.isIdle;
      }
      results.push({ call, text: texts.join('\n') });
    }
    const summary =
      account.done.slice(before).join('; ') || results.map(({ call }) => call.name).join(', ') || 'nothing';
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
      throw account.gaveUp('The agent got no further: its answers could not be carried out.');
    if (acted && toolCalls.result === null) await observe();
  };

  try {
    const verifier = createCompletionVerifier(work, documents);
    const toolCalls = createToolCalls(work, { observer, verifier, trusted, tools, account });
    await observe();
    for (let turn = 0; toolCalls.result === null; turn += 1) {
      if (turn > task.maxSteps * 3) throw account.gaveUp('The agent looked around for too long.');
      const response = await model.generate({
        instructions: hasDesktop ? DESKTOP_INSTRUCTIONS : INSTRUCTIONS,
        messages: history.messages(),
        tools,
        signal,
      });
      await handleResponse(response, toolCalls);
    }
    return toolCalls.result;
  } finally {
    run.stop();
    documents.stop();
  }
}
