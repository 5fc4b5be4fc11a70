import type { RunOutcome } from '@errand/contracts/queue';
import type { Surface } from '../browser/surface.ts';
import { stopReason } from '../engine/attempt.ts';
import { concludeTask } from '../engine/conclude.ts';
import { completedRun, failedRun } from '../engine/outcome.ts';
import { createSession, type Limits, type Session } from '../engine/session.ts';
import { shorten } from '../engine/shorten.ts';
import { traced } from '../engine/trace.ts';
import type { Host } from '../host.ts';
import { StepError } from '../host.ts';
import { act } from './act.ts';
import { actorOf } from './actor.ts';
import type { Clause } from './clause.ts';
import { describeInstruction, parseTask } from './parse.ts';
import { type Answer, read } from './read.ts';
import { taskSecrets } from './secrets.ts';
import { watchTraffic } from './settle.ts';

export interface TaskExecution {
  task: string;
  surface: Surface;
  host: Host;
  limits?: Partial<Limits>;
  /** Texts that must not leave the Run in any form, besides those that the task itself types into password fields. */
  secrets?: readonly string[];
}

const LONGEST_QUOTE = 160;
const LONGEST_ANSWER = 120;
const quote = (text: string) => `"${shorten(text, LONGEST_QUOTE)}"`;

const CAPABILITIES =
  'The embedded planner follows plain instructions: open an address, click, type … into …, select … from …, tick, search for, ' +
  'wait for, download, take a screenshot, report the …; text to be taken word for word belongs in quotes. ' +
  'For tasks that need judgement the operator can configure a model.';

const sayValue = (value: unknown): string => {
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return shorten(text, LONGEST_ANSWER);
};

const sentence = (answers: readonly Answer[]): string =>
  answers.map(({ name, value }) => `The ${name} is ${sayValue(value)}.`).join(' ');

const outputsOf = (answers: readonly Answer[]): Record<string, unknown> => {
  const outputs: Record<string, unknown> = {};
  for (const { key, value } of answers) {
    let free = key;
    for (let next = 2; free in outputs; next += 1) free = `${key}_${next}`;
    outputs[free] = value;
  }
  return outputs;
};

const count = (steps: number) => `${steps} ${steps === 1 ? 'step' : 'steps'}`;

/** Only "open" makes sense where no page is. */
const placeless = (clauses: readonly Clause[], surface: Surface): Clause | null => {
  const [first] = clauses;
  const isSomewhere = surface.url !== null && surface.url !== 'about:blank';
  return first === undefined || first.kind === 'open' || isSomewhere ? null : first;
};

const refused = (session: Session, why: string): RunOutcome => {
  const error = new StepError('task_not_understood', `${why} Nothing was done. ${CAPABILITIES}`, {
    untouched: true,
  });
  return failedRun(session, error, 'The task was not understood', {});
};

const unclear = ({ clause, understood }: { clause: string; understood: readonly string[] }): string =>
  `${quote(clause)} is no plain instruction${understood.length === 0 ? '' : ` (clear so far: ${understood.join('; ')})`}.`;

const carryOut = async (
  session: Session,
  clauses: readonly Clause[],
  plan: readonly string[],
): Promise<RunOutcome> => {
  const { surface, host } = session;
  const traffic = watchTraffic(surface.context);
  const actor = actorOf(session, traffic);
  const answers: Answer[] = [];
  let finished = 0;
  try {
    for (const clause of clauses) {
      if (host.signal.aborted) throw stopReason(host.signal);
      if (clause.kind === 'read') answers.push(await read(actor, clause.question));
      else await act(actor, clause);
      finished += 1;
    }
    if (surface.failure !== null) throw surface.failure;
    await concludeTask(session);
    const summary = `Done in ${count(actor.done)}: ${plan.join('; ')}.`;
    return completedRun(session, [summary, sentence(answers)].join(' ').trim(), outputsOf(answers));
  } catch (error) {
    const left = plan.slice(finished + 1);
    const account = [
      finished === 0 ? 'Nothing was finished.' : `Done: ${plan.slice(0, finished).join('; ')}.`,
      sentence(answers),
      left.length === 0 ? '' : `Not tried: ${left.join('; ')}.`,
      `Failed at ${quote(clauses[finished]?.source ?? 'the end')}`,
    ];
    return failedRun(session, error, account.filter((part) => part !== '').join(' '), outputsOf(answers));
  } finally {
    traffic.stop();
  }
};

/**
 * Carries out a task of plain instructions without a model. The whole task is understood before anything acts; a task that
 * is not answers `failed` with `task_not_understood`. Each instruction is one or more steps `s1`, `s2`, …; what it read is in
 * the outcome's `outputs`. Never throws: the outcome says what went wrong.
 */
export const executeTask = async (execution: TaskExecution): Promise<RunOutcome> => {
  const { task, surface, host, limits } = execution;
  const parsed = parseTask(task);
  const clauses = 'clauses' in parsed ? parsed.clauses : [];
  const secrets = [...taskSecrets(task), ...(execution.secrets ?? [])];
  const session = createSession({ surface, host, limits, secrets });
  session.host.emit({
    type: 'run.started',
    stepId: null,
    message: 'The embedded planner carries out the task.',
    // The task itself is stored as it was sent; without its secrets it can be quoted.
    ...(secrets.length > 0 && { data: { task } }),
  });
  if ('problem' in parsed) return refused(session, unclear(parsed.problem));
  const lost = placeless(clauses, surface);
  if (lost !== null)
    return refused(
      session,
      `${quote(lost.source)} comes before any page is open: begin with "open" and its address.`,
    );

  const plan = clauses.map((clause) => describeInstruction(clause));
  session.host.emit({
    type: 'agent.thought',
    stepId: null,
    message: `Plan: ${plan.join('; ')}.`,
    data: { plan },
  });
  return traced(session, () => carryOut(session, clauses, plan));
};
