import {
  type ExecutionTarget,
  Problem,
  type RerunRun,
  type RunWorkflow,
  type RunbookDefinition,
  missingScope,
  notFound,
  unprocessable,
} from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { Idempotency } from '@errand/service-kit';
import type { Context } from '../context.ts';
import { type Acceptance, type StoredOptions, accept, findAccepted } from '../lifecycle/accept.ts';
import { requireUsable } from './ad-hoc-options.ts';
import { checkedInputs } from './start-runbook.ts';

interface EarlierRun {
  execution_target: ExecutionTarget;
  task: string;
  workflow: RunWorkflow | null;
  runbook: RunbookDefinition | null;
  inputs: Record<string, unknown>;
  metadata: Record<string, unknown>;
  options: StoredOptions;
}

const READ = `
  SELECT execution_target, task, workflow, runbook, inputs, metadata, options
  FROM runs WHERE id = $1 AND workspace_id = $2`;

/**
 * Accepts a Run of the same definition with the same target, metadata and inputs, but for those that the body changes.
 * 404: no such Run; 403: a local one, and the key lacks `runs:local`; 422: inputs that the definition does not take, or a
 * secret that is not given again.
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
  const standing = await findAccepted(context, principal, idempotency);
  if (standing !== null && !(standing instanceof Problem)) return standing;
  const { secretNames = [], ...options } = earlier.options;
  const given =
    earlier.runbook === null
      ? adHocInputs(context, earlier, options, body)
      : runbookInputs(earlier.runbook, earlier, body);
  const forgotten = secretNames.find((name) => !Object.hasOwn(given.secrets, name));
  if (forgotten !== undefined) throw notKept(forgotten);
  if (standing !== null) throw standing;
  return await accept(context, {
    principal,
    askedAt,
    idempotency,
    executionTarget: earlier.execution_target,
    task: earlier.task,
    metadata: earlier.metadata,
    workflow: earlier.workflow,
    runbook: earlier.runbook,
    options,
    ...given,
  });
}

function notKept(name: string): Problem {
  return unprocessable(`secrets.${name}: must be given again, for secrets are not kept`);
}

function adHocInputs(
  context: Context,
  { task }: EarlierRun,
  options: Omit<StoredOptions, 'secretNames'>,
  { inputs = {}, secrets = {} }: RerunRun,
): { inputs: Record<string, unknown>; secrets: Record<string, string> } {
  const [name] = Object.keys(inputs);
  if (name !== undefined) throw unprocessable(`inputs.${name}: an ad-hoc Run takes no inputs`);
  requireUsable(context, { task, secrets, options });
  return { inputs: {}, secrets };
}

/** A secret input may be given under `inputs`, as when the Runbook was run, or under `secrets`. */
function runbookInputs(
  { parameters }: RunbookDefinition,
  earlier: EarlierRun,
  { inputs = {}, secrets = {} }: RerunRun,
): { inputs: Record<string, unknown>; secrets: Record<string, string> } {
  const secretNames = new Set(parameters.filter(({ type }) => type === 'secret').map(({ name }) => name));
  const stranger = Object.keys(secrets).find((name) => !secretNames.has(name));
  if (stranger !== undefined)
    throw unprocessable(`secrets.${stranger}: is no secret parameter of the Runbook`);
  const laid = { ...earlier.inputs, ...inputs, ...secrets };
  const forgotten = parameters.find(
    ({ name, type, required, default: fallback }) =>
      type === 'secret' && required === true && fallback === undefined && !Object.hasOwn(laid, name),
  );
  if (forgotten !== undefined) throw notKept(forgotten.name);
  return checkedInputs(parameters, laid);
}
