import { type BrowserSession, type Host, StepError } from '@errand/browser-runtime';
import type { ClaimedRun } from '@errand/contracts/internal';
import type { RunOutcome } from '@errand/contracts/queue';
import { joinSecretNames } from '@errand/runbook-language';
import {
  createRunSession,
  createSecrets,
  createTaskRun,
  type DesktopAccess,
  failedRun,
  type Limits,
  type RunSession,
  withTrace,
} from '@errand/step-engine';
import { DESKTOP_CAPABILITIES, isForDesktop } from '../desktop/supported.ts';
import { inTexts } from './map-texts.ts';
import { nearestSentence } from '../grammar/nearest-sentence.ts';
import { createPagePerformer } from './page-performer.ts';
import { describeInstruction, type ParsedTask, parseTask } from '../grammar/parse-task.ts';
import { quote, runInstructions } from './run-instructions.ts';
import { taskSecrets } from './task-secrets.ts';

export interface TaskExecution {
  task: string;
  /** Opened when the task needs a page. */
  surface: BrowserSession;
  /** The desktop of a person's machine. Absent on a server. */
  desktop?: DesktopAccess | undefined;
  host: Host;
  limits?: Partial<Limits>;
  /** The secrets that the task names as `{{ secrets.name }}`. */
  secrets?: Readonly<Record<string, string>>;
  /** Texts that it names in the same way and that need not be hidden. */
  texts?: Readonly<Record<string, string>>;
  /** Page that is opened before the first instruction. */
  startUrl?: string | null;
  /** Steps that may be taken. */
  maxSteps?: number | null;
  /** Host patterns that the whole Run keeps to. */
  applicationScope?: readonly string[] | undefined;
  /** JSON Schema of the outputs. */
  outputSchema?: Record<string, unknown> | undefined;
  /** The outputs of an earlier execution. */
  earlier?: Pick<ClaimedRun, 'completedSteps' | 'grantedApproval'>;
}

const CAPABILITIES =
  'The embedded planner follows plain instructions: open an address, click, type … into …, select … from …, tick, search for, ' +
  'wait for, download, take a screenshot, report the …; text to be taken word for word belongs in quotes. ' +
  'For tasks that need judgement the operator can configure a model.';

const FOR_A_PAGE = 'For a page, begin with "open" and its address.';

/** Whether a task is about a page: it opens one, or one is open. Any other can only mean the applications of a desktop. */
function isAboutPage(parsed: ParsedTask, { surface, startUrl = null }: TaskExecution): boolean {
  if (startUrl !== null || surface.url !== null) return true;
  return 'clauses' in parsed
    ? parsed.clauses[0]?.kind === 'open'
    : parsed.problem.understood[0]?.startsWith('open ') === true;
}

type Reading = { surface: 'page' | 'desktop' } & ParsedTask;

/** The meaning of a task, on a page or on the desktop. */
function readTask(execution: TaskExecution): Reading {
  const task = joinSecretNames(execution.task);
  const onPage: Reading = { surface: 'page', ...parseTask(task) };
  if (execution.desktop === undefined || isAboutPage(onPage, execution)) return onPage;
  return { surface: 'desktop', ...parseTask(task, 'desktop') };
}

function unclear({ clause, understood }: { clause: string; understood: readonly string[] }): string {
  return `${quote(clause)} is no plain instruction${understood.length === 0 ? '' : ` (clear so far: ${understood.join('; ')})`}.`;
}

/** Why a task is not started, and what would work; null if it is. */
function refusalOf(read: Reading, { surface, startUrl = null }: TaskExecution): string | null {
  if (read.surface === 'desktop') {
    if ('problem' in read)
      return `${unclear(read.problem)} Nothing was done. ${DESKTOP_CAPABILITIES} ${FOR_A_PAGE}`;
    const beyond = read.clauses.find((clause) => !isForDesktop(clause));
    return beyond === undefined
      ? null
      : `${quote(beyond.source)} is not possible in the applications of a desktop. Nothing was done. ${DESKTOP_CAPABILITIES} ${FOR_A_PAGE}`;
  }
  if ('problem' in read)
    return `${unclear(read.problem)} Try: ${nearestSentence(read.problem.clause)}. Nothing was done. ${CAPABILITIES}`;
  const [first] = read.clauses;
  // Only "open" works without a page.
  const isSomewhere = startUrl !== null || (surface.url !== null && surface.url !== 'about:blank');
  return first === undefined || first.kind === 'open' || isSomewhere
    ? null
    : `${quote(first.source)} comes before any page is open: begin with "open" and its address. Nothing was done. ${CAPABILITIES}`;
}

function refused(session: RunSession, why: string): RunOutcome {
  const error = new StepError('task_not_understood', why, { noEffect: true });
  return failedRun(session, error, 'The task was not understood', {});
}

/**
 * Carries out a task of plain instructions without a model. The whole task is parsed before anything acts; otherwise it
 * fails with `task_not_understood`. Each instruction is one or more steps `s1`, `s2`, …; the outcome's `outputs` hold what
 * it read. A task that opens no page is about the applications of the desktop, where there is one.
 * @throws {StepError} when no browser can be opened; any other error is in the outcome
 */
export async function executeTask(execution: TaskExecution): Promise<RunOutcome> {
  const { task, surface, desktop, host, limits } = execution;
  const read = readTask(execution);
  const clauses = 'clauses' in read ? read.clauses : [];
  const given = createSecrets(execution.secrets ?? {}, 'secrets');
  const texts = createSecrets(execution.texts ?? {}, 'secrets');
  const shown = texts.reveal(task);
  const secrets = [...taskSecrets(shown), ...given.values];
  const { applicationScope, outputSchema, startUrl = null, maxSteps = null } = execution;
  const session = createRunSession({
    surface,
    desktop,
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
  const refusal = refusalOf(read, execution);
  if (refusal !== null && 'problem' in read) return refused(session, refusal);
  const [landed] = execution.earlier?.completedSteps ?? [];
  if (landed !== undefined) {
    const lostAfter = `The executor was lost after step "${landed.id}" took effect; the task is not begun again, because that would repeat it.`;
    return failedRun(session, new StepError('executor_lost', lostAfter), 'The task was interrupted', {});
  }
  if (refusal !== null) return refused(session, refusal);
  const whyNot = read.surface === 'desktop' ? (desktop?.whyNot ?? null) : null;
  if (whyNot !== null) {
    const message = `${quote(clauses[0]?.source ?? task)} needs the desktop of this machine. ${whyNot}. Nothing was done. ${FOR_A_PAGE}`;
    const error = new StepError('action_failed', message, { noEffect: true });
    return failedRun(session, error, 'The desktop cannot be used', {});
  }

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
  const work = { clauses: revealed, plan, outputSchema };
  if (read.surface === 'page') await surface.open();
  return withTrace(session, async () => {
    const run = createTaskRun(session);
    try {
      const bounds = { maxSteps: maxSteps ?? Infinity, startUrl };
      const performer =
        read.surface === 'page'
          ? createPagePerformer(session, run, given, bounds)
          : (await import('../desktop/desktop-performer.ts')).createDesktopPerformer(
              session,
              run,
              given,
              bounds,
            );
      return await runInstructions(session, work, performer);
    } finally {
      run.stop();
    }
  });
}
