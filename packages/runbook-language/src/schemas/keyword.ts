import type { SchemaCompiler } from './compile.ts';
import { type SchemaError, unusable } from './errors.ts';
import type { Node } from './node.ts';
import type { JsonObject, Rule } from './rules.ts';

/** One keyword of the schema being compiled. */
export interface Keyword {
  readonly asked: unknown;
  readonly schema: JsonObject;
  readonly node: Node;
  /** Path of the keyword, for messages. */
  readonly place: string;
  readonly compiler: SchemaCompiler;
}

/** Returns null when the keyword has no rule of its own. */
export type CompileKeyword = (keyword: Keyword) => Rule | null;

/** The error for a keyword with a value that it cannot have. `why` lacks a subject: `must be a number`. */
export function misused({ place }: Keyword, why: string): SchemaError {
  return unusable(place, why);
}
