/** Secrets that a task refers to by name; the value is inserted only when it is typed. */
export interface Secrets {
  /** The references as they are written. */
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly byName: Readonly<Record<string, string>>;
  /** Replaces references by values. */
  reveal(text: string): string;
  /** Replaces values by references, where the text contains them unchanged. */
  hide(text: string): string;
}

/** A secret inside a list or object is referred to by its path: `{{ inputs.users[0].password }}`. */
const REFERENCE =
  /\{\{\s*(?:inputs|secrets)\.([A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z][A-Za-z0-9_-]*|\[\d+\])*)\s*\}\}/g;

/** A Runbook refers to `inputs`, an ad-hoc Run to `secrets`. */
export type Namespace = 'inputs' | 'secrets';

/** @param byName values by name or path, without braces; empty values are never hidden */
export function createSecrets(
  byName: Readonly<Record<string, string>>,
  namespace: Namespace = 'inputs',
): Secrets {
  const placeholder = (name: string): string => `{{ ${namespace}.${name} }}`;
  const entries = Object.entries(byName)
    .filter(([, value]) => value !== '')
    .sort(([, one], [, other]) => other.length - one.length);
  return {
    byName,
    names: entries.map(([name]) => placeholder(name)),
    values: entries.map(([, value]) => value),
    reveal: (text) =>
      text.replaceAll(REFERENCE, (whole, name: string) =>
        Object.hasOwn(byName, name) ? (byName[name] ?? whole) : whole,
      ),
    hide: (text) =>
      entries.reduce((hidden, [name, value]) => hidden.replaceAll(value, placeholder(name)), text),
  };
}

/** True when a JSON value contains a reference to a secret. */
export function holdsSecretName(secrets: Secrets, value: unknown): boolean {
  const json = JSON.stringify(value) ?? '';
  return secrets.reveal(json) !== json;
}
