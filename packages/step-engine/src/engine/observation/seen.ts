import type { PageFacts } from './page-facts.ts';
import type { ShownText } from './page-texts.ts';
import type { Reading } from './page-reading.ts';
import type { Exchange } from './traffic.ts';

/** A document beside the one acted in. */
export interface Part {
  was: PageFacts | null;
  is: PageFacts;
  /** It is of the site that the page belongs to. */
  isOwn: boolean;
}

/** What was observed on a page around one action. */
export interface Seen {
  before: PageFacts;
  /** What happened in the document; null when it is another one now, or none. */
  reading: Reading | null;
  /** State of the document that replaced it; null when it is the same or could not be read. */
  after: PageFacts | null;
  /** What the document that was acted in showed when it was left for another. */
  left?: readonly ShownText[];
  exchanges: readonly Exchange[];
  downloads: number;
  /** The names of the downloads that did not come to their end. */
  failedDownloads?: readonly string[];
  /** How many tabs were opened or closed. */
  tabs: number;
  /** The other frames and the tabs that the action opened, before (null when they are new) and after it. */
  parts?: readonly Part[];
  /** The pages on which forms were sent earlier in the Run, each as `pageKey` says. */
  earlier?: readonly string[];
  /** The errors that stood on the pages that earlier steps acted in, and that none of them was refused by. */
  told?: readonly string[];
  /** What earlier steps did, as their deeds. */
  done?: readonly string[];
  /** Seen by the last look at the end of a task. */
  isLast?: boolean;
}
