import {
  APIConnectionError,
  APIError,
  AuthenticationError,
  NotFoundError,
  PermissionDeniedError,
} from '@errand/sdk';
import { CircleAlert, Inbox, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyText } from './copy.tsx';

/** The message of an error for a person. */
export function messageOf(error: unknown): string {
  if (error instanceof AuthenticationError)
    return 'Your session ended before this was done. Sign in and try it again.';
  if (error instanceof APIError)
    return error.detail ?? `The server answered ${error.status}, which is not an answer of Errand.`;
  if (error instanceof APIConnectionError)
    return navigator.onLine
      ? 'Errand cannot be reached at the moment.'
      : 'This device is offline. Nothing was lost: try again when it is online.';
  return error instanceof Error ? error.message : String(error);
}

const TONES = {
  bad: ['bg-bad-soft text-bad', CircleAlert],
  warn: ['bg-warn-soft text-warn', TriangleAlert],
  info: ['bg-accent-soft text-text', Info],
} as const;

export function Note({
  tone,
  children,
  action,
  role,
}: {
  tone: keyof typeof TONES;
  children: ReactNode;
  /** A button at its end that helps. */
  action?: ReactNode;
  role?: string;
}) {
  const [look, Icon] = TONES[tone];
  return (
    <div
      role={role}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-3 py-2 text-sm ${look}`}
    >
      <div className="flex min-w-0 flex-[1_1_16rem] items-start gap-2">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0 grow break-words">{children}</div>
      </div>
      {action}
    </div>
  );
}

/** An error next to its cause, or nothing. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  if (error === null || error === undefined) return null;
  return (
    <Note tone="bad" role="alert" action={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      {messageOf(error)}
    </Note>
  );
}

/** The content of an empty list: its purpose and what to do. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      <Inbox aria-hidden className="size-8 text-muted" strokeWidth={1.4} />
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="flex w-full max-w-3xl flex-col items-center gap-3 text-sm text-muted [&>p]:max-w-prose">
        {children}
      </div>
    </div>
  );
}

function titleOf(error: unknown): string {
  if (error instanceof NotFoundError) return 'There is nothing here';
  if (error instanceof PermissionDeniedError) return 'Your role does not allow this';
  return 'This could not be loaded';
}

/** In the place of a page or a part that could not be read. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <CircleAlert aria-hidden className="size-8 text-bad" strokeWidth={1.4} />
      <h2 className="text-lg font-semibold">{titleOf(error)}</h2>
      <p className="max-w-prose text-sm text-muted">{messageOf(error)}</p>
      <Button onClick={onRetry}>Try again</Button>
      {error instanceof APIError && error.requestId !== null && (
        <p className="text-xs text-muted">
          Request <CopyText text={error.requestId} />
        </p>
      )}
    </div>
  );
}

interface Reading {
  error: unknown;
  refetch: () => unknown;
}

/** In the place of what has not been read yet: that it loads, or why it could not be read, and a way to try again. */
export function Unread({ what, reading }: { what: string; reading: Reading }) {
  if (reading.error === null) return <Loading what={what} />;
  return <ErrorState error={reading.error} onRetry={() => void reading.refetch()} />;
}

/** Shows that something loads, after 300 ms. */
export function Loading({ what }: { what: string }) {
  return (
    <div role="status" className="late flex flex-col gap-2 py-4">
      <span className="sr-only">Loading {what}</span>
      {[80, 95, 60].map((width) => (
        <span
          key={width}
          aria-hidden
          className="h-4 animate-pulse rounded bg-hover"
          style={{ width: `${width}%` }}
        />
      ))}
    </div>
  );
}
