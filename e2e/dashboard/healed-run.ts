import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startModelServer } from '@errand/scripted-models';
import type { Errand, Runbook, WaitedRun } from '@errand/sdk';

/** A page whose button is called differently than a Runbook says, and a model that finds it. */
export interface RenamedButton extends AsyncDisposable {
  readonly url: string;
  /** What a stack needs to ask the model. */
  readonly environment: Readonly<Record<string, string>>;
}

export async function startRenamedButton(): Promise<RenamedButton> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<body style="font: 22px system-ui; margin: 3rem"><h1>Tea</h1><button style="font: inherit; padding: 0.5rem 1rem" onclick="document.querySelector('p').textContent = 'Kept'">Keep it</button><p>Open</p>`,
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const model = await startModelServer('openai');
  model.script = ({ text }) => {
    const shown = text.replaceAll('\\"', '"');
    const target = /\[ref=(\w+)\]/.exec(shown.slice(shown.lastIndexOf('- button "')))?.[1] ?? '';
    return { calls: [{ name: 'use_element', input: { target } }] };
  };
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`,
    environment: {
      ERRAND_MODEL: 'openai:scripted',
      ERRAND_MODEL_API_KEY: 'the-operators-own-key',
      ERRAND_MODEL_BASE_URL: model.url,
    },
    [Symbol.asyncDispose]: async () => {
      await model.close();
      site.close();
      site.closeAllConnections();
    },
  };
}

/** Runs a Runbook on a page whose button was renamed. */
export async function healedRun(
  errand: Errand,
  url: string,
  title: string,
): Promise<{ run: WaitedRun; runbook: Runbook }> {
  const target = { role: 'button', name: 'Keep', exact: true };
  const definition = {
    schemaVersion: 3,
    title,
    status: 'published',
    parameters: [],
    steps: [
      { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url } },
      {
        id: 'keep',
        kind: 'primitive',
        primitive: 'browser.click',
        instruction: 'Keep the tea',
        input: { target },
        timeoutMs: 3_000,
      },
    ],
  } as unknown as Parameters<typeof errand.runbooks.create>[0];
  const runbook = await errand.runbooks.create(definition);
  return { runbook, run: await errand.runbooks.runAndWait(runbook.id) };
}
