import {
  CreateRunbook,
  type CreateBlueprint,
  type NestedParameter,
  type ReplaceBlueprint,
  RunbookParameter,
  type RunbookProblem,
  describeIssues,
} from '@errand/contracts';
import type { z } from 'zod';
import { checkRunbook } from '../runbooks/check.ts';
import { holdsSecret } from '../parameters/secrets.ts';
import { hasType, wellFormedPart } from '../runbooks/well-formed.ts';
import { hasTemplate, referencesIn, type Reference } from '../templates/template.ts';

/** The body as sent, or its problems, by field: those of the schema, or when it has none those of the language. */
export type BlueprintCheck<Body> = { ok: true; body: Body } | { ok: false; problems: RunbookProblem[] };

/** The field of a Runbook that corresponds to a field of a Blueprint. Their values follow the same rules. */
const FIELDS: readonly [inRunbook: RegExp, field: string][] = [
  [/^steps\[0\]\.instruction/, 'goal'],
  [/^steps\[0\]\.(?=applicationScope|outputSchema|maxSteps)/, ''],
  [/^steps\[1\]\.input\.url/, 'startUrl'],
  [/^(?=parameters)/, ''],
];

/** A Blueprint is checked as the Runbook of one agent step, after a step that opens its first page. */
function asRunbook(body: Record<string, unknown>): unknown {
  const given = (name: string) =>
    body[name] === null || body[name] === undefined ? {} : { [name]: body[name] };
  const goal = {
    id: 'goal',
    kind: 'agent',
    instruction: body['goal'],
    ...given('applicationScope'),
    ...given('outputSchema'),
    ...given('maxSteps'),
  };
  const open = {
    id: 'open',
    kind: 'primitive',
    primitive: 'browser.navigate',
    input: { url: body['startUrl'] },
  };
  const steps = typeof body['startUrl'] === 'string' ? [goal, open] : [goal];
  return { schemaVersion: 3, title: 'A Blueprint', steps, parameters: body['parameters'] ?? [] };
}

function inBlueprint({ path, message }: RunbookProblem): RunbookProblem[] {
  const found = FIELDS.find(([inRunbook]) => inRunbook.test(path));
  return found === undefined ? [] : [{ path: path.replace(found[0], found[1]), message }];
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function soundParameters(parameters: unknown): Partial<RunbookParameter>[] {
  const entries: unknown[] = Array.isArray(parameters) ? parameters : [];
  return entries.map((entry) => wellFormedPart(entry, RunbookParameter.shape));
}

/** Whether the referenced value is a secret, or a list or object that holds one. */
function namesSecret(
  { name, path }: Extract<Reference, { type: 'input' }>,
  parameters: readonly Partial<RunbookParameter>[],
): boolean {
  let part: Partial<NestedParameter> | undefined = parameters.find((parameter) => parameter.name === name);
  for (const key of path) {
    const { items, properties = {} }: Partial<NestedParameter> = part ?? {};
    part = items ?? (Object.hasOwn(properties, key) ? properties[key] : undefined);
  }
  return part !== undefined && hasType(part) && holdsSecret(part);
}

function startUrlProblems({ startUrl, parameters }: Record<string, unknown>): RunbookProblem[] {
  if (typeof startUrl !== 'string') return [];
  const parts = referencesIn(startUrl).map(({ part }) => part);
  if (parts.some((part) => part.type === 'output' || part.type === 'run'))
    return [{ path: 'startUrl', message: 'may refer to inputs only' }];
  const declared = soundParameters(parameters);
  if (parts.some((part) => part.type === 'input' && namesSecret(part, declared)))
    return [{ path: 'startUrl', message: 'must not contain a secret input' }];
  return hasTemplate(startUrl) || isHttpUrl(startUrl)
    ? []
    : [{ path: 'startUrl', message: 'must be an absolute http or https URL' }];
}

/** Checks a Blueprint against the schema of its route and the rules of the language. Never throws. */
export function checkBlueprint<Schema extends typeof CreateBlueprint | typeof ReplaceBlueprint>(
  json: unknown,
  schema: Schema,
): BlueprintCheck<z.output<Schema>> {
  const shape = schema.safeParse(json);
  if (!shape.success) return { ok: false, problems: describeIssues(shape.error.issues) };
  const problems = languageProblems(json as Record<string, unknown>);
  // The contract transforms nothing, so the body itself is the definition, with its original key order.
  return problems.length > 0 ? { ok: false, problems } : { ok: true, body: json as z.output<Schema> };
}

/** The problems that the schema cannot express. */
function languageProblems(body: Record<string, unknown>): RunbookProblem[] {
  const check = checkRunbook(asRunbook(body), CreateRunbook, { hasModel: true });
  const found = check.ok ? [] : check.problems.flatMap(inBlueprint);
  const namesRun = referencesIn(body['goal']).some(({ part }) => part.type === 'run');
  const inGoal = namesRun ? [{ path: 'goal', message: 'may refer to inputs only' }] : [];
  return [...startUrlProblems(body), ...inGoal, ...found];
}
