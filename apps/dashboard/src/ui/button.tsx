import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

type Look = 'primary' | 'plain' | 'quiet' | 'risky' | 'danger';

const LOOKS: Readonly<Record<Look, string>> = {
  primary:
    'bg-accent text-on-accent hover:brightness-110 border-transparent disabled:bg-hover disabled:text-muted disabled:opacity-100',
  plain: 'bg-raised text-text border-edge/50 hover:bg-hover',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-text',
  /** Leads to a question; `danger` is its answer. */
  risky: 'bg-raised text-bad border-edge/50 hover:bg-bad-soft hover:border-transparent',
  danger: 'bg-bad text-on-bad border-transparent hover:brightness-110',
};

const SHAPE =
  'inline-flex items-center justify-center gap-1.5 rounded-md border px-3 py-1.5 text-sm font-medium whitespace-nowrap min-h-8 disabled:opacity-60';

/** The classes of a button, with `more` of one's own at the end. */
export function buttonClass(look: Look = 'plain', more = ''): string {
  return `${SHAPE} ${LOOKS[look]} ${more}`;
}

interface Props extends ComponentProps<'button'> {
  look?: Look;
  /** Shows that the act is in progress; the button then does nothing. */
  isBusy?: boolean;
}

/** While it is busy, it keeps the focus but ignores clicks. */
export function Button({ look, isBusy = false, className, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(look, className)}
    >
      {isBusy && (
        <span
          aria-hidden
          className="size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      {children}
    </button>
  );
}

/** A button of one icon; `label` is its name and its tooltip. */
export function IconButton({ label, children, look = 'quiet', ...rest }: Props & { label: string }) {
  return (
    <Button {...rest} look={look} aria-label={label} title={label} className={`px-2 ${rest.className ?? ''}`}>
      {children}
    </Button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  children,
  className,
  ...rest
}: LinkProps & { look?: Look; children: ReactNode; className?: string }) {
  return (
    <Link {...rest} className={buttonClass(look, className)}>
      {children}
    </Link>
  );
}
