type Part = Readonly<Record<string, unknown>>;

/** Keywords whose value is a schema or a list of them, and keywords whose value holds schemas by name. */
const SCHEMAS: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'items',
  'oneOf',
  'prefixItems',
  'propertyNames',
]);
const NAMED_SCHEMAS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'patternProperties',
  'properties',
]);

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSelfReferring = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, inner]) => (key === '$ref' && inner === '#') || isSelfReferring(inner));

/** What a schema says by patterns: `pattern`, and where there are `patternProperties` all that depends on the names. */
export interface PatternRules {
  pattern?: string;
  names?: {
    /** Schemas by pattern. */
    patterns: Part;
    known: readonly string[];
    /** Schema of what is neither known nor matched. */
    rest: unknown;
  };
}

/** No keyword of JSON Schema: a library that meets it takes it for a remark. */
const MOVED = '~patterns';

const movedIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(movedIn);
  return isPart(value) ? movePatterns(value) : value;
};

const inEach = (value: unknown): unknown =>
  isPart(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, movedIn(part)]))
    : value;

/**
 * A copy of a JSON Schema in which nothing is said by patterns any more; `patternsOf` finds it again in the remarks.
 * @throws {Error} for what cannot be said so
 */
export const movePatterns = (schema: Part): Part => {
  const { description: _, [MOVED]: __, ...rest } = schema;
  const moved: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => {
      if (SCHEMAS.has(key)) return [key, movedIn(value)];
      return [key, NAMED_SCHEMAS.has(key) ? inEach(value) : value];
    }),
  );
  const { pattern, patternProperties, properties, additionalProperties } = moved;
  delete moved['pattern'];
  delete moved['patternProperties'];
  // Beside a reference nothing else counts.
  if (schema['$ref'] !== undefined) return moved;
  const rules: PatternRules = {};
  if (pattern !== undefined) {
    if (typeof pattern !== 'string') throw new TypeError('a pattern is a text');
    rules.pattern = pattern;
  }
  if (patternProperties !== undefined) {
    if (!isPart(patternProperties)) throw new TypeError('patternProperties are an object');
    if (isSelfReferring(patternProperties)) throw new TypeError('patternProperties cannot refer to the root');
    const known = isPart(properties) ? Object.keys(properties) : [];
    rules.names = { patterns: patternProperties, known, rest: additionalProperties };
    delete moved['additionalProperties'];
  }
  if (Object.keys(rules).length > 0) moved[MOVED] = rules;
  return moved;
};

export const patternsOf = (remarks: Part): PatternRules => remarks[MOVED] ?? {};
