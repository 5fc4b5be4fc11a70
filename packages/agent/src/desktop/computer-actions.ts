import { z } from 'zod';
import { chordOf, type DesktopCall, desktopCall } from './computer-call.ts';
import { DESKTOP_LOOK } from './desktop-tools.ts';

const point = { x: z.number(), y: z.number() };
/** Modifiers that are held meanwhile, which the engine does not do. */
const unheld = { keys: z.array(z.string()).max(0).nullish() };
const Action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('click'), button: z.enum(['left', 'right', 'wheel']), ...point, ...unheld }),
  z.object({ type: z.literal('double_click'), ...point, ...unheld }),
  z.object({ type: z.literal('keypress'), keys: z.array(z.string()).min(1) }),
  z.object({ type: z.literal('move'), ...point, ...unheld }),
  z.object({ type: z.literal('screenshot') }),
  z.object({
    type: z.literal('scroll'),
    scrollX: z.number(),
    scrollY: z.number(),
    ...point,
    ...unheld,
  }),
  z.object({ type: z.literal('type'), text: z.string() }),
  z.object({ type: z.literal('wait') }),
]);
const SafetyCheck = z.object({ id: z.string(), code: z.string().optional(), message: z.string().optional() });
/** What OpenAI's models send: actions that are done in order, with one picture as the result of all. */
const ComputerActions = z.object({
  actions: z.array(z.unknown()),
  pendingSafetyChecks: z.array(SafetyCheck),
});

const BUTTONS = { left: {}, right: { button: 'right' }, wheel: { button: 'middle' } } as const;
const WAIT_MS = 1_000;
const LOOK: DesktopCall = { name: DESKTOP_LOOK, input: {} };

/** One pixel, in place of a picture that is left out: the provider takes no result without one. */
const BLANK =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

function callsOfAction(given: unknown): DesktopCall[] | null {
  const { data: action } = Action.safeParse(given);
  switch (action?.type) {
    case 'click':
      return [desktopCall('click', { x: action.x, y: action.y, ...BUTTONS[action.button] })];
    case 'double_click':
      return [desktopCall('click', { x: action.x, y: action.y, clickCount: 2 })];
    case 'keypress':
      return [desktopCall('press', { keys: [chordOf(action.keys)] })];
    case 'move':
      return [];
    case 'screenshot':
      return [LOOK];
    case 'scroll':
      return [desktopCall('scroll', { x: action.x, y: action.y, dx: action.scrollX, dy: action.scrollY })];
    case 'type':
      return [desktopCall('type', { text: action.text })];
    case 'wait':
      return [desktopCall('wait', { for: { ms: WAIT_MS } })];
    default:
      return null;
  }
}

/** The calls that such a call stands for; null: it is none, or asks for something that is not offered. */
export function callsOfActions(input: unknown): DesktopCall[] | null {
  const { data } = ComputerActions.safeParse(input);
  if (data === undefined) return null;
  const calls = data.actions.map(callsOfAction);
  if (calls.includes(null)) return null;
  const all = calls.flatMap((each) => each ?? []);
  return all.length === 0 ? [LOOK] : all;
}

/** Whether the result of a call is a picture. */
export function isAnsweredByPicture(input: unknown): boolean {
  return ComputerActions.safeParse(input).success;
}

/** The result of such a call. @param picture null: it is left out */
export function pictureResult(picture: { base64: string; mediaType: string } | null) {
  const imageUrl = picture === null ? BLANK : `data:${picture.mediaType};base64,${picture.base64}`;
  return {
    type: 'json' as const,
    value: { output: { type: 'computer_screenshot', imageUrl, detail: 'original' } },
  };
}

/** What the provider wants a person to confirm first; null: nothing. */
export function pendingCheck(input: unknown): string | null {
  const { data } = ComputerActions.safeParse(input);
  const [check] = data?.pendingSafetyChecks ?? [];
  return check === undefined ? null : (check.message ?? check.code ?? check.id);
}
