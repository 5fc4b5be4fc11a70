import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Search } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../api/queries.ts';
import { AccountMenu } from './account-menu.tsx';
import { DESTINATIONS } from './destinations.ts';
import { Logo } from './logo.tsx';
import { WorkspaceSwitch } from './workspace-switch.tsx';

const ITEM =
  'flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent';

function WaitingCount() {
  const { data = [] } = useQuery(queries.waitingRuns());
  if (data.length === 0) return null;
  return (
    <span className="numbers ml-auto rounded-full bg-warn-soft px-1.5 text-xs font-medium text-warn">
      {data.length}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

function Destinations({ from, to }: { from: number; to: number }) {
  return DESTINATIONS.slice(from, to).map(({ to: address, name, icon: Icon, letter }) => (
    <li key={address}>
      <Link to={address} className={ITEM} title={`${name} (g ${letter})`}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {name}
        {address === '/approvals' && <WaitingCount />}
      </Link>
    </li>
  ));
}

/** How many destinations stand before the line: the work; after it, the administration. */
const WORK = 4;

function SideRail({ onSearch }: { onSearch: () => void }) {
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col gap-3 border-r border-line bg-panel p-3 lg:flex"
    >
      <div className="px-2.5 pt-1">
        <Logo />
      </div>
      <WorkspaceSwitch />
      <button
        type="button"
        onClick={onSearch}
        className="flex items-center gap-2.5 rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm text-muted hover:bg-hover"
      >
        <Search aria-hidden className="size-4" />
        Search
        <kbd className="ml-auto font-sans text-xs">Ctrl K</kbd>
      </button>
      <ul className="flex flex-col gap-0.5">
        <Destinations from={0} to={WORK} />
      </ul>
      <hr className="border-line" />
      <ul className="flex flex-col gap-0.5">
        <Destinations from={WORK} to={DESTINATIONS.length} />
      </ul>
      <div className="mt-auto">
        <AccountMenu />
      </div>
    </nav>
  );
}

/** The rail of narrow windows, at the bottom. */
function BottomBar({ onSearch }: { onSearch: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const item =
    'flex w-full flex-col items-center gap-0.5 rounded-md py-1.5 text-[0.6875rem] text-muted aria-[current=page]:text-accent';
  return (
    <nav aria-label="Main" className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-panel lg:hidden">
      {isOpen && (
        <div id="more" className="flex flex-col gap-2 border-b border-line p-3">
          <WorkspaceSwitch />
          <ul className="grid grid-cols-2 gap-1" onClick={() => setOpen(false)} role="presentation">
            <Destinations from={WORK} to={DESTINATIONS.length} />
          </ul>
          <button type="button" onClick={onSearch} className={ITEM}>
            <Search aria-hidden className="size-4" /> Search
          </button>
          <AccountMenu />
        </div>
      )}
      <ul className="grid grid-cols-5 px-1">
        {DESTINATIONS.slice(0, WORK).map(({ to, name, icon: Icon }) => (
          <li key={to} className="relative">
            <Link to={to} className={item} onClick={() => setOpen(false)}>
              <Icon aria-hidden className="size-5" />
              {name}
              {to === '/approvals' && (
                <span className="absolute top-0.5 left-1/2 ml-2">
                  <WaitingCount />
                </span>
              )}
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={item}
            aria-expanded={isOpen}
            aria-controls="more"
            onClick={() => setOpen(!isOpen)}
          >
            <Ellipsis aria-hidden className="size-5" />
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}

export function Rail({ onSearch }: { onSearch: () => void }) {
  return (
    <>
      <SideRail onSearch={onSearch} />
      <BottomBar onSearch={onSearch} />
    </>
  );
}
