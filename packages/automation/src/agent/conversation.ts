import type { ModelMessage } from 'ai';
import type { ToolCall, Turn } from '../models/index.ts';
import type { Observation } from './observe.ts';

/** A picture of the page, base64 JPEG. */
export type Picture = string;

/** Something that the model is told. */
interface Note {
  text: string;
  /** A newer look at the page made it superfluous. */
  isOutdated: boolean;
}

interface Exchange {
  turn: Turn;
  results: readonly { call: ToolCall; text: string }[];
  /** What was said after the results. */
  notes: Note[];
  /** In one line, for when the exchange is too old to be kept. */
  gist: string;
}

/** Exchanges that are kept word for word. */
const MOST_KEPT = 12;
const OUTDATED = '(The page as it was then is left out.)';

/** What was said between the agent and its model, kept short: the model is asked with all of it each time. */
export interface Conversation {
  /** What the model said, what came of each of its calls, and all of it in a line. */
  add(turn: Turn, results: Exchange['results'], gist: string): void;
  /** Something that is not the result of a call. */
  say(text: string): void;
  observe(observation: Observation, picture: Picture | null): void;
  messages(): ModelMessage[];
}

const answered = ({ turn, results }: Exchange): ModelMessage[] => [
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

const spoken = (texts: readonly string[], picture: Picture | null): ModelMessage[] =>
  texts.length === 0
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

export const createConversation = (opening: string): Conversation => {
  const first: Note[] = [];
  const gists: string[] = [];
  let exchanges: Exchange[] = [];
  let looks: Note[] = [];
  let picture: Picture | null = null;

  const note = (text: string): Note => {
    const made = { text, isOutdated: false };
    (exchanges.at(-1)?.notes ?? first).push(made);
    return made;
  };
  const textsOf = (notes: readonly Note[]) =>
    notes.map(({ text, isOutdated }) => (isOutdated ? OUTDATED : text));

  return {
    add(turn, results, gist) {
      exchanges.push({ turn, results, gist, notes: [] });
      const tooMany = Math.max(0, exchanges.length - MOST_KEPT);
      for (const gone of exchanges.slice(0, tooMany)) {
        gists.push(gone.gist);
        // The page as it was last shown whole must not go with it.
        first.push(...gone.notes.filter(({ isOutdated }) => !isOutdated));
      }
      exchanges = exchanges.slice(tooMany);
    },
    say: (text) => void note(text),
    observe({ text, whole }, shown) {
      if (whole) {
        for (const look of looks) look.isOutdated = true;
        looks = [];
        picture = shown;
      }
      looks.push(note(text));
    },
    messages: () => {
      const last = exchanges.at(-1);
      const done = gists.length === 0 ? [] : [`Done before, oldest first:\n${gists.join('\n')}`];
      const still = first.filter(({ isOutdated }) => !isOutdated);
      return [
        ...spoken([opening, ...done, ...textsOf(still)], last === undefined ? picture : null),
        ...exchanges.flatMap((exchange) => [
          ...answered(exchange),
          ...spoken(textsOf(exchange.notes), exchange === last ? picture : null),
        ]),
      ];
    },
  };
};
