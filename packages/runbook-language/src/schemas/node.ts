import { WorkBudgetError } from '../work-budget.ts';
import { SchemaError } from './errors.ts';
import { spendOnProblems, type Judging, type Rule, type SchemaProblem } from './rules.ts';

/** One schema or subschema. References connect nodes into a graph. */
export interface Node {
  readonly rules: Rule[];
  /** Subschemas that apply to the same value, not to a part of it. */
  readonly inPlace: Node[];
}

/** Maximum nesting of rules about one value. */
const MAX_DEPTH = 500;
/** Maximum number of rules about one value, not counting its parts. */
const MAX_RULES = 10_000;

/** @throws {WorkBudgetError} when the budget is used up or rules nest too deeply */
export function judge(node: Node, value: unknown, judging: Judging): readonly SchemaProblem[] {
  judging.budget.spend(1 + node.rules.length);
  judging.depth += 1;
  if (judging.depth > MAX_DEPTH) throw new WorkBudgetError();
  const problems = node.rules.flatMap((rule) => rule(value, judging));
  judging.depth -= 1;
  spendOnProblems(problems, judging);
  return problems;
}

/** The number of rules about one value; a reference counts as often as it would be followed. */
export function costOf(node: Node, costs: Map<Node, number>, depth: number): number {
  const known = costs.get(node);
  if (known === Infinity)
    throw new SchemaError('is not a JSON Schema that can be checked: a reference leads back to itself');
  if (known !== undefined) return known;
  if (depth > MAX_DEPTH) throw new SchemaError(new WorkBudgetError().message);
  costs.set(node, Infinity);
  let cost = 1 + node.rules.length;
  for (const inner of node.inPlace) cost += costOf(inner, costs, depth + 1);
  if (cost > MAX_RULES)
    throw new SchemaError(`takes too much work to check: more than ${MAX_RULES} rules about one value`);
  costs.set(node, cost);
  return cost;
}
