import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import type { Choice } from '../finding/choice.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { normalised } from '../words/match-name.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const NO =
  /^(?:no\b.*|cancel\b.*|close|dismiss|back|go back|keep\b.*|not now|later|x|×|abbrechen|annuler|cancelar)$/u;
const YES = /^(?:ok|okay|yes\b.*|confirm\b.*|continue|proceed|i am sure|im sure|accept)$/u;

/** Whether a button leaves a question or a form without its effect. */
export function isAnswerNo({ name }: Candidate): boolean {
  return isNo({ name });
}

function isNo({ name }: Pick<Candidate, 'name'>) {
  return NO.test(normalised(name)) || normalised(name) === '';
}

/** "[Keep it] [Cancel booking]": where every answer seems to leave it, the one that names what is cancelled does it. */
function asked(buttons: readonly Candidate[], action: 'accept' | 'dismiss'): readonly Candidate[] {
  const does = ({ name }: Candidate) =>
    /^cancel\s+(?:the\s+|my\s+|this\s+)?\p{L}{3,}/u.test(normalised(name));
  const isCancelling = buttons.length > 1 && buttons.every(isNo) && buttons.filter(does).length === 1;
  const isYes = (button: Candidate) => (isCancelling ? does(button) : !isNo(button));
  return buttons.filter((button) => isYes(button) === (action === 'accept'));
}

/** The button that answers a question of the page, in a modal dialog or inline. */
function answerIn(view: PageView, action: 'accept' | 'dismiss'): Choice<Candidate> {
  const buttons = view.candidates.filter(
    ({ role, disabled }) => ['button', 'link', 'generic'].includes(role) && !disabled,
  );
  const inDialog = buttons.filter((button) => button.inDialog);
  const pool = inDialog.length > 0 ? inDialog : buttons;
  const said = pool.filter(({ name }) => (action === 'accept' ? YES : NO).test(normalised(name)));
  const others = asked(inDialog, action);
  const fitting = said.length === 1 ? said : others;
  const [one] = fitting;
  if (one === undefined) return { none: pool };
  return fitting.length === 1 ? { one } : { equals: fitting };
}

/** Runs an action and answers the question it leads to: a browser dialog or one of the page's own. */
export async function answering(
  driver: PageDriver,
  action: 'accept' | 'dismiss',
  work: () => Promise<unknown>,
): Promise<void> {
  await driver.step(
    'browser.dialog',
    { action },
    action === 'accept' ? 'Confirm what the page asks next' : 'Dismiss what the page asks next',
  );
  const before = await driver.waitForView(shownBy);
  const closed = await driver.look(({ candidates }) =>
    candidates.flatMap(({ css, expanded }) => (expanded === false ? [css] : [])),
  );
  const sentBefore = driver.sent;
  await work();
  if (!driver.withdrawAnswers()) return;
  const asked = await driver.waitForView((view) => !('none' in answerIn(view, action)));
  if (!asked) {
    const opened = await driver.look(({ candidates }) =>
      candidates.find(({ css, expanded }) => expanded === true && closed.includes(css)),
    );
    if (opened !== undefined && driver.sent === sentBefore)
      throw new StepError(
        'action_failed',
        `The ${nameCandidate(opened)} was opened, and the page asked nothing that could be confirmed.`,
      );
    return driver.note('The page asked nothing that had to be confirmed.', {});
  }
  const { candidate, target } = await driver.waitForCandidate('answer to what the page asks', (view) =>
    answerIn(view, action),
  );
  const sent = driver.sent;
  await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  const isAsBefore =
    candidate.inDialog && driver.sent === sent && (await driver.waitForView(shownBy)) === before;
  if (action === 'accept' && isAsBefore)
    throw new StepError(
      'action_failed',
      `Nothing came of the ${nameCandidate(candidate)}: the page is as it was before it asked, and nothing was sent.`,
    );
}

/** What a page shows, as far as an action may change it. */
function shownBy({ url, text, candidates }: PageView): string {
  const states = candidates
    .filter(({ inDialog }) => !inDialog)
    .map(({ css, checked, value, disabled }) => [css, checked, value, disabled]);
  return JSON.stringify([url, text, states]);
}
