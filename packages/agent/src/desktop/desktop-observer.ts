import { createHash } from 'node:crypto';
import { type DesktopSight, type Mask, loadDesktop } from '@errand/step-engine';
import type { AgentContext } from '../loop/task.ts';
import { type Observer, look } from '../page/observer.ts';
import { createSnapshotFormatter } from '../page/snapshot-formatter.ts';
import type { Snapshot } from '../page/snapshot.ts';

/** References to elements of applications differ from those of pages, so that they cannot be confused. */
export function numberOf(ref: string): string {
  return ref.replace(/^d/, 'e');
}

/** The applications as the model reads them, masked. */
function snapshotOf(sight: DesktopSight, mask: Mask): Snapshot {
  const text = mask.text(sight.text).replaceAll(/\[ref=e(\d+)\]/g, '[ref=d$1]');
  const lines = text === '' ? ['No application shows anything.'] : text.split('\n');
  const find: Snapshot['find'] = (ref) => {
    const element = ref.startsWith('d') ? sight.elements.get(numberOf(ref)) : undefined;
    return element && { ref, role: element.role, name: element.name };
  };
  const unnumbered = lines.join('\n').replaceAll(/ \[ref=d\d+\]/g, '');
  const fingerprint = createHash('sha256').update(unnumbered).digest('base64');
  return { url: 'desktop:', title: '', lines, fingerprint, find, desktop: sight };
}

/** Observes the applications that the task may use. */
export function createDesktopObserver(
  work: AgentContext,
  delimitUntrusted: (text: string) => string,
): Observer {
  const { session, model } = work;
  const formatter = createSnapshotFormatter(delimitUntrusted);
  let lastSnapshot: Snapshot = {
    url: 'desktop:',
    title: '',
    lines: [],
    fingerprint: '',
    find: () => undefined,
  };
  return {
    get lastSnapshot() {
      return lastSnapshot;
    },
    delimitUntrusted,
    find: (text) => formatter.find(lastSnapshot, text),
    read: (from) => formatter.read(lastSnapshot, from),
    observe: () =>
      look(work, async (call) => {
        const { seeDesktop } = await loadDesktop();
        // As of pages: a Run with secrets has no pictures.
        const withPicture = model.vision && !session.hasSecrets;
        const sight = await seeDesktop(call, { withPicture });
        lastSnapshot = snapshotOf(sight, session.mask);
        const observation = formatter.format(lastSnapshot);
        const picture =
          sight.picture === null
            ? null
            : ({ base64: sight.picture.toString('base64'), mediaType: 'image/png' } as const);
        // Points are those of the newest picture; by references, one that shows what has not changed is enough.
        const isNewest = model.computer !== null || observation.isFullPage;
        return { observation, picture: isNewest ? picture : null };
      }),
  };
}
