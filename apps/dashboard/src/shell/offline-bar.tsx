import { useOnline } from '../api/window-state.ts';
import { Note } from '../ui/notes.tsx';

export function OfflineBar() {
  if (useOnline()) return null;
  return (
    <div className="px-4 pt-3 sm:px-6">
      <Note tone="warn" role="status">
        This device is offline. What you see may be out of date, and what you type is kept.
      </Note>
    </div>
  );
}
