/** What a scripted model answers, in no provider's own words. */
export interface Reply {
  text?: string;
  /** Tools that it calls. A string is sent as it is in place of JSON. */
  calls?: readonly { name: string; input: unknown }[];
  usage?: { input: number; output: number };
  /** The provider's own safety stops the answer. */
  refuses?: boolean;
  /** The answer is cut off at its greatest length. */
  tooLong?: boolean;
  /** The connection ends in the middle of the answer. */
  breaksOff?: boolean;
}

/** What a provider answers instead of a model: a rate limit, a refused key, something that is no answer at all. */
export interface Refusal {
  status: number;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

/** How one provider puts an answer on the wire. */
export interface Dialect {
  /** Where the body goes that the client posts. */
  matches(path: string): boolean;
  /** Server-sent events of a whole answer, in order. */
  events(reply: Reply, turn: number): { event?: string; data: unknown }[];
}

export function inputText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}
export function usageOf({ usage }: Reply) {
  return usage ?? { input: 100, output: 20 };
}
