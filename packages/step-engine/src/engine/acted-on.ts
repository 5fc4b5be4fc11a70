import type { ActedOn, ElementBox } from '@errand/contracts';
import type { Seen } from './observation/seen.ts';
import type { PageFacts } from './observation/page-facts.ts';

/** True when a picture of the window shows the middle of the element. */
function isInWindow({ x, y, width, height }: ElementBox): boolean {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return middleX >= 0 && middleX <= 1 && middleY >= 0 && middleY <= 1;
}

function onPicture(facts: Pick<PageFacts, 'control'> | null, picture: ActedOn['picture']): ActedOn | null {
  const box = facts?.control?.box ?? null;
  return box !== null && isInWindow(box) ? { ...box, picture } : null;
}

/** Where the element is that a step is about to act on, on the picture of the step before. */
export function placeBefore(facts: PageFacts | null): ActedOn | null {
  return onPicture(facts, 'previous');
}

/** Where the element is that a step acted on, on the step's own picture; null when it is not there any more. */
export function placeAfter({ reading }: Seen): ActedOn | null {
  return reading?.isControlThere === true ? onPicture(reading, 'own') : null;
}
