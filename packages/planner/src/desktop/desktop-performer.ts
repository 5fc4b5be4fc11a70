import { StepError } from '@errand/browser-runtime';
import type { RunSession, Secrets, TaskRun } from '@errand/step-engine';
import type { Performer } from '../task/run-instructions.ts';
import { actOnDesktop, answerAlert } from './act.ts';
import { windowsOf } from './applications.ts';
import { chooseField } from './choose.ts';
import { type DesktopDriver, createDesktopDriver } from './desktop-driver.ts';

/** Carries out instructions in the applications of a desktop. */
export function createDesktopPerformer(
  session: RunSession,
  run: TaskRun,
  secrets: Secrets,
  { maxSteps }: { maxSteps: number },
): Performer {
  let driver: DesktopDriver | null = null;
  const opened = () => {
    if (driver === null) throw new StepError('internal_error', 'The desktop is not open.');
    return driver;
  };
  return {
    get done() {
      return driver?.done ?? 0;
    },
    start: async () => {
      driver = await createDesktopDriver(session, run, secrets, maxSteps);
    },
    perform: async (clause) => {
      opened().begin(clause);
      if (clause.kind === 'read' || clause.kind === 'verify') session.ledger.read();
      const found = await actOnDesktop(opened(), clause);
      if (clause.dialog !== undefined) await answerAlert(opened(), clause.dialog);
      return found;
    },
    seen: () =>
      opened().look((view) => {
        const { app } = opened();
        const field = chooseField(view, app);
        const value = 'one' in field ? (field.one.value ?? '') : '';
        return [windowsOf(view, app).join('; '), value].filter((part) => part !== '').join(': ');
      }),
    recordOf: (answer) =>
      answer === null ? {} : { output: { name: answer.key, pattern: answer.pattern, by: answer.by } },
    note: (message, data) => opened().note(message, data),
  };
}
