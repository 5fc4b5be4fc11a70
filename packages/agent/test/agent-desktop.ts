import { type Desktop, noDesktop, startDesktop } from '@errand/computer/testing/desktop.ts';
import { openComputer } from '@errand/computer';
import type { Asked, Script } from '@errand/scripted-models';
import type { DesktopAccess } from '@errand/step-engine';
import { afterEach, beforeEach, describe } from '@jest/globals';
import { call, openAgentBrowser, refOf } from './agent-browser.ts';

export const RUN_MS = 180_000;

type AgentBrowser = Awaited<ReturnType<typeof openAgentBrowser>>;

/** Tests that need a desktop; skipped where the machine has none. */
export const describeOnDesktop = noDesktop === null ? describe : describe.skip;

export function openEditor() {
  return call('desktop_open', { application: 'mousepad' });
}

export function fillEditor(value: string) {
  return (seen: Asked) => call('desktop_fill', { target: refOf(seen, 'textbox'), value });
}

/** An agent and a desktop of their own for each test. */
export function useDesktopAgent() {
  let desktop: Desktop;
  let agent: AgentBrowser;
  beforeEach(async () => {
    desktop = await startDesktop();
    agent = await openAgentBrowser();
  }, RUN_MS);
  afterEach(async () => {
    await agent?.close();
    await desktop?.[Symbol.asyncDispose]();
  });

  async function run(
    task: string,
    script: Script,
    {
      from = agent,
      ...options
    }: Parameters<AgentBrowser['run']>[2] & { whyNot?: string; from?: AgentBrowser } = {},
  ) {
    let opened: ReturnType<typeof openComputer> | null = null;
    const access: DesktopAccess = {
      whyNot: options.whyNot ?? null,
      files: '',
      open: () => (opened ??= openComputer(desktop.env)),
      rest: async () => undefined,
      stopped: new AbortController().signal,
    };
    try {
      return await from.run(task, script, { ...options, desktop: access, lazy: true });
    } finally {
      (await (opened as ReturnType<typeof openComputer> | null))?.close();
    }
  }

  return {
    run,
    get desktop() {
      return desktop;
    },
  };
}
