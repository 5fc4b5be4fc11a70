import type { State } from './atspi/tree.ts';

/** Names one element: by role and name, or by its number in the last snapshot. */
export type DesktopTarget =
  | {
      app?: string | undefined;
      window?: string | undefined;
      role?: string | undefined;
      name?: string | undefined;
      exact?: boolean | undefined;
      nth?: number | undefined;
    }
  | { ref: string };

/** A candidate element. */
export interface Described {
  app: string;
  window: string;
  role: string;
  name: string;
  states: ReadonlySet<State>;
}

function saysLike(said: string, wanted: string, exact: boolean): boolean {
  return exact ? said === wanted : said.toLowerCase().includes(wanted.toLowerCase());
}

/** Whether an element may be the one that is meant, `nth` apart. */
export function matches(target: Exclude<DesktopTarget, { ref: string }>, found: Described): boolean {
  const { app, window, role, name, exact = false } = target;
  return (
    (app === undefined || found.app.toLowerCase() === app.toLowerCase()) &&
    (window === undefined || saysLike(found.window, window, exact)) &&
    (role === undefined || found.role === role.toLowerCase()) &&
    (name === undefined || saysLike(found.name, name, exact))
  );
}
