import { setTimeout as delay } from 'node:timers/promises';
import { clickByAction, focus, select } from './atspi/act.ts';
import { caretToEnd, readNumber, readText, setText } from './atspi/text.ts';
import { type Element, readTree, withinTree } from './atspi/tree.ts';
import type { Computer } from './computer.ts';
import { ComputerError } from './errors.ts';
import type { Found } from './look.ts';
import type { Scope } from './scope.ts';
import { type Point, centreOf, contains, isSameBounds } from './shapes.ts';
import { pressChords, typeText } from './x11/keyboard.ts';
import * as pointer from './x11/pointer.ts';
import { type Window, activate, focusedWindow, listWindows, windowAt } from './x11/windows.ts';

const RAISE_TIMEOUT_MS = 1_500;
const POLL_MS = 25;

/**
 * Resolves when something may be done, and says whether the person used the machine before it might; called again between keys.
 * Rejects when nothing more may be done.
 */
export type Turn = () => Promise<boolean>;

/** Where something is to be done: an element, or pixels of the last picture. */
export type Place = Found | Point;

function notAllowed(window: Window | null): ComputerError {
  const what =
    window === null ? 'The bare desktop' : `The window "${window.title}" of "${window.application.name}"`;
  return new ComputerError('site_not_allowed', `${what} is not what the step may use.`);
}

/** Polls until `question` is answered; null when it is not in time. */
async function until<Answer>(question: () => Promise<Answer | null>): Promise<Answer | null> {
  const end = performance.now() + RAISE_TIMEOUT_MS;
  for (;;) {
    const answer = await question();
    if (answer !== null || performance.now() > end) return answer;
    await delay(POLL_MS);
  }
}

/**
 * Pixels of the last picture: what they show must still be there.
 * @throws {ComputerError} when the window under them is another one, has moved, or is out of scope
 */
async function pointOfPicture(computer: Computer, point: Point, scope: Scope): Promise<Point> {
  const { display, pictured } = computer;
  if (!contains({ x: 0, y: 0, width: display.width, height: display.height }, point))
    throw new ComputerError(
      'action_failed',
      `The point ${point.x}, ${point.y} is not on the screen of ${display.width} by ${display.height} pixels.`,
    );
  const now = windowAt(await listWindows(display), point);
  if (pictured !== null) {
    const then = windowAt(pictured, point);
    const isSame =
      then?.id === now?.id && (then === null || now === null || isSameBounds(then.bounds, now.bounds));
    if (!isSame)
      throw new ComputerError(
        'action_failed',
        `The window at ${point.x}, ${point.y} is not the one of the last picture any more. Take another picture first.`,
      );
  }
  if (now === null ? !scope.isOpen : !scope.allows(now.application)) throw notAllowed(now);
  return point;
}

/** Where the pointer reaches an element, its window being brought to the front; null: nowhere. */
async function reach(computer: Computer, { element, pid }: Found): Promise<Point | null> {
  const { display, bus } = computer;
  const { root } = await readTree(bus, element.reference, { only: true });
  const bounds = (await root?.bounds()) ?? null;
  if (bounds === null) return null;
  const point = centreOf(bounds);
  const isOnTop = async () => {
    const windows = await listWindows(display);
    return { windows, top: windowAt(windows, point)?.pid === pid };
  };
  const { windows, top } = await isOnTop();
  if (top) return point;
  const own = windows.find((window) => window.pid === pid && contains(window.bounds, point));
  if (own === undefined) return null;
  await activate(display, own);
  return until(async () => ((await isOnTop()).top ? point : null));
}

function isFound(place: Place): place is Found {
  return 'element' in place;
}

/** @throws {ComputerError} when the place cannot be reached by the pointer */
async function pointOf(computer: Computer, place: Place, scope: Scope): Promise<Point> {
  if (!isFound(place)) return pointOfPicture(computer, place, scope);
  const point = await reach(computer, place);
  if (point === null)
    throw new ComputerError('action_failed', `${titleOf(place)} is covered or not on the screen.`);
  return point;
}

function titleOf({ element, app }: Found): string {
  return `The ${element.role} "${element.name}" of "${app}"`;
}

function requireEnabled(found: Found): void {
  if (!found.element.states.has('enabled'))
    throw new ComputerError('action_failed', `${titleOf(found)} is disabled.`);
}

/** Clicks with the pointer; an element that it cannot reach by its own action. */
export async function click(
  computer: Computer,
  place: Place,
  scope: Scope,
  { button = 'left', count = 1 }: { button?: pointer.Button; count?: number } = {},
): Promise<void> {
  if (isFound(place)) {
    requireEnabled(place);
    const point = await reach(computer, place);
    if (point !== null) return pointer.click(computer.display, point, button, count);
    if (button === 'left' && count === 1 && (await clickByAction(computer.bus, place.element))) return;
    throw new ComputerError('action_failed', `${titleOf(place)} cannot be clicked: it is covered.`);
  }
  return pointer.click(computer.display, await pointOfPicture(computer, place, scope), button, count);
}

/** @throws {ComputerError} when an element cannot be reached, or a point shows something else by now or is out of scope */
export async function move(computer: Computer, place: Place, scope: Scope): Promise<void> {
  await pointer.movePointer(computer.display, await pointOf(computer, place, scope));
}

/** Finds both ends before the button goes down; the errors are those of `move`. */
export async function drag(computer: Computer, from: Place, to: Place, scope: Scope): Promise<void> {
  const ends = [await pointOf(computer, from, scope), await pointOf(computer, to, scope)] as const;
  await pointer.drag(computer.display, ...ends);
}

/** @param by pixels to the right and down */
export async function scroll(
  computer: Computer,
  place: Place,
  scope: Scope,
  { dx, dy }: { dx: number; dy: number },
): Promise<void> {
  await pointer.scroll(computer.display, await pointOf(computer, place, scope), dx, dy);
}

/** The window that gets keys now. */
async function keyWindow({ display }: Computer, scope: Scope): Promise<Window> {
  const window = await focusedWindow(display, await listWindows(display));
  if (window === null) throw new ComputerError('action_failed', 'No window has the keyboard.');
  if (!scope.allows(window.application)) throw notAllowed(window);
  return window;
}

/** Asks for a turn between keys, which must go on to the window that the first ones went to. */
function turnIn(computer: Computer, window: Window, scope: Scope, turn: Turn): () => Promise<void> {
  return async () => {
    if (!(await turn())) return;
    if ((await keyWindow(computer, scope)).id !== window.id)
      throw new ComputerError('action_failed', `The keyboard has left the window "${window.title}".`, {
        mayHaveActed: true,
      });
  };
}

/** Types into what has the focus, or at the end of an element. */
export async function type(
  computer: Computer,
  text: string,
  scope: Scope,
  { into, turn }: { into?: Found | undefined; turn: Turn },
): Promise<void> {
  if (into !== undefined) await focusOn(computer, into);
  const window = await keyWindow(computer, scope);
  await typeText(computer.display, text, window, turnIn(computer, window, scope, turn));
}

async function focusOn(computer: Computer, found: Found): Promise<void> {
  requireEnabled(found);
  const { display, bus } = computer;
  const isInFront = async () =>
    (await focusedWindow(display, await listWindows(display)))?.pid === found.pid ? true : null;
  if ((await isInFront()) === null) {
    const window = (await listWindows(display)).find(({ pid, title }) => pid === found.pid && title !== '');
    if (window !== undefined) await activate(display, window);
    if ((await until(isInFront)) === null)
      throw new ComputerError('action_failed', `The window of ${titleOf(found)} does not come to the front.`);
  }
  if (!(await focus(bus, found.element))) {
    const point = await reach(computer, found);
    if (point !== null) await pointer.click(display, point, 'left', 1);
  }
  await caretToEnd(bus, found.element);
}

/**
 * Presses the chords in the window that has the keyboard.
 * @throws {ComputerError} when no window has it, one that is out of scope, or another than before the person used the machine
 */
export async function press(
  computer: Computer,
  chords: readonly string[],
  scope: Scope,
  turn: Turn,
): Promise<void> {
  const window = await keyWindow(computer, scope);
  await pressChords(computer.display, chords, turnIn(computer, window, scope, turn));
}

/**
 * Replaces the value of a field and reads it back.
 * @throws {ComputerError} when the field then holds another value; the message names none
 */
export async function fill(
  computer: Computer,
  found: Found,
  value: string,
  scope: Scope,
  turn: Turn,
): Promise<void> {
  requireEnabled(found);
  const { bus } = computer;
  const holds = async () => {
    const text = await readText(bus, found.element);
    // A password field tells as many dots as it holds characters.
    return found.element.isPassword && text !== null
      ? Array.from(text).length === Array.from(value).length
      : text === value;
  };
  if ((await setText(bus, found.element, value)) && (await holds())) return;
  await focusOn(computer, found);
  await press(computer, ['Control+A', 'Delete'], scope, turn);
  await type(computer, value, scope, { turn });
  if (!(await holds()))
    throw new ComputerError('action_failed', `${titleOf(found)} does not hold the value that it was given.`, {
      mayHaveActed: true,
    });
}

/** What an element says: the value of a field, else its text or name. */
export async function read({ bus }: Computer, { element }: Found): Promise<string> {
  if (element.isPassword) throw new ComputerError('action_failed', 'A password field is not read.');
  const text = await readText(bus, element);
  if (text !== null && (text !== '' || element.states.has('editable'))) return text;
  if (element.role === 'combobox') {
    const chosen = [...withinTree(element)].find((option) => option.states.has('selected'));
    return chosen?.name ?? element.name;
  }
  const number = await readNumber(bus, element);
  return number !== null && element.name === '' ? String(number) : element.name;
}

/** Chooses an option of a list, combo box or row of tabs by its exact name. */
export async function choose(computer: Computer, found: Found, option: string): Promise<void> {
  requireEnabled(found);
  const { bus } = computer;
  const { root } = await readTree(bus, found.element.reference, { hidden: true });
  const named =
    root === null
      ? []
      : [...withinTree(root)].filter(({ name, parent }) => parent !== null && name === option);
  const [one, ...others] = named.filter(({ children }) => !children.some(({ name }) => name === option));
  if (one === undefined)
    throw new ComputerError('element_not_found', `${titleOf(found)} has no option "${option}".`);
  if (others.length > 0)
    throw new ComputerError(
      'element_ambiguous',
      `${titleOf(found)} has ${others.length + 1} options "${option}".`,
    );
  if (!(await chooseBy(computer, one)))
    throw new ComputerError('action_failed', `The option "${option}" of ${titleOf(found)} cannot be chosen.`);
}

async function chooseBy({ bus }: Computer, option: Element): Promise<boolean> {
  // A menu of a combo box takes the choice by a click on its item only.
  if (option.role === 'menuitem' && (await clickByAction(bus, option))) return true;
  return (await select(bus, option)) || clickByAction(bus, option);
}
