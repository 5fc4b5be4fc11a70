import type { SchemaCompiler } from './compile.ts';
import { type SchemaError, unusable } from './errors.ts';
import type { Node } from './node.ts';
import type { JsonObject, Rule } from './rules.ts';

/** A keyword of a schema that is being compiled. */
export interface Keyword {
  readonly asked: unknown;
  readonly schema: JsonObject;
  readonly node: Node;
  /** Where the keyword stands, for messages. */
  readonly place: string;
  readonly compiler: SchemaCompiler;
}

/** Null: the keyword says nothing by itself. */
export type CompileKeyword = (keyword: Keyword) => Rule | null;

export function misused({ place }: Keyword, why: string): SchemaError {
  return unusable(place, why);
}
