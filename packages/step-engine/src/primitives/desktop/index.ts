import type { Handlers } from '../primitive.ts';

/** Loads what drives a desktop, which a server never needs and which holds X11 and D-Bus. */
export const loadDesktop = async () => {
  const [{ desktop }, { keepPicture, lookAtWindow }, { onDesktop }, seeing] = await Promise.all([
    import('./steps.ts'),
    import('./look.ts'),
    import('./reach.ts'),
    import('./see.ts'),
  ]);
  return { handlers: desktop, keepPicture, lookAtWindow, onDesktop, ...seeing };
};

export type DesktopName = keyof Handlers<'desktop'>;

export function isDesktop(name: string): name is DesktopName {
  return name.startsWith('desktop.');
}
