import type { PageDriver } from '../task/page-driver.ts';
import { sizeIn } from './find-answer.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Phrase } from '../grammar/clause.ts';
import { spokenPhrase } from '../grammar/describe-clause.ts';
import { readEach, readOptions } from './read-several.ts';
import type { Choice } from '../finding/choice.ts';
import { chooseFact } from '../finding/choose-fact.ts';
import { requireSingle } from '../finding/require-single.ts';
import { numberedItem } from '../locators/positional-locator.ts';
import { readList } from './read-block.ts';
import { type Answer, answer, sentencePattern, valuePattern } from './answer.ts';
import { chooseItem } from '../finding/choose-item.ts';
import type { Inquiry } from '../grammar/inquiry.ts';
import { type Asked, narrowedTo, saysTime } from '../words/kind-of-value.ts';
import { isPageAbout } from '../finding/page-about.ts';
import { gradeLabel } from '../finding/grade-label.ts';
import { grade, GRADES, normalised } from '../words/match-name.ts';
import { saysItself, tellingWords } from '../words/senses.ts';
import { answered, nameFact, readFact } from './read-free-question.ts';
import { extract, squeezed } from './read-steps.ts';
import { isListed, isOfMany, isOneOfSeveral, offeredOn } from './lists-asked-for.ts';
import { singular } from '../grammar/nouns.ts';
import { MAX_OPENED, openerFor } from '../finding/openers.ts';
import {
  cellOfKind,
  hoursInColumns,
  lineUnder,
  ownOf,
  personSaid,
  personWhoIs,
  timesOfRow,
} from '../finding/unlabelled-facts.ts';
import type { Candidate, Fact, Hidden, PageView } from '../page/page-view.ts';

const EVERYTHING: Phrase = { text: '', kind: null, ordinal: null, within: null };

/** A text element shows its label too: "Order number: SH-10001" answers "SH-10001". */
function withoutLabel(text: unknown, fact: Fact): unknown {
  if (typeof text !== 'string') return text;
  const shown = text.replaceAll(/\s+/gu, ' ').trim();
  const [, label = '', value] = /^([^:]{1,60}):\s+(\S.*)$/u.exec(shown) ?? [];
  if (shown !== fact.value && shown.endsWith(fact.value)) return fact.value;
  return value !== undefined && normalised(label) === normalised(fact.label.replaceAll(/[-_]/gu, ' '))
    ? value
    : shown;
}

/** "The clinic" is the one of a page that speaks of it in a heading. */
function isHeaded({ candidates }: PageView, noun: string): boolean {
  return candidates.some(({ role, name }) => role === 'heading' && grade(noun, name) >= GRADES.contains);
}

export async function readLabelled(
  driver: PageDriver,
  label: string,
  of: Phrase | null,
  also: readonly string[],
  asks: Asked | null = null,
  inquiry: Inquiry | null = null,
  opened = 0,
): Promise<Answer> {
  const name = of === null ? label : `${label} of ${spokenPhrase(of)}`;
  type Found =
    | { fact: Fact; itemCss: string | null }
    | { field: Candidate }
    | { opener: Hidden }
    | { many: true }
    | { listed: true }
    | { offered: Phrase }
    | { answered: { fact: Fact; value: string } };
  // "When is the Pilates class?": what only says "Pilates" again is no answer.
  const isEcho = ({ value }: Fact) =>
    asks === 'when' &&
    !saysTime(value) &&
    tellingWords(value).every((word) => saysItself(`${label} ${of?.text ?? ''}`, word));
  const look = (view: PageView): Found => {
    const way = lookAt(view);
    return 'fact' in way && isEcho(way.fact)
      ? { ...way, fact: requireSingle({ none: [] }, `"${name}"`, nameFact) }
      : way;
  };
  const lookAt = (view: PageView): Found => {
    const offered = offeredOn(view, label, of);
    if (offered !== null) return { offered };
    // "The last sign-on" may be a label, and the name of the first customer stands under "Customer".
    const whole = label === 'name' && of?.whole !== undefined ? chooseFact(view, of.whole, null) : null;
    if (whole !== null && 'one' in whole) return { fact: whole.one, itemCss: null };
    const isOne =
      label === 'name' &&
      of !== null &&
      of.text !== '' &&
      (of.ordinal !== null || of.superlative !== undefined);
    const byNoun = isOne ? chooseFact(view, of.text, of) : null;
    // "Part no." is no name of a part.
    const isName =
      byNoun !== null &&
      'one' in byNoun &&
      byNoun.one.source === 'shown' &&
      byNoun.one.items.length > 0 &&
      gradeLabel(of?.text ?? '', byNoun.one) >= GRADES.synonym;
    const ways = [
      ...(isName ? [byNoun] : []),
      ...[label, ...also].map((name) => chooseFact(view, name, of)),
      ...(byNoun === null || of?.ordinal === null ? [] : [byNoun]),
    ];
    const isWhole = (way: Choice<Fact>) =>
      !('one' in way && isEcho(way.one)) && !(of === null && isOneOfSeveral(driver.said, label, way));
    const timeless = ways.some((way) => !isWhole(way));
    const found = ways.find((way) => !('none' in way) && isWhole(way));
    const facts: Choice<Fact> = found ?? (timeless ? { none: [] } : chooseFact(view, label, of));
    const row = 'none' in facts && of === null && asks === 'when' ? timesOfRow(view, label) : null;
    if (row !== null) return { fact: row, itemCss: null };
    const isOwnHours = of === null || isHeaded(view, of.text);
    const open = 'none' in facts && isOwnHours ? hoursInColumns(view, [label, ...also]) : null;
    if (open !== null) return { fact: open, itemCss: null };
    if ('none' in facts && of === null) {
      const phrase: Phrase = { text: label, kind: null, ordinal: null, within: null };
      const field = chooseCandidate(view, phrase, 'set');
      if ('one' in field) return { field: field.one };
      const block = chooseCandidate(view, phrase, 'read');
      if ('one' in block && ['region', 'status', 'alert', 'dialog', 'article'].includes(block.one.role))
        return { fact: { ...block.one, label, value: '', under: '', source: 'marked' }, itemCss: null };
    }
    if (!('one' in facts) && of === null && isOfMany(view, label)) return { many: true };
    const ofThing =
      of === null || of.text === ''
        ? []
        : [`${of.text} ${label}`, ...(label === 'price' ? [`${of.text} cost`, of.text] : [])];
    const holder = 'none' in facts && of === null && asks === 'who' ? personWhoIs(view, label) : null;
    if (holder !== null) return { fact: holder, itemCss: null };
    const isAbout = of === null || isPageAbout(view, of.text);
    const person =
      'none' in facts && asks === 'who'
        ? personSaid(view, [label, ...also], isAbout ? null : (of?.text ?? null))
        : null;
    if (person !== null) return { fact: person, itemCss: null };
    const hours = 'none' in facts ? lineUnder(view, label, of) : null;
    if (hours !== null) return { fact: hours, itemCss: null };
    const split = 'none' in facts && of === null ? ownOf(view, label) : null;
    if (split !== null) return { fact: split, itemCss: null };
    const inside = of === null ? null : chooseItem(view, of);
    // What is hidden in the thing itself is looked at before what stands on it without a label.
    const itself =
      'none' in facts && inside !== null && 'one' in inside && opened < MAX_OPENED
        ? ([label, ...also]
            .map((name) => openerFor(view, name, 'read', false, inside.one))
            .find((one) => one !== null) ?? null)
        : null;
    if (itself !== null) return { opener: itself };
    const timed = 'none' in facts && of !== null ? cellOfKind(view, label, asks, of) : null;
    if (timed !== null) return { fact: timed, itemCss: null };
    const isOfPage = of === null || (opened === 0 && isPageAbout(view, of.text));
    if ('none' in facts && isOfPage && opened === 0 && isListed(view, label)) return { listed: true };
    const item = inside !== null && 'one' in inside ? inside.one : null;
    const opener =
      'none' in facts && opened < MAX_OPENED
        ? ([label, ...also, ...ofThing]
            .map((name) => openerFor(view, name, 'read') ?? openerFor(view, name, 'read', false, item ?? -1))
            .find((one) => one !== null) ?? null)
        : null;
    if (opener !== null) return { opener };
    const placed: Phrase = { text: '', kind: null, ordinal: null, within: of };
    return { fact: requireSingle(facts, `"${name}"`, nameFact), itemCss: numberedItem(view, placed) };
  };
  const found = await driver.waitForView(look, (view) => answered(view, inquiry, opened));
  if ('listed' in found)
    return readList(driver, label, { text: label, kind: null, ordinal: null, within: null });
  if ('offered' in found) return readOptions(driver, label, found.offered);
  if ('many' in found) return readEach(driver, singular(label), EVERYTHING);
  if ('opener' in found) {
    await driver.open(found.opener);
    return readLabelled(driver, label, of, also, asks, inquiry, opened + 1);
  }
  if ('answered' in found) return readFact(driver, found.answered, name);
  if ('field' in found)
    return answer(name, await extract(driver, await driver.durableLocator(found.field), 'value', name));
  const { value: said, parts } = found.fact;
  const sized = inquiry?.wanted === 'size' ? sizeIn(said) : null;
  const part = sized ?? (asks === null ? said : narrowedTo(asks, said, parts));
  if (found.fact.source === 'headed')
    return answer(name, await driver.step('data.set', { value: part }, `Read ${name}`));
  const target = await driver.durableLocator(found.fact, found.itemCss);
  const text = await extract(driver, target, 'text', name);
  // A price may stand in a line with other words.
  const isPart =
    found.fact.source === 'said' || (found.fact.source === 'money' && squeezed(String(text)) !== said);
  const within = isPart || part !== said ? sentencePattern(text, part) : null;
  if (within !== null) return { ...answer(name, part), pattern: within };
  const value = withoutLabel(text, found.fact);
  const pattern = value === text ? null : valuePattern(text, value);
  return { ...answer(name, value), ...(pattern !== null && { pattern }) };
}
