import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { SessionDialog } from '../account/session-dialog.tsx';
import { useRunChanges } from '../api/run-changes.ts';
import { Loading } from '../ui/notes.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { OfflineBar } from './offline-bar.tsx';
import { Rail } from './rail.tsx';
import { useShortcuts } from './shortcuts.ts';

const Palette = lazy(() =>
  import('./palette.tsx').then(({ Palette: component }) => ({ default: component })),
);

/** Moves the focus to a new page's content, as a full page load would. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== undefined && last.current !== path) main.current?.focus({ preventScroll: true });
    last.current = path;
  }, [path]);
  return main;
}

/** What surrounds every page of a signed-in person. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const main = useFocusOnNavigation();
  useKeptFocus(main);
  useRunChanges();
  useShortcuts(() => setPaletteOpen(true));
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Rail onSearch={() => setPaletteOpen(true)} />
      <main ref={main} id="main" tabIndex={-1} className="min-w-0 grow pb-20 outline-none lg:pb-6">
        <OfflineBar />
        <Suspense fallback={<Loading what="the page" />}>
          <Outlet />
        </Suspense>
      </main>
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      <SessionDialog />
    </div>
  );
}
