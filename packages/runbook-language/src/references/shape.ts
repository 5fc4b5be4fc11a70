import type { NestedParameter } from '@errand/contracts';
import type { PrimitiveSignature } from '@errand/contracts/primitives';
import { z } from 'zod';
import { propertiesOf } from '../parameters/value.ts';
import { printPath } from '../templates/reference.ts';
import { isObject } from '../schemas/rules.ts';
import type { Suggestions } from './suggestions.ts';

/** The shape of a value as far as it is known before a Run. */
export type Shape =
  | { readonly type: 'unknown' }
  | { readonly type: 'scalar'; readonly is: string; readonly isSecret?: true }
  | { readonly type: 'list'; readonly items: Shape }
  | { readonly type: 'object'; readonly fields: ReadonlyMap<string, Shape>; readonly isOpen: boolean };

export const UNKNOWN: Shape = { type: 'unknown' };
export const TEXT: Shape = { type: 'scalar', is: 'a text' };
export const NUMBER: Shape = { type: 'scalar', is: 'a number' };
const BOOLEAN: Shape = { type: 'scalar', is: 'true or false' };
const NOTHING: Shape = { type: 'scalar', is: 'null' };
const SECRET: Shape = { type: 'scalar', is: 'a secret', isSecret: true };
const MAX_NAMED = 8;

/** The shape of a list whose items all have the shape `items`. */
export function listOf(items: Shape): Shape {
  return { type: 'list', items };
}

/** @param isOpen whether the object may have other fields than `fields`; a reference to one is then no mistake */
export function objectOf(fields: Iterable<readonly [string, Shape]>, isOpen = false): Shape {
  return { type: 'object', fields: new Map(fields), isOpen };
}

const FILE: Shape = objectOf([['fileId', TEXT]]);

/** The shape of the values of a parameter, or of a part of one. */
export function shapeOfParameter(parameter: Partial<NestedParameter>): Shape {
  switch (parameter.type) {
    case undefined:
      return UNKNOWN;
    case 'secret':
      return SECRET;
    case 'number':
    case 'integer':
      return NUMBER;
    case 'boolean':
      return BOOLEAN;
    case 'file':
      return FILE;
    case 'list':
      return listOf(parameter.items === undefined ? UNKNOWN : shapeOfParameter(parameter.items));
    case 'object':
      return parameter.properties === undefined
        ? UNKNOWN
        : objectOf(propertiesOf(parameter).map(([name, part]) => [name, shapeOfParameter(part)]));
    default:
      return TEXT;
  }
}

const SCALARS: Readonly<Record<string, Shape>> = {
  string: TEXT,
  number: NUMBER,
  integer: NUMBER,
  boolean: BOOLEAN,
  null: NOTHING,
};
const MAX_LEVELS = 20;

/** The shape given by the plainest keywords of a JSON Schema; unknown beyond them. */
export function shapeOfSchema(schema: unknown, levels = MAX_LEVELS): Shape {
  if (!isObject(schema) || levels === 0) return UNKNOWN;
  const { type, items, properties, additionalProperties, anyOf } = schema;
  if (Array.isArray(anyOf)) {
    const branches = anyOf.filter((branch) => !isObject(branch) || branch['type'] !== 'null');
    return branches.length === 1 ? shapeOfSchema(branches[0], levels - 1) : UNKNOWN;
  }
  if (typeof type !== 'string') return UNKNOWN;
  if (type === 'array') return listOf(shapeOfSchema(items, levels - 1));
  if (type !== 'object') return Object.hasOwn(SCALARS, type) ? (SCALARS[type] ?? UNKNOWN) : UNKNOWN;
  const fields = isObject(properties) ? Object.entries(properties) : [];
  return objectOf(
    fields.map(([name, field]) => [name, shapeOfSchema(field, levels - 1)]),
    additionalProperties !== false,
  );
}

const shapes = new WeakMap<PrimitiveSignature, Shape>();

/** The shape of a primitive's output, for any input. */
export function shapeOfOutput(signature: PrimitiveSignature): Shape {
  const known = shapes.get(signature);
  if (known !== undefined) return known;
  const shape = shapeOfSchema(z.toJSONSchema(signature.output, { unrepresentable: 'any' }));
  shapes.set(signature, shape);
  return shape;
}

export type Followed = { shape: Shape } | { problem: string };

function unknownField(key: string, fields: ReadonlyMap<string, Shape>, suggestions: Suggestions): string {
  const near = suggestions.near(key, fields);
  if (near.length > 0) return `has no "${key}"; did you mean ${near.join(' or ')}?`;
  const named = fields.keys().take(MAX_NAMED).toArray().join(', ');
  return `has no "${key}"${fields.size === 0 ? '' : `; it has ${named}${fields.size > MAX_NAMED ? ', …' : ''}`}`;
}

/** The shape at a path of `name`, or why nothing can be there. */
export function followShape(
  name: string,
  start: Shape,
  path: readonly string[],
  suggestions: Suggestions,
): Followed {
  let shape = start;
  for (const [at, key] of path.entries()) {
    const here = name + printPath(path.slice(0, at));
    const isPlace = /^\d+$/.test(key);
    switch (shape.type) {
      case 'unknown':
        return { shape };
      case 'scalar':
        return { problem: `${here} is ${shape.is} and has no "${key}"` };
      case 'list':
        if (!isPlace)
          return {
            problem: `${here} is a list: write {{ ${here}[0]${printPath(path.slice(at))} }} for its first item`,
          };
        shape = shape.items;
        break;
      default: {
        const field = shape.fields.get(key);
        if (field === undefined && !shape.isOpen)
          return { problem: `${here} ${unknownField(key, shape.fields, suggestions)}` };
        shape = field ?? UNKNOWN;
      }
    }
  }
  return { shape };
}
