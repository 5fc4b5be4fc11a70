import {
  type ExecutionTarget,
  Problem,
  type RerunRun,
  type RunWorkflow,
  type RunbookParameter,
  missingScope,
  notFound,
  unprocessable,
} from '@errand/contracts';
import type { PinnedDefinition, Principal } from '@errand/contracts/internal';
import { holdsSecret } from '@errand/runbook-language';
import type { Idempotency } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { blueprintInputs } from '../blueprints/start.ts';
import {
  type Acceptance,
  type NewRun,
  type RunBlueprint,
  type StoredOptions,
  accept,
  findAccepted,
} from '../lifecycle/accept.ts';
import { assertValidOptions } from './ad-hoc-options.ts';
import { type CheckedInputs, checkedInputs } from './checked-inputs.ts';

interface EarlierRun {
  execution_target: ExecutionTarget;
  task: string;
  workflow: RunWorkflow | null;
  runbook: PinnedDefinition | null;
  blueprint: RunBlueprint | null;
  inputs: Record<string, unknown>;
  metadata: Record<string, unknown>;
  options: StoredOptions;
}

const READ = `
  SELECT execution_target, task, workflow, runbook, blueprint, inputs, metadata, options
  FROM runs WHERE id = $1 AND workspace_id = $2`;

/**
 * Accepts a Run with the definition, target, metadata and inputs of an earlier one; the body can change inputs.
 * 404: no such Run. 403: a local Run, and the caller lacks `runs:local`. 422: invalid inputs, or a missing secret: secrets
 * are not kept, so the request must contain them again.
 */
export async function rerun(
  context: Context,
  principal: Principal,
  runId: string,
  request: { body: () => RerunRun | undefined; idempotency: () => Idempotency | null },
): Promise<Acceptance> {
  const askedAt = Date.now();
  const { rows } = await context.pool.query<EarlierRun>(READ, [runId, principal.workspaceId]);
  const [earlier] = rows;
  if (earlier === undefined) throw notFound();
  if (earlier.execution_target === 'local' && !principal.scopes.includes('runs:local'))
    throw missingScope('runs:local');
  const body = request.body() ?? {};
  const idempotency = request.idempotency();
  const existing = await findAccepted(context, principal, idempotency);
  if (existing !== null && !(existing instanceof Problem)) return existing;
  const { secretNames = [], ...options } = earlier.options;
  const values = await inputsFor(context, principal.workspaceId, earlier, options, body);
  // Secrets inside a list or object are given again with the whole of it.
  const missing = secretNames.find((name) => !/[.[]/.test(name) && !Object.hasOwn(values.secrets, name));
  if (missing !== undefined) throw missingSecret(missing);
  if (existing !== null) throw existing;
  return await accept(context, {
    principal,
    askedAt,
    idempotency,
    executionTarget: earlier.execution_target,
    metadata: earlier.metadata,
    workflow: earlier.workflow,
    runbook: earlier.runbook,
    blueprint: earlier.blueprint,
    options,
    ...values,
  });
}

type Values = CheckedInputs & Pick<NewRun, 'task'>;

async function inputsFor(
  context: Context,
  workspaceId: string,
  earlier: EarlierRun,
  options: Omit<StoredOptions, 'secretNames'>,
  body: RerunRun,
): Promise<Values> {
  const { task, runbook, blueprint } = earlier;
  if (runbook !== null) {
    const given = declaredInputs(runbook.parameters, 'Runbook', earlier, body);
    return { task, ...(await checkedInputs(context, workspaceId, runbook.parameters, given)) };
  }
  if (blueprint === null) return adHocInputs(context, earlier, options, body);
  const given = declaredInputs(blueprint.parameters ?? [], 'Blueprint', earlier, body);
  return await blueprintInputs(context, workspaceId, blueprint, given);
}

function missingSecret(name: string): Problem {
  return unprocessable(`secrets.${name}: must be given again because secrets are not kept`);
}

function adHocInputs(
  context: Context,
  { task }: EarlierRun,
  options: Omit<StoredOptions, 'secretNames'>,
  { inputs = {}, secrets = {} }: RerunRun,
): Values {
  const [name] = Object.keys(inputs);
  if (name !== undefined) throw unprocessable(`inputs.${name}: an ad-hoc Run takes no inputs`);
  assertValidOptions(context, { task, secrets, options });
  return { task, inputs: {}, secrets, files: [] };
}

/** Secret inputs may be under `inputs`, as when the Runbook or Blueprint was run, or under `secrets`. */
function declaredInputs(
  parameters: readonly RunbookParameter[],
  of: 'Runbook' | 'Blueprint',
  earlier: EarlierRun,
  { inputs = {}, secrets = {} }: RerunRun,
): Record<string, unknown> {
  const secretNames = new Set(parameters.filter(({ type }) => type === 'secret').map(({ name }) => name));
  const unknown = Object.keys(secrets).find((name) => !secretNames.has(name));
  if (unknown !== undefined)
    throw unprocessable(`secrets.${unknown}: is not a secret parameter of the ${of}`);
  const merged = { ...earlier.inputs, ...inputs, ...secrets };
  const given = new Set(Object.keys({ ...inputs, ...secrets }));
  const masked = parameters.find(
    (parameter) =>
      parameter.type !== 'secret' &&
      holdsSecret(parameter) &&
      !given.has(parameter.name) &&
      (earlier.options.secretNames ?? []).some((path) => /^[^.[]+/.exec(path)?.[0] === parameter.name),
  );
  if (masked !== undefined)
    throw unprocessable(
      `inputs.${masked.name}: must be given again because it holds secrets, which are not kept`,
    );
  const missing = parameters.find(
    ({ name, type, required, default: fallback }) =>
      type === 'secret' && required === true && fallback === undefined && !Object.hasOwn(merged, name),
  );
  if (missing !== undefined) throw missingSecret(missing.name);
  return merged;
}
