import type { Artifact } from '@errand/sdk';
import { pictureOf } from './step-picture.tsx';
import type { ElementBox, Timeline, TimelineStep } from './timeline.ts';

/** A picture of the page, and where on it a step acts. */
export interface MarkedPicture {
  picture: Artifact;
  mark: ElementBox | null;
}

export interface PicturesOfStep {
  /** The page when the step ended. */
  after: MarkedPicture | null;
  /** The page before the step, if only that one shows the element it acted on. */
  before: MarkedPicture | null;
}

/** The pictures that show what a step did: in the order in which steps began, the one before is that of the step before. */
export function picturesOf(
  step: TimelineStep,
  { byKey }: Timeline,
  artifacts: readonly Artifact[],
): PicturesOfStep {
  const own = pictureOf(step, artifacts);
  const { element } = step;
  const after = own && { picture: own, mark: element?.picture === 'own' ? element : null };
  if (element?.picture !== 'previous') return { after, before: null };
  let last: Artifact | null = null;
  for (const earlier of byKey.values()) {
    if (earlier === step) break;
    if (earlier.children.length === 0) last = pictureOf(earlier, artifacts) ?? last;
  }
  return { after, before: last && { picture: last, mark: element } };
}
