import { type Choice, sameAs } from '../finding/choice.ts';
import { ambiguous, nameCandidate } from '../finding/require-single.ts';
import { isCalled, grade, GRADES } from '../words/match-name.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { setTick } from './tick.ts';
import { choose } from './choose-option.ts';
import { openerFor } from '../finding/openers.ts';
import type { Candidate, Hidden, PageView } from '../page/page-view.ts';

const APPLIES = /^(?:filter|apply|search|show|go|refresh|update|ok|anwenden|filtern|filtrer|filtrar)\b/iu;
/** What a button outside any form must say for it to apply the filter before it. */
const APPLIES_FILTER =
  /^(?:(?:apply|set)(?:\s+(?:the\s+)?filters?)?|filter|(?:show|update|refresh)\s+results)$/iu;

/** The buttons that apply a filter: those of its form, or outside any form one that stands after it and says so. */
function appliers(view: PageView, list: Candidate): Candidate[] {
  const buttons = view.candidates.filter(({ role, form }) => role === 'button' && form === list.form);
  if (list.form >= 0) return buttons.filter(({ name }) => APPLIES.test(name));
  const at = view.candidates.findIndex(({ css }) => css === list.css);
  return buttons.filter(
    (button) =>
      APPLIES_FILTER.test(button.name.trim()) &&
      button.items.length === list.items.length &&
      view.candidates.indexOf(button) > at,
  );
}

/** What tells whether a page has changed: its address and text. */
export function shownText({ url, text }: PageView): string {
  return `${url} ${text}`;
}

/** A filter or order is applied by its button, unless the page has changed already. */
export async function applyFilter(driver: PageDriver, list: Candidate, before: string): Promise<unknown> {
  const button = await driver.waitForView((view) => {
    const changed = shownText(view) !== before;
    const own = appliers(view, list);
    const applying = own.filter(({ name }) => /\b(?:filter|apply)/iu.test(name));
    const [one = null] = applying.length === 1 ? applying : own;
    if (!changed && own.length > 1 && applying.length !== 1)
      throw ambiguous('button that applies the filter', own.map(nameCandidate));
    return changed ? null : one;
  });
  if (button === null) return null;
  const { candidate, target } = await driver.waitForCandidate('button of the filter', () => ({
    one: button,
  }));
  return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}

/** Chooses the option in a list that is called so; does nothing where the page has none. */
export async function filterIfThere(driver: PageDriver, by: string, value: string): Promise<unknown> {
  const isThere = await driver.waitForView((view) =>
    view.candidates.some(
      ({ options, name }) =>
        grade(by, name) > 0 && options.some((text) => grade(value, text) >= GRADES.equalWords),
    ),
  );
  return isThere ? filterBy(driver, by, value) : null;
}

/** A list with such an option, a box or button of that name, or a field for filtering. */
export async function filter(driver: PageDriver, by: string, value: string): Promise<unknown> {
  const parts = value.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+/iu);
  const many = parts.length < 2 ? null : await driver.waitForView((view) => filtersOf(view, parts));
  if (many === null) return filterBy(driver, by, value);
  for (const css of many) {
    const found = await driver.waitForCandidate('filter', (view) => sameAs(view, css));
    const { role, styled } = found.candidate;
    await (['checkbox', 'switch', 'radio'].includes(role) || styled !== null
      ? setTick(driver, found, 'check')
      : driver.step(
          'browser.click',
          { target: found.target },
          `Click the ${nameCandidate(found.candidate)}`,
        ));
  }
  return null;
}

/** "Status" opens a list with "Blocked", where no list that can be seen has it. */
function openerOfFilter(view: PageView, by: string, value: string): Hidden | null {
  const isThere = view.candidates.some(({ options, name }) =>
    [name, ...options].some((text) => isCalled(text, value)),
  );
  const opener = isThere ? null : openerFor(view, value, 'use', true);
  const control = view.candidates.find(({ css }) => css === opener?.opener);
  const words = `${control?.name ?? ''} ${control?.before ?? ''} ${control?.group ?? ''}`;
  return opener !== null && grade(by, words) >= GRADES.contains ? opener : null;
}

const FILTERS: ReadonlySet<string> = new Set(['checkbox', 'switch', 'button', 'generic', 'option', 'link']);

/** "High and critical priority tickets": the control of each, where every part has just one. */
function filtersOf(view: PageView, parts: readonly string[]): string[] | null {
  const found = parts.map((part) => {
    const words = part.split(/\s+/u);
    const names = words.map((_, at) => words.slice(0, words.length - at).join(' '));
    const fitting = names
      .map((name) =>
        view.candidates.filter(
          (candidate) =>
            FILTERS.has(candidate.role) &&
            candidate.items.length < 2 &&
            isCalled(candidate.name.replace(/\s*\(?\d+\)?$/u, ''), name),
        ),
      )
      .find(({ length }) => length > 0);
    return fitting?.length === 1 ? (fitting[0]?.css ?? null) : null;
  });
  return found.every((css) => css !== null) ? found : null;
}

/** The section that has the list called `by`, or the box for the value, where neither can be seen. */
function sectionOfFilter(view: PageView, by: string, value: string): Hidden | null {
  const names = by === '' ? [value, `${value} only`, `only ${value}`] : [by];
  const isThere = view.candidates.some(
    ({ name, inContent, items, role }) =>
      inContent &&
      items.length === 0 &&
      !['link', 'columnheader', 'heading'].includes(role) &&
      names.some((said) => grade(said, name) >= GRADES.synonym),
  );
  return isThere
    ? null
    : (names.map((said) => openerFor(view, said, 'use')).find((one) => one !== null) ?? null);
}

async function filterBy(driver: PageDriver, by: string, value: string): Promise<unknown> {
  const section = await driver.waitForView((view) => sectionOfFilter(view, by, value));
  if (section !== null && section.opener !== '') await driver.open(section);
  const hidden = by === '' ? null : await driver.waitForView((view) => openerOfFilter(view, by, value));
  if (hidden !== null) {
    await driver.open(hidden);
    return choose(driver, { text: value, kind: null, ordinal: null, within: null, quoted: true });
  }
  const [first = value] = value.split(/\s+/u);
  const optionIn = (list: Candidate) =>
    [value, ...(/,|\s(?:and|or|&)\s/iu.test(value) ? [] : [first])]
      .map((said) => list.options.find((text) => grade(said, text) >= GRADES.equalWords))
      .find((found) => found !== undefined);
  const { candidate, target } = await driver.waitForCandidate(
    `filter for ${[by, value].join(' ').trim()}`,
    (view): Choice<Candidate> => {
      const lists = view.candidates.filter(
        (list) => optionIn(list) !== undefined && (by === '' || grade(by, list.name) > 0),
      );
      if (lists[0] !== undefined) return lists.length === 1 ? { one: lists[0] } : { equals: lists };
      const controls = view.candidates.filter(
        ({ role, items, inContent }) =>
          (role !== 'link' || inContent) &&
          ['checkbox', 'radio', 'switch', 'tab', 'button', 'link', 'generic', 'option'].includes(role) &&
          items.length < 2,
      );
      // "With 3 rooms": the 3 of the rooms.
      const [, number = '', noun = ''] = /^with\s+(\S+)\s+(\p{L}+)$/iu.exec(value) ?? [];
      const ofGroup = controls.filter(
        ({ name, group }) => noun !== '' && isCalled(name, number) && grade(noun, group) >= GRADES.equalWords,
      );
      if (ofGroup[0] !== undefined) return ofGroup.length === 1 ? { one: ofGroup[0] } : { equals: ofGroup };
      const words = value.split(/\s+/u);
      const isOne = !/,|\s(?:and|or|&)\s/iu.test(value);
      const ends = words
        .map((_, at) => words.slice(at).join(' '))
        .filter((_, at) => at === 0 || isOne)
        .flatMap((end) => [end, `${end} only`, `only ${end}`]);
      const [, allow = '', what = ''] =
        /^(?:that|which)\s+(allow|accept|include)\s+(.+)$/iu.exec(value) ?? [];
      if (what !== '') ends.unshift(`${what} ${allow.replace(/e?$/u, 'ed')}`);
      for (const said of isOne ? [...ends, first] : ends) {
        const own = controls.filter(
          ({ name }) =>
            grade(said, name.replace(/\s*\(?\d+\)?$/u, '')) >=
            (said.startsWith('only ') ? GRADES.contains : GRADES.equalWords),
        );
        if (own[0] !== undefined) return own.length === 1 ? { one: own[0] } : { equals: own };
      }
      const fields = view.candidates.filter(
        ({ role, name, placeholder, options }) =>
          ['textbox', 'searchbox'].includes(role) &&
          options.length === 0 &&
          /\bfilter/iu.test(`${name} ${placeholder}`),
      );
      const [field] = fields;
      if (field === undefined) return { none: lists };
      return fields.length === 1 ? { one: field } : { equals: fields };
    },
  );
  driver.lastField = candidate.css;
  const label = optionIn(candidate);
  if (label !== undefined) {
    const before = await driver.waitForView(shownText);
    await driver.step(
      'browser.select',
      { target, label },
      `Select "${label}" in the ${nameCandidate(candidate)}`,
    );
    return applyFilter(driver, candidate, before);
  }
  if (['checkbox', 'radio', 'switch'].includes(candidate.role)) {
    const before = await driver.waitForView(shownText);
    await driver.step('browser.check', { target }, `Tick the ${nameCandidate(candidate)}`);
    return applyFilter(driver, candidate, before);
  }
  if (['textbox', 'searchbox'].includes(candidate.role))
    return driver.step('browser.fill', { target, value }, `Filter by ${JSON.stringify(value)}`);
  return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}
