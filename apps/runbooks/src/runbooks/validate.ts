import { CreateRunbook, type RunbookValidation } from '@errand/contracts';
import { checkRunbook } from '@errand/runbook-language';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { knownRunbooks } from './nested.ts';

/** Every problem that creating this Runbook would report, including a taken title. Stores nothing. */
export async function validateRunbook(
  context: Context,
  workspaceId: string,
  json: unknown,
): Promise<z.infer<typeof RunbookValidation>> {
  const runbooks = await knownRunbooks(context, workspaceId, json);
  const check = checkRunbook(json, CreateRunbook, { hasModel: context.hasModel, runbooks });
  const problems = check.ok ? [] : check.problems;
  if (await isTitleTaken(context, workspaceId, json))
    problems.push({ path: 'title', message: 'another Runbook of this workspace has this title' });
  return { valid: problems.length === 0, problems };
}

/** Checks any valid title, even when the rest of the Runbook is invalid. */
async function isTitleTaken({ prisma }: Context, workspaceId: string, json: unknown): Promise<boolean> {
  const { data: title } = CreateRunbook.shape.title.safeParse((json as { title?: unknown } | null)?.title);
  if (title === undefined) return false;
  return (await prisma.runbook.count({ where: { workspaceId, title, deletedAt: null } })) > 0;
}
