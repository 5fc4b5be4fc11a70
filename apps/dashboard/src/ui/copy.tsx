import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

const SHOWN_MS = 1_500;

/** Copies `text`. Shows it too, shortened to its beginning with `isShort`. */
export function CopyText({ text, label, isShort }: { text: string; label?: string; isShort?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy()}
      title={`Copy ${text}`}
      className="inline-flex max-w-full items-center gap-1 rounded font-mono text-xs text-muted hover:text-text"
    >
      <span className="sr-only">{label ?? 'Copy'}: </span>
      <span className="truncate">{isShort ? `${text.slice(0, 8)}…` : text}</span>
      <Icon aria-hidden className="size-3 shrink-0" />
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}
