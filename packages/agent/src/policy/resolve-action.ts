import { isDeepStrictEqual } from 'node:util';
import { isHostAllowed } from '@errand/runbook-language';
import type { PrimitiveName, Target } from '@errand/contracts/primitives';
import { actionWord, elementWords } from '@errand/contracts/words';
import type { Page } from 'playwright-core';
import { StepError } from '@errand/browser-runtime';
import {
  type Primitive,
  locate,
  classifyAction,
  type RiskCategory,
  type Element,
  inspect,
  inspectFocus,
  holdsSecretName,
} from '@errand/step-engine';
import { locateNamed } from '../page/locate-named.ts';
import type { AgentContext } from '../loop/task.ts';
import type { NamedElement, Snapshot } from '../page/snapshot.ts';
import { TARGETS } from '../loop/tools.ts';
import type { TrustedSites } from './trusted-sites.ts';

/** An action that the agent is about to take: where it would act, and why it may need approval. */
export interface ResolvedAction {
  primitive: PrimitiveName;
  input: Record<string, unknown>;
  /** In plain words, without secrets. */
  description: string;
  risk: RiskCategory | null;
  /** Throws when the elements changed since the action was resolved. */
  revalidate: () => Promise<void>;
  /** Addresses that it would write to or open. */
  destinations: string[];
  /** Called when it was done. */
  onDone?: () => void;
}

/** The action is not allowed; nothing was done. */
export class ActionRefusedError extends StepError {
  constructor(message: string) {
    super('action_failed', message, { noEffect: true });
    this.name = 'Refused';
  }
}

const INSPECT_TIMEOUT_MS = 2_000;
/** Per primitive, the input property that may hold the name of a secret. */
const SECRET_FIELDS: Readonly<Record<string, string>> = { 'browser.fill': 'value', 'browser.type': 'text' };
/** Primitives that touch elements without an effect. */
const READ_ONLY_PRIMITIVES: ReadonlySet<string> = new Set([
  'browser.hover',
  'browser.scroll',
  'browser.extract',
  'browser.wait',
  'browser.screenshot',
]);

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function refOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/^(?:\[?ref=)?@?|\]$/g, '').trim() : '';
}

function namedBy(snapshot: Snapshot, value: unknown): NamedElement {
  const named = snapshot.find(refOf(value));
  if (named === undefined)
    throw new ActionRefusedError(
      `No element on the page has the ref ${JSON.stringify(value)}. Use a ref that you were shown.`,
    );
  return named;
}

async function locateReference(
  page: Page,
  snapshot: Snapshot,
  value: unknown,
): Promise<{ named: NamedElement; target: Target }> {
  const named = namedBy(snapshot, value);
  const target = await locateNamed(page, named);
  if (target === null) throw new ActionRefusedError(`The element ${named.ref} is no longer on the page.`);
  return { named, target };
}

/** The primitive's input with targets in place of refs, and the elements behind them. */
async function withTargets(
  page: Page | null,
  snapshot: Snapshot,
  given: Readonly<Record<string, unknown>>,
): Promise<{ input: Record<string, unknown>; touched: { named: NamedElement; target: Target }[] }> {
  const input: Record<string, unknown> = { ...given };
  const touched: { named: NamedElement; target: Target }[] = [];
  const take = async (value: unknown): Promise<Target> => {
    if (page === null) throw new ActionRefusedError('No page is open.');
    const found = await locateReference(page, snapshot, value);
    touched.push(found);
    return found.target;
  };
  for (const key of TARGETS) if (input[key] !== undefined) input[key] = await take(input[key]);
  const { fields, for: awaited } = given as { fields?: unknown; for?: unknown };
  if (typeof fields === 'object' && fields !== null) {
    const entries = Object.entries(fields).map(async ([key, value]) => [key, await take(value)] as const);
    input['fields'] = Object.fromEntries(await Promise.all(entries));
  }
  if (typeof awaited === 'object' && awaited !== null && 'ref' in awaited)
    input['for'] = await take(awaited.ref);
  return { input, touched };
}

async function elementsOf(page: Page, primitive: string, targets: readonly Target[]): Promise<Element[]> {
  const inspected = await Promise.all(
    targets.map((target) => inspect(locate(page, target), INSPECT_TIMEOUT_MS)),
  );
  if (inspected.includes(null)) throw new ActionRefusedError('The element is no longer on the page.');
  const focused =
    primitive === 'browser.press' && targets.length === 0
      ? [await inspectFocus(page, INSPECT_TIMEOUT_MS)]
      : [];
  return [...inspected, ...focused].filter((element) => element !== null);
}

function absolute(url: string, from: string | null): string {
  return (URL.parse(url) ?? (from === null ? null : URL.parse(url, from)))?.href ?? url;
}

/** Addresses that the action names or would send something to. */
function destinationsOf(
  primitive: string,
  input: Record<string, unknown>,
  elements: readonly Element[],
  from: string | null,
) {
  const named = text(input['url']);
  const own = named === '' ? [] : [absolute(named, from)];
  if (READ_ONLY_PRIMITIVES.has(primitive)) return own;
  const isLink = primitive === 'browser.click' || primitive === 'browser.download';
  return [
    ...own,
    ...elements.flatMap(({ url, href, form }) =>
      isLink && /^https?:/.test(href) ? [] : [url, ...(form === null ? [] : [form.action])],
    ),
  ];
}

function links(elements: readonly Element[]): string[] {
  return elements.map(({ href }) => href).filter((href) => /^https?:/.test(href));
}

/** Refuses to open addresses other than http, https and `about:blank`. */
function rejectUnsupportedAddress({ session }: AgentContext, given: unknown): void {
  const url = URL.parse(absolute(text(given), session.surface.url));
  if (
    text(given) !== '' &&
    url !== null &&
    !['http:', 'https:'].includes(url.protocol) &&
    url.href !== 'about:blank'
  )
    throw new ActionRefusedError(
      `Addresses that begin with ${url.protocol} cannot be opened. Nothing was done.`,
    );
}

/** Refuses an address before the network guard would, because its refusal ends the Run. */
function rejectOutOfScope(work: AgentContext, addresses: readonly string[]): void {
  const { task, session } = work;
  for (const address of addresses) {
    const url = URL.parse(address);
    if (url === null || ['about:', 'javascript:'].includes(url.protocol)) continue;
    if (task.scope !== null && !isHostAllowed(task.scope, url))
      throw new ActionRefusedError(
        `${url.host || url.protocol} is outside the sites that the task may use. Nothing was done.`,
      );
    try {
      session.surface.network.check(url);
    } catch (error) {
      if (error instanceof StepError) throw new ActionRefusedError(`${error.message} Nothing was done.`);
      throw error;
    }
  }
}

function substituteSecrets(
  work: AgentContext,
  primitive: string,
  input: Readonly<Record<string, unknown>>,
): { input: Record<string, unknown>; typesSecret: boolean } {
  const { secrets } = work.task;
  const field = SECRET_FIELDS[primitive];
  const typed = field === undefined ? undefined : input[field];
  const value = typeof typed === 'string' ? secrets.reveal(typed) : typed;
  const others = Object.entries(input).filter(([key]) => key !== field);
  if (holdsSecretName(secrets, others))
    throw new ActionRefusedError(
      'A secret can only be typed into a field, with browser_fill or browser_type.',
    );
  return {
    input: field === undefined || typed === undefined ? { ...input } : { ...input, [field]: value },
    typesSecret: value !== typed,
  };
}

function describe(
  { name, summary }: Primitive,
  given: Readonly<Record<string, unknown>>,
  touched: readonly { named: NamedElement }[],
): string {
  const what = touched.map(({ named }) => `the ${elementWords(named.role, named.name)}`);
  const typed = text(given['value']) || text(given['text']) || text(given['label']);
  const detail = text(given['url']) || text(given['key']) || text(given['message']);
  if (name === 'browser.press') return [`Press ${detail}`, ...what].join(' in ');
  return [
    actionWord(name) ?? summary,
    ...(what.length === 0 ? [] : [what.join(' and ')]),
    ...(typed === '' ? [] : [`with ${JSON.stringify(typed)}`]),
    ...(detail === '' ? [] : [detail]),
  ].join(' ');
}

/**
 * Resolves what the model's call would do, without doing it.
 * @throws {ActionRefusedError} when the action is not allowed or its element is missing
 */
export async function resolveAction(
  work: AgentContext,
  trustedSites: TrustedSites,
  snapshot: Snapshot,
  primitive: Primitive,
  given: Readonly<Record<string, unknown>>,
): Promise<ResolvedAction> {
  const { surface } = work.session;
  const page = surface.activePage;
  const { input: shown, touched } = await withTargets(page, snapshot, given);
  const { input, typesSecret } = substituteSecrets(work, primitive.name, shown);
  const targets = touched.map(({ target }) => target);
  const inspectElements = async () => (page === null ? [] : await elementsOf(page, primitive.name, targets));
  const elements = await inspectElements();
  const destinations = destinationsOf(primitive.name, input, elements, surface.url);
  rejectUnsupportedAddress(work, input['url']);
  rejectOutOfScope(work, [...destinations, ...links(elements)]);
  const untrusted = destinations.find((destination) => !trustedSites.has(destination));
  if (typesSecret && untrusted !== undefined)
    throw new ActionRefusedError('A secret is only typed on a site that the task names. Nothing was typed.');
  const risk =
    classifyAction({ primitive: primitive.name, input, elements, typesSecret }) ??
    (untrusted === undefined ? null : 'untrusted site');
  return {
    // Tool names are derived from primitive names.
    primitive: primitive.name as PrimitiveName,
    input,
    description: describe(primitive, given, touched),
    risk,
    destinations,
    revalidate: async () => {
      const now = await inspectElements().catch(() => null);
      if (!isDeepStrictEqual(now, elements))
        throw new StepError('action_failed', 'The page changed while the step waited for approval.', {
          noEffect: true,
        });
    },
  };
}
