import {
  AppWindow,
  ArrowRightLeft,
  Bot,
  Camera,
  CircleCheck,
  CircleX,
  Clock,
  Database,
  Download,
  Eye,
  Globe,
  Keyboard,
  type LucideIcon,
  MousePointerClick,
  PenLine,
  Repeat,
  SkipForward,
  UserRound,
} from 'lucide-react';
import type { StepState } from './timeline.ts';

/** Icons by primitive, and by the part before the dot for the others. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'browser.navigate': Globe,
  'browser.back': Globe,
  'browser.forward': Globe,
  'browser.reload': Globe,
  'browser.fill': PenLine,
  'browser.type': Keyboard,
  'browser.press': Keyboard,
  'browser.select': PenLine,
  'browser.extract': Eye,
  'browser.assert': CircleCheck,
  'browser.snapshot': Eye,
  'browser.screenshot': Camera,
  'browser.download': Download,
  'browser.wait': Clock,
  'browser.tab': AppWindow,
  'runbook.run': Repeat,
  browser: MousePointerClick,
  http: ArrowRightLeft,
  data: Database,
  human: UserRound,
  agent: Bot,
};

/** The icon of a primitive, else of its surface, such as `browser`; null is a step of the agent. */
export function PrimitiveIcon({ primitive }: { primitive: string | null }) {
  const [surface = ''] = (primitive ?? 'agent').split('.', 1);
  const Icon = ICONS[primitive ?? 'agent'] ?? ICONS[surface] ?? Bot;
  return <Icon aria-hidden className="size-4 shrink-0 text-muted" />;
}

const STATES: Readonly<Record<StepState, readonly [word: string, look: string, icon: LucideIcon]>> = {
  running: ['in progress', 'text-accent', Clock],
  waiting: ['waits for approval', 'text-warn', UserRound],
  completed: ['done', 'text-good', CircleCheck],
  failed: ['failed', 'text-bad', CircleX],
  skipped: ['skipped', 'text-muted', SkipForward],
};

export function StepStateIcon({ state }: { state: StepState }) {
  const [word, look, Icon] = STATES[state];
  return (
    <span title={word} className={look}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{word}</span>
    </span>
  );
}
