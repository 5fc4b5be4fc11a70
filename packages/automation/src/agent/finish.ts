import { describeIssues, formatPath } from '@errand/contracts';
import { compileSchema, SchemaError, type CompiledSchema } from '@errand/runbook-language';
import type { z } from 'zod';
import { attempt } from '../engine/attempt.ts';
import { concludeTask } from '../engine/conclude.ts';
import type { Session } from '../engine/session.ts';
import { shorten } from '../engine/shorten.ts';
import { StepError } from '../host.ts';
import { conditionOf, type Documents, errorInView } from './evidence.ts';
import type { Achieved, Work } from './goal.ts';
import { Finish } from './tools.ts';

/** How long what the model cites may take to appear; a long page takes a while to be searched. */
const PROOF_MS = 3_000;
const PROOF_MS_FOR_LINE = 0.5;
const MOST_SAID = 300;

/** Judges whether the agent is done; answers why not, for the model, or what it achieved. */
export interface Judge {
  /**
   * @param lines that the page has
   * @throws {StepError} `output_invalid` when the output does not fit its schema for the second time
   */
  judge(claim: unknown, lines: number): Promise<{ achieved: Achieved } | { refusal: string }>;
}

const compile = (schema: Record<string, unknown> | undefined): CompiledSchema | null => {
  if (schema === undefined) return null;
  try {
    return compileSchema(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw new StepError('output_invalid', `outputSchema: ${error.message}.`, {
      cause: error,
      untouched: true,
    });
  }
};

const complaints = (problems: readonly { path: string; message: string }[]): string =>
  problems
    .slice(0, 5)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ');

const prove = async (work: Work, claim: z.output<typeof Finish>, lines: number): Promise<string | null> => {
  const condition = conditionOf(claim.evidence);
  if (condition === null || !claim.evidence.some(({ text = '' }) => text.trim() !== ''))
    return 'Cite at least one text that the page shows now and that proves it.';
  const { session, stepId, goal } = work;
  try {
    const { evidence } = await attempt(
      session,
      {
        id: stepId,
        timeoutMs: PROOF_MS + lines * PROOF_MS_FOR_LINE,
        completionCondition: condition,
        ...(goal.scope && { applicationScope: goal.scope }),
      },
      async () => null,
    );
    session.host.emit({
      type: 'agent.thought',
      stepId,
      message: claim.summary,
      ...(evidence && { data: { completion: evidence } }),
    });
    return null;
  } catch (error) {
    if (!(error instanceof StepError) || error.code !== 'completion_condition_unmet') throw error;
    return `The page does not show that: ${session.mask.text(shorten(error.message, MOST_SAID))}`;
  }
};

/** What the site refused of what the agent did, for the model. */
async function refusalOf(session: Session, since: number): Promise<string | null> {
  try {
    await concludeTask(session, since);
    return null;
  } catch (error) {
    if (!(error instanceof StepError) || error.code !== 'action_failed') throw error;
    return session.mask.text(shorten(error.message, MOST_SAID));
  }
}

/** @throws {StepError} `output_invalid` for a schema that is none */
export const createJudge = (work: Work, documents: Documents): Judge => {
  const schema = compile(work.goal.outputSchema);
  const begun = work.session.ledger.records.length;
  let misfits = 0;
  return {
    async judge(claim, lines) {
      const parsed = Finish.safeParse(claim);
      if (!parsed.success) return { refusal: complaints(describeIssues(parsed.error.issues)) };
      const page = work.session.surface.activePage;
      if (page === null || work.session.surface.url === null)
        return { refusal: 'No page is open, so nothing proves it.' };
      const error = await errorInView(page, documents);
      if (error !== null) return { refusal: `${error}: that is no proof that the task is done.` };
      const refused = await refusalOf(work.session, begun);
      if (refused !== null) return { refusal: refused };
      const doubt = await prove(work, parsed.data, lines);
      if (doubt !== null) return { refusal: doubt };
      const problems = schema?.problemsOf(parsed.data.output) ?? [];
      if (problems.length > 0) {
        misfits += 1;
        const described = problems.map(({ path, message }) => ({ path: formatPath(path), message }));
        const what = `The output does not fit its schema: ${complaints(described)}.`;
        if (misfits > 1) throw new StepError('output_invalid', what);
        return { refusal: `${what} Give it once more.` };
      }
      return {
        achieved: { summary: parsed.data.summary, output: parsed.data.output ?? null },
      };
    },
  };
};
