import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Calls `open` if the address asks to run the page's Runbook or Blueprint (`?run=true`), and removes that from the address. */
export function useAskedToRun(open: () => void): void {
  const router = useRouter();
  const { run = false } = useSearch({ strict: false });
  useEffect(() => {
    if (!run) return;
    open();
    void router.navigate({ to: '.', search: {}, replace: true, ignoreBlocker: true });
  }, [run, open, router]);
}
