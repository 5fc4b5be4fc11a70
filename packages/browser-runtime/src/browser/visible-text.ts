import type { CDPSession, Frame, Page } from 'playwright-core';

type Snapshot = Awaited<ReturnType<typeof snapshotOf>>;

/** Attributes that are drawn as text. */
const DRAWN: ReadonlySet<string> = new Set(['alt', 'label', 'placeholder']);
const INLINE = /does not have a separate CDP session/;

function snapshotOf(session: CDPSession) {
  return session.send('DOMSnapshot.captureSnapshot', { computedStyles: ['-webkit-text-security'] });
}

function textsOf({ documents, strings }: Snapshot): string[] {
  return documents.flatMap(({ nodes, layout }) => {
    const text = (index: number | undefined): string => strings[index ?? -1] ?? '';
    const laidOut = new Map(layout.nodeIndex.map((node, at) => [node, text(layout.styles[at]?.[0])]));
    const isInClear = (node: number): boolean => laidOut.get(node) === 'none';
    const values = [nodes.inputValue, nodes.textValue].flatMap((found) =>
      (found?.index ?? []).map((node, at) => (isInClear(node) ? text(found?.value[at]) : '')),
    );
    const attributes = (nodes.attributes ?? []).flatMap((pairs) =>
      pairs.flatMap((name, at) => (at % 2 === 0 && DRAWN.has(text(name)) ? [text(pairs[at + 1])] : [])),
    );
    const options = (nodes.nodeValue ?? []).filter((_value, node) => {
      const parent = nodes.parentIndex?.[node] ?? -1;
      return /^option$/i.test(text(nodes.nodeName?.[parent]));
    });
    return [...layout.text, ...options].map(text).concat(values, attributes);
  });
}

/** The texts of a frame that another process draws; empty for a frame of its parent's process. */
async function textsOfFrame(frame: Frame): Promise<string[]> {
  let session: CDPSession;
  try {
    session = await frame.page().context().newCDPSession(frame);
  } catch (error) {
    if (error instanceof Error && INLINE.test(error.message)) return [];
    throw error;
  }
  try {
    return textsOf(await snapshotOf(session));
  } finally {
    await session.detach().catch(() => undefined);
  }
}

/**
 * All texts that a picture of the page could show, in the order of its documents; not the values of fields that show dots.
 * Text drawn as an image is not included. Rejects while the page navigates.
 */
export async function visibleTexts(session: CDPSession, page: Page): Promise<string[]> {
  const [own, ...others] = await Promise.all([
    snapshotOf(session).then(textsOf),
    ...page
      .frames()
      .filter((frame) => frame !== page.mainFrame())
      .map(textsOfFrame),
  ]);
  return own.concat(...others);
}
