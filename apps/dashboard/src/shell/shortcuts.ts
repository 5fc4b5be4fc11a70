import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DESTINATIONS } from './destinations.ts';

const SEQUENCE_MS = 1_000;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], .editor') !== null
  );
}

/** Ctrl or Cmd and K opens the palette, `g` and a letter goes to a page, `n` to a new Run. */
export function useShortcuts(openPalette: () => void): void {
  const router = useRouter();
  useEffect(() => {
    let goAt = -Infinity;
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecond = event.timeStamp - goAt < SEQUENCE_MS;
      goAt = event.key === 'g' ? event.timeStamp : -Infinity;
      const destination = isSecond ? DESTINATIONS.find(({ letter }) => letter === event.key) : undefined;
      if (destination !== undefined) void router.navigate({ to: destination.to });
      else if (event.key === 'n' && document.querySelector('[role=dialog]') === null) {
        event.preventDefault();
        void router
          .navigate({ to: '/runs' })
          .then(() => requestAnimationFrame(() => document.getElementById('new-task')?.focus()));
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [router, openPalette]);
}
