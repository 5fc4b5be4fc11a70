import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';

interface Props {
  isOpen: boolean;
  onClose?: (() => void) | undefined;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  isWide?: boolean;
}

/**
 * What had the focus when a dialog opened, which gets it back. The primitive looks too late: by then a field of the dialog
 * with `autoFocus` has it.
 */
function useOpener(isOpen: boolean): () => HTMLElement | true {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpener(document.activeElement);
  }
  return () =>
    opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : true;
}

const FIELD = 'input:not([type=hidden]), select, textarea, [contenteditable]';

/** A window over the page, with the focus in its first field if it has one. Without `onClose` it stays until its content closes it. */
export function Dialog({ isOpen, onClose, title, description, children, isWide = false }: Props) {
  const finalFocus = useOpener(isOpen);
  const popup = useRef<HTMLDivElement>(null);
  const initialFocus = (by: string): HTMLElement | boolean => {
    const { current: window } = popup;
    // A field with `autoFocus` has it already. By touch, a field would bring up the keyboard over the dialog.
    if (window === null || by === 'touch' || window.contains(document.activeElement)) return true;
    return window.querySelector<HTMLElement>(FIELD) ?? true;
  };
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose?.()} disablePointerDismissal={!onClose}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Base.Popup
          ref={popup}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          className={`fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] w-[calc(100vw-2rem)] -translate-1/2 flex-col gap-4 overflow-y-auto rounded-lg border border-line bg-raised p-5 shadow-float ${isWide ? 'max-w-3xl' : 'max-w-md'}`}
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            {onClose && (
              <Base.Close
                aria-label="Close"
                className="rounded p-1 text-muted hover:bg-hover hover:text-text"
              >
                <X aria-hidden className="size-4" />
              </Base.Close>
            )}
          </div>
          {description && <Base.Description className="text-sm text-muted">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
