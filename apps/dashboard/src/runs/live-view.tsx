import { useState } from 'react';

/** The path of a live view at this origin; null for anything else. */
function pathOf(url: string): string | null {
  const parsed = URL.parse(url, location.origin);
  return parsed?.pathname.startsWith('/live/') === true ? parsed.pathname + parsed.search : null;
}

/**
 * The browser of a Run as it is now, which a person can also control; then it is as large as the window. The view renews its
 * address by itself.
 */
export function LiveView({ url, isControlled }: { url: string; isControlled: boolean }) {
  const [path] = useState(() => pathOf(url));
  if (path === null) return null;
  return (
    <iframe
      src={path}
      title="Live view of the browser"
      allow="clipboard-read; clipboard-write"
      className={`block aspect-[1/1] w-full rounded-lg border border-line bg-panel sm:aspect-[4/3] md:aspect-[16/11] ${isControlled ? 'lg:aspect-auto lg:h-[80dvh] lg:max-h-[60rem]' : ''}`}
    />
  );
}
