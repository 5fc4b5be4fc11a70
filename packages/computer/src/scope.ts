import type { Application } from './application.ts';
import { type DesktopEntry, executableOf } from './desktop-entries.ts';

/** Which applications may be seen and driven. */
export interface Scope {
  allows(application: Application): boolean;
  /** True: everything that is not kept apart, the bare desktop too. */
  readonly isOpen: boolean;
}

const ITEM = /^app:(?<name>.+)$/;

/**
 * Never seen or driven unless both the step and the owner name them: a terminal gives the whole machine, and the others hold
 * secrets or grant rights.
 */
const KEPT_APART: ReadonlySet<string> = new Set([
  // Terminals
  'alacritty',
  'cool-retro-term',
  'foot',
  'gnome-terminal-server',
  'kgx',
  'kitty',
  'konsole',
  'lxterminal',
  'mate-terminal',
  'ptyxis',
  'qterminal',
  'rxvt',
  'st',
  'terminator',
  'terminology',
  'tilix',
  'urxvt',
  'uxterm',
  'wezterm-gui',
  'xfce4-terminal',
  'xterm',
  // Password managers and keyrings
  '1password',
  'bitwarden',
  'enpass',
  'gcr-prompter',
  'gnome-keyring-daemon',
  'keepass2',
  'keepassx',
  'keepassxc',
  'kwalletd5',
  'kwalletd6',
  'kwalletmanager5',
  'pinentry-gnome3',
  'pinentry-gtk-2',
  'pinentry-qt',
  'seahorse',
  'secrets',
  // What asks for permission, and where permissions are given
  'gnome-control-center',
  'lxpolkit',
  'mate-polkit',
  'polkit-gnome-authentication-agent-1',
  'polkit-kde-authentication-agent-1',
  'polkit-mate-authentication-agent-1',
  'systemsettings',
  'xdg-desktop-portal',
  'xdg-desktop-portal-gnome',
  'xdg-desktop-portal-gtk',
  'xdg-desktop-portal-kde',
  'xfce-polkit',
  'xfce4-settings-manager',
]);

/** A list of desktop ids or executables; null: all applications that are not kept apart. */
type Names = readonly string[] | null;

/**
 * The applications that both the step and the owner of the machine name.
 * @param items the scope of the step, of which only `app:<id>` items count
 * @param allowed the owner's consent
 */
export function createScope(items: Names, entries: readonly DesktopEntry[], allowed: Names): Scope {
  const admits = (names: Names): ((name: string) => boolean) => {
    if (names === null) return (name) => !KEPT_APART.has(name);
    const named = new Set(names.flatMap((id) => [id.toLowerCase(), executableOf(id, entries).toLowerCase()]));
    return (name) => named.has(name);
  };
  const isAsked = admits(items?.flatMap((item) => ITEM.exec(item)?.groups?.['name'] ?? []) ?? null);
  const isAllowed = admits(allowed);
  return {
    isOpen: items === null && allowed === null,
    allows: (application) => {
      const name = application.name.toLowerCase();
      // A window whose program is not known is in no list.
      return name !== '' && isAsked(name) && isAllowed(name);
    },
  };
}
