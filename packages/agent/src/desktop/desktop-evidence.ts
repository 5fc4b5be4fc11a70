import { setTimeout as delay } from 'node:timers/promises';
import { loadDesktop } from '@errand/step-engine';
import type { z } from 'zod';
import type { AgentContext } from '../loop/task.ts';
import type { Finish } from '../loop/tools.ts';
import { look } from '../page/observer.ts';

const EVIDENCE_TIMEOUT_MS = 3_000;
const POLL_MS = 100;
const REF = / \[ref=e\d+\]/g;

function comparable(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** A snapshot quotes names and values as JSON; a model may cite them either plain or quoted. */
function shows(shown: string, text: string): boolean {
  const wanted = comparable(text);
  const quoted = comparable(JSON.stringify(text).slice(1, -1));
  return shown.includes(wanted) || shown.includes(quoted);
}

/** Why the cited evidence proves nothing; null when the applications currently show it. */
export async function missingOnDesktop(
  work: AgentContext,
  { evidence }: z.output<typeof Finish>,
): Promise<string | null> {
  const texts = evidence.flatMap(({ text = '' }) => (text.trim() === '' ? [] : [text]));
  if (texts.length === 0) return 'Cite at least one text that the desktop shows now and that proves it.';
  if (evidence.some(({ url }) => url !== undefined)) return 'A desktop has no address: cite texts only.';
  return look(work, async (call) => {
    const { seeDesktop } = await loadDesktop();
    const until = performance.now() + EVIDENCE_TIMEOUT_MS;
    for (;;) {
      const { text } = await seeDesktop(call, { withPicture: false });
      const shown = comparable(work.session.mask.text(text).replaceAll(REF, ''));
      const missing = texts.find((cited) => !shows(shown, cited));
      if (missing === undefined) return null;
      if (performance.now() > until) return `The desktop does not show ${JSON.stringify(missing)}.`;
      await delay(POLL_MS, undefined, { signal: call.signal });
    }
  });
}
