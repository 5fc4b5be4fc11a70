import { formatPath } from '@errand/contracts';
import type { RunOutcome } from '@errand/contracts/queue';
import { StepError, truncate } from '@errand/browser-runtime';
import { compileSchema } from '@errand/runbook-language';
import {
  completedRun,
  concludeTask,
  failedRun,
  openRefusal,
  type RunSession,
  stopReason,
} from '@errand/step-engine';
import type { Answer } from '../answering/answer.ts';
import type { Clause } from '../grammar/clause.ts';
import { describeInstruction } from '../grammar/parse-task.ts';
import { momentOf } from './runbook-record.ts';

/** What is done with the instructions of a task, on pages or on a desktop. */
export interface Performer {
  /** Steps done so far. */
  readonly done: number;
  start(): Promise<void>;
  /** Carries out an instruction, before `next`. Returns what it read or made. */
  perform(clause: Clause, next: Clause | undefined): Promise<Answer | null>;
  /** What is to be done instead of an instruction that depends on what is shown. */
  branch?(clause: Clause & { kind: 'branch' }): Promise<readonly Clause[]>;
  /** What is shown after the last instruction. */
  seen(): Promise<string>;
  /** What a Runbook of the Run needs to do the last instruction again. */
  recordOf(answer: Answer | null): object;
  /** Reports what the task concluded from the step before. */
  note(message: string, data: Record<string, unknown>): void;
}

const MAX_QUOTE_LENGTH = 160;
const MAX_ANSWER_LENGTH = 120;
const MAX_DONE_NAMED = 4;

/** A text in messages, shortened. */
export function quote(text: string) {
  return `"${truncate(text, MAX_QUOTE_LENGTH)}"`;
}

/** Whether an output is a file of the Run, such as a screenshot. */
export function isArtifact(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'artifactId' in value;
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return truncate(text, MAX_ANSWER_LENGTH);
}

/** Pictures and files are named by their artifacts, which the outputs hold. */
function sentence(answers: readonly Answer[]): string {
  return answers
    .filter(({ value }) => !isArtifact(value))
    .map(({ name, value }) => `The ${name} is ${formatValue(value)}.`)
    .join(' ');
}

function outputsOf(answers: readonly Answer[]): Record<string, unknown> {
  return Object.fromEntries(answers.map(({ key, value }) => [key, value]));
}

/** The answer under a key that none of the others has. */
function underFreeKey(answer: Answer, others: readonly Answer[]): Answer {
  let { key } = answer;
  for (let next = 2; others.some((other) => other.key === key); next += 1) key = `${answer.key}_${next}`;
  return { ...answer, key };
}

function count(steps: number) {
  return `${steps} ${steps === 1 ? 'step' : 'steps'}`;
}

/** Instructions of a task, and what their outputs must be. */
export interface Work {
  /** With secret values in place of their names. */
  clauses: readonly Clause[];
  /** Each clause in words. */
  plan: readonly string[];
  outputSchema: Record<string, unknown> | undefined;
}

/** Instructions that do not change the site. */
const LOOKING: ReadonlySet<Clause['kind']> = new Set([
  'read',
  'find',
  'open',
  'back',
  'forward',
  'reload',
  'scroll',
  'wait',
  'verify',
  'screenshot',
  'hover',
  'tab',
  'paging',
  'sort',
  'filter',
  'search',
]);

/** Lists completed changes to the site first, because a failure does not undo them. */
function afterWhatWasDone(
  { ledger }: RunSession,
  error: unknown,
  done: readonly Clause[],
  failed: Clause | undefined,
): unknown {
  if (openRefusal(ledger, 0) !== null) return error;
  const acted = done.filter(({ kind }) => !LOOKING.has(kind));
  if (acted.length === 0 || !(error instanceof StepError) || failed === undefined) return error;
  const what = [...new Set(acted.map(({ source }) => quote(source)))].slice(-MAX_DONE_NAMED).join(', ');
  return new StepError(
    error.code,
    `Done before it failed: ${what}. Then ${quote(failed.source)} failed: ${error.message}`,
    {
      cause: error,
    },
  );
}

/** @throws {StepError} `output_invalid` when the outputs do not fit `outputSchema` */
function requireMatch(outputs: unknown, outputSchema: Work['outputSchema']): void {
  if (outputSchema === undefined) return;
  const [problem] = compileSchema(outputSchema).problemsOf(outputs);
  if (problem === undefined) return;
  const where = formatPath(problem.path);
  throw new StepError(
    'output_invalid',
    `The outputs do not fit outputSchema: ${where === '' ? '' : `${where}: `}${problem.message}.`,
  );
}

/** Kinds that ask the site for something. */
const PRESSES: ReadonlySet<Clause['kind']> = new Set(['click', 'submit', 'send', 'each', 'press']);
/** Signs by which a site says no; a question is answered by what is pressed next. */
const SAYS_NO: ReadonlySet<string> = new Set(['http_error', 'error_shown', 'field_invalid', 'form_not_sent']);
const DEALS_WITH_IT = /^(?:retry|try\s+again|ok(?:ay)?|close|dismiss|got\s+it|ignore|x|×)(?:\s|$)/iu;

/** Whether what is pressed next would build on what the site has just refused: an order without its voucher. */
function buildsOnRefusal({ ledger }: RunSession, clause: Clause): boolean {
  if (!PRESSES.has(clause.kind) || (clause.kind === 'click' && DEALS_WITH_IT.test(clause.target.text)))
    return false;
  const refusal = openRefusal(ledger, 0);
  return (
    refusal !== null &&
    refusal.action === ledger.records.at(-1) &&
    refusal.signs.some(({ reason, answeredBy }) => SAYS_NO.has(reason) && answeredBy === undefined)
  );
}

/** Carries out the instructions one after the other. Never throws: the outcome holds the error. */
export async function runInstructions(
  session: RunSession,
  work: Work,
  performer: Performer,
): Promise<RunOutcome> {
  const { host } = session;
  const { outputSchema } = work;
  const clauses = [...work.clauses];
  const plan = [...work.plan];
  const answers: Answer[] = [];
  let finished = 0;
  try {
    await performer.start();
    for (const clause of clauses) {
      if (host.signal.aborted) throw stopReason(host.signal);
      if (clause.kind === 'branch') {
        const chosen = (await performer.branch?.(clause)) ?? [];
        clauses.splice(finished + 1, 0, ...chosen);
        plan.splice(finished + 1, 0, ...chosen.map((one) => describeInstruction(one)));
        finished += 1;
        continue;
      }
      if (buildsOnRefusal(session, clause)) await concludeTask(session);
      const found = await performer.perform(clause, clauses[finished + 1]);
      const answer = found === null ? null : underFreeKey(found, answers);
      if (answer !== null) answers.push(answer);
      finished += 1;
      const saw =
        answer === null || isArtifact(answer.value) ? await performer.seen() : formatValue(answer.value);
      performer.note(`${quote(clause.source)}: ${saw}`, {
        evidence: { asked: clause.source, saw },
        ...(clause.kind !== 'open' && performer.recordOf(answer)),
        ...momentOf(clause),
      });
    }
    await concludeTask(session);
    const summary = `Done in ${count(performer.done)}: ${plan.join('; ')}.`;
    const outputs = outputsOf(answers);
    requireMatch(outputs, outputSchema);
    return completedRun(session, [summary, sentence(answers)].join(' ').trim(), outputs);
  } catch (error) {
    const left = plan.slice(finished + 1);
    const failure = afterWhatWasDone(session, error, clauses.slice(0, finished), clauses[finished]);
    const account = [
      finished === 0 ? 'Nothing was finished.' : `Done: ${plan.slice(0, finished).join('; ')}.`,
      sentence(answers),
      left.length === 0 ? '' : `Not tried: ${left.join('; ')}.`,
      `Failed at ${quote(clauses[finished]?.source ?? 'the end')}`,
    ];
    return failedRun(session, failure, account.filter((part) => part !== '').join(' '), outputsOf(answers));
  }
}
