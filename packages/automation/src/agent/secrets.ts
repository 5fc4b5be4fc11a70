import { taskSecrets } from '../planner/secrets.ts';

/** What a model may type without ever seeing it: it writes the name, and the value is put in as it is typed. */
export interface Secrets {
  /** Names as the model writes them. */
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly byName: Readonly<Record<string, string>>;
  /** A text with the values in place of their names. */
  reveal(text: string): string;
  /** A text with names in place of the values, as far as they stand in it as they are. */
  hide(text: string): string;
}

const REFERENCE = /\{\{\s*inputs\.([A-Za-z][A-Za-z0-9_-]{0,63})\s*\}\}/g;

export const placeholder = (name: string): string => `{{ inputs.${name} }}`;

export const createSecrets = (byName: Readonly<Record<string, string>>): Secrets => {
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
};

/**
 * Secrets that a person put into a free task against all advice: they are masked, and the model is told a name instead.
 */
export const secretsInTask = (task: string): Secrets =>
  createSecrets(
    Object.fromEntries(
      taskSecrets(task).map((value, index) => [index === 0 ? 'password' : `password_${index + 1}`, value]),
    ),
  );

/** True when the name of a secret stands anywhere in a JSON value. */
export const holdsSecretName = (secrets: Secrets, value: unknown): boolean => {
  const json = JSON.stringify(value) ?? '';
  return secrets.reveal(json) !== json;
};
