export type Environment = Readonly<Record<string, string | undefined>>;

/** Why this session cannot be driven; null when it can. Only X11 is known, and only on Linux. */
export function whyNot(env: Environment, platform: NodeJS.Platform = process.platform): string | null {
  if (platform !== 'linux') return `Driving the desktop is not possible on ${platform} yet`;
  if (env['XDG_SESSION_TYPE'] === 'wayland' || (env['WAYLAND_DISPLAY'] ?? '') !== '')
    return 'Driving the desktop is not possible in a Wayland session yet; an X11 session is needed';
  if ((env['DISPLAY'] ?? '') === '') return 'There is no X11 session to drive (DISPLAY is not set)';
  if ((env['DBUS_SESSION_BUS_ADDRESS'] ?? '') === '')
    return 'There is no D-Bus session (DBUS_SESSION_BUS_ADDRESS is not set)';
  return null;
}
