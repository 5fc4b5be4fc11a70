import { z } from 'zod';

/** Body of every error response. */
export const ErrorBody = z.strictObject({
  detail: z.string().describe('The problem and how to fix it, in a sentence that may be shown to people.'),
});

const MAX_DETAIL = 2_000;
const UNSHOWABLE = /[\p{Cc}\p{Cs}]/gu;

/** Details quote the request, whose values may be long and hold control characters. */
function displaySafe(detail: string): string {
  const text = detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL)}…` : detail;
  return text.replaceAll(UNSHOWABLE, '\ufffd');
}

/**
 * An error that the caller may see: an HTTP status, a sentence, made display-safe, and response headers. Any other error becomes
 * a 500 whose cause is only logged.
 */
export class Problem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(displaySafe(detail));
    this.name = 'Problem';
    this.status = status;
    this.headers = headers;
  }
}

/** 404. Also the answer for what another workspace owns, so that its existence stays hidden. */
export function notFound(detail = 'Not found.') {
  return new Problem(404, detail);
}

/** The route has nothing but a live stream, and the request does not ask for one. */
export function streamOnly() {
  return new Problem(406, 'This is a live stream: ask for it with the header Accept: text/event-stream.');
}

/** 409: the request is valid, but what is stored does not allow it. */
export function conflict(detail: string) {
  return new Problem(409, detail);
}

/** 422. `detail` begins with the path of the wrong value, if it has one: `expiresAt: must be in the future`. */
export function unprocessable(detail: string) {
  return new Problem(422, detail);
}

/** The same 401 for every reason, so that it reveals nothing about a key. */
export function unauthenticated() {
  return new Problem(401, 'A valid API key is required: Authorization: Bearer <API_KEY>.', {
    'WWW-Authenticate': 'Bearer',
  });
}

/** 403 for an API key without `scope`, such as `runs:write`. */
export function missingScope(scope: string) {
  return new Problem(403, `The API key lacks the scope ${scope}.`);
}

/** A dependency is unavailable and the request was not accepted. */
export function unavailable(detail = 'The service is temporarily unavailable. Try again shortly.') {
  return new Problem(503, detail, { 'Retry-After': '2' });
}

const MAX_SHOWN_KEY = 100;
/** Without control characters, which may not be shown, and the like. */
const SHOWABLE_KEY = new RegExp(`^\\P{C}{0,${MAX_SHOWN_KEY}}$`, 'u');

/** `["steps", 3, "input", "url"]` as `steps[3].input.url`; a key that cannot be shown whole as `["…"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    if (!SHOWABLE_KEY.test(String(key))) return `${text}[${shortened(String(key))}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

function shortened(key: string): string {
  return JSON.stringify(key.length > MAX_SHOWN_KEY ? `${key.slice(0, MAX_SHOWN_KEY)}…` : key);
}

/** Each issue as `{ path, message }`. A failed union is described by its closest branch, not as "Invalid input". */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): { path: string; message: string }[] {
  return unknownFirst(issues).flatMap((issue) => {
    if (issue.code === 'invalid_union') {
      const nearest = nearestBranch(issue.errors);
      if (nearest !== undefined)
        return describeIssues(nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })));
    }
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: 'unknown field' }));
    return [{ path: formatPath(issue.path), message: describe(issue) }];
  });
}

/** Puts an unknown field before missing ones of the same object: often it is one of them, misspelt. */
function unknownFirst(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const isIn = (parent: string, { path }: z.core.$ZodIssue): boolean =>
    path.length > 0 && formatPath(path.slice(0, -1)) === parent;
  return issues
    .map((issue, index) => {
      const parent = issue.code === 'unrecognized_keys' ? formatPath(issue.path) : null;
      const first = parent === null ? -1 : issues.findIndex((other) => isIn(parent, other));
      return { issue, position: first >= 0 && first < index ? first - 0.5 : index };
    })
    .sort((a, b) => a.position - b.position)
    .map(({ issue }) => issue);
}

/** Replaces zod's messages for wrong types, which address programmers. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (issue.code === 'invalid_union' && 'options' in issue)
    return `must be one of ${(issue.options ?? []).map((option) => JSON.stringify(option)).join(', ')}`;
  // A union that says what it takes.
  if (issue.code === 'invalid_union' && issue.message !== 'Invalid input') return issue.message;
  if (issue.code === 'invalid_union' && issue.errors.length > 0 && issue.errors.flat().every(isMissing))
    return 'is required';
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return `must be of type ${[...new Set(issue.errors.flatMap(expectedTypes))].join(' or ')}`;
  if (issue.code === 'too_small') return sizeRule('at least', issue.origin, issue.minimum);
  if (issue.code === 'too_big') return sizeRule('at most', issue.origin, issue.maximum);
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  if (issue.code === 'invalid_format' && issue.message.startsWith('Invalid '))
    return FORMATS[issue.format] ?? `must have the format ${issue.format}`;
  if (issue.code === 'invalid_key') return 'has a key that is not allowed';
  if (issue.code === 'invalid_union') return 'has none of the forms that fit here';
  if (issue.code !== 'invalid_type') return issue.message;
  return isMissing(issue) ? 'is required' : `must be of type ${typeName(issue.expected)}`;
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.flat().every(isMissing);
  if (issue.code === 'custom') return issue.message === 'is required';
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
}

function typeName(expected: string): string {
  if (expected === 'int') return 'integer';
  return expected === 'record' ? 'object' : expected;
}

const FORMATS: Readonly<Record<string, string>> = {
  base64: 'must be base64',
  datetime: 'must be an ISO 8601 date-time',
  date: 'must be a date, as YYYY-MM-DD',
  url: 'must be a URL',
  uuid: 'must be a UUID',
  regex: 'must match its pattern',
};

function sizeRule(bound: 'at least' | 'at most', origin: string, limit: number | bigint): string {
  if (origin === 'string')
    return bound === 'at least' && limit === 1
      ? 'must not be empty'
      : `must be ${bound} ${limit} characters long`;
  if (origin === 'array' || origin === 'set')
    return `must have ${bound} ${limit} ${limit === 1 ? 'item' : 'items'}`;
  return `must be ${bound} ${limit}`;
}

function expectedTypes(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'invalid_union') return issue.errors.flatMap(expectedTypes);
    const expected = issue.path.length === 0 ? expectedType(issue) : null;
    return expected === null ? [] : [typeName(expected)];
  });
}

/** The type that the issue misses; null for an issue about something else. */
function expectedType(issue: z.core.$ZodIssue): string | null {
  if (issue.code === 'invalid_type') return issue.expected;
  const expected: unknown = issue.code === 'custom' ? issue.params?.['expected'] : undefined;
  return typeof expected === 'string' ? expected : null;
}

type Branches = readonly (readonly z.core.$ZodIssue[])[];

/** The branch that the value was probably meant for; undefined when no branch takes its type. */
function nearestBranch(branches: Branches): readonly z.core.$ZodIssue[] | undefined {
  return branches
    .map((issues) => ({ issues, distance: distanceOf(issues) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance)[0]?.issues;
}

/** How many fields would have to change to fit a branch; infinite for a value of another type. */
function distanceOf(issues: readonly z.core.$ZodIssue[]): number {
  return issues
    .map((issue) => {
      if (issue.code === 'unrecognized_keys') return issue.keys.length;
      const isInside = issue.path.length > 0;
      const distance = issue.code === 'invalid_union' ? Math.min(...issue.errors.map(distanceOf)) : 1;
      if (isInside) return Number.isFinite(distance) ? distance : 1;
      return expectedType(issue) === null ? distance : Infinity;
    })
    .reduce((sum, fields) => sum + fields, 0);
}

/** A 422 that names the first invalid field, or `where` for the value itself. */
export function invalid(error: z.ZodError, where = 'body'): Problem {
  const [first] = describeIssues(error.issues);
  return unprocessable(`${first?.path || where}: ${first?.message ?? 'invalid'}`);
}

/** `schema.parse` that throws a 422 Problem. */
export function parseOrThrow<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where = 'body',
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(parsed.error, where);
  return parsed.data;
}
