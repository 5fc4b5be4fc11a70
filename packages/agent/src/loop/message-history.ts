import type { ModelMessage } from 'ai';
import type { ToolCall, ModelResponse } from '../models/index.ts';
import type { Observation } from '../page/snapshot-formatter.ts';

/** A picture of the page, base64 JPEG. */
export type Screenshot = string;

/** Something that the model is told. */
interface Note {
  text: string;
  /** A newer look at the page made it superfluous. */
  isStale: boolean;
}

interface Exchange {
  response: ModelResponse;
  results: readonly { call: ToolCall; text: string }[];
  /** What was said after the results. */
  notes: Note[];
  /** In one line, for when the exchange is too old to be kept. */
  summary: string;
}

/** Exchanges that are kept word for word. */
const MAX_KEPT_EXCHANGES = 12;
const STALE_NOTICE = '(The page as it was then is left out.)';

/** What was said between the agent and its model, kept short: the model is asked with all of it each time. */
export interface MessageHistory {
  /** What the model said, what came of each of its calls, and all of it in a line. */
  add(turn: ModelResponse, results: Exchange['results'], gist: string): void;
  /** Something that is not the result of a call. */
  addNote(text: string): void;
  addObservation(observation: Observation, picture: Screenshot | null): void;
  messages(): ModelMessage[];
}

function toolMessages({ response: turn, results }: Exchange): ModelMessage[] {
  return [
    ...turn.messages,
    ...(results.length === 0
      ? []
      : [
          {
            role: 'tool' as const,
            content: results.map(({ call, text }) => ({
              type: 'tool-result' as const,
              toolCallId: call.id,
              toolName: call.name,
              output: { type: 'text' as const, value: text },
            })),
          },
        ]),
  ];
}

function userMessage(texts: readonly string[], picture: Screenshot | null): ModelMessage[] {
  return texts.length === 0
    ? []
    : [
        {
          role: 'user',
          content: [
            { type: 'text', text: texts.join('\n\n') },
            ...(picture === null ? [] : [{ type: 'file' as const, data: picture, mediaType: 'image/jpeg' }]),
          ],
        },
      ];
}

export function createMessageHistory(opening: string): MessageHistory {
  const first: Note[] = [];
  const summaries: string[] = [];
  let exchanges: Exchange[] = [];
  let snapshots: Note[] = [];
  let picture: Screenshot | null = null;

  const note = (text: string): Note => {
    const made = { text, isStale: false };
    (exchanges.at(-1)?.notes ?? first).push(made);
    return made;
  };
  const textsOf = (notes: readonly Note[]) =>
    notes.map(({ text, isStale }) => (isStale ? STALE_NOTICE : text));

  return {
    add(turn, results, gist) {
      exchanges.push({ response: turn, results, summary: gist, notes: [] });
      const tooMany = Math.max(0, exchanges.length - MAX_KEPT_EXCHANGES);
      for (const gone of exchanges.slice(0, tooMany)) {
        summaries.push(gone.summary);
        // The page as it was last shown isFullPage must not go with it.
        first.push(...gone.notes.filter(({ isStale }) => !isStale));
      }
      exchanges = exchanges.slice(tooMany);
    },
    addNote: (text) => void note(text),
    addObservation({ text, isFullPage }, shown) {
      if (isFullPage) {
        for (const look of snapshots) look.isStale = true;
        snapshots = [];
        picture = shown;
      }
      snapshots.push(note(text));
    },
    messages: () => {
      const last = exchanges.at(-1);
      const done = summaries.length === 0 ? [] : [`Done before, oldest first:\n${summaries.join('\n')}`];
      const still = first.filter(({ isStale }) => !isStale);
      return [
        ...userMessage([opening, ...done, ...textsOf(still)], last === undefined ? picture : null),
        ...exchanges.flatMap((exchange) => [
          ...toolMessages(exchange),
          ...userMessage(textsOf(exchange.notes), exchange === last ? picture : null),
        ]),
      ];
    },
  };
}
