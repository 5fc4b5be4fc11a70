import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useState } from 'react';
import { Button, buttonClass } from './button.tsx';
import { ErrorNote } from './notes.tsx';

interface Question {
  /** Names the act and its object. */
  title: string;
  consequence: ReactNode;
  act: string;
  onConfirm: () => Promise<unknown>;
}

function Answers({ title, consequence, act, onConfirm, onDone }: Question & { onDone: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      onDone();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
      <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 flex w-[calc(100vw-2rem)] max-w-md -translate-1/2 flex-col gap-4 rounded-lg border border-line bg-raised p-5 shadow-float">
        <AlertDialog.Title className="text-lg font-semibold break-words">{title}</AlertDialog.Title>
        <AlertDialog.Description className="text-sm text-muted">{consequence}</AlertDialog.Description>
        <ErrorNote error={error} />
        <div className="flex justify-end gap-2">
          <AlertDialog.Close className={buttonClass('plain')}>Keep</AlertDialog.Close>
          <Button look="danger" isBusy={isBusy} onClick={() => void confirm()}>
            {act}
          </Button>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  );
}

/** Asks to confirm an action that was chosen elsewhere. */
export function ConfirmDialog({ onClose, ...question }: Question & { onClose: () => void }) {
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Answers {...question} onDone={onClose} />
    </AlertDialog.Root>
  );
}

interface Props extends Question {
  /** The button that asks. */
  trigger: ReactNode;
  look?: 'plain' | 'quiet' | 'risky';
}

/** A button whose act is asked about first. */
export function Confirm({ trigger, look = 'plain', ...question }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger className={buttonClass(look)}>{trigger}</AlertDialog.Trigger>
      <Answers {...question} onDone={() => setOpen(false)} />
    </AlertDialog.Root>
  );
}
