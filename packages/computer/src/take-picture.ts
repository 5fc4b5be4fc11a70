import { readText } from './atspi/text.ts';
import type { Computer } from './computer.ts';
import { ComputerError } from './errors.ts';
import { type Found, type Shown, elementsOf, look } from './look.ts';
import type { Scope } from './scope.ts';
import { type Bounds, isSameBounds } from './shapes.ts';
import { blank, copy, grab, paint, toPng } from './x11/picture.ts';
import { type Window, listWindows } from './x11/windows.ts';

/** What stands for everything that is not in the picture. */
const GREY = 0x80;
const BLACK = 0;
const MAX_TRIES = 5;

function isSameLayout(before: readonly Window[], after: readonly Window[]): boolean {
  return (
    before.length === after.length &&
    before.every((window, index) => {
      const other = after[index];
      return other !== undefined && other.id === window.id && isSameBounds(other.bounds, window.bounds);
    })
  );
}

async function hides(computer: Computer, { element }: Found, isSecret: (text: string) => boolean) {
  if (element.isPassword || isSecret(element.name)) return true;
  const text = await readText(computer.bus, element);
  return text !== null && isSecret(text);
}

/** What must not be seen: fields for passwords, and whatever says a secret. */
async function hidden(
  computer: Computer,
  shown: readonly Shown[],
  windows: readonly Window[],
  isSecret: ((text: string) => boolean) | null,
): Promise<Bounds[]> {
  const allOf = (owner: number) => windows.filter(({ pid }) => pid === owner).map(({ bounds }) => bounds);
  const found = [...elementsOf(shown)];
  const parts = await Promise.all(
    found.map(async (one) => {
      const isHidden = isSecret === null ? one.element.isPassword : await hides(computer, one, isSecret);
      if (!isHidden) return [];
      const bounds = await one.element.bounds();
      return bounds === null ? allOf(one.pid) : [bounds];
    }),
  );
  // What was not read may say it too.
  const unread = isSecret === null ? [] : shown.filter(({ tree }) => tree.isPartial);
  return [...parts.flat(), ...unread.flatMap(({ pid }) => allOf(pid))];
}

/**
 * A PNG of the screen on which only windows in scope are seen; fields for passwords, and what says a secret, are black.
 * Points of later steps are points of this picture.
 * @param isSecret null: the Run has no secrets
 * @throws {ComputerError} when the windows do not stand still
 */
export async function takePicture(
  computer: Computer,
  scope: Scope,
  isSecret: ((text: string) => boolean) | null,
): Promise<Buffer> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const windows = await listWindows(computer.display);
    const picturing = () => grab(computer.display);
    const screen = await (computer.sign?.without(picturing) ?? picturing());
    const shown = await look(computer.bus, scope);
    const unseen = await hidden(computer, shown, windows, isSecret);
    if (!isSameLayout(windows, await listWindows(computer.display))) continue;
    const picture = blank(screen, GREY);
    const told = new Set(shown.map(({ pid }) => pid));
    for (const { application, pid, bounds } of windows.toReversed())
      if (!scope.allows(application)) paint(picture, bounds, GREY);
      // Of a window that tells nothing it is not known whether it shows a secret.
      else if (isSecret !== null && (pid === null || !told.has(pid))) paint(picture, bounds, BLACK);
      else copy(screen, picture, bounds);
    for (const bounds of unseen) paint(picture, bounds, BLACK);
    computer.pictured = windows;
    return toPng(picture);
  }
  throw new ComputerError('action_failed', 'No picture was taken: the windows do not stand still.');
}
