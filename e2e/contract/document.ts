import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Content {
  readonly schema: object;
}
interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Content>>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** A request and its answer, as sent. */
export interface Exchange {
  method: string;
  /** Without the query. */
  pathname: string;
  /** The parsed JSON of the request; undefined when it had none. */
  sent: unknown;
  status: number;
  headers: Headers;
  text: string;
}

/** Headers of HTTP itself and of browser security; all others must be documented. */
const UNDOCUMENTED = new Set(
  `cache-control connection content-length content-security-policy content-type cross-origin-opener-policy
   cross-origin-resource-policy date keep-alive origin-agent-cluster referrer-policy strict-transport-security
   transfer-encoding x-content-type-options x-dns-prefetch-control x-download-options x-frame-options
   x-permitted-cross-domain-policies x-xss-protection`.split(/\s+/),
);
const CONDITIONAL = new Set(['idempotency-replayed', 'set-cookie']);

const FORMATS = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

function compiler(schemas: Document['components']['schemas'], formats: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format as RegExp | true);
  for (const name of ['uri', 'email', 'regex', 'time', 'date']) ajv.addFormat(name, true);
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const known = new Map<object, ValidateFunction>();
  return (schema: object): ValidateFunction => {
    const validate =
      known.get(schema) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')));
    known.set(schema, validate);
    return validate;
  };
}

function matches(template: string, pathname: string): boolean {
  const [expected, actual] = [template.split('/'), pathname.split('/')];
  return (
    expected.length === actual.length &&
    expected.every((segment, index) =>
      segment.startsWith('{') ? actual[index] !== '' : segment === actual[index],
    )
  );
}
function parameters(template: string): number {
  return template.split('{').length;
}

/** Checks exchanges against an OpenAPI document: route, status, headers, type and shape of the body. */
export class ContractDocument {
  readonly #document: Document;
  readonly #answers: ReturnType<typeof compiler>;
  readonly #requests: ReturnType<typeof compiler>;

  constructor(document: unknown) {
    this.#document = document as Document;
    const { schemas } = this.#document.components;
    this.#answers = compiler(schemas, FORMATS);
    // Requests may format a time in more ways than answers do.
    this.#requests = compiler(schemas, { uuid: true, 'date-time': true });
  }

  /** The path templates of the document with their methods. */
  get paths(): [string, string[]][] {
    return Object.entries(this.#document.paths).map(([path, operations]) => [
      path,
      Object.keys(operations).map((method) => method.toUpperCase()),
    ]);
  }

  /** All differences between an exchange and the document. */
  departures(exchange: Exchange): string[] {
    const { method, pathname, status } = exchange;
    const [path] = Object.keys(this.#document.paths)
      .filter((template) => matches(template, pathname))
      .sort((a, b) => parameters(a) - parameters(b));
    if (path === undefined) {
      if (status !== 404) return [`no such path, yet ${status}`];
      return this.#bodyDepartures({ $ref: '#/components/responses/NotFound' }, exchange);
    }
    const operations = this.#document.paths[path] ?? {};
    const operation = operations[(method === 'HEAD' ? 'GET' : method).toLowerCase()];
    if (operation === undefined) {
      const allow = Object.keys(operations).map((each) => each.toUpperCase());
      const actual = (exchange.headers.get('allow') ?? '').split(', ');
      const wrong = status !== 405 || allow.sort().join() !== actual.sort().join();
      return wrong ? [`takes ${allow.join()} only, yet ${status}, Allow: ${actual.join()}`] : [];
    }
    const response = operation.responses[status];
    if (response === undefined) return [`status ${status} is not documented`];
    return [
      ...this.#headerDepartures(response, exchange),
      ...this.#bodyDepartures(response, exchange),
      ...this.#requestDepartures(operation, exchange),
    ];
  }

  #resolve({ $ref, ...response }: Response): Response {
    const name = $ref?.split('/').at(-1);
    return name === undefined ? response : (this.#document.components.responses[name] ?? {});
  }

  #headerDepartures(response: Response, { headers }: Exchange): string[] {
    const documented = Object.keys(this.#resolve(response).headers ?? {}).map((name) => name.toLowerCase());
    const missing = documented.filter((name) => !CONDITIONAL.has(name) && !headers.has(name));
    const unknown = [...headers.keys()].filter(
      (name) => !documented.includes(name) && !UNDOCUMENTED.has(name) && !name.startsWith('ratelimit-'),
    );
    return [
      ...missing.map((name) => `the header ${name} is missing`),
      ...unknown.map((name) => `the header ${name} is not documented`),
    ];
  }

  #bodyDepartures(response: Response, { method, headers, text }: Exchange): string[] {
    if (method === 'HEAD') return text === '' ? [] : ['an answer to HEAD has a body'];
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    const content = this.#resolve(response).content ?? {};
    if (Object.keys(content).length === 0) return text === '' ? [] : ['the answer has a body'];
    if (content['application/octet-stream']) return [];
    const documented = content[type];
    if (documented === undefined) return [`the type "${type}" is not documented`];
    if (type !== 'application/json') return [];
    return describe('answer', this.#answers(documented.schema), JSON.parse(text));
  }

  /** An accepted request must match the documented schema. */
  #requestDepartures({ requestBody }: Operation, { status, sent }: Exchange): string[] {
    const schema = requestBody?.content['application/json']?.schema;
    if (schema === undefined || sent === undefined || status >= 300) return [];
    return describe('request', this.#requests(schema), sent);
  }
}

function describe(what: string, validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${what}${instancePath} ${message} ${JSON.stringify(params)}`.trimEnd(),
  );
}
