import type { Target } from '@errand/contracts/primitives';
import type { Page } from 'playwright-core';
import { FIELD_ROLES } from '../targets/field-roles.ts';
import { means } from './ground.ts';
import type { Candidate, Fact } from './view.ts';

/** What these are called is not what they say, so that the name still finds them when they say something else. */
const NAMED_APART = new Set([...FIELD_ROLES, 'region', 'group', 'table', 'list', 'img']);
const ALONE = new Set(['table', 'list', 'status', 'alert', 'dialog', 'article']);

const placesOfCandidate = ({ role, name, placeholder, level }: Candidate): Target[] => [
  ...(NAMED_APART.has(role) && name !== '' && name !== placeholder
    ? [
        { label: name, exact: true },
        { role, name, exact: true },
      ]
    : []),
  ...(placeholder === '' ? [] : [{ placeholder, exact: true }]),
  ...(ALONE.has(role) ? [{ role }] : []),
  ...(role === 'heading' && level > 0 ? [{ css: `h${level}` }] : []),
];

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Beside its label, in the row of its label, around its label, or after it in one text. */
const placesOfFact = ({ label, source }: Fact): Target[] => {
  if (source !== 'shown') return [];
  const beside = [label, `${label}:`].flatMap((word) => {
    const labelled = `:text-is(${JSON.stringify(word)})`;
    return [`${labelled} + *`, `tr:has(> ${labelled}) > :last-child`, `:has(> ${labelled})`];
  });
  const before = `:text-matches(${JSON.stringify(String.raw`^\s*${escapePattern(label)}:\s`)})`;
  return [...beside, before].map((css) => ({ css }));
};

/**
 * Where a value stands, said in a way that outlives another value, other ids and another order of the page: the first
 * such way that means this element and no other, else the way through the document.
 */
export const placeOf = async (page: Page, found: Candidate | Fact): Promise<Target> => {
  if (found.testId !== '') return { testId: found.testId };
  const places = 'role' in found ? placesOfCandidate(found) : placesOfFact(found);
  for (const place of places) if (await means(page, place, found.css)) return place;
  return { css: found.css };
};
