import type Errand from '@errand/sdk';
import type { Scope } from '@errand/sdk';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/** The context of a tool. */
export interface ToolCall {
  readonly errand: Errand;
  readonly context: ServerContext;
  /** The same for a request that is repeated within one session; undefined outside sessions. */
  readonly idempotencyKey: string | undefined;
}

export interface ToolResult {
  readonly data: Record<string, unknown>;
  /** Holds text of web pages. */
  readonly isUntrusted?: boolean;
  /** Content in addition to the text form, such as a picture. */
  readonly content?: CallToolResult['content'];
}

/** A tool as data: adapters list and call it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scopes: readonly Scope[];
  readonly readOnly: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly call: (input: never, call: ToolCall) => Promise<ToolResult>;
}

/** Types the input of `call` by the schema. */
export function tool<Input extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'call'> & {
    input: Input;
    call: (input: z.output<Input>, call: ToolCall) => Promise<ToolResult>;
  },
): Tool {
  return definition;
}
