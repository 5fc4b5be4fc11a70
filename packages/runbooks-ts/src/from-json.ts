import { PRIMITIVE_NAMES } from './openapi/primitives.ts';
import type { RunbookJson } from './runbook.ts';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const PARAMETERS: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'date',
  'url',
  'email',
  'secret',
  'file',
]);
const SURFACES: ReadonlySet<string> = new Set([
  'browser',
  'http',
  'data',
  'human',
  'desktop',
  'auth',
  'runbook',
]);
/** Names that the printed source uses itself, and words that no variable may have. */
const TAKEN = [
  ...PARAMETERS,
  ...SURFACES,
  ...'agent primitive declared list object inputs item index'.split(' '),
  ...'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield NaN Infinity'.split(
    ' ',
  ),
];

type Json = Readonly<Record<string, unknown>>;

/** Prints one source; remembers which names it imports. */
class Printer {
  readonly #imports = new Set(['runbook']);
  readonly #inputs: ReadonlySet<string>;
  /** Variables of the steps printed so far, by step id. */
  readonly #variables = new Map<string, string>();
  readonly #taken = new Set<string>(TAKEN);

  constructor(inputs: readonly string[]) {
    this.#inputs = new Set(inputs);
  }

  get imports(): string {
    return [...this.#imports].sort().join(', ');
  }

  #use(name: string): string {
    this.#imports.add(name);
    return name;
  }

  #variableOf(id: string): string {
    const plain = id.replaceAll('-', '_');
    let name = plain;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${plain}${count}`;
    this.#taken.add(name);
    this.#variables.set(id, name);
    return name;
  }

  /** The expression of a reference in its usual spelling; null for any other text. */
  #reference(template: string): string | null {
    const [, input] = /^\{\{ inputs\.([\w-]+) \}\}$/.exec(template) ?? [];
    if (input !== undefined && this.#inputs.has(input)) return `inputs${access(input)}`;
    const [, id = '', path = ''] =
      /^\{\{ steps\.([\w-]+)\.output((?:\.[A-Za-z_]\w*)*) \}\}$/.exec(template) ?? [];
    const variable = this.#variables.get(id);
    const isSafe = !/\.(?:toString|toJSON)\b/.test(path);
    return variable === undefined || !isSafe ? null : `${variable}.output${path}`;
  }

  #text(text: string): string {
    const whole = this.#reference(text);
    if (whole !== null) return whole;
    const parts = text.split(/(\{\{[^{}]*\}\})/).map((part) => ({ part, reference: this.#reference(part) }));
    if (parts.every(({ reference }) => reference === null)) return JSON.stringify(text);
    const inside = parts.map(({ part, reference }) =>
      reference === null ? part.replaceAll(/[\\`]|\$(?=\{)|\r/g, escapeInTemplate) : `\${${reference}}`,
    );
    return `\`${inside.join('')}\``;
  }

  value(value: unknown): string {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return `[${value.map((entry) => this.value(entry)).join(', ')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const entries = Object.entries(value).map(([key, entry]) => `${propertyName(key)}: ${this.value(entry)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }

  parameter({ name: _name, ...declaration }: Json): string {
    const { type, required, ...rules } = declaration;
    if (typeof type !== 'string' || !PARAMETERS.has(type))
      return `${this.#use('declared')}(${JSON.stringify(declaration)})`;
    const isPlain = required === true && !('default' in rules);
    const options = {
      ...(!isPlain && required !== undefined && { required }),
      ...(required === undefined && !('default' in rules) && { optional: true }),
      ...rules,
    };
    return `${this.#use(type)}(${Object.keys(options).length === 0 ? '' : JSON.stringify(options)})`;
  }

  step({ id, kind, primitive, input, ...options }: Json): string {
    const first = JSON.stringify(id);
    const rest = Object.keys(options).length === 0 ? [] : [this.value(options)];
    const call = (): string => {
      if (kind === 'agent') return `${this.#use('agent')}(${[first, ...rest].join(', ')})`;
      const name = String(primitive);
      const [surface = '', action = ''] = name.split('.');
      const args = [first, this.value(input), ...rest].join(', ');
      const isKnown = SURFACES.has(surface) && PRIMITIVE_NAMES.some((each) => each === name);
      if (isKnown) return `${this.#use(surface)}.${action}(${args})`;
      return `${this.#use('primitive')}(${JSON.stringify(name)}, ${args})`;
    };
    // The call comes first: a step does not see its own variable.
    const printed = call();
    return `  const ${this.#variableOf(String(id))} = ${printed};\n`;
  }

  get variables(): string {
    return [...this.#variables.values()].join(', ');
  }
}

function access(name: string): string {
  return IDENTIFIER.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** `__proto__` as a plain key would set the prototype. */
function propertyName(key: string): string {
  if (key === '__proto__') return '["__proto__"]';
  return IDENTIFIER.test(key) ? key : JSON.stringify(key);
}

function escapeInTemplate(text: string): string {
  return text === '\r' ? '\\r' : `\\${text}`;
}

/** Prints the TypeScript source of a Runbook. Its `toJSON()` gives the same definition again. */
export function fromJSON(definition: Omit<RunbookJson, 'schemaVersion'>): string {
  const parameters = definition.parameters as Json[];
  const printer = new Printer(parameters.map(({ name }) => String(name)));
  const declared = parameters.map(
    (each) => `${propertyName(String(each['name']))}: ${printer.parameter(each)}`,
  );
  const shape = declared.length === 0 ? '{}' : `{ ${declared.join(', ')} }`;
  const steps = (definition.steps as Json[]).map((step) => printer.step(step)).join('');
  const usesInputs = /\binputs[.[]/.test(steps);
  return `import { ${printer.imports} } from '@errand/runbooks';

export default runbook(${JSON.stringify(definition.title)}, ${shape}, (${usesInputs ? '{ inputs }' : ''}) => {
${steps}  return [${printer.variables}];
});
`;
}
