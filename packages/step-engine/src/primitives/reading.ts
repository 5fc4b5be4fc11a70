import { raceSignal } from '@errand/wait-for';
import { truncate, StepError } from '@errand/browser-runtime';
import { onTarget } from '../targets/act.ts';
import { extract } from './extract.ts';
import type { Call } from './call.ts';
import type { Handlers } from './primitive.ts';

const EVALUATION = /^page\.evaluate: /;

/** Of a page that shows a secret every text is shown so. */
const DOTS = '*, ::before, ::after, ::placeholder, ::marker { -webkit-text-security: disc !important }';

async function showsSecret({ session, page, signal }: Call): Promise<boolean> {
  return (
    session.hasSecrets &&
    session.mask.finds(await raceSignal(session.surface.screenshots.visibleTexts(page), signal))
  );
}

export const reading = {
  'browser.extract': extract,
  'browser.snapshot': (call) =>
    call.interruptible(() => call.page.ariaSnapshot({ mode: 'ai', ...call.wait })),
  'browser.evaluate': async (call, { expression }) => {
    try {
      const value: unknown = await raceSignal(call.page.evaluate(expression), call.signal);
      return value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
    } catch (error) {
      if (error instanceof StepError) throw error;
      const [line = ''] = error instanceof Error ? error.message.replace(EVALUATION, '').split('\n') : [];
      throw new StepError('action_failed', `The expression failed: ${truncate(line, 300)}`, { cause: error });
    }
  },
  'browser.screenshot': async (call, { target, fullPage }) => {
    const take = (style?: string) => {
      const picture = { type: 'png', ...call.wait, ...(style !== undefined && { style }) } as const;
      return target === undefined
        ? call.page.screenshot({ ...picture, fullPage: fullPage ?? false })
        : onTarget(call, target, (element) => element.screenshot(picture));
    };
    const isShown = await showsSecret(call);
    const inClear = isShown ? null : await take();
    const bytes = inClear === null || (await showsSecret(call)) ? await take(DOTS) : inClear;
    const { host } = call.session;
    const filename = `${call.stepId.replaceAll('/', '-')}.png`;
    const artifactId = host.store({
      kind: 'screenshot',
      stepId: call.stepId,
      filename,
      contentType: 'image/png',
      bytes,
    });
    await raceSignal(host.stored(artifactId), call.signal);
    return { artifactId };
  },
  'browser.pdf': async (call) => {
    const printing = async () => {
      const isShown = await showsSecret(call);
      const bytes = isShown ? null : await raceSignal(call.page.pdf({ printBackground: true }), call.signal);
      if (bytes === null || (await showsSecret(call)))
        throw new StepError('action_failed', 'The page shows a secret, so it is not printed.', {
          noEffect: true,
        });
      return bytes;
    };
    const bytes = await printing();
    const { host } = call.session;
    const filename = `${call.stepId.replaceAll('/', '-')}.pdf`;
    const artifactId = host.store({
      kind: 'pdf',
      stepId: call.stepId,
      filename,
      contentType: 'application/pdf',
      bytes,
    });
    await raceSignal(host.stored(artifactId), call.signal);
    return { artifactId };
  },
} satisfies Partial<Handlers<'browser'>>;
