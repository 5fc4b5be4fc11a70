import { Check, Copy, TriangleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';

const SHOWN_MS = 1_500;

const ICONS = { none: Copy, copied: Check, refused: TriangleAlert };
const SAID = { none: '', copied: 'Copied', refused: 'Not copied: select the text and copy it yourself' };

function useCopy(text: string) {
  const [outcome, setOutcome] = useState<keyof typeof ICONS>('none');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Browsers let a page copy only over HTTPS and from this machine.
      setOutcome('refused');
      return;
    }
    setOutcome('copied');
    setTimeout(() => setOutcome('none'), SHOWN_MS);
  };
  return { isRefused: outcome === 'refused', Icon: ICONS[outcome], said: SAID[outcome], copy };
}

/** A command as a whole, to be copied into a terminal. */
export function CommandLine({ text }: { text: string }) {
  const { Icon, said, copy } = useCopy(text);
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-panel py-1 pr-1 pl-3">
      <code className="min-w-0 grow py-1 text-xs break-words text-text">
        {text.split(' ').map((word, index) => (
          <Fragment key={index}>
            {index > 0 && ' '}
            {/* A line ends between words, not after the hyphens of an option. */}
            <span className="inline-block max-w-full">{word}</span>
          </Fragment>
        ))}
      </code>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={`Copy ${text}`}
        title={said || 'Copy'}
        className="rounded p-1.5 text-muted hover:bg-hover hover:text-text"
      >
        <Icon aria-hidden className="size-3.5" />
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}

/** Copies `text`. Shows it too, shortened to its beginning with `isShort`. */
export function CopyText({ text, label, isShort }: { text: string; label?: string; isShort?: boolean }) {
  const { isRefused, Icon, said, copy } = useCopy(text);
  return (
    <button
      type="button"
      onClick={() => void copy()}
      title={said || `Copy ${text}`}
      className="inline-flex min-h-6 max-w-full items-center gap-1 rounded font-mono text-xs text-muted hover:text-text"
    >
      <span className="sr-only">{label ?? 'Copy'}: </span>
      <span className={isRefused ? 'break-all select-text' : 'truncate'}>
        {isShort && !isRefused ? `${text.slice(0, 8)}…` : text}
      </span>
      <Icon aria-hidden className="size-3 shrink-0" />
      <span role="status" className="sr-only">
        {said}
      </span>
    </button>
  );
}
