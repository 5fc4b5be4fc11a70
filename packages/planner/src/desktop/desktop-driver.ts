import { setTimeout as delay } from 'node:timers/promises';
import { StepError } from '@errand/browser-runtime';
import {
  type Computer,
  type DesktopView,
  type MenuEntry,
  type Scope,
  type ViewedElement,
  listWindows,
  viewDesktop,
  viewMenus,
} from '@errand/computer';
import type { PrimitiveName } from '@errand/contracts/primitives';
import {
  type RunSession,
  type Secrets,
  type TaskRun,
  dangersNamed,
  reportFailure,
} from '@errand/step-engine';
import type { Choice } from '../finding/choice.ts';
import type { Clause } from '../grammar/clause.ts';
import { ASKED_FOR } from '../task/approval-reason.ts';
import { inTexts } from '../task/map-texts.ts';
import { applicationNamed } from './applications.ts';
import { nameElement, requireOne } from './choose.ts';

/** How long an element may take to appear. */
const LOCATE_TIMEOUT_MS = 5_000;
const POLL_MS = 100;
/** Equals rarely resolve to one. */
const MAX_AMBIGUOUS_MS = 1_500;

/** Reads and operates applications for one task; each `step` is a step of the Run. */
export interface DesktopDriver {
  readonly computer: Computer;
  /** Steps done so far. */
  readonly done: number;
  /** Program of the application that the task is in; null: none was named yet. */
  app: string | null;
  begin(clause: Clause): void;
  /** The program of the application that words name; null: none of that name is installed. */
  named(words: string): Promise<string | null>;
  /**
   * Performs a primitive in the application that the task is in.
   * @param name the name of the pressed element
   */
  step(primitive: PrimitiveName, input: unknown, instruction: string, name?: string): Promise<unknown>;
  /** The current view; reading it belongs to the next step. Throws `StepError`, which is already reported. */
  look<Found>(ask: (view: DesktopView) => Found | Promise<Found>): Promise<Found>;
  /** What `choice` decides for, waited for. */
  waitFor(
    description: string,
    choice: (view: DesktopView) => Choice<ViewedElement>,
  ): Promise<{ view: DesktopView; element: ViewedElement }>;
  /** The entries of menus, including closed ones. */
  menus(): Promise<MenuEntry[]>;
  /** Waits until a condition holds of the view; false if it does not in time. */
  until(holds: (view: DesktopView) => boolean, timeoutMs: number): Promise<boolean>;
  note(message: string, data: Record<string, unknown>): void;
}

/** @param maxSteps steps that may be taken */
export async function createDesktopDriver(
  session: RunSession,
  run: TaskRun,
  secrets: Secrets,
  maxSteps: number,
): Promise<DesktopDriver> {
  const { desktop, host, limits, applicationScope } = session;
  if (desktop === undefined) throw new StepError('internal_error', 'There is no desktop.');
  const computer = await desktop.open();
  let done = 0;
  let words = '';

  /** A task that names its application stays in it, within what the Run may use. */
  const scopeNow = (): readonly string[] | null => {
    const own = driver.app === null ? null : `app:${driver.app}`;
    if (own === null) return applicationScope;
    const allowed = applicationScope === null ? null : computer.scope(applicationScope);
    return allowed === null || allowed.allows({ name: driver.app ?? '' }) ? [own] : applicationScope;
  };
  const looking = async <Found>(ask: (scope: Scope) => Promise<Found>, timeoutMs: number): Promise<Found> => {
    await host.gate?.open();
    const scope = scopeNow();
    try {
      return await run.look(
        { timeoutMs: timeoutMs + LOCATE_TIMEOUT_MS, ...(scope && { applicationScope: scope }) },
        (call) => call.interruptible(() => ask(computer.scope(scope))),
      );
    } catch (error) {
      if (error instanceof StepError) reportFailure(session, run.stepId, error, { landed: 'nothing' });
      throw error;
    }
  };
  const look: DesktopDriver['look'] = (ask) =>
    looking(async (scope) => ask(await viewDesktop(computer, scope)), limits.stepTimeoutMs);

  const driver: DesktopDriver = {
    computer,
    app: null,
    get done() {
      return done;
    },
    begin: (clause) => {
      words = clause.source;
    },
    step: async (primitive, input, said, name) => {
      if (run.started >= maxSteps)
        throw new StepError('agent_gave_up', `The task was not done after ${maxSteps} steps.`);
      const message = secrets.hide(said);
      const asked = dangersNamed([words]);
      const danger = [...dangersNamed(name === undefined ? [] : [name])].find(
        (one) => ASKED_FOR.has(one) && !asked.has(one),
      );
      const scope = scopeNow();
      const output = await run.act({
        primitive,
        input,
        instruction:
          danger === undefined ? message : `${message} (${danger}, which the task does not speak of)`,
        shown: { message, input: inTexts(input, (text) => secrets.hide(text)) },
        ...(scope && { applicationScope: scope }),
        ...(danger !== undefined && { risk: 'high' as const }),
      });
      done += 1;
      return output;
    },
    look,
    waitFor: (description, choice) => {
      const begun = performance.now();
      return looking(async (scope) => {
        for (;;) {
          const view = await viewDesktop(computer, scope);
          const chosen = choice(view);
          const timeoutMs = 'equals' in chosen ? MAX_AMBIGUOUS_MS : LOCATE_TIMEOUT_MS;
          if ('one' in chosen || performance.now() - begun > timeoutMs)
            return { view, element: requireOne(chosen, description, nameElement) };
          await delay(POLL_MS, undefined, { signal: host.signal });
        }
      }, LOCATE_TIMEOUT_MS);
    },
    named: async (said) => {
      const windows = await listWindows(computer.display);
      return applicationNamed(computer, said, new Set(windows.map(({ application }) => application.name)));
    },
    menus: () => looking((scope) => viewMenus(computer, scope), limits.stepTimeoutMs),
    until: (holds, timeoutMs) => {
      const end = performance.now() + timeoutMs;
      return looking(async (scope) => {
        for (;;) {
          if (holds(await viewDesktop(computer, scope))) return true;
          if (performance.now() > end) return false;
          await delay(POLL_MS, undefined, { signal: host.signal });
        }
      }, timeoutMs);
    },
    note: (message, data) => host.emit({ type: 'agent.thought', stepId: run.lastStepId, message, data }),
  };
  return driver;
}
