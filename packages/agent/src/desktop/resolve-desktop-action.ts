import type { PrimitiveName } from '@errand/contracts/primitives';
import {
  type Call,
  type Primitive,
  type SeenElement,
  classifyDesktopAction,
  holdsSecretName,
  loadDesktop,
} from '@errand/step-engine';
import type { AgentContext } from '../loop/task.ts';
import type { Snapshot } from '../page/snapshot.ts';
import { ActionRefusedError, type ResolvedAction } from '../policy/resolve-action.ts';
import { numberOf } from './desktop-observer.ts';
import type { TrustedApplications } from './trusted-applications.ts';

type Input = Record<string, unknown>;

/** Primitives that change nothing. */
const READS: ReadonlySet<string> = new Set(['desktop.read', 'desktop.wait', 'desktop.scroll']);

const WORDS: Readonly<Record<string, string>> = {
  'desktop.click': 'Click',
  'desktop.fill': 'Fill',
  'desktop.select': 'Choose in',
  'desktop.read': 'Read',
  'desktop.scroll': 'Scroll in',
  'desktop.type': 'Type',
  'desktop.press': 'Press',
  'desktop.open': 'Open',
};

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function describe({ name, summary }: Primitive, given: Input, elements: readonly SeenElement[]): string {
  const what = elements.map(({ role, name: called, app }) =>
    [role, ...(called === '' ? [] : [`"${called}"`]), `of ${app}`].join(' '),
  );
  const typed = text(given['value']) || text(given['text']) || text(given['label']);
  const detail = text(given['application']) || [given['keys'] ?? []].flat().map(String).join(', ');
  return [
    WORDS[name] ?? summary,
    ...what,
    ...(typed === '' ? [] : [what.length === 0 ? JSON.stringify(typed) : `with ${JSON.stringify(typed)}`]),
    ...(detail === '' ? [] : [detail]),
  ].join(' ');
}

/** A secret is only typed into a field that the call names. */
function withSecret(
  { task: { secrets } }: AgentContext,
  primitive: string,
  given: Input,
): { input: Input; typesSecret: boolean } {
  const isFill = primitive === 'desktop.fill';
  const { value, ...others } = given;
  if (holdsSecretName(secrets, isFill ? others : given))
    throw new ActionRefusedError('A secret can only be typed into a field, with desktop_fill.');
  if (!isFill || typeof value !== 'string') return { input: { ...given }, typesSecret: false };
  const revealed = secrets.reveal(value);
  return { input: { ...given, value: revealed }, typesSecret: revealed !== value };
}

/**
 * Resolves what the model's call would do in the applications, without doing it.
 * @throws {ActionRefusedError} when the action is not allowed or its element is missing
 */
export async function resolveDesktopAction(
  work: AgentContext,
  trusted: TrustedApplications,
  snapshot: Snapshot,
  primitive: Primitive,
  given: Readonly<Input>,
  call: Call,
): Promise<ResolvedAction> {
  const { durableTarget, applicationNames, elementAt } = await loadDesktop();
  const seen = snapshot.desktop?.elements ?? new Map<string, SeenElement>();
  const { input, typesSecret } = withSecret(work, primitive.name, given);
  const elements: SeenElement[] = [];
  const targetOf = async (value: unknown) => {
    const ref = numberOf(text(value).trim());
    const element = text(value).startsWith('d') ? seen.get(ref) : undefined;
    const target = element === undefined ? null : await durableTarget(call, ref);
    if (element === undefined || target === null)
      throw new ActionRefusedError(
        `No element of an application has the ref ${JSON.stringify(value)}. Look at the desktop, and use a ref that you were shown.`,
      );
    elements.push(element);
    return target;
  };
  if (input['target'] !== undefined) input['target'] = await targetOf(input['target']);
  const { x, y } = input;
  const isPoint = typeof x === 'number' && typeof y === 'number';
  const atPoint = isPoint ? await elementAt(call, { x, y }) : null;
  if (atPoint !== null) elements.push(atPoint);
  const { ref, ...awaited } = (input['for'] ?? {}) as { ref?: unknown };
  if (ref !== undefined) input['for'] = await targetOf(ref);
  else if ('ms' in awaited) {
    delete input['for'];
    input['ms'] = awaited.ms;
  }
  const focused = [...seen.values()].filter(({ isFocused }) => isFocused);
  const usesKeyboard = primitive.name === 'desktop.type' || primitive.name === 'desktop.press';
  const applications = [
    ...(usesKeyboard ? focused : elements).map(({ app }) => app),
    ...(input['application'] === undefined ? [] : [text(input['application'])]),
  ];
  const names = await Promise.all(
    [...new Set(applications)].map((application) => applicationNames(call, application)),
  );
  // What a click does where nothing tells what it is cannot be judged.
  const isUnknown = isPoint && atPoint === null && !READS.has(primitive.name);
  const isTrusted = READS.has(primitive.name) || names.every((each) => trusted.has(each));
  const untrusted = isTrusted ? null : 'untrusted application';
  const risk =
    classifyDesktopAction({ primitive: primitive.name, input, elements, focused, typesSecret }) ??
    (isUnknown ? 'unknown control' : untrusted);
  return {
    // Tool names are derived from primitive names.
    primitive: primitive.name as PrimitiveName,
    input,
    description: describe(primitive, given, elements),
    risk,
    destinations: [],
    // The engine asks again when the window is another one at the moment of the act.
    revalidate: async () => undefined,
    onDone: () => {
      if (risk === 'untrusted application') names.forEach((each) => trusted.add(each));
    },
  };
}
