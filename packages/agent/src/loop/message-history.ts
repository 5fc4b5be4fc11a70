import type { ModelMessage } from 'ai';
import { COMPUTER, type ModelResponse, type ToolCall } from '../models/index.ts';
import { isAnsweredByPicture, pictureResult } from '../desktop/computer-actions.ts';
import type { Observation } from '../page/snapshot-formatter.ts';

export interface Screenshot {
  base64: string;
  mediaType: 'image/jpeg' | 'image/png';
}

/** Text for the model besides tool results. */
interface Note {
  text: string;
  /** A newer full snapshot supersedes it. */
  isStale: boolean;
}

interface Exchange {
  response: ModelResponse;
  results: readonly { call: ToolCall; text: string }[];
  /** Notes that follow the results. */
  notes: Note[];
  /** One line that replaces the exchange once it is too old to keep. */
  summary: string;
}

/** Exchanges kept in full. */
const MAX_KEPT_EXCHANGES = 12;
const STALE_NOTICE = '(The page as it was then is left out.)';

/** The conversation with the model, kept short because every request sends all of it. */
export interface MessageHistory {
  /** Adds a response, the result of each of its calls, and a one-line summary of both. */
  add(response: ModelResponse, results: Exchange['results'], summary: string): void;
  /** Adds a text that is not the result of a call. */
  addNote(text: string): void;
  addObservation(observation: Observation, picture: Screenshot | null): void;
  messages(): ModelMessage[];
}

/** Whether the result of a call is the picture, so that its text is told besides. */
function isPicture({ call }: Exchange['results'][number]): boolean {
  return call.name === COMPUTER && isAnsweredByPicture(call.input);
}

function toolMessages({ response, results }: Exchange, picture: Screenshot | null): ModelMessage[] {
  return [
    ...response.messages,
    ...(results.length === 0
      ? []
      : [
          {
            role: 'tool' as const,
            content: results.map((result) => ({
              type: 'tool-result' as const,
              toolCallId: result.call.id,
              toolName: result.call.name,
              output: isPicture(result)
                ? pictureResult(picture)
                : { type: 'text' as const, value: result.text },
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
            ...(picture === null
              ? []
              : [{ type: 'file' as const, data: picture.base64, mediaType: picture.mediaType }]),
          ],
        },
      ];
}

/** @param opening the text that stays first: the task and all that the model is told with it */
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
    add(response, results, summary) {
      exchanges.push({ response, results, summary, notes: [] });
      const tooMany = Math.max(0, exchanges.length - MAX_KEPT_EXCHANGES);
      for (const gone of exchanges.slice(0, tooMany)) {
        summaries.push(gone.summary);
        // Keep the last full snapshot, even if its exchange is dropped.
        first.push(...gone.notes.filter(({ isStale }) => !isStale));
      }
      exchanges = exchanges.slice(tooMany);
    },
    addNote: (text) => void note(text),
    addObservation({ text, isFullPage }, shown) {
      if (isFullPage) {
        for (const snapshot of snapshots) snapshot.isStale = true;
        snapshots = [];
      }
      if (isFullPage || shown !== null) picture = shown;
      snapshots.push(note(text));
    },
    messages: () => {
      const last = exchanges.at(-1);
      const done = summaries.length === 0 ? [] : [`Done before, oldest first:\n${summaries.join('\n')}`];
      const still = first.filter(({ isStale }) => !isStale);
      return [
        ...userMessage([opening, ...done, ...textsOf(still)], last === undefined ? picture : null),
        ...exchanges.flatMap((exchange) => {
          const shown = exchange === last ? picture : null;
          const pictured = exchange.results.filter(isPicture);
          const texts = [...pictured.map(({ text }) => text), ...textsOf(exchange.notes)];
          return [
            ...toolMessages(exchange, shown),
            ...userMessage(texts, pictured.length === 0 ? shown : null),
          ];
        }),
      ];
    },
  };
}
