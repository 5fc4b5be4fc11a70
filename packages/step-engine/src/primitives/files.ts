import * as contentDisposition from 'content-disposition';
import { keepDownload, send, truncate, StepError } from '@errand/browser-runtime';
import { raceSignal, withTimeout } from '@errand/wait-for';
import { isSignInAddress } from '../engine/observation/exchanges.ts';
import { becomesQuiet } from '../engine/observation/quiet-page.ts';
import { onTarget } from '../targets/act.ts';
import type { Call } from './call.ts';
import { admitUrl } from './navigation.ts';
import type { Handlers } from './primitive.ts';

const MAX_NAME_LENGTH = 200;
const TITLE_MS = 1_000;

/** The site chooses the name: nothing in it may act as a path or control a terminal. */
function filenameOf(url: URL, disposition = ''): string {
  const name = contentDisposition.parse(disposition).parameters['filename'] ?? lastSegment(url);
  const safe = truncate(name.replaceAll(/[/\\\p{Cc}]/gu, '_'), MAX_NAME_LENGTH);
  return safe === '' || safe === '.' || safe === '..' ? 'download' : safe;
}

function lastSegment(url: URL): string {
  const segment = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const FILE_NAME = /\.(?!x?html?$)[a-z0-9]{1,5}$/i;

/** Fails when a site answered with nothing, or with a page of its own, such as the one to sign in, in the place of a file. */
function admitFile(name: string, url: URL | null, content: Buffer): void {
  if (content.length === 0)
    throw new StepError('download_failed', `The site answered with nothing in the place of "${name}".`);
  const isPage = /^\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html)\b/is.test(
    content.subarray(0, 1_000).toString(),
  );
  if (!isPage || !(FILE_NAME.test(name) || (url !== null && isSignInAddress(url)))) return;
  const title = /<title[^>]*>([^<]{1,200})/i.exec(content.subarray(0, 10_000).toString())?.[1] ?? '';
  const said = truncate(title.replaceAll(/\s+/g, ' ').trim(), MAX_NAME_LENGTH);
  throw new StepError(
    'download_failed',
    `The site answered with a page in the place of "${name}"${said === '' ? '' : `: ${said}`}.`,
  );
}

/** Fetches with the browser's cookies, so that it gets what the page's visitor would get. */
async function fetchFile(call: Call, text: string) {
  const { surface, host, limits } = call.session;
  const start = admitUrl(call, text);
  const fetching = {
    network: surface.network,
    method: 'GET',
    url: start,
    headersFor: async ({ href }): Promise<Record<string, string>> => {
      const cookies = await surface.context.cookies(href);
      return cookies.length === 0
        ? {}
        : { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
    },
    signal: call.signal,
    mostBytes: limits.fileBytes,
  } satisfies Parameters<typeof send>[0];
  const { url, response } = await call
    .unbroken(() => send(fetching))
    .catch((error: unknown) => {
      if (error instanceof StepError && error.code !== 'action_failed' && error.code !== 'navigation_failed')
        throw error;
      const why = error instanceof StepError ? ` ${error.message}` : '';
      throw new StepError('download_failed', `${start.href} could not be downloaded.${why}`, {
        cause: error,
      });
    });
  if (response.status >= 400)
    throw new StepError(
      'download_failed',
      `${start.href} could not be downloaded: status ${response.status}.`,
    );
  const filename = filenameOf(url, response.headers['content-disposition']);
  if (response.headers['content-disposition'] === undefined || response.bytes.length === 0)
    admitFile(lastSegment(start), url, Buffer.from(response.bytes));
  const contentType = response.headers['content-type'] ?? 'application/octet-stream';
  const artifactId = host.store({
    kind: 'download',
    stepId: call.stepId,
    filename,
    contentType: contentType.slice(0, 255),
    bytes: response.bytes,
  });
  await raceSignal(host.stored(artifactId), call.signal);
  return { artifactId, filename, bytes: response.bytes.length };
}

export const files = {
  'browser.download': async (call, input) => {
    if ('url' in input) return fetchFile(call, input.url);
    const { surface, host } = call.session;
    const waiting = new AbortController();
    const coming = surface.downloads.next(AbortSignal.any([call.signal, waiting.signal]));
    coming.catch(() => undefined);
    try {
      await onTarget(call, input.target, (element) => element.click(call.wait));
      if (call.giveUp !== undefined)
        void becomesQuiet(call.page, surface.context, waiting.signal).then(
          (isQuiet) => isQuiet && waiting.abort(),
        );
      const incoming = await coming.catch(async (error: unknown) => {
        if (call.signal.reason instanceof StepError) throw call.signal.reason;
        if (surface.lastRefusal !== null) throw surface.lastRefusal;
        const title = await withTimeout(
          call.page.title().catch(() => ''),
          TITLE_MS,
          '',
        );
        const shown = title === '' ? '' : `: the page shows "${truncate(title, MAX_NAME_LENGTH)}"`;
        throw new StepError('download_failed', `No download began${shown}.`, { cause: error });
      });
      const admit = (content: Buffer) => admitFile(incoming.filename, URL.parse(incoming.url), content);
      return await call.unbroken(() =>
        raceSignal(keepDownload(incoming, host, call.stepId, admit), call.signal),
      );
    } finally {
      waiting.abort();
    }
  },
  'browser.dialog': async (call, answer) => {
    call.session.surface.dialogs.announce(answer);
    return null;
  },
} satisfies Partial<Handlers<'browser'>>;
