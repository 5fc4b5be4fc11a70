import {
  MAX_RUNBOOK_DEPTH,
  type RunbookParameter,
  type RunbookProblem,
  type RunbookStep,
} from '@errand/contracts';
import type { WorkBudget } from '../work-budget.ts';
import { checkInputs } from '../parameters/inputs.ts';
import { hasTemplate, referencesIn } from '../templates/template.ts';
import { runbookIdsIn } from './nested.ts';
import type { WellFormedStep } from './well-formed.ts';

/** A Runbook of the workspace, as far as its callers need it. */
export interface KnownRunbook {
  readonly title: string;
  /** The latest published version and the current one, or one of them. */
  readonly versions: readonly {
    readonly steps: readonly RunbookStep[];
    readonly parameters: readonly RunbookParameter[];
  }[];
}

/** The Runbooks of the workspace that a definition runs, and those that they run, by id. */
export type KnownRunbooks = ReadonlyMap<string, KnownRunbook>;

/** How a chain of Runbooks cannot be. `chain` holds ids. */
interface BrokenChain {
  readonly is: 'circle' | 'deep';
  readonly chain: readonly string[];
}

/** Follows every version of every Runbook from `id` on. Returns the first broken chain, or null. */
function brokenChain(
  id: string,
  runbooks: KnownRunbooks,
  above: readonly string[],
  checked: Map<string, number>,
): BrokenChain | null {
  const chain = [...above, id];
  if (above.includes(id)) return { is: 'circle', chain };
  if (chain.length > MAX_RUNBOOK_DEPTH) return { is: 'deep', chain };
  if ((checked.get(id) ?? 0) >= chain.length) return null;
  const next = new Set(runbooks.get(id)?.versions.flatMap(({ steps }) => runbookIdsIn(steps)) ?? []);
  for (const other of next) {
    const broken = brokenChain(other, runbooks, chain, checked);
    if (broken !== null) return broken;
  }
  checked.set(id, chain.length);
  return null;
}

function describeChain({ is, chain }: BrokenChain, self: string, runbooks: KnownRunbooks): string {
  const names = chain
    .map((id) => (id === self ? 'this Runbook' : `"${runbooks.get(id)?.title ?? id}"`))
    .join(' → ');
  return is === 'circle'
    ? `Runbooks must not run each other in a circle: ${names}`
    : `Runbooks can run each other at most ${MAX_RUNBOOK_DEPTH} deep: ${names}`;
}

/** The id of a Runbook that has none yet. */
const UNNAMED = '';

/** Why the Runbook `self` cannot run the Runbook `id`; null: it can. */
export function chainProblem(id: string, self: string | undefined, runbooks: KnownRunbooks): string | null {
  const start = self ?? UNNAMED;
  const broken = brokenChain(id, runbooks, [start], new Map());
  return broken === null ? null : describeChain(broken, start, runbooks);
}

/** Problems of the inputs for a Runbook, unless one of its versions takes them. Values with templates are not judged. */
function inputProblems(
  given: Readonly<Record<string, unknown>>,
  { versions }: KnownRunbook,
): RunbookProblem[] {
  const found = versions.map(({ parameters }) => {
    const templated = new Set(Object.keys(given).filter((name) => referencesIn(given[name]).length > 0));
    const checked = checkInputs(parameters, given);
    return checked.ok
      ? []
      : checked.problems.filter(({ path, message }) => {
          const name = /^inputs\.([^.[]+)/.exec(path)?.[1] ?? '';
          const isDeclared = parameters.some((parameter) => parameter.name === name);
          return message === 'is required' || !isDeclared || !templated.has(name);
        });
  });
  return found.some((problems) => problems.length === 0) ? [] : (found[0] ?? []);
}

/** Problems of a `runbook.run` step that concern the Runbook that it runs. Paths are relative to the step. */
export function checkCall(
  { primitive, input }: WellFormedStep,
  { runbooks, self }: { runbooks: KnownRunbooks | undefined; self: string | undefined },
  budget: WorkBudget,
): RunbookProblem[] {
  const id = input?.['runbookId'];
  if (primitive !== 'runbook.run' || typeof id !== 'string') return [];
  const problem = (message: string) => [{ path: 'input.runbookId', message }];
  if (hasTemplate(id))
    return problem(
      'must be the id of a Runbook, not a template: its revision is pinned when a Run is created',
    );
  if (runbooks === undefined) return [];
  const known = runbooks.get(id);
  if (known === undefined && id !== self) return problem('no Runbook of this workspace has this id');
  const broken = chainProblem(id, self, runbooks);
  if (broken !== null) return problem(broken);
  const given = input?.['inputs'] ?? {};
  if (known === undefined || typeof given !== 'object' || Array.isArray(given)) return [];
  budget.spend(known.versions.length);
  return inputProblems(given as Record<string, unknown>, known).map(({ path, message }) => ({
    path: `input.${path}`,
    message,
  }));
}
