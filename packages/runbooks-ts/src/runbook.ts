import type { Parameter, ParameterValue, ValuesOf } from './parameters.ts';
import { type Ref, reference } from './reference.ts';
import { type Step, type Surface, surface } from './steps.ts';

/** A Runbook as the API takes it. */
export interface RunbookJson {
  schemaVersion: 3;
  title: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  parameters: any[];
  // oxlint-disable-next-line typescript/no-explicit-any
  steps: any[];
}

type Shape = Readonly<Record<string, Parameter<unknown>>>;

/** References to the declared inputs. */
export type Inputs<Declared extends Shape> = {
  readonly [Name in keyof Declared]: Ref<ParameterValue<Declared[Name]>>;
};

/** A Runbook as code. */
export interface Runbook<Declared extends Shape = Shape> {
  readonly title: string;
  /** The definition that the API takes. Throws when a step refers to one that comes after it. */
  toJSON(): RunbookJson;
  /** The body of a Run with these inputs. */
  inputs(values: ValuesOf<Declared>): { inputs: ValuesOf<Declared> };
}

const OUTPUT = /\{\{\s*steps\.([A-Za-z][\w-]*)\.output/g;

function checkOrder(steps: readonly { id: string }[]): void {
  const places = new Map<string, number>();
  for (const [place, { id }] of steps.entries()) {
    if (places.has(id)) throw new Error(`Two steps have the id "${id}".`);
    places.set(id, place);
  }
  for (const [place, step] of steps.entries())
    for (const [, used = ''] of JSON.stringify(step).matchAll(OUTPUT)) {
      const found = places.get(used);
      if (found === undefined)
        throw new Error(`Step "${step.id}" uses the output of "${used}", which is not among the steps.`);
      // A step that repeats may use its own last output.
      if (found > place)
        throw new Error(`Step "${step.id}" uses the output of "${used}", which comes after it.`);
    }
}

function define<const Declared extends Shape>(
  title: string,
  parameters: Declared,
  build: (scope: { readonly inputs: Inputs<Declared> }) => readonly Pick<Step, 'id' | 'toJSON'>[],
): Runbook<Declared> {
  const names = Object.keys(parameters);
  const refs = names.map((name) => [name, reference(`inputs.${name}`)]);
  const inputs = Object.fromEntries(refs) as Inputs<Declared>;
  return {
    title,
    toJSON: () => {
      const steps = JSON.parse(JSON.stringify(build({ inputs }))) as { id: string }[];
      checkOrder(steps);
      const declarations = names.map((name) => ({ name, ...parameters[name]?.declaration }));
      return {
        schemaVersion: 3,
        title,
        parameters: JSON.parse(JSON.stringify(declarations)) as object[],
        steps,
      };
    },
    inputs: (values) => ({ inputs: values }),
  };
}

/** Defines a Runbook. `runbook.run` is the step that runs another one. */
export const runbook: typeof define & Surface<'runbook'> = Object.assign(define, surface('runbook'));
