import { orAborted } from '../engine/approval.ts';
import { shorten } from '../engine/shorten.ts';
import { StepError } from '../host.ts';
import { onTarget } from '../targets/act.ts';
import { extract } from './extract.ts';
import type { Handlers } from './primitive.ts';

const EVALUATION = /^page\.evaluate: /;

export const reading = {
  'browser.extract': extract,
  'browser.snapshot': (call) => call.page.ariaSnapshot({ mode: 'ai', ...call.wait }),
  'browser.evaluate': async (call, { expression }) => {
    try {
      const value: unknown = await orAborted(call.page.evaluate(expression), call.signal);
      return value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
    } catch (error) {
      if (error instanceof StepError) throw error;
      const [line = ''] = error instanceof Error ? error.message.replace(EVALUATION, '').split('\n') : [];
      throw new StepError('action_failed', `The expression failed: ${shorten(line, 300)}`, { cause: error });
    }
  },
  'browser.screenshot': async (call, { target, fullPage }) => {
    const picture = { type: 'png', ...call.wait } as const;
    const bytes =
      target === undefined
        ? await call.page.screenshot({ ...picture, fullPage: fullPage ?? false })
        : await onTarget(call, target, (element) => element.screenshot(picture));
    const { host } = call.session;
    const filename = `${call.stepId}.png`;
    return {
      artifactId: host.store({
        kind: 'screenshot',
        stepId: call.stepId,
        filename,
        contentType: 'image/png',
        bytes,
      }),
    };
  },
  'browser.pdf': async (call) => {
    const bytes = await orAborted(call.page.pdf({ printBackground: true }), call.signal);
    const { host } = call.session;
    const filename = `${call.stepId}.pdf`;
    return {
      artifactId: host.store({
        kind: 'pdf',
        stepId: call.stepId,
        filename,
        contentType: 'application/pdf',
        bytes,
      }),
    };
  },
} satisfies Partial<Handlers<'browser'>>;
