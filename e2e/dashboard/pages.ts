import type { Seeded } from './seed.ts';

/** Addresses of every page in use, by a name for its picture. */
export function pagesOf(seeded: Seeded): Record<string, string> {
  return {
    runs: '/runs',
    'run-completed': `/runs/${seeded.completed}`,
    'run-failed': `/runs/${seeded.failed}`,
    'run-waiting': `/runs/${seeded.waiting}`,
    'run-queued': `/runs/${seeded.queued}`,
    runbooks: '/runbooks',
    'runbook-edit': `/runbooks/${seeded.runbook}`,
    'runbook-new': '/runbooks/new',
    blueprints: '/blueprints',
    'blueprint-edit': `/blueprints/${seeded.blueprint}`,
    approvals: '/approvals',
    devices: '/devices',
    device: '/device',
    'api-keys': '/api-keys',
    'api-keys-new': '/api-keys?new=true',
    members: '/members',
    settings: '/settings',
  };
}

/** Pages for people without a session, and lists without items. */
export const GUEST_PAGES = { 'sign-in': '/sign-in', 'sign-up': '/sign-up' };
