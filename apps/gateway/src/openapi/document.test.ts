import { describe, expect, test } from '@jest/globals';
import { AgentStep, RunEventType, publicRoutes, signInRoutes } from '@errand/contracts';
import { primitiveSignatures } from '@errand/contracts/primitives';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { guideHtml, guideUrl } from '../guide/html.ts';
import { guidePages } from '../guide/pages.ts';
import { curlOf } from './curl.ts';
import { createDocument } from './document.ts';
import type { JsonSchema } from './json-schema.ts';
import { referencePage } from './reference-page.ts';
import { runbookSchema } from './runbook-schema.ts';
import { sampleOf } from './sample.ts';
import { SEARCH_SCRIPT } from './search.ts';

const routes = [...publicRoutes, ...signInRoutes];
const document = createDocument(routes, {
  serverUrl: 'https://errand.example',
  sessionCookie: 'errand.session_token',
});

const walk = function* (value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* walk(inner);
};

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document);
}

test('an independent validator accepts the document and rejects a broken one', async () => {
  const validate = (value: Record<string, unknown>) => new Validator().validate(structuredClone(value));
  expect(await validate({ ...document })).toEqual({ valid: true });
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(await validate({ ...document, paths: { 'v1/runs': { fetch: {} } } })).toMatchObject({
    valid: false,
  });
});

test('every reference resolves', () => {
  const references = [...walk(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
});

interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly default?: unknown;
}

/** Every field of every schema of the document, also of those that have no name. */
const fields = [...walk(document)].flatMap(({ type, properties = {}, required = [] }): Field[] =>
  // A field may itself be called `properties`.
  Object.entries((type === 'object' ? properties : {}) as Record<string, JsonSchema>).map(
    ([name, { description = '', default: value }]) => ({
      name,
      isRequired: (required as string[]).includes(name),
      description,
      default: value,
    }),
  ),
);

test('every field of every schema is described', () => {
  expect(fields.length).toBeGreaterThan(500);
  expect(fields.filter(({ description }) => description === '').map(({ name }) => name)).toEqual([]);
});

test('every optional field says what it means when it is left out', () => {
  const silent = fields.filter(
    (field) =>
      !field.isRequired &&
      field.default === undefined &&
      !/\b(Default|[Aa]bsent|[Pp]resent|Required)\b/.test(field.description),
  );
  expect(silent.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
});

test.each([
  [/(Ms|_ms|^ms)$/, /[Mm]illiseconds/],
  [/Seconds$/, /[Ss]econds/],
  [/^bytes$/i, /bytes/],
])('every field called %s names its unit', (name, unit) => {
  const measured = fields.filter((field) => name.test(field.name));
  expect(measured.length).toBeGreaterThan(0);
  expect(measured.filter(({ description }) => !unit.test(description))).toEqual([]);
});

test('every parameter is described', () => {
  const undescribed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${path} ${name}`),
    ),
  );
  expect(undescribed).toEqual([]);
});

test('every component is used', () => {
  const text = JSON.stringify(document);
  const unused = Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, entries]) => Object.keys(entries).map((name) => `#/components/${kind}/${name}`))
    .filter((pointer) => !text.includes(`"${pointer}"`));
  expect(unused).toEqual([]);
});

test('operation ids are unique', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(routes.length);
});

describe.each(routes.map((route) => [route.name, route] as const))('%s', (_name, route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];

  test('declares each parameter of its path once', () => {
    const inPath = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(route.path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
  });

  test('declares its scopes and its error responses', () => {
    const scopes = typeof route.access === 'string' ? [] : route.access.scopes;
    expect(operation?.['x-required-scopes']).toEqual(scopes);
    const statuses = Object.keys(operation?.responses ?? {}).map(Number);
    expect(statuses).toEqual(
      expect.arrayContaining(
        route.access === 'public' && !route.ofAccounts ? [404, 500] : [401, 403, 429, 500, 503],
      ),
    );
    if (route.access !== 'public' && !route.ofAccounts) expect(statuses).toContain(422);
    if (route.path.includes('{')) expect(statuses).toContain(404);
    if (route.method !== 'GET') expect(statuses).toEqual(expect.arrayContaining([400, 413, 415]));
  });

  test('has an example that its own rules accept', () => {
    const example = operation?.requestBody?.content['application/json']?.example;
    const takesJson = operation?.requestBody !== undefined && route.maxFileBytes === undefined;
    expect(example !== undefined).toBe(takesJson);
    if (example !== undefined) expect(route.body.safeParse(example).success).toBe(true);
  });
});

test('a list of Runs takes limit and offset within their bounds', () => {
  const parameters = document.paths['/v1/runs']?.['get']?.parameters ?? [];
  expect(parameters.find(({ name }) => name === 'limit')).toMatchObject({
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
  });
  expect(parameters.find(({ name }) => name === 'offset')?.schema).toMatchObject({ maximum: 1_000_000 });
});

test('events come as JSON or as a stream', () => {
  const content = document.paths['/v1/runs/{run_id}/events']?.['get']?.responses['200']?.content;
  expect(Object.keys(content ?? {})).toEqual(['application/json', 'text/event-stream']);
});

describe('steps', () => {
  const { schemas } = document.components;
  const branches = primitiveSignatures.map(({ name }) => ({
    name,
    schema: schemas[`${name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Step`],
  }));

  test('each primitive is a branch of one union, with effect, output and examples', () => {
    const { discriminator, oneOf } = schemas['PrimitiveStep'] as JsonSchema & { discriminator: unknown };
    expect(discriminator).toMatchObject({ propertyName: 'primitive' });
    expect(oneOf).toHaveLength(branches.length);
    for (const { name, schema } of branches) {
      expect(schema).toMatchObject({ description: expect.any(String), examples: expect.any(Array) });
      expect(schema?.properties?.['primitive']).toMatchObject({ const: name });
      expect(schema?.['x-output']).toBeDefined();
      expect(['read', 'write']).toContain(schema?.['x-effect']);
    }
  });

  test('an agent step is one more branch, with effect, output and examples that its rules accept', () => {
    expect(schemas['RunbookStep']?.oneOf).toContainEqual({ $ref: '#/components/schemas/AgentStep' });
    const { examples, ...step } = schemas['AgentStep'] ?? {};
    expect(step).toMatchObject({ 'x-effect': 'read', 'x-output': { description: expect.any(String) } });
    expect(examples).toHaveLength(2);
    for (const example of examples as unknown[]) expect(AgentStep.parse(example)).toEqual(example);
  });

  test('events have data of their own type', () => {
    expect(schemas['RunEvent']?.oneOf).toHaveLength(RunEventType.options.length);
    expect(schemas['StepWarnedEvent']?.properties?.['data']).toMatchObject({
      anyOf: [{ properties: { reason: {}, quote: {} } }, { type: 'null' }],
    });
  });
});

describe("the editors' schema", () => {
  const schema = runbookSchema(document);
  const accepts = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
  }).compile(schema);
  const runbook = (...steps: unknown[]) => ({ schemaVersion: 3, title: 'A title', parameters: [], steps });

  test.each(primitiveSignatures.map(({ name, examples }) => [name, examples] as const))(
    'accepts the examples of %s',
    (primitive, examples) => {
      for (const input of examples) {
        accepts(runbook({ id: 'a', kind: 'primitive', primitive, input }));
        expect(accepts.errors ?? []).toEqual([]);
      }
    },
  );

  test.each([
    ['an unknown primitive', { id: 'a', kind: 'primitive', primitive: 'browser.fly', input: {} }],
    ['a missing input', { id: 'a', kind: 'primitive', primitive: 'browser.navigate', input: {} }],
    ['an unknown input', { id: 'a', kind: 'primitive', primitive: 'browser.reload', input: { hard: true } }],
    ['an ill-typed input', { id: 'a', kind: 'primitive', primitive: 'desktop.wait', input: { ms: 'long' } }],
    ['an unknown field', { id: 'a', kind: 'agent', instruction: 'Look', speed: 1 }],
  ])('refuses %s', (_, step) => {
    expect(accepts(runbook(step))).toBe(false);
  });

  test('accepts a template in place of any value', () => {
    const wait = { id: 'a', kind: 'primitive', primitive: 'desktop.wait', input: { ms: '{{ inputs.ms }}' } };
    const target = { role: 'link', nth: '{{ inputs.nth }}' };
    const click = { id: 'b', kind: 'primitive', primitive: 'browser.click', input: { target } };
    accepts(runbook(wait, click));
    expect(accepts.errors ?? []).toEqual([]);
  });
});

describe('the reference page', () => {
  const page = referencePage(document);

  test('shows every operation and has no broken links', () => {
    for (const { name } of routes) expect(page).toContain(`<section id="${name}"`);
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('shows what stands between backticks as code', () => {
    expect(page.replaceAll(/<script>[^]*?<\/script>/g, '')).not.toContain('`');
    expect(page).toContain('Upload a file for inputs of type <code>file</code>;');
  });

  test('loads nothing from other origins and runs only the search', () => {
    expect(page).not.toMatch(/<link|<img| src=| on\w+=|https?:\/\/(?!errand\.example|example\.com)/);
    expect(page.match(/<script>[^]*?<\/script>/g)).toEqual([`<script>${SEARCH_SCRIPT}</script>`]);
  });

  test('shows a command for each operation and an answer that fits its schema', () => {
    for (const route of routes) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      if (operation === undefined) throw new Error(`no ${route.name}`);
      expect(curlOf(route.method.toLowerCase(), route.path, operation, document)).toContain('curl ');
      const [status, answer] = Object.entries(route.answers)[0] ?? [];
      const content = operation.responses[String(status)]?.content?.['application/json'];
      if (content === undefined || answer?.body === undefined) continue;
      const sample = sampleOf(content.schema, document);
      if (sample !== undefined)
        expect([route.name, answer.body.safeParse(sample).error]).toEqual([route.name, undefined]);
    }
  });
});

describe('the guide', () => {
  const pages = guidePages(document);

  test('has a page for each primitive', () => {
    const slugs = pages.map(({ slug }) => slug);
    expect(slugs).toEqual(
      expect.arrayContaining(primitiveSignatures.map(({ name }) => `primitives/${name}`)),
    );
  });

  test('has no broken links', () => {
    const urls = new Set([...pages.map(({ slug }) => guideUrl(slug)), '/docs']);
    const links = pages.flatMap((page) =>
      [...guideHtml(page).matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? ''),
    );
    expect(links.filter((link) => !urls.has(link))).toEqual([]);
  });
});
