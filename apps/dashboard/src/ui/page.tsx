import { type ReactNode, useEffect } from 'react';

/** A page's heading with its actions, and its content. Names the window too. */
export function Page({
  title,
  actions,
  children,
  isWide = false,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  isWide?: boolean;
}) {
  useEffect(() => {
    document.title = `${title} · Errand`;
  }, [title]);
  return (
    <div
      className={`flex w-full flex-col gap-5 px-4 py-5 sm:px-6 ${isWide ? 'max-w-[110rem]' : 'max-w-5xl'}`}
    >
      <header className="flex flex-wrap items-start justify-between gap-3 md:flex-nowrap">
        <h1 className="line-clamp-3 min-w-0 text-lg font-semibold break-words sm:line-clamp-2 sm:text-xl md:pt-0.5">
          {title}
        </h1>
        {actions && <div className="flex flex-wrap items-center gap-2 md:shrink-0">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-lg border border-line bg-raised p-4 ${className}`}>{children}</div>;
}

/** Names and values, one pair a row. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
