import { describeIssues, formatPath } from '@errand/contracts';
import { compileSchema, SchemaError, type CompiledSchema } from '@errand/runbook-language';
import type { z } from 'zod';
import { attemptStep, concludeTask, type RunSession } from '@errand/step-engine';
import { truncate, StepError } from '@errand/browser-runtime';
import { conditionOf, type DocumentMonitor, errorInView } from '../page/evidence.ts';
import { missingOnDesktop } from '../desktop/desktop-evidence.ts';
import type { PlaceObserver } from './observer.ts';
import type { AgentResult, AgentContext } from './task.ts';
import { Finish } from './tools.ts';

/** How long cited evidence may take to appear; searching a long page takes longer. */
const EVIDENCE_TIMEOUT_MS = 3_000;
const EVIDENCE_TIMEOUT_PER_LINE_MS = 0.5;
const MAX_QUOTE_LENGTH = 300;

/** Verifies the agent's claim that it is done; returns its result, or for the model why the claim is refused. */
export interface CompletionVerifier {
  /**
   * @throws {StepError} `output_invalid` when the output does not fit its schema for the second time
   */
  verify(claim: unknown, observer: PlaceObserver): Promise<{ achieved: AgentResult } | { refusal: string }>;
}

function compile(schema: Record<string, unknown> | undefined): CompiledSchema | null {
  if (schema === undefined) return null;
  try {
    return compileSchema(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw new StepError('output_invalid', `outputSchema: ${error.message}.`, {
      cause: error,
      noEffect: true,
    });
  }
}

function describeSchemaIssues(problems: readonly { path: string; message: string }[]): string {
  return problems
    .slice(0, 5)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ');
}

async function verifyEvidence(
  work: AgentContext,
  claim: z.output<typeof Finish>,
  lines: number,
): Promise<string | null> {
  const condition = conditionOf(claim.evidence);
  if (condition === null || !claim.evidence.some(({ text = '' }) => text.trim() !== ''))
    return 'Cite at least one text that the page shows now and that proves it.';
  const { session, run, task } = work;
  try {
    const { evidence } = await attemptStep(
      session,
      {
        id: run.stepId,
        timeoutMs: EVIDENCE_TIMEOUT_MS + lines * EVIDENCE_TIMEOUT_PER_LINE_MS,
        completionCondition: condition,
        ...(task.scope && { applicationScope: task.scope }),
      },
      async () => null,
    );
    session.host.emit({
      type: 'agent.thought',
      stepId: run.stepId,
      message: claim.summary,
      ...(evidence && { data: { completion: evidence } }),
    });
    return null;
  } catch (error) {
    if (!(error instanceof StepError) || error.code !== 'completion_condition_unmet') throw error;
    return `The page does not show that: ${session.mask.text(truncate(error.message, MAX_QUOTE_LENGTH))}`;
  }
}

async function verifyOnDesktop(work: AgentContext, claim: z.output<typeof Finish>): Promise<string | null> {
  const missing = await missingOnDesktop(work, claim);
  if (missing !== null) return work.session.mask.text(truncate(missing, MAX_QUOTE_LENGTH));
  const texts = claim.evidence.flatMap(({ text = [] }) => text);
  const condition = texts
    .map((text) => `text ${JSON.stringify(text)} is visible on the desktop`)
    .join(' and ');
  work.session.host.emit({
    type: 'agent.thought',
    stepId: work.run.stepId,
    message: claim.summary,
    data: { completion: { condition, held: true, findings: [] } },
  });
  return null;
}

/** Which of the agent's actions the site refused, for the model; null when none. */
async function refusalOf(session: RunSession, since: number): Promise<string | null> {
  try {
    await concludeTask(session, since);
    return null;
  } catch (error) {
    if (!(error instanceof StepError) || error.code !== 'action_failed') throw error;
    return session.mask.text(truncate(error.message, MAX_QUOTE_LENGTH));
  }
}

/** @throws {StepError} `output_invalid` when `outputSchema` is not a valid schema */
export function createCompletionVerifier(work: AgentContext, documents: DocumentMonitor): CompletionVerifier {
  const schema = compile(work.task.outputSchema);
  const firstRecord = work.session.ledger.records.length;
  let schemaFailures = 0;
  return {
    async verify(claim, observer) {
      const parsed = Finish.safeParse(claim);
      if (!parsed.success) return { refusal: describeSchemaIssues(describeIssues(parsed.error.issues)) };
      const onDesktop = observer.place === 'desktop';
      const page = work.session.surface.activePage;
      if (!onDesktop) {
        if (page === null || work.session.surface.url === null)
          return { refusal: 'No page is open, so nothing proves it.' };
        const error = await errorInView(page, documents);
        if (error !== null) return { refusal: `${error}: that is no proof that the task is done.` };
      }
      const refused = await refusalOf(work.session, firstRecord);
      if (refused !== null) return { refusal: refused };
      const rejection = onDesktop
        ? await verifyOnDesktop(work, parsed.data)
        : await verifyEvidence(work, parsed.data, observer.lastSnapshot.lines.length);
      if (rejection !== null) return { refusal: rejection };
      const problems = schema?.problemsOf(parsed.data.output) ?? [];
      if (problems.length > 0) {
        schemaFailures += 1;
        const described = problems.map(({ path, message }) => ({ path: formatPath(path), message }));
        const what = `The output does not fit its schema: ${describeSchemaIssues(described)}.`;
        if (schemaFailures > 1) throw new StepError('output_invalid', what);
        return { refusal: `${what} Give it once more.` };
      }
      return {
        achieved: { summary: parsed.data.summary, output: parsed.data.output ?? null },
      };
    },
  };
}
