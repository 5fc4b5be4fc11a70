import { describe, expect, test } from '@jest/globals';
import { publicRoutes } from '@errand/contracts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createDocument } from './document.ts';
import { referencePage } from './reference-page.ts';

const document = createDocument(publicRoutes, {
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
  expect(ids).toHaveLength(publicRoutes.length);
});

describe.each(publicRoutes.map((route) => [route.name, route] as const))('%s', (_name, route) => {
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
    expect(statuses).toEqual(expect.arrayContaining([401, 403, 422, 429, 500, 503]));
    if (route.path.includes('{')) expect(statuses).toContain(404);
    if (route.method !== 'GET') expect(statuses).toEqual(expect.arrayContaining([400, 413, 415]));
  });

  test('has an example that its own rules accept', () => {
    const example = operation?.requestBody?.content['application/json']?.example;
    expect(example === undefined).toBe(operation?.requestBody === undefined);
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

describe('the reference page', () => {
  const page = referencePage(document);

  test('shows every operation and has no broken links', () => {
    for (const { name } of publicRoutes) expect(page).toContain(`<section id="${name}">`);
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('loads nothing from other origins and runs no scripts', () => {
    expect(page).not.toMatch(/<script|<link|<img| src=| on\w+=|https?:\/\/(?!errand\.example|example\.com)/);
  });
});
