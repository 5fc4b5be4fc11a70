import type { Target } from '@errand/contracts/primitives';
import type { Page } from 'playwright-core';
import { FIELD_ROLES, type TargetBy, durableLocator } from '@errand/step-engine';
import { inFrameOf, targetAt } from '../page/frames.ts';
import { positionalLocator } from './positional-locator.ts';
import type { Candidate, Fact } from '../page/page-view.ts';

/** Roles whose name is independent of their text, so the name still finds them when the text changes. */
const NAMED_BY_LABEL = new Set([...FIELD_ROLES, 'region', 'group', 'table', 'list', 'img']);
const UNIQUE_ROLES = new Set(['table', 'list', 'status', 'alert', 'dialog', 'article']);

function candidateLocators({ role, name, placeholder, level }: Candidate): TargetBy[] {
  return [
    ...(NAMED_BY_LABEL.has(role) && name !== '' && name !== placeholder
      ? [
          { label: name, exact: true },
          { role, name, exact: true },
        ]
      : []),
    ...(placeholder === '' ? [] : [{ placeholder, exact: true }]),
    ...(UNIQUE_ROLES.has(role) ? [{ role }] : []),
    ...(role === 'heading' && level > 0 ? [{ css: `h${level}` }] : []),
  ];
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

/** Beside its label, in the row of its label, around its label, or after it in one text. */
function factLocators({ label, source }: Fact): TargetBy[] {
  if (source !== 'shown') return [];
  const beside = [label, `${label}:`].flatMap((word) => {
    const labelled = `:text-is(${JSON.stringify(word)})`;
    return [`${labelled} + *`, `tr:has(> ${labelled}) > :last-child`, `:has(> ${labelled})`];
  });
  const before = `:text-matches(${JSON.stringify(String.raw`^\s*${escapePattern(label)}:\s`)})`;
  return [...beside, before].map((css) => ({ css }));
}

/**
 * A locator of a value that survives changes of the value, of ids and of the page's order: the place of its item in the list
 * where that is given, else the first candidate that finds only this element, else its path through the document.
 */
export async function valueLocator(
  page: Page,
  found: Candidate | Fact,
  itemCss: string | null,
): Promise<Target> {
  const origin = targetAt(found.css);
  const placed = itemCss === null ? null : await positionalLocator(page, found.css, itemCss);
  const candidates = inFrameOf(found.css, [
    ...(placed === null ? [] : [placed]),
    ...(found.testId === '' ? [] : [{ testId: found.testId }]),
    ...('role' in found ? candidateLocators(found) : factLocators(found)),
  ]);
  return (await durableLocator(page, origin, candidates)) ?? origin;
}
