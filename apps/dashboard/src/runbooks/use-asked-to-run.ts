import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Calls `open` when the address asks to run what the page shows (`?run=true`), and takes that out of the address. */
export function useAskedToRun(open: () => void): void {
  const router = useRouter();
  const { run = false } = useSearch({ strict: false });
  useEffect(() => {
    if (!run) return;
    open();
    void router.navigate({ to: '.', search: {}, replace: true, ignoreBlocker: true });
  }, [run, open, router]);
}
