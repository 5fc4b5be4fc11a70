import {
  type Blueprint,
  MAX_INSTRUCTION_LENGTH,
  type StartBlueprint,
  codePoints,
  unprocessable,
} from '@errand/contracts';
import { type Principal, runbookServiceRoutes } from '@errand/contracts/internal';
import { TemplateError, inputWithReference, taskOfBlueprint } from '@errand/runbook-language';
import type { Context } from '../context.ts';
import type { Acceptance, RunBlueprint } from '../lifecycle/accept.ts';
import { type StartRequest, acceptRunOf } from '../runs/accept-run-of.ts';
import { type CheckedInputs, checkedInputs } from '../runs/checked-inputs.ts';

/**
 * Accepts a Run of the current version of a Blueprint, a copy of which is stored with it. 404: no such Blueprint. 422:
 * invalid body or inputs.
 */
export function startBlueprint(
  context: Context,
  principal: Principal,
  blueprintId: string,
  request: StartRequest<StartBlueprint>,
): Promise<Acceptance> {
  const { workspaceId } = principal;
  return acceptRunOf(
    context,
    principal,
    request,
    () =>
      context.runbooks.call(runbookServiceRoutes.readBlueprint, {
        params: { blueprint_id: blueprintId },
        query: { workspaceId },
      }),
    async (blueprint, body = {}) => {
      const { applicationScope, outputSchema } = blueprint;
      return {
        executionTarget: body.executionTarget ?? 'cloud',
        metadata: body.metadata ?? {},
        workflow: null,
        runbook: null,
        blueprint: runBlueprintOf(blueprint),
        options: {
          ...(applicationScope !== null && { applicationScope }),
          ...(outputSchema !== null && { outputSchema }),
        },
        ...(await blueprintInputs(context, workspaceId, blueprint, body.inputs ?? {})),
      };
    },
  );
}

function runBlueprintOf({ id, version, goal, startUrl, parameters, maxSteps }: Blueprint): RunBlueprint {
  return { id, version, goal, startUrl, parameters, maxSteps };
}

/** The checked inputs of a Run, and its task: the goal with those that are not secret. 422: invalid inputs. */
export async function blueprintInputs(
  context: Pick<Context, 'pool'>,
  workspaceId: string,
  blueprint: Pick<RunBlueprint, 'goal' | 'startUrl' | 'parameters'>,
  given: Readonly<Record<string, unknown>>,
): Promise<CheckedInputs & { task: string }> {
  const { inputs, secrets, files } = await checkedInputs(
    context,
    workspaceId,
    blueprint.parameters ?? [],
    given,
  );
  const referring = inputWithReference({ ...inputs, ...secrets });
  if (referring !== null)
    throw unprocessable(
      `inputs.${referring}: must not contain a reference such as {{ inputs.name }} or {{ secrets.name }}`,
    );
  return { task: taskFor(blueprint, inputs), inputs, secrets, files };
}

function taskFor(
  blueprint: Pick<RunBlueprint, 'goal' | 'startUrl' | 'parameters'>,
  inputs: Record<string, unknown>,
): string {
  try {
    const { task, startUrl } = taskOfBlueprint(blueprint, inputs, false);
    if (task.trim() === '') throw unprocessable('inputs: the goal is blank with these inputs');
    if (codePoints(task) > MAX_INSTRUCTION_LENGTH)
      throw unprocessable(
        `inputs: the goal is longer than ${MAX_INSTRUCTION_LENGTH} characters with these inputs`,
      );
    if (startUrl !== null && !/^https?:$/.test(URL.parse(startUrl)?.protocol ?? ''))
      throw unprocessable('inputs: startUrl is not an absolute http or https URL with these inputs');
    return task;
  } catch (error) {
    throw error instanceof TemplateError ? unprocessable(`inputs: ${error.message}`) : error;
  }
}
