import { type PrimitiveInputs, type PrimitiveOutputs, PRIMITIVE_NAMES } from './openapi/primitives.ts';
import { type Ref, type Reference, type Templated, reference } from './reference.ts';

/** Fields of every step in addition to its input. */
export interface StepOptions {
  /** Describes the step for people. */
  readonly instruction?: Text;
  readonly surface?: string;
  readonly effect?: 'read' | 'write' | 'irreversible';
  /** `high` asks for approval before the step acts. */
  readonly risk?: 'low' | 'medium' | 'high';
  /** Hosts that the step may reach, such as `*.example.com`. */
  readonly applicationScope?: readonly string[];
  /** What must hold after the step, such as `url contains "/thanks"`. */
  readonly completionCondition?: Text;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly onFailure?: 'fail' | 'continue';
  /** The step is skipped unless this condition holds. */
  readonly when?: Text;
  /** The step is done for each item of this list, which it sees as `item`. */
  readonly forEach?: string | Reference<readonly unknown[]>;
  /** The step is done again while the condition holds. */
  readonly repeatWhile?: { readonly condition: string; readonly maxIterations?: number };
  /** JSON Schema of the output. */
  readonly outputSchema?: object;
}
type Text = string | Reference<string>;

export interface AgentOptions extends Omit<StepOptions, 'instruction'> {
  /** The agent's instruction. */
  readonly instruction: Text;
  readonly maxSteps?: number;
}

/** A step; `output` refers to its output. */
export interface Step<Output = unknown> {
  readonly id: string;
  readonly output: Ref<Output>;
  toJSON(): Readonly<Record<string, unknown>>;
}

function step<Output>(id: string, fields: object): Step<Output> {
  return { id, output: reference(`steps.${id}.output`), toJSON: () => ({ id, ...fields }) };
}

// oxlint-disable-next-line typescript/no-explicit-any
type Known<Output> = unknown extends Output ? any : Output;
type IsEmpty<Input> = Record<string, never> extends Input ? true : false;
type Make<Name extends keyof PrimitiveInputs> =
  IsEmpty<PrimitiveInputs[Name]> extends true
    ? (
        id: string,
        input?: Templated<PrimitiveInputs[Name]>,
        options?: StepOptions,
      ) => Step<Known<PrimitiveOutputs[Name]>>
    : (
        id: string,
        input: Templated<PrimitiveInputs[Name]>,
        options?: StepOptions,
      ) => Step<Known<PrimitiveOutputs[Name]>>;

/** The primitives of one surface, by action. */
export type Surface<Prefix extends string> = {
  readonly [
    Name in keyof PrimitiveInputs as Name extends `${Prefix}.${infer Action}` ? Action : never
  ]: Make<Name>;
};

/** One function for each primitive: `surface('browser').click(id, input, options)` is a step of `browser.click`. */
export function surface<Prefix extends string>(prefix: Prefix): Surface<Prefix> {
  const names = PRIMITIVE_NAMES.filter((name) => name.startsWith(`${prefix}.`));
  const entries = names.map((name) => [
    name.slice(prefix.length + 1),
    (id: string, input: object = {}, options: StepOptions = {}) => primitive(name, id, input, options),
  ]);
  return Object.fromEntries(entries) as Surface<Prefix>;
}

/** A step of any primitive, unchecked. */
export function primitive(
  name: string,
  id: string,
  input: object = {},
  options: object = {},
  // oxlint-disable-next-line typescript/no-explicit-any
): Step<any> {
  return step(id, { kind: 'primitive', primitive: name, input, ...options });
}

/** A step that an agent carries out with a model. */
// oxlint-disable-next-line typescript/no-explicit-any
export function agent(id: string, options: AgentOptions): Step<any> {
  return step(id, { kind: 'agent', ...options });
}

export const browser: Surface<'browser'> = surface('browser');
export const http: Surface<'http'> = surface('http');
export const data: Surface<'data'> = surface('data');
export const human: Surface<'human'> = surface('human');
export const desktop: Surface<'desktop'> = surface('desktop');
export const auth: Surface<'auth'> = surface('auth');

/** The item and its index within a step that has `forEach`. */
// oxlint-disable-next-line typescript/no-explicit-any
export const item: Ref<any> = reference('item');
export const index: Ref<number> = reference('index');
