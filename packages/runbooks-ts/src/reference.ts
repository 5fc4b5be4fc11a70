declare const VALUE: unique symbol;

/** A reference to a value of a Run; prints as its template and has the value's type. */
export interface Reference<Value> {
  readonly [VALUE]: Value;
  toString(): string;
  toJSON(): string;
}

type IsAny<Type> = 0 extends 1 & Type ? true : false;

/** A reference whose properties refer to parts of the value. */
export type Ref<Value> =
  IsAny<Value> extends true
    ? // oxlint-disable-next-line typescript/no-explicit-any
      Reference<any> & { readonly [key: string]: Ref<any> }
    : Value extends readonly (infer Item)[]
      ? Reference<Value> & { readonly [index: number]: Ref<Item> }
      : Value extends object
        ? Reference<Value> & { readonly [Key in keyof Value]-?: Ref<NonNullable<Value[Key]>> }
        : Reference<Value>;

/** A value that may be, or contain, references. */
export type Templated<Value> = Value extends string | number | boolean | null
  ? Value | Reference<Value> | (Value extends string ? Reference<string> : never)
  : Value extends readonly (infer Item)[]
    ? readonly Templated<Item>[] | Reference<Value>
    : Value extends object
      ? { [Key in keyof Value]: Templated<Value[Key]> } | Reference<Value>
      : Value;

/** A reference to `path`, such as `inputs.name` or `steps.id.output`. */
export function reference<Value>(path: string): Ref<Value> {
  const print = (): string => `{{ ${path} }}`;
  const target = Object.assign(Object.create(null) as object, { toString: print, toJSON: print });
  return new Proxy(target, {
    get: (own, key) => {
      if (key === Symbol.toPrimitive) return print;
      if (typeof key === 'symbol') return undefined;
      return key in own ? (own as Record<string, unknown>)[key] : reference(`${path}.${key}`);
    },
  }) as Ref<Value>;
}
