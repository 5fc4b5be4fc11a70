import { misused, type CompileKeyword, type Keyword } from './keyword.ts';
import { judge, type Node } from './node.ts';
import { fieldsOf, isObject, problem, within, type Judging, type Rule, type SchemaProblem } from './rules.ts';

/** Compiles the schema in a keyword, or in one of its entries. */
function nodeOf({ asked, place, compiler }: Keyword, key?: string | number): Node {
  if (key === undefined) return compiler.nodeFor(asked, place);
  return compiler.nodeFor((asked as Readonly<Record<string | number, unknown>>)[key], `${place}/${key}`);
}

/** Compiles a schema that applies to the same value. */
function inPlace(keyword: Keyword, key?: string | number): Node {
  const node = nodeOf(keyword, key);
  keyword.node.inPlace.push(node);
  return node;
}

function listOf(keyword: Keyword): number[] {
  if (!Array.isArray(keyword.asked)) throw misused(keyword, 'must be a list of schemas');
  return [...keyword.asked.keys()];
}

function namesOf(keyword: Keyword): string[] {
  if (!isObject(keyword.asked)) throw misused(keyword, 'must be an object');
  return Object.keys(keyword.asked);
}

function namesIn(keyword: Keyword, asked: unknown = keyword.asked): string[] {
  if (!Array.isArray(asked) || !asked.every((name) => typeof name === 'string'))
    throw misused(keyword, 'must be a list of names');
  keyword.compiler.spend(asked.length);
  return asked;
}

/** Reads an own property, including names such as `__proto__`. */
function field(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function compileRef({ asked, place, node, compiler }: Keyword): Rule {
  const target = compiler.referred(asked, place);
  node.inPlace.push(target);
  return (value, judging) => judge(target, value, judging);
}

function compileAllOf(keyword: Keyword): Rule {
  const nodes = listOf(keyword).map((key) => inPlace(keyword, key));
  return (value, judging) => nodes.flatMap((node) => judge(node, value, judging));
}

/** The problems of the branch that the value was probably meant for. */
function nearest(branches: readonly (readonly SchemaProblem[])[]): readonly SchemaProblem[] {
  const typesOf = (problems: readonly SchemaProblem[]): readonly string[] =>
    problems.flatMap(({ path, types }) => (path.length === 0 ? (types ?? []) : []));
  const [near] = branches
    .filter((problems) => typesOf(problems).length === 0)
    .sort((a, b) => a.length - b.length);
  if (near !== undefined) return near;
  const types = [...new Set(branches.flatMap(typesOf))];
  return [{ path: [], message: `must be of type ${types.join(' or ')}`, types }];
}

function compileAnyOf(keyword: Keyword): Rule {
  const nodes = listOf(keyword).map((key) => inPlace(keyword, key));
  return (value, judging) => {
    const branches: (readonly SchemaProblem[])[] = [];
    for (const node of nodes) {
      const problems = judge(node, value, judging);
      if (problems.length === 0) return [];
      branches.push(problems);
    }
    return branches.length === 0 ? [] : nearest(branches);
  };
}

function compileOneOf(keyword: Keyword): Rule {
  const nodes = listOf(keyword).map((key) => inPlace(keyword, key));
  return (value, judging) => {
    const branches = nodes.map((node) => judge(node, value, judging));
    const fitting = branches.filter((problems) => problems.length === 0).length;
    if (fitting === 1 || branches.length === 0) return [];
    return fitting === 0 ? nearest(branches) : problem('fits several of the forms of which it must fit one');
  };
}

function compileNot(keyword: Keyword): Rule {
  const node = inPlace(keyword);
  return (value, judging) =>
    judge(node, value, judging).length > 0 ? [] : problem('has a form that is not allowed');
}

function compileIf(keyword: Keyword): Rule {
  const condition = inPlace(keyword);
  const [then, otherwise] = (['then', 'else'] as const).map((key) => {
    const asked = keyword.schema[key];
    return asked === undefined ? null : inPlace({ ...keyword, asked, place: `${keyword.place}/${key}` });
  });
  return (value, judging) => {
    const branch = judge(condition, value, judging).length === 0 ? then : otherwise;
    return branch ? judge(branch, value, judging) : [];
  };
}

function eachItem(node: Node, from: number): Rule {
  return (value, judging) =>
    Array.isArray(value)
      ? value.flatMap((item, at) => (at < from ? [] : within(at, judge(node, item, judging))))
      : [];
}

function firstItems(nodes: readonly Node[]): Rule {
  return (value, judging) =>
    Array.isArray(value)
      ? nodes.slice(0, value.length).flatMap((node, at) => within(at, judge(node, value[at], judging)))
      : [];
}

function compilePrefixItems(keyword: Keyword): Rule {
  return firstItems(listOf(keyword).map((key) => nodeOf(keyword, key)));
}

/** Before 2020-12, an array here meant what `prefixItems` means now. */
function compileItems(keyword: Keyword): Rule {
  if (Array.isArray(keyword.asked)) return compilePrefixItems(keyword);
  const { prefixItems } = keyword.schema;
  return eachItem(nodeOf(keyword), Array.isArray(prefixItems) ? prefixItems.length : 0);
}

function compileAdditionalItems(keyword: Keyword): Rule | null {
  const { items } = keyword.schema;
  return Array.isArray(items) ? eachItem(nodeOf(keyword), items.length) : null;
}

function compileContains(keyword: Keyword): Rule {
  const node = nodeOf(keyword);
  const { minContains = 1, maxContains = Infinity } = keyword.schema;
  if (typeof minContains !== 'number' || typeof maxContains !== 'number')
    throw misused(keyword, 'needs numbers as minContains and maxContains');
  return (value, judging) => {
    if (!Array.isArray(value)) return [];
    const count = value.filter((item) => judge(node, item, judging).length === 0).length;
    if (count < minContains) return problem(`must hold at least ${minContains} fitting items`);
    return count > maxContains ? problem(`must hold at most ${maxContains} fitting items`) : [];
  };
}

function compileProperties(keyword: Keyword): Rule {
  const nodes = namesOf(keyword).map((name) => ({ name, node: nodeOf(keyword, name) }));
  return (value, judging) => {
    if (!isObject(value)) return [];
    judging.budget.spend(nodes.length);
    return nodes.flatMap(({ name, node }) =>
      Object.hasOwn(value, name) ? within(name, judge(node, field(value, name), judging)) : [],
    );
  };
}

function compilePatternProperties(keyword: Keyword): Rule {
  const parts = namesOf(keyword).map((source) => ({
    pattern: keyword.compiler.pattern(source),
    node: nodeOf(keyword, source),
  }));
  return (value, judging) =>
    (fieldsOf(value, judging) ?? []).flatMap(([name, entry]) =>
      parts
        .filter(({ pattern }) => pattern.test(name, judging.budget))
        .flatMap(({ node }) => within(name, judge(node, entry, judging))),
    );
}

function compileAdditionalProperties(keyword: Keyword): Rule {
  const { properties, patternProperties } = keyword.schema;
  const known = new Set(isObject(properties) ? Object.keys(properties) : []);
  const sources = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  const patterns = sources.map((source) => keyword.compiler.pattern(source));
  const node = nodeOf(keyword);
  const isOther = (name: string, { budget }: Judging): boolean =>
    !known.has(name) && !patterns.some((pattern) => pattern.test(name, budget));
  return (value, judging) =>
    (fieldsOf(value, judging) ?? [])
      .filter(([name]) => isOther(name, judging))
      .flatMap(([name, entry]) =>
        keyword.asked === false
          ? [{ path: [name], message: 'unknown field' }]
          : within(name, judge(node, entry, judging)),
      );
}

function compilePropertyNames(keyword: Keyword): Rule {
  const node = nodeOf(keyword);
  return (value, judging) =>
    (fieldsOf(value, judging) ?? []).flatMap(([name]) =>
      judge(node, name, judging).length > 0
        ? [{ path: [name], message: 'has a name that is not allowed' }]
        : [],
    );
}

function missing(names: readonly string[], value: object, { budget }: Judging): SchemaProblem[] {
  budget.spend(names.length);
  return names
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ path: [name], message: 'is required' }));
}

function compileRequired(keyword: Keyword): Rule | null {
  // Draft 3 has `required: true` in the property itself.
  if (typeof keyword.asked === 'boolean') return null;
  const names = namesIn(keyword);
  return (value, judging) => (isObject(value) ? missing(names, value, judging) : []);
}

function compileDependentRequired(keyword: Keyword): Rule {
  const needs = namesOf(keyword).map((name) => ({
    name,
    names: namesIn(keyword, field(keyword.asked as object, name)),
  }));
  return (value, judging) => {
    if (!isObject(value)) return [];
    judging.budget.spend(needs.length);
    return needs.flatMap(({ name, names }) =>
      Object.hasOwn(value, name) ? missing(names, value, judging) : [],
    );
  };
}

function compileDependentSchemas(keyword: Keyword): Rule {
  const parts = namesOf(keyword).map((name) => ({ name, node: inPlace(keyword, name) }));
  return (value, judging) =>
    isObject(value)
      ? parts.flatMap(({ name, node }) => (Object.hasOwn(value, name) ? judge(node, value, judging) : []))
      : [];
}

/** The keywords that apply subschemas. */
export const APPLICATORS: readonly (readonly [string, CompileKeyword])[] = [
  ['$ref', compileRef],
  ['allOf', compileAllOf],
  ['anyOf', compileAnyOf],
  ['oneOf', compileOneOf],
  ['not', compileNot],
  ['if', compileIf],
  ['prefixItems', compilePrefixItems],
  ['items', compileItems],
  ['additionalItems', compileAdditionalItems],
  ['contains', compileContains],
  ['additionalProperties', compileAdditionalProperties],
  ['propertyNames', compilePropertyNames],
  ['properties', compileProperties],
  ['patternProperties', compilePatternProperties],
  ['required', compileRequired],
  ['dependentRequired', compileDependentRequired],
  ['dependentSchemas', compileDependentSchemas],
];
