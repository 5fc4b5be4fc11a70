import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { asAscii } from './in-page.ts';
import { pageSession } from './page-session.ts';

/** A script of ours that answers an object of functions, for documents that need it. */
export interface WorldScript {
  /** Expression of the object. */
  source: string;
  /** Where it is kept; a document cannot know it. */
  key: string;
}

interface World {
  session: CDPSession;
  contextId: number;
}

/** The function threw. */
export class PageFunctionError extends Error {
  override name = 'PageFunctionError';
}

const ABSENT = 'errand.absent';
/** The world had gone before the call reached it. */
const LOST = /Cannot find context with specified id/;

const worlds = new WeakMap<Page, Promise<World>>();
const mainFrames = new WeakMap<Page, string>();

/** A script under a new key. `source` is the expression of an object of functions. */
export function worldScript(source: string): WorldScript {
  return { source: asAscii(source), key: `errand.${randomUUID()}` };
}

async function mainFrameOf(page: Page, session: CDPSession): Promise<string> {
  const known = mainFrames.get(page);
  if (known !== undefined) return known;
  const { frameTree } = await session.send('Page.getFrameTree');
  mainFrames.set(page, frameTree.frame.id);
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) worlds.delete(page);
  });
  return frameTree.frame.id;
}

async function openWorld(page: Page): Promise<World> {
  const session = await pageSession(page);
  const frameId = await mainFrameOf(page, session);
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'errand',
  });
  return { session, contextId: executionContextId };
}

function worldOf(page: Page): Promise<World> {
  const known = worlds.get(page);
  if (known !== undefined) return known;
  const opening = openWorld(page);
  worlds.set(page, opening);
  opening.catch(() => worlds.delete(page));
  return opening;
}

async function evaluate({ session, contextId }: World, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined)
    throw new PageFunctionError(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** Opens the world of a page's document before it is needed. */
export async function prepareOwnWorld(page: Page): Promise<void> {
  await worldOf(page);
}

/**
 * Calls a function of a script in the tab's own document, in a world that the page's scripts do not reach, and waits for its
 * promise. What is sent to the page after the call was made reaches it later, once the world is prepared.
 * @param call like `name(given)`, its arguments as JSON
 * @throws {PageFunctionError} when the function throws, and Playwright's error when the document is replaced meanwhile
 */
export async function callInOwnWorld(page: Page, script: WorldScript, call: string): Promise<unknown> {
  const kit = `globalThis[Symbol.for('${script.key}')]`;
  const calling = `${kit} === undefined ? '${ABSENT}' : ${kit}.${call}`;
  const world = await worldOf(page);
  const answer = await evaluate(world, calling).catch((error: unknown) => {
    worlds.delete(page);
    if (error instanceof Error && LOST.test(error.message)) return ABSENT;
    throw error;
  });
  if (answer !== ABSENT) return answer;
  const install = `if (${kit} === undefined) Object.defineProperty(globalThis, Symbol.for('${script.key}'), { value: ${script.source} });`;
  return evaluate(await worldOf(page), `${install} ${kit}.${call}`);
}
