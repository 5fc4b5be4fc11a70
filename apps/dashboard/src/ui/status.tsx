import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  Hand,
  Hourglass,
  Unplug,
  type LucideIcon,
} from 'lucide-react';

const STATUSES: Readonly<Record<string, readonly [word: string, look: string, icon: LucideIcon]>> = {
  queued: ['Queued', 'text-muted', CircleDashed],
  running: ['Running', 'text-accent', CirclePlay],
  waiting_for_approval: ['Needs approval', 'text-warn', Hourglass],
  paused: ['Paused', 'text-warn', CirclePause],
  user_controlling: ['Person in control', 'text-person', Hand],
  interrupted: ['Interrupted', 'text-warn', Unplug],
  completed: ['Completed', 'text-good', CircleCheck],
  failed: ['Failed', 'text-bad', CircleX],
  cancelled: ['Cancelled', 'text-muted', Ban],
};

export const STATUS_OPTIONS: readonly (readonly [string, string])[] = Object.entries(STATUSES).map(
  ([status, [word]]) => [status, word],
);

/** The word that people read for a status; one that is unknown is left as it is. */
export function statusWord(status: string): string {
  return STATUSES[status]?.[0] ?? status;
}

/** The status of a Run: an icon of its own shape, and its word. */
export function Status({ status }: { status: string }) {
  const [word, look, Icon] = STATUSES[status] ?? [status, 'text-muted', CircleDashed];
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle text-sm font-medium whitespace-nowrap ${look}`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {word}
    </span>
  );
}

type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'accent';
const TONES: Readonly<Record<Tone, string>> = {
  plain: 'bg-hover text-muted',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  accent: 'bg-accent-soft text-accent',
};

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: string }) {
  return (
    <span className={`inline-block rounded px-1.5 py-0.5 text-xs leading-4 whitespace-nowrap ${TONES[tone]}`}>
      {children}
    </span>
  );
}
