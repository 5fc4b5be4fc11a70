import type { Runbook, RunbookParameter, RunbookStep } from '@errand/sdk';

/** The fields of a Runbook that a person edits. */
export interface Definition {
  title: string;
  steps: RunbookStep[];
  parameters: RunbookParameter[];
}

const NEW_RUNBOOK: Definition = {
  title: '',
  parameters: [],
  steps: [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: 'https://example.com' } },
    { id: 'heading', kind: 'primitive', primitive: 'browser.extract', input: { target: 'h1', as: 'text' } },
  ] as unknown as RunbookStep[],
};

/** What is edited of a Runbook; of null: what a new one begins with. */
export function definitionOf(runbook: Runbook | null): Definition {
  if (runbook === null) return NEW_RUNBOOK;
  const { title, steps, parameters } = runbook;
  return { title, steps, parameters };
}

/** JSON, indented by two spaces, as it is edited and compared. */
export function printed(definition: object): string {
  return JSON.stringify(definition, null, 2);
}

/** Templates that a step may hold: the inputs, and the outputs of the steps before it. */
export function templatesFor({ steps, parameters }: Definition, index: number): string[] {
  return [
    ...parameters.map(({ name }) => `{{ inputs.${name} }}`),
    ...steps.slice(0, index).map(({ id }) => `{{ steps.${id}.output }}`),
    ...(steps[index]?.forEach === undefined ? [] : ['{{ item }}', '{{ index }}']),
  ];
}

/** An id that no step has, made from the last part of a primitive. */
export function freeId(steps: readonly RunbookStep[], primitive: string): string {
  const base = primitive.split('.').at(-1) ?? 'step';
  const taken = new Set(steps.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}${number}`;
    if (!taken.has(id)) return id;
  }
}

function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inKeyOrder(each)]));
}

/** The same with the keys of every object in one order, so that a comparison finds no key that only moved. */
export function printedInOrder(definition: object): string {
  return printed(inKeyOrder(definition) as object);
}
