import type { OpenApiDocument, Operation, Response } from './document.ts';
import { curlOf } from './curl.ts';
import { ERROR_RESPONSES } from './error-responses.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';
import { type JsonSchema, nameOf } from './json-schema.ts';
import { sampleOf } from './sample.ts';
import { SEARCH_SCRIPT } from './search.ts';

/** Text of the document, in which backticks stand around code. */
function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** A short description of a schema, with links to named schemas. */
function typeOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return html`${variants.map((each, at) => html`${at > 0 ? ' or ' : ''}${typeOf(each)}`)}`;
  if (schema.enum)
    return html`${schema.enum.map((each, at) => html`${at > 0 ? ' · ' : ''}<code>${String(each)}</code>`)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.items) return html`list of ${typeOf(schema.items as JsonSchema)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any value');
  return html`${type}${schema.format ? ` (${schema.format})` : ''}`;
}

function range(low: number | undefined, high: number | undefined, unit: string): string[] {
  if (low !== undefined && high !== undefined) return [`${low} to ${high}${unit}`];
  if (low !== undefined) return [`at least ${low}${unit}`];
  return high === undefined ? [] : [`at most ${high}${unit}`];
}

function rulesOf(schema: JsonSchema): string {
  return [
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ');
}

interface Row {
  name: string;
  where: string;
  required: boolean;
  schema: JsonSchema;
  description?: string | undefined;
}

function table(rows: readonly Row[]): Html | null {
  return rows.length === 0
    ? null
    : html`<table>
        <tbody>
          ${rows.map(
            ({ name, where, required, schema, description = schema.description }) =>
              html`<tr>
                <th scope="row"><code>${name}</code></th>
                <td>${where}${required ? ' required' : ''}</td>
                <td>${typeOf(schema)}</td>
                <td>${rulesOf(schema)}</td>
                <td>${prose(description ?? '')}</td>
              </tr>`,
          )}
        </tbody>
      </table>`;
}

function code(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

function example(value: unknown): Html | null {
  return value === undefined ? null : code(JSON.stringify(value, null, 2));
}

function answerRow(status: string, response: Response, document: OpenApiDocument): Html {
  const resolved = response.$ref ? document.components.responses[nameOf(response.$ref)] : response;
  const contents = Object.entries(resolved?.content ?? {});
  return html`<tr>
    <th scope="row"><code>${status}</code></th>
    <td>${prose(resolved?.description ?? '')}</td>
    <td>
      ${contents.map(
        ([type, { schema }]) =>
          html`<div>${type === 'application/json' ? typeOf(schema) : html`<code>${type}</code>`}</div>`,
      )}
    </td>
  </tr>`;
}

/** The answers of success; what refuses a request is the same everywhere and stands in one table. */
function answers(operation: Operation, document: OpenApiDocument): Html {
  const all = Object.entries(operation.responses);
  const refusals = all.filter(([, { $ref }]) => $ref !== undefined).map(([status]) => status);
  const successes = all.filter(([, { $ref }]) => $ref === undefined);
  return html`<h4>Responses</h4>
    <table>
      <tbody>
        ${successes.map(([status, response]) => answerRow(status, response, document))}
      </tbody>
    </table>
    ${successes.map(([, { content = {} }]) => Object.values(content).map((each) => example(sampleOf(each.schema, document))))}
    <p>
      <a href="#errors">Errors</a>:
      ${refusals.map((status, at) => html`${at > 0 ? ', ' : ''}<code>${status}</code>`)}
    </p>`;
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

function section(method: string, path: string, operation: Operation, document: OpenApiDocument): Html {
  const [body] = Object.values(operation.requestBody?.content ?? {});
  return html`<section id="${operation.operationId}" data-search>
    <h3>${prose(operation.summary)}${operation['x-preview'] ? html` <small>preview</small>` : ''}</h3>
    <p class="route"><strong>${method.toUpperCase()}</strong> <code>${path}</code></p>
    <p>${prose(operation.description)}</p>
    ${table(
      operation.parameters.map(({ name, in: where, required, schema, description }) => ({
        name,
        where,
        required,
        schema,
        description,
      })),
    )}
    ${body && html`<h4>Body: ${typeOf(body.schema)}</h4>`} ${code(curlOf(method, path, operation, document))}
    ${answers(operation, document)}
  </section>`;
}

/** Every error response of the API, once. */
function errorSection({ components }: OpenApiDocument): Html {
  return html`<section id="errors">
    <h2>Errors</h2>
    <p>
      The body is always <code>{"detail": "…"}</code>. Why a Run failed is another matter: see
      <a href="/docs/guide/errors">error codes and what to do</a>.
    </p>
    <table>
      <tbody>
        ${Object.entries(ERROR_RESPONSES).map(
          ([status, { name, description, detail }]) =>
            components.responses[name] &&
            html`<tr>
              <th scope="row"><code>${status}</code></th>
              <td>${prose(description)}</td>
              <td>${detail}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function schemaSection([name, schema]: [string, JsonSchema]): Html {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(([field, each]) => ({
    name: field,
    where: '',
    required: required.has(field),
    schema: each as JsonSchema,
  }));
  return html`<section id="schema-${name}" data-search>
    <h3>${name}</h3>
    ${schema.description && html`<p>${prose(schema.description)}</p>`}
    ${rows.length === 0 ? html`<p>${typeOf(schema)} ${rulesOf(schema)}</p>` : table(rows)}
  </section>`;
}

/** The document as one HTML page without external resources; its only script is the search. */
export function referencePage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tagged = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return page(
    'API reference',
    html`<nav aria-label="Contents">
        <label>Search <input id="search" type="search" autocomplete="off" /></label>
        ${tagged.map(
          (tag) =>
            html`<h2><a href="#${anchorOf(tag.name)}">${tag.name}</a></h2>
              <ul>
                ${tag.operations.map(
                  ({ operation }) =>
                    html`<li><a href="#${operation.operationId}">${prose(operation.summary)}</a></li>`,
                )}
              </ul>`,
        )}
        <h2><a href="#errors">Errors</a></h2>
        <h2><a href="#schemas">Schemas</a></h2>
      </nav>
      <main>
        <h1>API reference</h1>
        <p>${prose(String(document.info['description']))}</p>
        <p>
          A program's requests carry <code>Authorization: Bearer &lt;API_KEY&gt;</code>; accounts and
          workspaces are managed with the cookie of a session. Also available as
          <a href="/v1/openapi.json">OpenAPI 3.1</a>. The <a href="/docs/guide">guide</a> explains Runbooks
          and each primitive.
        </p>
        <p id="none" hidden>Nothing matches.</p>
        ${tagged.map(
          (tag) =>
            html`<h2 id="${anchorOf(tag.name)}">${tag.name}</h2>
              ${tag.operations.map(({ method, path, operation }) => section(method, path, operation, document))}`,
        )}
        ${errorSection(document)}
        <h2 id="schemas">Schemas</h2>
        ${Object.entries(document.components.schemas).map(schemaSection)}
      </main>`,
    SEARCH_SCRIPT,
  );
}

/** The page at `/`. */
export function welcomePage(): string {
  return page(
    'Errand',
    html`<main>
      <h1>Errand</h1>
      <p>Durable browser and computer work behind a JSON API.</p>
      <ul>
        <li><a href="/docs">API reference</a></li>
        <li><a href="/docs/guide">Guide to Runbooks</a></li>
        <li><a href="/v1/openapi.json">OpenAPI 3.1 document</a></li>
      </ul>
    </main>`,
  );
}
