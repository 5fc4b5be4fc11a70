import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';

export const ToastProvider = Toast.Provider;

/** Reports a finished action. */
export function useToast(): (title: string) => void {
  const { add } = Toast.useToastManager();
  return (title) => void add({ title });
}

export function ToastRegion() {
  const { toasts } = Toast.useToastManager();
  return (
    <Toast.Portal>
      <Toast.Viewport className="fixed right-4 bottom-16 z-50 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-2 lg:bottom-4">
        {toasts.map((toast) => (
          <Toast.Root
            key={toast.id}
            toast={toast}
            className="flex items-center justify-between gap-3 rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-float"
          >
            <Toast.Title className="min-w-0 break-words" />
            <Toast.Close aria-label="Dismiss" className="text-muted hover:text-text">
              <X aria-hidden className="size-4" />
            </Toast.Close>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
