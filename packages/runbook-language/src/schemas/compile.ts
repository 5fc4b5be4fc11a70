import type { WorkBudget } from '../work-budget.ts';
import { compilePattern, type Pattern } from '../patterns/pattern.ts';
import { SchemaError, unusable } from './errors.ts';
import { KEYWORDS, REFUSED } from './keywords.ts';
import { costOf, type Node } from './node.ts';
import { isObject, problem, type JsonObject } from './rules.ts';

interface Unfinished {
  readonly node: Node;
  readonly schema: JsonObject;
  readonly place: string;
}

/** Approximate cost of compiling one keyword, in steps. */
const COMPILE_STEPS = 20;
const MAX_PATTERNS = 20;

/**
 * Compiles a JSON Schema and all that it refers to.
 * @throws {SchemaError} when it cannot be used, refers outside itself, or has endless or too many rules about one value
 * @throws {WorkBudgetError} when `budget` is used up
 */
export function compileNodes(root: JsonObject, budget: WorkBudget): Node {
  const compiler = new SchemaCompiler(root, budget);
  const node = compiler.nodeFor(root, '');
  compiler.finish();
  return node;
}

/** Uses a work list instead of recursion, so that no schema can exhaust the stack. */
export class SchemaCompiler {
  readonly #root: JsonObject;
  readonly #budget: WorkBudget;
  readonly #nodes = new Map<JsonObject, Node>();
  readonly #unfinished: Unfinished[] = [];
  readonly #patterns = new Map<string, Pattern>();

  constructor(root: JsonObject, budget: WorkBudget) {
    this.#root = root;
    this.#budget = budget;
  }

  finish(): void {
    for (let next = this.#unfinished.pop(); next !== undefined; next = this.#unfinished.pop())
      this.#compile(next);
    const costs = new Map<Node, number>();
    for (const node of this.#nodes.values()) costOf(node, costs, 0);
  }

  nodeFor(schema: unknown, place: string): Node {
    this.#budget.spend(COMPILE_STEPS);
    if (typeof schema === 'boolean')
      return { rules: schema ? [] : [() => problem('is not allowed')], inPlace: [] };
    if (!isObject(schema)) throw unusable(place, 'must be a schema');
    const known = this.#nodes.get(schema);
    if (known !== undefined) return known;
    const node: Node = { rules: [], inPlace: [] };
    this.#nodes.set(schema, node);
    this.#unfinished.push({ node, schema, place });
    return node;
  }

  /** Resolves `#/$defs/name` and other references within the schema. */
  referred(reference: unknown, place: string): Node {
    if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference))
      throw unusable(place, 'must begin with "#/": only references within the schema are followed');
    let target: unknown = this.#root;
    for (const part of reference.split('/').slice(1)) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      const isThere = typeof target === 'object' && target !== null && Object.hasOwn(target, key);
      target = isThere ? (target as JsonObject)[key] : undefined;
    }
    if (target === undefined) throw unusable(place, 'leads nowhere');
    return this.nodeFor(target, reference);
  }

  pattern(source: string): Pattern {
    const known = this.#patterns.get(source);
    if (known !== undefined) return known;
    if (this.#patterns.size >= MAX_PATTERNS) throw new SchemaError(`has more than ${MAX_PATTERNS} patterns`);
    const pattern = compilePattern(source, '', this.#budget);
    this.#patterns.set(source, pattern);
    return pattern;
  }

  /** Charges work that depends on the size of a keyword's value. */
  spend(steps: number): void {
    this.#budget.spend(steps);
  }

  #compile({ node, schema, place }: Unfinished): void {
    const at = (keyword: string): string => (place === '' ? keyword : `${place}/${keyword}`);
    for (const keyword of REFUSED)
      if (schema[keyword] !== undefined) throw unusable(at(keyword), 'is not supported');
    for (const [keyword, compile] of KEYWORDS) {
      if (schema[keyword] === undefined) continue;
      this.#budget.spend(COMPILE_STEPS);
      const rule = compile({ asked: schema[keyword], schema, node, place: at(keyword), compiler: this });
      if (rule !== null) node.rules.push(rule);
    }
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
