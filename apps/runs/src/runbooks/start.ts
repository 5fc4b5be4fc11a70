import { Id, Problem, type StartRunbook, notFound, unprocessable } from '@errand/contracts';
import {
  type CurrentVersion,
  type PinnedRevision,
  type Principal,
  runbookServiceRoutes,
} from '@errand/contracts/internal';
import { findDesktopStep } from '@errand/runbook-language';
import type { Context } from '../context.ts';
import type { Acceptance } from '../lifecycle/accept.ts';
import { type StartRequest, acceptRunOf } from '../runs/accept-run-of.ts';
import { checkedInputs } from '../runs/checked-inputs.ts';

interface Request extends StartRequest<StartRunbook> {
  json: unknown;
}

/**
 * Accepts a Run of a published Runbook, pinned to one revision whose snapshot is stored with it.
 * 404: no such Runbook or revision. 409: nothing is published. 422: invalid body or inputs.
 */
export function startRunbook(
  context: Context,
  principal: Principal,
  runbookId: string,
  request: Request,
): Promise<Acceptance> {
  return start(context, principal, runbookId, request, false);
}

/**
 * Accepts a dry run of the current version, draft or not, unless the body names a revision. Only its `read` steps act.
 * 404 and 422 as for a Run.
 */
export function dryRunRunbook(
  context: Context,
  principal: Principal,
  runbookId: string,
  request: Request,
): Promise<Acceptance> {
  return start(context, principal, runbookId, request, true);
}

function start(
  context: Context,
  principal: Principal,
  runbookId: string,
  request: Request,
  dryRun: boolean,
): Promise<Acceptance> {
  const { workspaceId } = principal;
  return acceptRunOf(
    context,
    principal,
    request,
    () => find(context, workspaceId, runbookId, request.json, dryRun),
    async (definition, body = {}) => {
      if (definition instanceof Problem) throw definition;
      const { title, steps, parameters, runbooks, version, revisionId } = definition;
      const executionTarget = body.executionTarget ?? 'cloud';
      const desktopStep = findDesktopStep(steps, runbooks);
      if (executionTarget === 'cloud' && desktopStep !== null)
        throw unprocessable(
          `executionTarget: step "${desktopStep}" needs a desktop, which only a local Run has`,
        );
      return {
        executionTarget,
        task: title,
        metadata: body.metadata ?? {},
        workflow: {
          runbook_id: runbookId,
          revision_id: revisionId,
          version,
          title,
          ...(dryRun && { dry_run: true }),
        },
        runbook: { title, steps, parameters, ...(runbooks && { runbooks }) },
        blueprint: null,
        options: {},
        ...(await checkedInputs(context, workspaceId, parameters, body.inputs ?? {})),
      };
    },
  );
}

/**
 * The definition to run: the revision that the body names, else the latest published one, for a dry run the current
 * version. Throws the 404; returns the 409 (nothing is published), which the caller throws after validating the body.
 */
async function find(
  { runbooks, pinRevision }: Context,
  workspaceId: string,
  runbookId: string,
  json: unknown,
  dryRun: boolean,
): Promise<CurrentVersion | PinnedRevision | Problem> {
  const named = (json as { revisionId?: unknown } | null | undefined)?.revisionId;
  const revisionId = typeof named === 'string' ? named : undefined;
  if (revisionId !== undefined && !Id.safeParse(revisionId).success) throw notFound();
  if (!dryRun || revisionId !== undefined) {
    const revision = await pinRevision({ workspaceId, runbookId, revisionId });
    if (revision instanceof Problem && revision.status !== 409) throw revision;
    return revision;
  }
  try {
    const params = { runbook_id: runbookId };
    return await runbooks.call(runbookServiceRoutes.readCurrentVersion, { params, query: { workspaceId } });
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return error;
    throw error;
  }
}
