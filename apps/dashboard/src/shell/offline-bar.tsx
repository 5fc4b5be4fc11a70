import { useSyncExternalStore } from 'react';
import { Note } from '../ui/notes.tsx';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div className="px-4 pt-3 sm:px-6">
      <Note tone="warn" role="status">
        This device is offline. What you see may be out of date, and what you type is kept.
      </Note>
    </div>
  );
}
