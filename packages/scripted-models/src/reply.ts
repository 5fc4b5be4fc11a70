/** A scripted model's answer, independent of the provider. */
export interface Reply {
  text?: string;
  /** Tool calls. A string input is sent verbatim in place of JSON. */
  calls?: readonly {
    name: string;
    input: unknown;
    /** Of the set of the provider's tools that it is part of. */ toolset?: string;
  }[];
  usage?: { input: number; output: number };
  /** The provider's safety filter stops the answer. */
  refuses?: boolean;
  /** The answer is cut off at the maximum length. */
  tooLong?: boolean;
  /** The connection closes in the middle of the answer. */
  breaksOff?: boolean;
}

/** A provider's error response, such as a rate limit, a rejected key or a malformed body. */
export interface Refusal {
  status: number;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

/** One provider's wire format. */
export interface Dialect {
  /** True for the path that clients of this provider post to. */
  matches(path: string): boolean;
  /** The server-sent events of a complete answer, in order. */
  events(reply: Reply, turn: number): { event?: string; data: unknown }[];
}

/** The input of a tool call as it is sent: a string verbatim, anything else as JSON. */
export function inputText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

/** Tokens in and out; 100 and 20 when the reply names none. */
export function usageOf({ usage }: Reply) {
  return usage ?? { input: 100, output: 20 };
}
