import { formatPath } from '@errand/contracts';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { RunOutcome } from '@errand/contracts/queue';
import { compileSchema, joinSecretNames } from '@errand/runbook-language';
import type { BrowserSession } from '@errand/browser-runtime';
import { stopReason } from '@errand/step-engine';
import { concludeTask } from '@errand/step-engine';
import { openRefusal } from '@errand/step-engine';
import { completedRun, failedRun } from '@errand/step-engine';
import { createRunSession, createTaskRun, type Limits, type RunSession } from '@errand/step-engine';
import { truncate } from '@errand/browser-runtime';
import { withTrace } from '@errand/step-engine';
import type { Host } from '@errand/browser-runtime';
import { StepError } from '@errand/browser-runtime';
import { act } from './act.ts';
import { type PageDriver, createPageDriver } from './page-driver.ts';
import type { Clause } from './clause.ts';
import { answering } from './dialogs.ts';
import { leaveField } from './leave-field.ts';
import { nearestSentence } from './nearest.ts';
import { describeInstruction, parseTask } from './parse.ts';
import type { Answer } from './answer.ts';
import { read } from './read.ts';
import { momentOf, recordOf } from './record.ts';
import { createSecrets, type Secrets } from '@errand/step-engine';
import { inTexts } from './in-texts.ts';
import { taskSecrets } from './secrets.ts';

export interface TaskExecution {
  task: string;
  surface: BrowserSession;
  host: Host;
  limits?: Partial<Limits>;
  /** What the task names as `{{ secrets.name }}`. */
  secrets?: Readonly<Record<string, string>>;
  /** What it names in the same way, and what need not be hidden. */
  texts?: Readonly<Record<string, string>>;
  /** Page that is opened before the first instruction. */
  startUrl?: string | null;
  /** Steps that may be taken. */
  maxSteps?: number | null;
  /** Host patterns that the whole Run keeps to. */
  applicationScope?: readonly string[] | undefined;
  /** JSON Schema of the outputs. */
  outputSchema?: Record<string, unknown> | undefined;
  /** What an earlier execution completed. */
  earlier?: Pick<ClaimedRun, 'completedSteps' | 'grantedApproval'>;
}

const MAX_QUOTE_LENGTH = 160;
const MAX_ANSWER_LENGTH = 120;
const MAX_DONE_NAMED = 4;
function quote(text: string) {
  return `"${truncate(text, MAX_QUOTE_LENGTH)}"`;
}

const CAPABILITIES =
  'The embedded planner follows plain instructions: open an address, click, type … into …, select … from …, tick, search for, ' +
  'wait for, download, take a screenshot, report the …; text to be taken word for word belongs in quotes. ' +
  'For tasks that need judgement the operator can configure a model.';

function isArtifact(value: unknown): boolean {
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

interface Work {
  startUrl: string | null;
  maxSteps: number | null;
  /** With secret values in place of their names. */
  clauses: readonly Clause[];
  /** Each clause in words. */
  plan: readonly string[];
  secrets: Secrets;
  outputSchema: TaskExecution['outputSchema'];
}

/** Only "open" works without a page. */
function withoutAddress(
  clauses: readonly Clause[],
  surface: BrowserSession,
  startUrl: string | null,
): Clause | null {
  const [first] = clauses;
  const isSomewhere = startUrl !== null || (surface.url !== null && surface.url !== 'about:blank');
  return first === undefined || first.kind === 'open' || isSomewhere ? null : first;
}

function refused(session: RunSession, why: string): RunOutcome {
  const error = new StepError('task_not_understood', `${why} Nothing was done. ${CAPABILITIES}`, {
    noEffect: true,
  });
  return failedRun(session, error, 'The task was not understood', {});
}

function unclear({ clause, understood }: { clause: string; understood: readonly string[] }): string {
  return `${quote(clause)} is no plain instruction${understood.length === 0 ? '' : ` (clear so far: ${understood.join('; ')})`}. Try: ${nearestSentence(clause)}.`;
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

/** What the page shows after an instruction. */
async function seenBy(driver: PageDriver): Promise<string> {
  const { page } = driver;
  return `${await page.title().catch(() => '')} (${page.url()})`.trim();
}

/** Carries out one instruction and returns what it found or made as answers. */
async function doClause(driver: PageDriver, clause: Clause): Promise<Answer | null> {
  if (clause.kind === 'read') {
    const answer = await read(driver, clause.question);
    driver.copied =
      typeof answer.value === 'string' || typeof answer.value === 'number' ? String(answer.value) : null;
    return answer;
  }
  let made: unknown;
  const work = async () => {
    made = await act(driver, clause);
  };
  await (clause.dialog === undefined ? work() : answering(driver, clause.dialog, work));
  return isArtifact(made) ? { key: clause.kind, name: clause.kind, value: made } : null;
}

/** @throws {StepError} `output_invalid` when the outputs do not fit `outputSchema` */
function requireFitting(outputs: unknown, outputSchema: TaskExecution['outputSchema']): void {
  if (outputSchema === undefined) return;
  const [problem] = compileSchema(outputSchema).problemsOf(outputs);
  if (problem === undefined) return;
  const where = formatPath(problem.path);
  throw new StepError(
    'output_invalid',
    `The outputs do not fit outputSchema: ${where === '' ? '' : `${where}: `}${problem.message}.`,
  );
}

async function runInstructions(
  session: RunSession,
  { clauses, plan, secrets, outputSchema, startUrl, maxSteps }: Work,
): Promise<RunOutcome> {
  const { surface, host } = session;
  const run = createTaskRun(session);
  const driver = createPageDriver(session, run, secrets, maxSteps ?? Infinity);
  const answers: Answer[] = [];
  let finished = 0;
  try {
    if (startUrl !== null) await driver.step('browser.navigate', { url: startUrl }, `Open ${startUrl}`);
    for (const clause of clauses) {
      if (host.signal.aborted) throw stopReason(host.signal);
      await driver.begin(clause);
      if (clause.kind === 'read' || clause.kind === 'verify') session.ledger.read();
      const before = surface.url;
      const found = await doClause(driver, clause);
      await leaveField(driver, clause, clauses[finished + 1]);
      const answer = found === null ? null : underFreeKey(found, answers);
      if (answer !== null) answers.push(answer);
      finished += 1;
      const saw =
        answer === null || isArtifact(answer.value) ? await seenBy(driver) : formatValue(answer.value);
      driver.note(`${quote(clause.source)}: ${saw}`, {
        evidence: { asked: clause.source, saw },
        ...(clause.kind !== 'open' && recordOf(answer, before, surface.url)),
        ...momentOf(clause),
      });
    }
    await concludeTask(session);
    const summary = `Done in ${count(driver.done)}: ${plan.join('; ')}.`;
    const outputs = outputsOf(answers);
    requireFitting(outputs, outputSchema);
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
  } finally {
    run.stop();
  }
}

/**
 * Carries out a task of plain instructions without a model. The whole task is parsed before anything acts; otherwise it
 * fails with `task_not_understood`. Each instruction is one or more steps `s1`, `s2`, …; the outcome's `outputs` hold what
 * it read. Never throws: the outcome holds the error.
 */
export async function executeTask(execution: TaskExecution): Promise<RunOutcome> {
  const { task, surface, host, limits } = execution;
  const parsed = parseTask(joinSecretNames(task));
  const clauses = 'clauses' in parsed ? parsed.clauses : [];
  const given = createSecrets(execution.secrets ?? {}, 'secrets');
  const texts = createSecrets(execution.texts ?? {}, 'secrets');
  const shown = texts.reveal(task);
  const secrets = [...taskSecrets(shown), ...given.values];
  const { applicationScope, outputSchema, startUrl = null, maxSteps = null } = execution;
  const session = createRunSession({
    surface,
    host,
    limits,
    granted: execution.earlier?.grantedApproval ?? null,
    secrets,
    applicationScope,
  });
  session.host.emit({
    type: 'run.started',
    stepId: null,
    message: 'The embedded planner carries out the task.',
    // The stored task holds its secrets; this copy is masked, so it can be quoted.
    ...(secrets.length > 0 && { data: { task: shown } }),
  });
  if ('problem' in parsed) return refused(session, unclear(parsed.problem));
  const [landed] = execution.earlier?.completedSteps ?? [];
  if (landed !== undefined) {
    const lostAfter = `The executor was lost after step "${landed.id}" took effect; the task is not begun again, because that would repeat it.`;
    return failedRun(session, new StepError('executor_lost', lostAfter), 'The task was interrupted', {});
  }
  const lost = withoutAddress(clauses, surface, startUrl);
  if (lost !== null)
    return refused(
      session,
      `${quote(lost.source)} comes before any page is open: begin with "open" and its address.`,
    );

  const plan = clauses.map((clause) => texts.reveal(describeInstruction(clause)));
  session.host.emit({
    type: 'agent.thought',
    stepId: null,
    message: `Plan: ${plan.join('; ')}.`,
    data: { plan },
  });
  // In one pass, so that no text can name a secret.
  const both = createSecrets({ ...execution.texts, ...execution.secrets }, 'secrets');
  const revealed = clauses.map((clause) => ({
    ...inTexts(clause, (text) => both.reveal(text)),
    source: texts.reveal(clause.source),
  }));
  const work = { clauses: revealed, plan, secrets: given, outputSchema, startUrl, maxSteps };
  return withTrace(session, () => runInstructions(session, work));
}
