import { signatureOf, surfaceOf, type PrimitiveSignature } from '@errand/contracts/primitives';
import { type JsonSchema, nameOf, pascalCase } from '../openapi/json-schema.ts';
import { type Block, type GuidePage, heading, json, table, text } from './page.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** A type in a few words, with names linked or in code. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return name === 'Target' ? '[target](targets)' : name;
  }
  const branches = (schema.anyOf ?? schema.oneOf)?.filter(({ $ref }) => nameOf($ref ?? '') !== 'Template');
  if (branches !== undefined) return [...new Set(branches.map(typeOf))].join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.properties !== undefined) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  if (typeof schema.items === 'object') return `list of ${typeOf(schema.items as JsonSchema)}`;
  if (schema.type === undefined) return 'any value';
  return [schema.type].flat().join(' or ');
}

function fieldRows(schema: JsonSchema): string[][] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, each]) => {
    const field = each as JsonSchema;
    const fallback = field.default === undefined ? '' : ` Default: \`${JSON.stringify(field.default)}\`.`;
    return [
      `\`${name}\``,
      typeOf(field),
      required.has(name) ? 'required' : '',
      `${field.description ?? ''}${fallback}`,
    ];
  });
}

const FIELDS = ['Field', 'Type', '', 'Meaning'];

function inputBlocks(input: JsonSchema): Block[] {
  const forms = (input.anyOf ?? [input]).filter(({ properties }) => properties !== undefined);
  if (forms.every(({ properties = {} }) => Object.keys(properties).length === 0))
    return [text('None: `{}`.')];
  return forms.flatMap((form) => [
    ...(forms.length > 1 && form.description !== undefined ? [text(form.description)] : []),
    table(FIELDS, fieldRows(form)),
  ]);
}

function outputBlocks({ name }: PrimitiveSignature, output: JsonSchema): Block[] {
  const description = output.description ?? `What \`{{ steps.id.output }}\` is after \`${name}\`.`;
  return [
    text(description),
    ...(output.properties === undefined
      ? []
      : [
          table(
            ['Field', 'Type', 'Meaning'],
            fieldRows(output).map(([field = '', type = '', , meaning = '']) => [field, type, meaning]),
          ),
        ]),
  ];
}

/** The page of one primitive, all of it from the contract. */
export function primitivePage(name: string, schemas: Schemas): GuidePage {
  const signature = signatureOf(name);
  const schema = schemas[`${pascalCase(name)}Step`];
  if (signature === undefined || schema === undefined) throw new Error(`no primitive ${name}`);
  const { summary, details, effectRule } = signature;
  const input = (schema.properties?.['input'] ?? {}) as JsonSchema;
  return {
    slug: `primitives/${name}`,
    title: name,
    blocks: [
      text(`${summary}.${details === undefined ? '' : ` ${details}`}`),
      text(`Effect: ${effectRule ?? `\`${String(schema['x-effect'])}\`.`} Surface: \`${surfaceOf(name)}\`.`),
      heading('Input'),
      ...inputBlocks(input),
      heading('Output'),
      ...outputBlocks(signature, schema['x-output'] as JsonSchema),
      heading(schema.examples?.length === 1 ? 'Example' : 'Examples'),
      ...(schema.examples ?? []).map(json),
    ],
  };
}
