import { SECRET_MASK, formatPath, type RunbookParameter } from '@errand/contracts';
import { keysOf } from '../templates/reference.ts';
import { propertiesOf, type Rules } from './value.ts';

/** True when values of the parameter are or contain secrets. */
export function holdsSecret(rules: Rules): boolean {
  const { type, items } = rules;
  if (type === 'secret') return true;
  const inside = propertiesOf(rules).map(([, part]) => part);
  return [...(items === undefined ? [] : [items]), ...inside].some(holdsSecret);
}

interface FoundSecret {
  readonly path: readonly PropertyKey[];
  readonly value: string;
}

function secretsIn(value: unknown, rules: Rules, path: readonly PropertyKey[]): FoundSecret[] {
  if (rules.type === 'secret') return typeof value === 'string' ? [{ path, value }] : [];
  if (!holdsSecret(rules) || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, at) =>
      rules.items === undefined ? [] : secretsIn(item, rules.items, [...path, at]),
    );
  return Object.entries(value).flatMap(([name, inner]) => {
    const { properties = {} } = rules;
    const part = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return part === undefined ? [] : secretsIn(inner, part, [...path, name]);
  });
}

/** The secrets among the inputs of a Run, by their path: `password`, `users[0].password`. */
export function secretInputs(
  parameters: readonly RunbookParameter[],
  inputs: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const found = parameters.flatMap((parameter) =>
    secretsIn(inputs[parameter.name], parameter, [parameter.name]),
  );
  return Object.fromEntries(found.map(({ path, value }) => [formatPath(path), value]));
}

function replaced(value: unknown, [key, ...rest]: readonly string[], secret: string): unknown {
  if (key === undefined) return secret;
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === key ? replaced(item, rest, secret) : item));
  if (typeof value !== 'object' || value === null) return value;
  const inner = (value as Readonly<Record<string, unknown>>)[key];
  return { ...value, [key]: replaced(inner, rest, secret) };
}

/** The inputs with each secret at its path. */
export function withSecretInputs(
  inputs: Readonly<Record<string, unknown>>,
  secrets: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.entries(secrets).reduce<Record<string, unknown>>(
    (values, [path, secret]) => replaced(values, keysOf(`.${path}`), secret) as Record<string, unknown>,
    { ...inputs },
  );
}

/** The inputs as they are stored: whole secrets left out, those inside lists and objects masked. */
export function withoutSecretInputs(
  parameters: readonly RunbookParameter[],
  inputs: Readonly<Record<string, unknown>>,
): { inputs: Record<string, unknown>; secrets: Record<string, string> } {
  const secrets = secretInputs(parameters, inputs);
  const masked = withSecretInputs(
    inputs,
    Object.fromEntries(Object.keys(secrets).map((path) => [path, SECRET_MASK])),
  );
  const whole = new Set(parameters.filter(({ type }) => type === 'secret').map(({ name }) => name));
  return {
    inputs: Object.fromEntries(Object.entries(masked).filter(([name]) => !whole.has(name))),
    secrets,
  };
}
