import type { Seeded } from './seed.ts';

const PAGES = {
  runs: () => '/runs',
  'run-completed': ({ completed }) => `/runs/${completed}`,
  'run-step': ({ completed }) => `/runs/${completed}?step=s7`,
  'run-failed': ({ failed }) => `/runs/${failed}`,
  'run-waiting': ({ waiting }) => `/runs/${waiting}`,
  'run-queued': ({ queued }) => `/runs/${queued}`,
  runbooks: () => '/runbooks',
  'runbook-edit': ({ runbook }) => `/runbooks/${runbook}`,
  'runbook-new': () => '/runbooks/new',
  blueprints: () => '/blueprints',
  'blueprint-edit': ({ blueprint }) => `/blueprints/${blueprint}`,
  approvals: () => '/approvals',
  devices: () => '/devices',
  device: () => '/device',
  'api-keys': () => '/api-keys',
  'api-keys-new': () => '/api-keys?new=true',
  members: () => '/members',
  settings: () => '/settings',
} satisfies Record<string, (seeded: Seeded) => string>;

export const PAGE_NAMES = Object.keys(PAGES) as (keyof typeof PAGES)[];

/** Addresses of every page in use, by a name for its picture. */
export function pagesOf(seeded: Seeded): Record<keyof typeof PAGES, string> {
  return Object.fromEntries(
    Object.entries(PAGES).map(([name, addressOf]) => [name, addressOf(seeded)]),
  ) as Record<keyof typeof PAGES, string>;
}

/** Pages for people without a session. */
export const GUEST_PAGES = { 'sign-in': '/sign-in', 'sign-up': '/sign-up' };

/** Lists without items. */
export const EMPTY_PAGES = {
  'runs-empty': '/runs',
  'runbooks-empty': '/runbooks',
  'blueprints-empty': '/blueprints',
  'approvals-empty': '/approvals',
  'devices-empty': '/devices',
  'api-keys-empty': '/api-keys',
};
