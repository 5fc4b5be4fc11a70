import { EffortError } from '../effort.ts';
import { SchemaError } from './errors.ts';
import { spendOnProblems, type Judging, type Rule, type SchemaProblem } from './rules.ts';

/** One schema inside a user's schema. References make a graph of them. */
export interface Node {
  readonly rules: Rule[];
  /** The schemas that judge the same value, not a part of it. */
  readonly inPlace: Node[];
}

/** Rules of one value inside each other. */
const MAX_DEPTH = 500;
/** Rules that one value, without its parts, may have to fit. */
const MAX_RULES = 10_000;

/** @throws {EffortError} when the effort is used up, or the rules lead too deep */
export function judge(node: Node, value: unknown, judging: Judging): readonly SchemaProblem[] {
  judging.effort.spend(1 + node.rules.length);
  judging.depth += 1;
  if (judging.depth > MAX_DEPTH) throw new EffortError();
  const problems = node.rules.flatMap((rule) => rule(value, judging));
  judging.depth -= 1;
  spendOnProblems(problems, judging);
  return problems;
}

/** How many rules one value has to fit; references that double are counted as often as they would be followed. */
export function costOf(node: Node, costs: Map<Node, number>, depth: number): number {
  const known = costs.get(node);
  if (known === Infinity)
    throw new SchemaError('is not a JSON Schema that can be checked: a reference leads back to itself');
  if (known !== undefined) return known;
  if (depth > MAX_DEPTH) throw new SchemaError(new EffortError().message);
  costs.set(node, Infinity);
  let cost = 1 + node.rules.length;
  for (const inner of node.inPlace) cost += costOf(inner, costs, depth + 1);
  if (cost > MAX_RULES)
    throw new SchemaError(`takes too much work to check: more than ${MAX_RULES} rules about one value`);
  costs.set(node, cost);
  return cost;
}
