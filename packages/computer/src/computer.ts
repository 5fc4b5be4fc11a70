import { type AccessibilityBus, openAccessibility } from './atspi/bus.ts';
import { type DesktopEntry, readDesktopEntries } from './desktop-entries.ts';
import { ComputerError } from './errors.ts';
import { startGuard } from './guard/guard.ts';
import { type Scope, createScope } from './scope.ts';
import type { References } from './snapshot.ts';
import { type Display, openDisplay } from './x11/display.ts';
import { type Hands, watchHands } from './x11/hands.ts';
import { type Sign, showSign } from './x11/sign.ts';
import { type Environment, whyNot } from './why-not.ts';
import type { Window } from './x11/windows.ts';

/** A desktop that is driven. Everything that acts takes a scope, and acts on nothing outside it. */
export interface Computer {
  readonly display: Display;
  readonly bus: AccessibilityBus;
  readonly env: Environment;
  readonly hands: Hands;
  /** Null: none was asked for. */
  readonly sign: Sign | null;
  /** What the last snapshot numbered. */
  references: References;
  /** The windows as the last picture shows them; null before the first. */
  pictured: readonly Window[] | null;
  scope(items: readonly string[] | null): Scope;
  entries(): readonly DesktopEntry[];
  close(): void;
}

export interface ComputerOptions {
  /** Desktop ids or executables that every scope keeps to; null: all that are not kept apart. */
  allowed?: readonly string[] | null;
  /** What the sign says that is shown while the desktop is driven; null: none is shown. */
  sign?: string | null;
  /** Called when the person at the machine presses `STOP_CHORD`. */
  onStop?: () => void;
  /** Whether the chord also ends this process while it hangs, and no key stays down however it ends. */
  guarded?: boolean;
}

/** @throws {ComputerError} when the session cannot be driven */
export async function openComputer(
  env: Environment,
  { allowed = null, sign: signText = null, onStop = () => undefined, guarded = false }: ComputerOptions = {},
): Promise<Computer> {
  const reason = whyNot(env);
  if (reason !== null) throw new ComputerError('action_failed', `${reason}.`);
  const display = await openDisplay(env['DISPLAY'] ?? '');
  try {
    const [guard, hands, sign, bus, entries] = await Promise.all([
      guarded ? startGuard(env['DISPLAY'] ?? '') : null,
      watchHands(display, onStop),
      signText === null ? null : showSign(display, signText),
      openAccessibility(env['DBUS_SESSION_BUS_ADDRESS'] ?? ''),
      readDesktopEntries(env),
    ]);
    return {
      display,
      bus,
      env,
      hands,
      sign,
      references: new Map(),
      pictured: null,
      scope: (items) => createScope(items, entries, allowed),
      entries: () => entries,
      close: () => {
        guard?.close();
        display.close();
        bus.close();
      },
    };
  } catch (error) {
    display.close();
    throw error;
  }
}
