/** What every kind of parameter takes. Without `required`, `default` or `optional` an input is required. */
interface Common<Value> {
  readonly description?: string;
  readonly default?: Value;
  readonly required?: boolean;
  /** The input may be left out. */
  readonly optional?: true;
}
interface TextRules<Value> extends Common<Value> {
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}
interface NumberRules extends Common<number> {
  readonly enum?: readonly number[];
  readonly minimum?: number;
  readonly maximum?: number;
}

declare const VALUE: unique symbol;
declare const REQUIRED: unique symbol;

/** A declared input, typed by its value and by whether it is required. */
export interface Parameter<Value, Required extends boolean = boolean> {
  readonly [VALUE]?: Value;
  readonly [REQUIRED]?: Required;
  readonly declaration: Readonly<Record<string, unknown>>;
}

type IsRequired<Options> = Options extends { optional: true } | { required: false }
  ? false
  : Options extends { required: true }
    ? true
    : Options extends { default: unknown }
      ? false
      : true;

function parameter(type: string, options: object = {}): Parameter<never, never> {
  const { optional, ...rules } = options as { optional?: true; required?: boolean; default?: unknown };
  const isPlain = optional === undefined && !('required' in rules) && !('default' in rules);
  return { declaration: { type, ...(isPlain && { required: true }), ...rules } };
}

type Formats = 'url' | 'email' | 'date';

/** A text. `string({ format: 'url' })` is `url()`. */
export function string<const Options extends TextRules<string> & { readonly format?: Formats }>(
  options?: Options,
): Parameter<string, IsRequired<Options>> {
  const { format = 'string', ...rules } = options ?? ({} as Options);
  return parameter(format, rules);
}
/** A number. */
export function number<const Options extends NumberRules>(
  options?: Options,
): Parameter<number, IsRequired<Options>> {
  return parameter('number', options);
}
/** A whole number. */
export function integer<const Options extends NumberRules>(
  options?: Options,
): Parameter<number, IsRequired<Options>> {
  return parameter('integer', options);
}
/** True or false. */
export function boolean<const Options extends Common<boolean>>(
  options?: Options,
): Parameter<boolean, IsRequired<Options>> {
  return parameter('boolean', options);
}
/** A date, `YYYY-MM-DD`. */
export function date<const Options extends Common<string>>(
  options?: Options,
): Parameter<string, IsRequired<Options>> {
  return parameter('date', options);
}
/** An absolute http or https address. */
export function url<const Options extends TextRules<string>>(
  options?: Options,
): Parameter<string, IsRequired<Options>> {
  return parameter('url', options);
}
/** An e-mail address. */
export function email<const Options extends TextRules<string>>(
  options?: Options,
): Parameter<string, IsRequired<Options>> {
  return parameter('email', options);
}
/** A secret: stored encrypted, and shown nowhere. */
export function secret<const Options extends Omit<TextRules<never>, 'enum' | 'default'>>(
  options?: Options,
): Parameter<string, IsRequired<Options>> {
  return parameter('secret', options);
}
/** A list of values of one kind. */
export function list<Item, const Options extends Common<readonly Item[]>>(
  items: Parameter<Item>,
  options?: Options,
): Parameter<Item[], IsRequired<Options>> {
  return parameter('list', { items: inner(items), ...options });
}
type Properties = Readonly<Record<string, Parameter<unknown>>>;
/** An object with named values. */
export function object<const Shape extends Properties, const Options extends Common<object>>(
  properties: Shape,
  options?: Options,
): Parameter<ValuesOf<Shape>, IsRequired<Options>> {
  const declared = Object.entries(properties).map(([name, each]) => [name, inner(each)]);
  return parameter('object', { properties: Object.fromEntries(declared) as object, ...options });
}
/** An uploaded file: `{ fileId }`. */
export function file<const Options extends Common<never>>(
  options?: Options,
): Parameter<{ fileId: string }, IsRequired<Options>> {
  return parameter('file', options);
}
/** A parameter as the API declares it, for types that have no function here. */
export function declared(declaration: Readonly<Record<string, unknown>>): Parameter<never> {
  return { declaration };
}

function inner({ declaration }: Parameter<unknown>): object {
  return declaration;
}

type ValueOf<Each> = Each extends Parameter<infer Value> ? Value : never;
type RequiredNames<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends Parameter<infer _Value, infer Required>
    ? Required extends true
      ? Name
      : never
    : never;
}[keyof Shape];

/** The values of declared inputs; those that are required must be given. */
export type ValuesOf<Shape> = { [Name in RequiredNames<Shape>]: ValueOf<Shape[Name]> } & {
  [Name in Exclude<keyof Shape, RequiredNames<Shape>>]?: ValueOf<Shape[Name]>;
};
/** The type of one parameter's value. */
export type ParameterValue<Each> = ValueOf<Each>;
