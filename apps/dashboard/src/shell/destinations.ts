import {
  BookOpen,
  KeyRound,
  ListChecks,
  MonitorSmartphone,
  PlayCircle,
  Route,
  Settings,
  Users,
} from 'lucide-react';

/** The pages of the rail, with the letter that follows `g` on the keyboard. */
export const DESTINATIONS = [
  { to: '/runs', name: 'Runs', icon: PlayCircle, letter: 'r' },
  { to: '/runbooks', name: 'Runbooks', icon: BookOpen, letter: 'b' },
  { to: '/blueprints', name: 'Blueprints', icon: Route, letter: 'p' },
  { to: '/approvals', name: 'Approvals', icon: ListChecks, letter: 'a' },
  { to: '/devices', name: 'Devices', icon: MonitorSmartphone, letter: 'd' },
  { to: '/api-keys', name: 'API keys', icon: KeyRound, letter: 'k' },
  { to: '/members', name: 'Members', icon: Users, letter: 'm' },
  { to: '/settings', name: 'Settings', icon: Settings, letter: 's' },
] as const;
