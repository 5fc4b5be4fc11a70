import { isDeepStrictEqual } from 'node:util';
import { StepError } from '@errand/browser-runtime';
import type { RunSession, Secrets, TaskRun } from '@errand/step-engine';
import { act } from '../acting/act.ts';
import type { Answer } from '../answering/answer.ts';
import { WRITES } from '../grammar/writing-kinds.ts';
import type { Clause, Phrase } from '../grammar/clause.ts';
import { isSaving, isSending } from '../grammar/amend-earlier-clauses.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import type { PageView } from '../page/page-view.ts';
import { answering } from '../acting/answer-dialog.ts';
import { createNamedExtremes, onPageOfExtreme } from '../elsewhere/extreme-apart.ts';
import { reachAfter } from '../elsewhere/links-to-follow.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { saveField } from '../acting/submit-form.ts';
import { leaveField } from '../acting/leave-field.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { goesOn } from '../finding/pager-controls.ts';
import { narrowedByFilter } from '../elsewhere/narrow-by-filter.ts';
import { eachApart, inTurn } from '../elsewhere/each-apart.ts';
import { inOtherWays } from '../elsewhere/try-other-ways.ts';
import { type PageDriver, createPageDriver } from './page-driver.ts';
import { read } from '../answering/read-answer.ts';
import { recordOf } from './runbook-record.ts';
import { isArtifact, type Performer } from './run-instructions.ts';

/** "The receipt for Bread Baking" may be the link "Receipt" of that. */
const OF_A_THING =
  /^(\p{L}[\p{L} -]{2,30}?)\s+(?:for|of)\s+(?:the\s+)?(\p{L}[^,]*?)(?:\s+(?:from|on|at)\s+https?:\S+)?$/iu;

function hasControl(view: PageView, phrase: Phrase): boolean {
  const choice = chooseCandidate(view, phrase, 'click');
  return (
    'one' in choice &&
    ['link', 'button'].includes(choice.one.role) &&
    choice.one.items.length > 0 &&
    grade(phrase.text, choice.one.name) >= GRADES.equalWords
  );
}

/** "Print the invoice", "read our brochure" read something out, except where the page has a control that is called so. */
async function pressedInstead(driver: PageDriver, said: string): Promise<boolean> {
  const [, verb = '', what] =
    /^(print|read|view|show|copy|output|get|fetch)\s+(?:me\s+)?(?:the\s+|my\s+|our\s+|your\s+|this\s+)?(.+)$/iu.exec(
      said,
    ) ?? [];
  if (what === undefined) return false;
  const thing: Phrase = { text: what, kind: null, ordinal: null, within: null };
  const press: Phrase = { ...thing, text: `${verb} ${what}`, kind: 'control' };
  const isPrint = /^print$/iu.test(verb);
  const control: Phrase = isPrint ? { ...press, apart: [{ ...press, text: 'Print', within: thing }] } : press;
  const [, own = '', item = ''] = /^(?:get|fetch)\s.*?/iu.test(said) ? (OF_A_THING.exec(what) ?? []) : [];
  const ofThing: Phrase = { ...thing, text: own, kind: 'control', within: { ...thing, text: item } };
  if (own !== '' && (await driver.waitForView((view) => hasControl(view, ofThing)))) {
    const { candidate, target } = await driver.find(ofThing, 'click');
    await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
    return true;
  }
  const isThere = await driver.waitForView((view) => {
    const choice = chooseCandidate(view, control, 'click');
    return 'one' in choice && (isPrint || grade(press.text, choice.one.name) >= GRADES.equalWords);
  });
  if (!isThere) return false;
  const { candidate, target } = await driver.find(control, 'click');
  await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  return true;
}

/** Words that ask for another setting; who says "tick" may only want the tick. */
const SETS: Readonly<Partial<Record<Clause['kind'], RegExp>>> = {
  set: /^(?:set|change|update|switch|adjust|make)\s/iu,
  select: /^(?:set|change|update|switch|adjust|(?:choose|select|pick)\s.*\sas\s)/iu,
  check: /^(?:turn|switch|toggle|enable|activate|subscribe|opt|sign)\s/iu,
  either: /^(?:mark|flag|make)\s+(?:it|this|that)\s/iu,
  enter: /^(?:add|put|enter|tag|label)\s/iu,
  uncheck: /^(?:turn|switch|toggle|disable|deactivate|untick|uncheck|un-|deselect|unsubscribe|opt|stop)/iu,
};

/** "Set the language to German" is about what the site keeps: a form's own button saves it, unless the task goes on with the form. */
function isSetting({ kind, source }: Clause, next: Clause | undefined): boolean {
  const isLast = next === undefined || ['read', 'verify', 'screenshot', 'open'].includes(next.kind);
  return isLast && (SETS[kind]?.test(source) ?? false);
}

/** Requests so far that change something. */
function changesSent({ ledger }: RunSession): number {
  return ledger.records.flatMap(({ did }) => did).filter((deed) => /^(?:POST|PUT|PATCH|DELETE)\s/u.test(deed))
    .length;
}

/** "Find the cheapest course and tell me its tutor", "… and book it": what follows says again which it is. */
function isLedUpTo(clause: Clause, next: Clause | undefined): boolean {
  if (clause.kind !== 'find' || clause.target.superlative === undefined) return false;
  if (next?.kind === 'click') return isDeepStrictEqual(next.target.within, clause.target);
  return (
    next?.kind === 'read' && next.question.what === 'labelled' && next.question.of?.superlative !== undefined
  );
}

/** "Find my next class", with nothing to be done with it, wants what the page says of it. */
async function asAnswer(driver: PageDriver, clause: Clause): Promise<Clause> {
  if (clause.kind !== 'find' || clause.isPlace === true) return clause;
  const { text, ordinal, within } = clause.target;
  if (text === '' || ordinal !== null || within !== null || clause.target.superlative !== undefined)
    return clause;
  const isSaid = await driver.look((view) => 'one' in chooseFact(view, text, null));
  const { source } = clause;
  return isSaid ? { kind: 'read', question: { what: 'labelled', label: text, of: null }, source } : clause;
}

/** Carries out one instruction and returns its answers. */
async function doClause(driver: PageDriver, clause: Clause, isAlone: boolean): Promise<Answer | null> {
  if (clause.kind === 'read' && (await pressedInstead(driver, clause.source))) return null;
  if (clause.kind === 'read') {
    const answer = await inOtherWays(driver, clause, isAlone, () => read(driver, clause.question));
    if (answer === null) return null;
    if (answer.value === '')
      throw new StepError('element_not_found', `The ${answer.name} is empty on the page.`, {
        noEffect: true,
      });
    driver.copied =
      typeof answer.value === 'string' || typeof answer.value === 'number' ? String(answer.value) : null;
    return answer;
  }
  const apart = await eachApart(driver, clause);
  if (apart !== null) {
    await inTurn(driver, apart, (one) =>
      inOtherWays(driver, one, isAlone, () => act(driver, one as typeof clause)),
    );
    return null;
  }
  const meant = (await onPageOfExtreme(driver, clause)) as typeof clause;
  let made: unknown;
  const work = async () => {
    made = await inOtherWays(driver, meant, isAlone, () => act(driver, meant));
  };
  await (clause.dialog === undefined ? work() : answering(driver, clause.dialog, work));
  return isArtifact(made) ? { key: clause.kind, name: clause.kind, value: made } : null;
}

/** Carries out instructions on pages. */
export function createPagePerformer(
  session: RunSession,
  run: TaskRun,
  secrets: Secrets,
  { maxSteps, startUrl }: { maxSteps: number; startUrl: string | null },
): Performer {
  const { surface } = session;
  const driver = createPageDriver(session, run, secrets, maxSteps);
  const nameExtreme = createNamedExtremes((on, target, source) =>
    doClause(on, { kind: 'find', target, source }, false),
  );
  let before: string | null = null;
  let hasWritten = false;
  let wasEntered = false;
  let said: string | null = null;
  return {
    get done() {
      return driver.done;
    },
    start: async () => {
      if (startUrl !== null) await driver.step('browser.navigate', { url: startUrl }, `Open ${startUrl}`);
    },
    perform: async (clause, next) => {
      await driver.begin(clause);
      driver.isElsewhere = false;
      driver.isSavedNext = next !== undefined && (isSaving([next]) || isSending([next]));
      if (clause.kind === 'read' || clause.kind === 'verify') session.ledger.read();
      before = surface.url;
      const isAlone = next?.source !== clause.source && said !== clause.source;
      if (said !== clause.source) driver.about = '';
      said = clause.source;
      const { done } = driver;
      const sent = changesSent(session);
      // The Enter key sent all that there was to save.
      if (wasEntered && !hasWritten && isSaving([clause])) return null;
      // Reading goes through all pages of a list by itself.
      if (isLedUpTo(clause, next) && (await driver.look(goesOn))) return null;
      const narrowed = await narrowedByFilter(driver, clause);
      const meant = next === undefined ? await asAnswer(driver, narrowed) : narrowed;
      const found = await doClause(driver, await nameExtreme(driver, meant), isAlone);
      wasEntered = clause.kind === 'enter' && changesSent(session) > sent;
      hasWritten ||= WRITES.has(clause.kind);
      driver.hasTurned ||= clause.kind === 'paging';
      if (driver.done > done || clause.kind === 'open')
        driver.reach = reachAfter(driver.reach, clause, before !== surface.url);
      await leaveField(driver, clause, next);
      // What was sent already is not sent twice.
      if (isSetting(clause, next) && changesSent(session) === sent) await saveField(driver);
      return found;
    },
    branch: async (clause) => {
      const { question, yes, no, source } = clause;
      await driver.begin(clause);
      const answer = await doClause(driver, { kind: 'read', question, source }, true);
      if (typeof answer?.value !== 'boolean')
        throw new StepError('element_not_found', 'The page does not say whether that is so.', {
          noEffect: true,
        });
      driver.note(answer.value ? 'It is so.' : 'It is not so.', {});
      return answer.value ? yes : no;
    },
    seen: async () => {
      const { page } = driver;
      return `${await page.title().catch(() => '')} (${page.url()})`.trim();
    },
    recordOf: (answer) => recordOf(answer, before, surface.url),
    note: (message, data) => driver.note(message, data),
  };
}
