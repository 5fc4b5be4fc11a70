import type { Effect } from '@errand/contracts';
import { strongerEffect, surfaceOf } from '@errand/contracts/primitives';
import { jsonSchema, tool, type Tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { DESKTOP_LOOK, POINT_PROPERTIES, desktopPrimitives } from '../desktop/desktop-tools.ts';
import { COMPUTER } from '../models/index.ts';
import { ASK_PERSON, AskPerson } from './ask-person.ts';
import { toolName } from './tool-name.ts';
import { primitives, type Primitive } from '@errand/step-engine';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Only Runbooks need these: the model sees every page and remembers values itself. */
const NOT_FOR_MODELS: ReadonlySet<string> = new Set([
  'browser.snapshot',
  'browser.assert',
  'data.set',
  'data.match',
]);

const byToolName = new Map(
  [
    ...primitives.filter(({ name }) => !NOT_FOR_MODELS.has(name) && surfaceOf(name) !== 'desktop'),
    ...desktopPrimitives,
  ].map((primitive) => [toolName(primitive.name), primitive]),
);

/** The primitive that a model means with a tool's name; undefined for tools that are not primitives. */
export function primitiveOfTool(name: string): Primitive | undefined {
  return byToolName.get(name);
}

/** Input properties that name an element. */
export const TARGETS = ['target', 'source', 'destination'] as const;

const REFERENCE: JsonSchema = {
  type: 'string',
  description: 'The ref of the element on the page, such as "e12"',
};
const DESKTOP_REFERENCE: JsonSchema = {
  type: 'string',
  description: 'The ref of the element of an application, such as "d12"',
};

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

/** Providers want one object schema: it offers every alternative's properties and requires those that all require. */
function oneObject(schema: JsonSchema): JsonSchema {
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter(isObject);
  if (alternatives.length === 0) return schema;
  const required = alternatives
    .map((alternative) => alternative.required ?? [])
    .reduce((all, some) => all.filter((name) => some.includes(name)));
  return {
    type: 'object',
    properties: Object.assign({}, ...alternatives.map(({ properties }) => properties)) as Record<
      string,
      JsonSchema
    >,
    required,
    additionalProperties: false,
  };
}

const WAIT_FOR: JsonSchema = {
  type: 'object',
  description: 'One of: a text, a part of the address, milliseconds, or the ref of an element',
  properties: {
    text: { type: 'string' },
    url: { type: 'string' },
    ms: { type: 'integer' },
    ref: { type: 'string' },
  },
};

/** Some providers reject `propertyNames` and keywords of our own. */
function withoutForeign(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutForeign);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      key === 'propertyNames' || key.startsWith('x-') ? [] : [[key, withoutForeign(value)]],
    ),
  );
}

/** The same for one of the desktop, which takes no points. */
function desktopSchema(schema: JsonSchema, properties: Record<string, unknown>): JsonSchema {
  const isWait = 'for' in properties;
  for (const point of POINT_PROPERTIES) delete properties[point];
  delete properties['ms'];
  if ('target' in properties) properties['target'] = DESKTOP_REFERENCE;
  if (isWait)
    properties['for'] = {
      type: 'object',
      description: 'One of: milliseconds, or the ref of an element',
      properties: { ms: { type: 'integer' }, ref: { type: 'string' } },
    };
  const required = [...new Set([...(schema.required ?? []), ...('target' in properties ? ['target'] : [])])];
  return withoutForeign({
    ...schema,
    type: 'object',
    properties,
    required: isWait ? ['for'] : required,
  }) as JsonSchema;
}

/** The input schema of a primitive for models, with elements named by their refs. */
export function inputSchema({ name, input }: Primitive): JsonSchema {
  const { $schema: _dialect, ...schema } = oneObject(
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
  );
  const properties = { ...schema.properties };
  if (surfaceOf(name) === 'desktop') return desktopSchema(schema, properties);
  for (const target of TARGETS) if (target in properties) properties[target] = REFERENCE;
  if ('fields' in properties)
    properties['fields'] = { type: 'object', additionalProperties: REFERENCE, description: 'Name to ref' };
  if (name === 'browser.wait') properties['for'] = WAIT_FOR;
  return withoutForeign({ ...schema, type: 'object', properties }) as JsonSchema;
}

const toolsOfPrimitives = new Map<Primitive, Tool>();

/** The same for all Runs, because the schemas of all primitives take some 20 ms. */
function toolOf(primitive: Primitive): Tool {
  const known = toolsOfPrimitives.get(primitive);
  if (known !== undefined) return known;
  const made = tool({ description: primitive.summary, inputSchema: jsonSchema(inputSchema(primitive)) });
  toolsOfPrimitives.set(primitive, made);
  return made;
}

function allows(most: Effect, least: Effect): boolean {
  return strongerEffect(most, least) === most;
}

export const FINISH = 'finish';
export const GIVE_UP = 'give_up';
export const PAGE_FIND = 'page_find';
export const PAGE_READ = 'page_read';

export const Finish = z.object({
  summary: z.string().min(1),
  evidence: z
    .array(z.object({ text: z.string().min(1).optional(), url: z.string().min(1).optional() }))
    .max(10)
    .default([]),
  output: z.unknown().optional(),
});
export const GiveUp = z.object({ reason: z.string().min(1) });
export const PageFind = z.object({ text: z.string().min(1) });
export const PageRead = z.object({ from: z.int().min(0) });

function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  return rest;
}

function finishSchema(outputSchema: Record<string, unknown> | undefined): JsonSchema {
  const schema = schemaOf(Finish);
  const { $schema: _dialect, ...output } = outputSchema ?? {};
  return {
    ...schema,
    properties: {
      ...schema.properties,
      evidence: {
        ...(schema.properties?.['evidence'] as JsonSchema),
        description:
          'Texts that are visible now where you look, on the page or the desktop, or parts of the address of the page, which prove that the task is done',
      },
      output: {
        ...output,
        description: 'What the task asked to report, as the page shows it; an object of named values',
      },
    },
    required: ['summary', 'evidence', ...(outputSchema === undefined ? [] : ['output'])],
  };
}

/** The agent's tools: every primitive whose least effect is allowed, page search, `finish`, `give_up`, perhaps `ask_person`. */
export function agentTools(options: {
  maxEffect: Effect;
  outputSchema?: Record<string, unknown> | undefined;
  canAskPerson: boolean;
  /** Whether the applications of a desktop can be used. */
  hasDesktop: boolean;
  /** The provider's own tool for a desktop; null: it is not offered. */
  computer: Tool | null;
}): ToolSet {
  const most = options.maxEffect;
  const acting = [...byToolName].flatMap(([name, primitive]) =>
    (surfaceOf(primitive.name) !== 'desktop' || options.hasDesktop) &&
    (allows(most, primitive.effect) || primitive.name.startsWith('human.'))
      ? [[name, toolOf(primitive)] as const]
      : [],
  );
  return {
    ...Object.fromEntries(acting),
    ...(options.hasDesktop && {
      [DESKTOP_LOOK]: tool({
        description: 'Look at the applications on the desktop of this machine',
        inputSchema: jsonSchema(schemaOf(z.object({}))),
      }),
    }),
    ...(options.hasDesktop &&
      options.computer !== null &&
      allows(most, 'write') && { [COMPUTER]: options.computer }),
    [PAGE_FIND]: tool({
      description: 'Find the lines of the page that hold a text; for long pages',
      inputSchema: jsonSchema(schemaOf(PageFind)),
    }),
    [PAGE_READ]: tool({
      description: 'Read more of a long page, from a line on',
      inputSchema: jsonSchema(schemaOf(PageRead)),
    }),
    [FINISH]: tool({
      description:
        'Say that the task is done, and prove it. Refused when the page does not show the evidence',
      inputSchema: jsonSchema(finishSchema(options.outputSchema)),
    }),
    [GIVE_UP]: tool({
      description: 'Say that the task cannot be done, and why',
      inputSchema: jsonSchema(schemaOf(GiveUp)),
    }),
    ...(options.canAskPerson && {
      [ASK_PERSON]: tool({
        description:
          'Ask a person to do in this browser what only a person can: sign in, solve a CAPTCHA, enter a second factor. Say in `reason` what to do. The answer comes when it was done',
        inputSchema: jsonSchema(schemaOf(AskPerson)),
      }),
    }),
  };
}
