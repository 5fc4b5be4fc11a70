import { ComputerError, type DesktopView, type ViewedElement, viewDesktop } from '@errand/computer';
import type { LateSigns, Sign } from '../../engine/ledger.ts';
import type { RunSession } from '../../engine/run-session.ts';
import type { Call } from '../call.ts';
import { createPace } from './pace.ts';
import type { Reach } from './reach.ts';

/** How long an application that shows no change may take to show one. */
const CHANGE_MS = 1_000;
/** How long one that changes may take to come to rest. */
const REST_MS = 1_000;

/** A question or notice that an application waits with. */
interface Alert {
  /** What it says, and its answers: the same alert has the same. */
  key: string;
  says: string;
  /** It leaves something to decide. */
  isQuestion: boolean;
  /** It says of itself that it only informs. */
  isInformation: boolean;
}

interface Sight {
  /** All that is shown, to be compared. */
  print: string;
  alerts: ReadonlyMap<string, Alert>;
  /** The field that has the keyboard, where exactly one tells that. */
  field: Field | null;
  isPartial: boolean;
}

interface Field {
  /** Tells it from the other fields. */
  key: string;
  value: string;
}

/** What each Run knows of alerts. */
interface Known {
  /** Those that were there before its first act, by key. */
  before: ReadonlySet<string>;
  /** Notices that are open and were reported. */
  told: Set<string>;
}
const known = new WeakMap<RunSession, Known>();

function alertOf(app: string, title: string, elements: readonly ViewedElement[]): Alert {
  const named = (role: string) =>
    elements.filter((element) => element.role === role && element.name !== '').map(({ name }) => name);
  const says = named('text').join(' ') || title;
  const answers = named('button');
  return {
    key: JSON.stringify([app, title, says, answers]),
    says,
    isQuestion: answers.length > 1,
    isInformation: title === 'Information',
  };
}

function fieldOf(elements: readonly ViewedElement[]): Field | null {
  const [only, ...others] = elements.filter(({ value, states }) => value !== null && states.has('focused'));
  if (only === undefined || others.length > 0) return null;
  const { app, window, role, name, value } = only;
  return { key: JSON.stringify([app, window, role, name]), value: value ?? '' };
}

const LETTER = /\p{L}/u;
const NOT_COMPARED = /[^\p{L}\p{N}]/gu;

function compared(text: string): string {
  return text.replaceAll(NOT_COMPARED, '').toLowerCase();
}

/**
 * Whether letters or digits of a text that was typed are missing in the field that had the keyboard and still has it. An Enter
 * that a field does not keep may have sent what it held, and what has no letters may be a sum that a calculator works out.
 */
function isLost(text: string, before: Field | null, after: Field | null): boolean {
  if (before === null || after === null || before.key !== after.key) return false;
  if (!LETTER.test(text) || (text.includes('\n') && !after.value.includes('\n'))) return false;
  return !compared(after.value).includes(compared(text));
}

function sightOf({ windows, elements, isPartial }: DesktopView): Sight {
  const alerts = windows
    .filter(({ isAlert }) => isAlert)
    .map(({ app, title }) =>
      alertOf(
        app,
        title,
        elements.filter((element) => element.isInAlert && element.app === app && element.window === title),
      ),
    );
  const shown = elements.map(({ app, window, role, name, value, states }) => [
    app,
    window,
    role,
    name,
    value,
    [...states].sort(),
  ]);
  return {
    print: JSON.stringify([windows, shown]),
    alerts: new Map(alerts.map((alert) => [alert.key, alert])),
    field: fieldOf(elements),
    isPartial,
  };
}

async function see({ computer, scope }: Reach): Promise<Sight> {
  return sightOf(await viewDesktop(computer, scope));
}

/** Looks until something is another than `before` and then stays as it is. */
async function seeAfter(call: Call, reach: Reach, before: Sight): Promise<Sight> {
  const changeUntil = performance.now() + CHANGE_MS;
  const pause = createPace(call.signal);
  let last = await see(reach);
  while (last.print === before.print && performance.now() < changeUntil) {
    await pause();
    last = await see(reach);
  }
  const restUntil = performance.now() + REST_MS;
  while (performance.now() < restUntil) {
    await pause();
    const next = await see(reach);
    if (next.print === last.print) return next;
    last = next;
  }
  return last;
}

function signOf({ says }: Alert): Sign {
  return { reason: 'dialog_open', quote: says };
}

/** The alerts of the Run's own making that are open in one of the sights, by key. */
function alertsOf({ before }: Known, ...sights: readonly Sight[]): Map<string, Alert> {
  const all = sights.flatMap(({ alerts }) => [...alerts]);
  return new Map(all.filter(([key]) => !before.has(key)));
}

/**
 * Acts on the desktop, and reports what came of it by `call.onActed`: a notice that was given, a question that is not answered,
 * or that nothing changed.
 * @param deed what the act is, so that a later one can be told to be the same
 * @param typed a text that the act types
 * @throws {ComputerError} `action_failed` when the field that has the keyboard does not hold `typed` then
 */
export async function observed(
  call: Call,
  reach: Reach,
  deed: string,
  act: () => Promise<void>,
  { mayChangeNothing = false, typed = '' }: { mayChangeNothing?: boolean; typed?: string } = {},
): Promise<void> {
  const before = await see(reach);
  const state = known.get(call.session) ?? { before: new Set(before.alerts.keys()), told: new Set() };
  known.set(call.session, state);
  await act();
  const after = await seeAfter(call, reach, before);
  const all = alertsOf(state, before, after);
  for (const key of state.told) if (!all.has(key)) state.told.delete(key);
  const notices = [...all.values()].filter(({ key, isQuestion }) => !isQuestion && !state.told.has(key));
  for (const { key } of notices) state.told.add(key);
  const judge = (now: Sight): LateSigns => {
    const open = [...alertsOf(state, now).values()];
    const signs = [...notices, ...open.filter(({ key, isQuestion }) => isQuestion || !state.told.has(key))];
    const isUnchanged = !mayChangeNothing && !before.isPartial && now.print === before.print;
    const unchanged: Sign[] = isUnchanged
      ? [{ reason: 'nothing_changed', quote: 'Nothing in the window changed.' }]
      : [];
    return {
      warnings: [...signs.map(signOf), ...unchanged],
      refusals: signs.filter(({ isInformation }) => !isInformation).map(signOf),
      nothingChanged: isUnchanged,
    };
  };
  // The act that answers a question sets right the one that it came from.
  const questions = [...all.values()].filter(({ isQuestion }) => isQuestion).map(({ key }) => key);
  call.onActed?.({ ...judge(after), did: [deed, ...questions] }, async () => {
    const late = await see(reach).catch(() => null);
    return late === null ? null : judge(late);
  });
  if (isLost(typed, before.field, after.field))
    throw new ComputerError(
      'action_failed',
      'The field that has the keyboard does not hold what was typed.',
      {
        mayHaveActed: true,
      },
    );
}
