import { z } from 'zod';
import { RunStatus } from './runs.ts';

/**
 * The live view of a Run is a WebSocket at `/live/{run_id}/socket` of the gateway; docs/live-view.md explains it. Text
 * messages are JSON: `LiveMessage` from the server, `LiveInput` from the client. Binary messages, from the server only, are
 * pictures: a head of `PICTURE_HEAD_BYTES`, then a JPEG.
 */
export const LIVE_CLOSE = {
  /** The Run has ended; the last `state` said how. */
  ended: 4000,
  /** The token or session is no longer valid. */
  unauthorized: 4001,
  /** The client sent what no `LiveInput` allows. */
  invalid: 4002,
  /** The server stops or lost its connections: connect again. */
  lost: 4003,
} as const;

/** Requests that a watcher can make of the Run. */
export const LiveAction = z.enum(['pause', 'resume', 'take', 'release']);
export type LiveAction = z.infer<typeof LiveAction>;

const ChoiceId = z.string().max(64);

/** Sent on connecting, when something in it changes, and every 15 s. */
const State = z.strictObject({
  type: z.literal('state'),
  status: RunStatus,
  /** Why the Run waits for a person, when it asked for one. */
  reason: z.string().nullable(),
  /** The member who controls the browser; `you` is true for the owner of this token or session. */
  controller: z.strictObject({ name: z.string(), you: z.boolean() }).nullable(),
  /** The requests that the receiver may make now. */
  can: z.array(LiveAction),
  /** True: input acts now. False while someone else or no one controls, and while the Run's last action is ending. */
  ready: z.boolean(),
  /** A new token for reconnecting; null when the socket was opened by a session. */
  token: z.string().nullable(),
});

/** The tabs of the remote browser. Secrets in titles and addresses show as `[secret]`. */
export const PageMessage = z.strictObject({
  type: z.literal('page'),
  tabs: z.array(z.strictObject({ title: z.string(), url: z.string(), active: z.boolean() })),
});

/** In place of a picture that would show a secret. */
export const Withheld = z.strictObject({ type: z.literal('withheld') });

/** The Run uses the desktop of its device, whose pictures are not sent. Pictures of its browser may follow. */
export const OnDesktop = z.strictObject({ type: z.literal('desktop') });

/** A dialog of the page waits for the person who controls; null when it no longer does. */
export const DialogMessage = z.strictObject({
  type: z.literal('dialog'),
  dialog: z
    .strictObject({
      id: ChoiceId,
      kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
      message: z.string(),
      /** The default text of a prompt. */
      text: z.string(),
    })
    .nullable(),
});

/** The page asks the person who controls for files; null when it no longer does. */
export const FilesMessage = z.strictObject({
  type: z.literal('files'),
  choice: z.strictObject({ id: ChoiceId, multiple: z.boolean(), accept: z.string() }).nullable(),
});

/** A drop-down list was opened, which pictures do not show. `box` is where its field is, in CSS pixels of the page. */
export const ListMessage = z.strictObject({
  type: z.literal('list'),
  list: z
    .strictObject({
      id: ChoiceId,
      multiple: z.boolean(),
      box: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
      options: z.array(
        z.strictObject({
          text: z.string(),
          group: z.string().nullable(),
          disabled: z.boolean(),
          selected: z.boolean(),
        }),
      ),
    })
    .nullable(),
});

/** The selected text, in answer to `copy`. */
export const Copied = z.strictObject({ type: z.literal('copied'), text: z.string() });

/** An input was not carried out, and why, in words for the person. */
export const Refused = z.strictObject({ type: z.literal('refused'), detail: z.string() });

export const LiveMessage = z.discriminatedUnion('type', [
  State,
  PageMessage,
  Withheld,
  OnDesktop,
  DialogMessage,
  FilesMessage,
  ListMessage,
  Copied,
  Refused,
]);
export type LiveMessage = z.infer<typeof LiveMessage>;
export type LiveState = z.infer<typeof State>;
/** Messages about the browser. */
export type BrowserMessage = Exclude<LiveMessage, LiveState>;

/** Most bytes of one client message: a choice of files is one message. */
export const MAX_LIVE_INPUT_BYTES = 16 * 1_048_576;
const MAX_TEXT_LENGTH = 100_000;
const MAX_TOUCH_POINTS = 10;

/** CSS pixels from the top left of the page that the last picture shows. */
const Coordinate = z.number().min(-100_000).max(100_000);
const Point = { x: Coordinate, y: Coordinate };
const Modifiers = z
  .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
  .max(4)
  .default([]);

const Control = z.strictObject({ type: z.literal('control'), action: LiveAction });

/**
 * A picture was shown. No more than `MAX_UNSHOWN_PICTURES` are sent ahead of these, so that a slow watcher gets fewer pictures
 * and never old ones.
 */
const Shown = z.strictObject({ type: z.literal('shown'), number: z.int().min(0) });
export const MAX_UNSHOWN_PICTURES = 2;

const Mouse = z.strictObject({
  type: z.literal('mouse'),
  action: z.enum(['move', 'down', 'up']),
  ...Point,
  button: z.enum(['none', 'left', 'middle', 'right']).default('none'),
  /** 2 for a double click. */
  clicks: z.int().min(0).max(3).default(0),
  modifiers: Modifiers,
});

const Wheel = z.strictObject({
  type: z.literal('wheel'),
  ...Point,
  deltaX: Coordinate,
  deltaY: Coordinate,
  modifiers: Modifiers,
});

/** `points` are those that touch; none when the last one ended. */
const Touch = z.strictObject({
  type: z.literal('touch'),
  action: z.enum(['start', 'move', 'end', 'cancel']),
  points: z.array(z.strictObject({ id: z.int().min(0), ...Point })).max(MAX_TOUCH_POINTS),
  modifiers: Modifiers,
});

/** As a browser's KeyboardEvent says. On a Mac, send Control for the command key: the remote browser runs on Linux. */
const Key = z.strictObject({
  type: z.literal('key'),
  action: z.enum(['down', 'up']),
  key: z.string().min(1).max(32),
  code: z.string().max(32),
  keyCode: z.int().min(0).max(255),
  location: z.int().min(0).max(3).default(0),
  repeat: z.boolean().default(false),
  modifiers: Modifiers,
});

/** Text as a whole: pasted, dictated, or committed by an input method. */
const Text = z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(MAX_TEXT_LENGTH) });

/** The text of an input method before it commits; the empty text ends it. `start` and `end` select within `text`. */
const Composition = z.strictObject({
  type: z.literal('composition'),
  text: z.string().max(1_000),
  start: z.int().min(0),
  end: z.int().min(0),
});

/** Asks for the selected text; `cut` also deletes it. */
const Copy = z.strictObject({ type: z.literal('copy'), cut: z.boolean().default(false) });

/** `index` counts the tabs of the last `page` message. */
const Tab = z.strictObject({
  type: z.literal('tab'),
  action: z.enum(['new', 'activate', 'close']),
  index: z.int().min(0).default(0),
});

const Navigate = z.strictObject({
  type: z.literal('navigate'),
  /** An http or https address, or a step in the tab's history. */
  to: z.union([
    z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(8_192) }),
    z.strictObject({ history: z.enum(['back', 'forward', 'reload']) }),
  ]),
});

const DialogInput = z.strictObject({
  type: z.literal('dialog'),
  id: ChoiceId,
  action: z.enum(['accept', 'dismiss']),
  /** For a prompt. */
  text: z.string().max(MAX_TEXT_LENGTH).optional(),
});

/** No files: the choice is cancelled. */
const FilesInput = z.strictObject({
  type: z.literal('files'),
  id: ChoiceId,
  files: z
    .array(
      z.strictObject({ name: z.string().min(1).max(255), mimeType: z.string().max(255), base64: z.base64() }),
    )
    .max(20),
});

/** Positions of the chosen options; null: the list is closed without a choice. */
const ListInput = z.strictObject({
  type: z.literal('list'),
  id: ChoiceId,
  chosen: z.array(z.int().min(0)).max(1_000).nullable(),
});

/** Input of a person for the browser. */
export const PersonInput = z.discriminatedUnion('type', [
  Mouse,
  Wheel,
  Touch,
  Key,
  Text,
  Composition,
  Copy,
  Tab,
  Navigate,
  DialogInput,
  FilesInput,
  ListInput,
]);
export type PersonInput = z.infer<typeof PersonInput>;

export const LiveInput = z.discriminatedUnion('type', [Control, Shown, PersonInput]);
export type LiveInput = z.infer<typeof LiveInput>;

/** The header before the JPEG in a binary message, big-endian. */
export const PICTURE_HEAD_BYTES = 16;

export interface PictureHead {
  /** Size of the page that the picture shows, in CSS pixels; uint16 at 0 and 2. The picture itself may be smaller. */
  width: number;
  height: number;
  /** Counts the pictures of this watcher's stream; a number left out was skipped because the watcher was slow. uint32 at 4. */
  number: number;
  /** When it was taken, in ms since the epoch by the executor's clock; float64 at 8. */
  takenAt: number;
}

/** The PICTURE_HEAD_BYTES bytes that come before the JPEG. */
export function encodePictureHead({ width, height, number, takenAt }: PictureHead): Uint8Array {
  const head = new DataView(new ArrayBuffer(PICTURE_HEAD_BYTES));
  head.setUint16(0, width);
  head.setUint16(2, height);
  head.setUint32(4, number);
  head.setFloat64(8, takenAt);
  return new Uint8Array(head.buffer);
}

/** Reads the header of a binary message, which must have at least PICTURE_HEAD_BYTES bytes. */
export function decodePictureHead(message: Uint8Array): PictureHead {
  const head = new DataView(message.buffer, message.byteOffset, PICTURE_HEAD_BYTES);
  return {
    width: head.getUint16(0),
    height: head.getUint16(2),
    number: head.getUint32(4),
    takenAt: head.getFloat64(8),
  };
}
