import type { Target } from '@errand/contracts/primitives';
import type { TargetBy } from '@errand/step-engine';
import type { PageView } from './page-view.ts';

/** Separates the selector of a frame from that of an element in it. */
const ENTER = ' >> internal:control=enter-frame >> ';

/** The frame of an address, null for the page itself, and the address in it. */
function parted(css: string): { frame: string | null; own: string } {
  const [frame, own] = css.split(ENTER);
  return own === undefined || frame === undefined ? { frame: null, own: css } : { frame, own };
}

/** The element of that address. */
export function targetAt(css: string): TargetBy & { css: string } {
  const { frame, own } = parted(css);
  return frame === null ? { css } : { css: own, frame };
}

/** The same means of finding an element, looked for in the frame of that address. */
export function inFrameOf<Found extends Exclude<Target, string>>(
  css: string,
  targets: readonly Found[],
): Found[] {
  const { frame } = parted(css);
  return frame === null ? [...targets] : targets.map((target) => ({ ...target, frame }));
}

interface Frame {
  selector: string;
  view: PageView;
}

function withFrame(joined: PageView, { selector, view }: Frame): PageView {
  const [items, groups] = [joined.items.length, joined.groups.length];
  const forms = Math.max(-1, ...joined.candidates.map(({ form }) => form)) + 1;
  const at = (css: string) => (css === '' ? '' : `${selector}${ENTER}${css}`);
  const moved = (indexes: readonly number[]) => indexes.map((index) => index + items);
  return {
    ...joined,
    candidates: [
      ...joined.candidates,
      ...view.candidates.map((each) => ({
        ...each,
        css: at(each.css),
        items: moved(each.items),
        form: each.form < 0 ? -1 : each.form + forms,
      })),
    ],
    hidden: [
      ...joined.hidden,
      ...view.hidden.map((each) => ({ ...each, opener: at(each.opener), items: moved(each.items) })),
    ],
    groups: [...joined.groups, ...view.groups.map((each) => ({ ...each, css: at(each.css) }))],
    items: [
      ...joined.items,
      ...view.items.map((each) => ({
        ...each,
        css: at(each.css),
        titleCss: at(each.titleCss),
        link: at(each.link),
        parents: moved(each.parents),
        group: each.group < 0 ? -1 : each.group + groups,
      })),
    ],
    facts: [
      ...joined.facts,
      ...view.facts.map((each) => ({ ...each, css: at(each.css), items: moved(each.items) })),
    ],
    notes: [...joined.notes, ...view.notes],
    text: `${joined.text}\n${view.text}`,
  };
}

/** The view of a page, followed by the views of its frames. */
export function joinFrames(page: PageView, frames: readonly Frame[]): PageView {
  let joined = page;
  for (const frame of frames) joined = withFrame(joined, frame);
  return joined;
}
