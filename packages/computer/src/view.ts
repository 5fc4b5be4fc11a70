import { read } from './act.ts';
import { type State, readTree, withinTree } from './atspi/tree.ts';
import type { Computer } from './computer.ts';
import { FIELDS, type Found, type Shown, elementsOf, look } from './look.ts';
import type { Scope } from './scope.ts';
import { listWindows } from './x11/windows.ts';

/** A visible element. */
export interface ViewedElement {
  app: string;
  /** Title of its window. */
  window: string;
  /** Its window is an alert: a question or a notice that the application waits with. */
  isInAlert: boolean;
  role: string;
  name: string;
  /** The value of a field; null: no field, or one for passwords. */
  value: string | null;
  states: ReadonlySet<State>;
}

export interface ViewedWindow {
  app: string;
  title: string;
  isAlert: boolean;
}

/** The visible elements of the applications in a scope. */
export interface DesktopView {
  windows: readonly ViewedWindow[];
  elements: readonly ViewedElement[];
  /** True: a window in the scope exposes no elements, so changes in it are not noticed. */
  isPartial: boolean;
}

/** An entry of a menu that is closed or open, and the menus it is reached by. */
export interface MenuEntry {
  app: string;
  /** Names from the menu bar down, the entry's own last. */
  path: readonly string[];
}

const MENU_ROLES: ReadonlySet<string> = new Set(['menuitem', 'menuitemcheckbox', 'menuitemradio', 'menu']);

async function viewElement(computer: Computer, found: Found, isInAlert: boolean): Promise<ViewedElement> {
  const { app, window, element } = found;
  const { role, name, states, isPassword } = element;
  const hasValue = FIELDS.has(role) && !isPassword;
  const value = hasValue ? await read(computer, found).catch(() => null) : null;
  return { app, window, isInAlert, role, name, value, states };
}

function windowsOf(shown: readonly Shown[]): ViewedWindow[] {
  return shown.flatMap(({ application, tree }) =>
    (tree.root?.children ?? []).map(({ name, role }) => ({
      app: application.name,
      title: name,
      isAlert: role === 'alert',
    })),
  );
}

/** Reads the visible elements in a scope, with the values of fields, in the order in which `findAll` finds them. */
export async function viewDesktop(computer: Computer, scope: Scope): Promise<DesktopView> {
  const [shown, xWindows] = await Promise.all([look(computer.bus, scope), listWindows(computer.display)]);
  const alerts = new Set(
    shown.flatMap(({ tree }) => (tree.root?.children ?? []).filter(({ role }) => role === 'alert')),
  );
  const inAlert = new Set([...alerts].flatMap((alert) => [...withinTree(alert)]));
  const elements = await Promise.all(
    [...elementsOf(shown)].map((found) => viewElement(computer, found, inAlert.has(found.element))),
  );
  const told = new Set(shown.filter(({ tree }) => tree.root !== null).map(({ pid }) => pid));
  const silent = xWindows.some(
    ({ application, pid, title }) =>
      title !== '' && scope.allows(application) && (pid === null || !told.has(pid)),
  );
  return {
    windows: windowsOf(shown),
    elements,
    isPartial: silent || shown.some(({ tree }) => tree.isPartial),
  };
}

/** The entries of the menu bars in a scope, also those of closed menus. */
export async function viewMenus(computer: Computer, scope: Scope): Promise<MenuEntry[]> {
  const shown = await look(computer.bus, scope);
  const bars = shown.flatMap(({ application, tree }) =>
    tree.root === null
      ? []
      : [...withinTree(tree.root)]
          .filter(({ role }) => role === 'menubar')
          .map((bar) => ({ app: application.name, bar })),
  );
  const entries: MenuEntry[] = [];
  await Promise.all(
    bars.map(async ({ app, bar }) => {
      const { root } = await readTree(computer.bus, bar.reference, { hidden: true });
      const walk = (element: typeof bar, above: readonly string[]) => {
        for (const child of element.children) {
          const isEntry = MENU_ROLES.has(child.role) && child.name !== '';
          const path = isEntry ? [...above, child.name] : above;
          if (isEntry) entries.push({ app, path });
          walk(child, path);
        }
      };
      if (root !== null) walk(root, []);
    }),
  );
  return entries;
}
