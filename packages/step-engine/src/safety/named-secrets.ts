/** What may be typed without being seen: a name stands for it, and the value is put in as it is typed. */
export interface Secrets {
  /** Names as they are written. */
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly byName: Readonly<Record<string, string>>;
  /** A text with the values in place of their names. */
  reveal(text: string): string;
  /** A text with names in place of the values, as far as they stand in it as they are. */
  hide(text: string): string;
}

/** A secret inside a list or object is named by its path: `{{ inputs.users[0].password }}`. */
const REFERENCE =
  /\{\{\s*(?:inputs|secrets)\.([A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z][A-Za-z0-9_-]*|\[\d+\])*)\s*\}\}/g;

/** Secret inputs of a Runbook are named as such; those of an ad-hoc Run are its `secrets`. */
export type Namespace = 'inputs' | 'secrets';

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

/** True when the name of a secret stands anywhere in a JSON value. */
export function holdsSecretName(secrets: Secrets, value: unknown): boolean {
  const json = JSON.stringify(value) ?? '';
  return secrets.reveal(json) !== json;
}
