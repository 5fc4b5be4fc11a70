import type { BlueprintDefinition } from '@errand/contracts';
import { secretInputs, withSecretInputs } from '../parameters/secrets.ts';
import { resolveTemplates } from '../templates/resolve.ts';
import { asText } from '../templates/text.ts';

/** The task of a Blueprint's Run. */
export interface BlueprintTask {
  /** The goal with its inputs; secret ones, and those in `texts`, stand in it as `{{ secrets.name }}` or `{{ secrets.list[0].name }}`. */
  task: string;
  startUrl: string | null;
  texts: Readonly<Record<string, string>>;
}

/** One word cannot be read as another instruction. */
const WORD = /^[^\s"'`´‘’“”„«»{}]+$/u;

function placeholder(name: string): string {
  return `{{ secrets.${name} }}`;
}

/**
 * Puts the inputs into goal and first address. `inputs` need not hold the secret ones; those inside lists and objects may be masked.
 * @param namesTexts true: a text of several words is put into `texts`, so that a grammar reads the goal alone
 * @throws {TemplateError} when a reference leads nowhere
 */
export function taskOfBlueprint(
  { goal, startUrl, parameters }: Pick<BlueprintDefinition, 'goal' | 'startUrl' | 'parameters'>,
  inputs: Readonly<Record<string, unknown>>,
  namesTexts: boolean,
): BlueprintTask {
  const texts: Record<string, string> = {};
  const declared = parameters ?? [];
  const secretPaths = Object.keys(secretInputs(declared, inputs));
  const values = withSecretInputs(
    inputs,
    Object.fromEntries(secretPaths.map((path) => [path, placeholder(path)])),
  );
  for (const { name, type } of declared) {
    const value = inputs[name];
    if (type === 'secret') values[name] = placeholder(name);
    else if (namesTexts && typeof value === 'string' && !WORD.test(value)) {
      texts[name] = value;
      values[name] = placeholder(name);
    }
  }
  const resolve = (text: string, scope: Readonly<Record<string, unknown>>) =>
    asText(resolveTemplates(text, { inputs: scope, steps: {} }));
  return {
    task: resolve(goal, values),
    startUrl: startUrl === null ? null : resolve(startUrl, inputs),
    texts,
  };
}

/** The name of the first input that holds a reference, which the goal would take for one of its own. */
export function inputWithReference(inputs: Readonly<Record<string, unknown>>): string | null {
  const found = Object.entries(inputs).find(([, value]) =>
    /\{\{\s*(?:inputs|secrets)\./.test(JSON.stringify(value) ?? ''),
  );
  return found?.[0] ?? null;
}
