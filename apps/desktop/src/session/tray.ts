import type { EventEmitter } from 'node:events';
import { Message, Variant } from '@jellybrick/dbus-next';
import { type BusObject, DAEMON, type SessionBus, openSessionBus } from './session-bus.ts';
import { type TrayState, drawIcon } from './tray-icon.ts';

/** An entry of the menu of the icon. */
export interface TrayEntry {
  label: string;
  isEnabled: boolean;
  choose: () => void;
}

/** What the icon in the tray shows. */
export interface TrayModel {
  state(): TrayState;
  /** The tooltip: a sentence for people. */
  says(): string;
  /** The first one is also what a click on the icon does. */
  entries(): readonly TrayEntry[];
}

export interface Tray {
  /** Shows the model again after it has changed. */
  changed(): void;
  close(): void;
}

const ITEM = 'org.kde.StatusNotifierItem';
const MENU = 'com.canonical.dbusmenu';
const ITEM_PATH = '/StatusNotifierItem';
const MENU_PATH = '/MenuBar';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const WATCHER: BusObject = {
  service: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  on: 'org.kde.StatusNotifierWatcher',
};

type Answer = readonly [signature: string, ...body: unknown[]];

/**
 * The icon of the application in the tray, by the D-Bus protocol StatusNotifierItem. A tray that starts later shows it too. Null
 * where there is no D-Bus session.
 */
export function startTray(env: Readonly<Record<string, string | undefined>>, model: TrayModel): Tray | null {
  const session = openSessionBus(env);
  if (session === null) return null;
  const { bus, ask } = session;
  let revision = 1;

  const itemProperties = (): Record<string, Variant> => ({
    Category: new Variant('s', 'ApplicationStatus'),
    Id: new Variant('s', 'errand'),
    Title: new Variant('s', 'Errand'),
    Status: new Variant('s', 'Active'),
    WindowId: new Variant('i', 0),
    IconName: new Variant('s', ''),
    IconPixmap: new Variant('a(iiay)', [drawIcon(model.state())]),
    ToolTip: new Variant('(sa(iiay)ss)', ['', [], 'Errand', model.says()]),
    ItemIsMenu: new Variant('b', false),
    Menu: new Variant('o', MENU_PATH),
  });
  const menuProperties: Record<string, Variant> = {
    Version: new Variant('u', 3),
    Status: new Variant('s', 'normal'),
    TextDirection: new Variant('s', 'ltr'),
  };
  // Entries are numbered from 1; 0 is the menu itself.
  const entriesById = () => new Map(model.entries().map((entry, index) => [index + 1, entry]));
  const describe = ({ label, isEnabled }: TrayEntry) => ({
    label: new Variant('s', label),
    enabled: new Variant('b', isEnabled),
  });
  const choose = (id: unknown, event: unknown) => {
    const entry = entriesById().get(Number(id));
    if (event === 'clicked' && entry?.isEnabled === true) entry.choose();
  };
  const layout = () => {
    const entries = [...entriesById()].map(
      ([id, entry]) => new Variant('(ia{sv}av)', [id, describe(entry), []]),
    );
    return [0, { 'children-display': new Variant('s', 'submenu') }, entries];
  };
  const properties = (on: unknown) => {
    if (on === ITEM) return itemProperties();
    return on === MENU ? menuProperties : {};
  };

  const answers: Readonly<Record<string, (body: unknown[]) => Answer>> = {
    [`${PROPERTIES}.Get`]: ([on, name]) => ['v', properties(on)[String(name)] ?? new Variant('s', '')],
    [`${PROPERTIES}.GetAll`]: ([on]) => ['a{sv}', properties(on)],
    [`${ITEM}.Activate`]: () => {
      choose(1, 'clicked');
      return [''];
    },
    [`${ITEM}.SecondaryActivate`]: () => [''],
    [`${ITEM}.ContextMenu`]: () => [''],
    [`${ITEM}.Scroll`]: () => [''],
    [`${MENU}.GetLayout`]: () => ['u(ia{sv}av)', revision, layout()],
    [`${MENU}.GetGroupProperties`]: ([ids]) => {
      const wanted = ids as number[];
      const known = [...entriesById()].filter(([id]) => wanted.length === 0 || wanted.includes(id));
      return ['a(ia{sv})', known.map(([id, entry]) => [id, describe(entry)])];
    },
    [`${MENU}.GetProperty`]: ([id, name]) => {
      const entry = entriesById().get(Number(id));
      const about: Record<string, Variant> = entry === undefined ? {} : describe(entry);
      return ['v', about[String(name)] ?? new Variant('s', '')];
    },
    [`${MENU}.Event`]: ([id, event]) => {
      choose(id, event);
      return [''];
    },
    [`${MENU}.EventGroup`]: ([events]) => {
      for (const [id, event] of events as [number, string][]) choose(id, event);
      return ['ai', []];
    },
    [`${MENU}.AboutToShow`]: () => ['b', false],
    [`${MENU}.AboutToShowGroup`]: () => ['aiai', [], []],
  };
  bus.addMethodHandler((message) => {
    if (message.path !== ITEM_PATH && message.path !== MENU_PATH) return false;
    const answer = answers[`${message.interface}.${message.member}`];
    if (answer === undefined) return false;
    const [signature, ...body] = answer(message.body);
    bus.send(Message.newMethodReturn(message, signature, body));
    return true;
  });

  void register(session).catch(() => undefined);
  const signal = (path: string, on: string, name: string, signature = '', body: unknown[] = []) =>
    bus.send(Message.newSignal(path, on, name, signature, body));
  let shown = '';
  return {
    changed: () => {
      const entries = model.entries().map(({ label, isEnabled }) => [label, isEnabled]);
      const now = JSON.stringify([model.state(), model.says(), entries]);
      if (now === shown) return;
      shown = now;
      revision += 1;
      try {
        signal(ITEM_PATH, ITEM, 'NewIcon');
        signal(ITEM_PATH, ITEM, 'NewToolTip');
        signal(MENU_PATH, MENU, 'LayoutUpdated', 'ui', [revision, 0]);
      } catch {
        // The bus is gone, and the tray with it.
      }
    },
    close: session.close,
  };

  /** Tells the tray of the icon: the one that is there, and each that comes later. */
  async function register({ bus: events }: SessionBus & { bus: EventEmitter }): Promise<void> {
    const name = `${ITEM}-${process.pid}-1`;
    await ask(DAEMON, 'RequestName', 'su', [name, 0]);
    const enter = () => void ask(WATCHER, 'RegisterStatusNotifierItem', 's', [name]).catch(() => undefined);
    events.on('message', (message: Message) => {
      const [service, , owner] = message.body as string[];
      if (message.member === 'NameOwnerChanged' && service === WATCHER.service && owner !== '') enter();
    });
    const rule = `type='signal',sender='${DAEMON.service}',member='NameOwnerChanged',arg0='${WATCHER.service}'`;
    await ask(DAEMON, 'AddMatch', 's', [rule]);
    enter();
  }
}
