import { StepError } from '@errand/browser-runtime';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';
import { expect, test } from '@jest/globals';
import type { Call } from '../src/primitives/call.ts';
import { explainFailure } from '../src/targets/explain-failure.ts';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedPool } from './browser.ts';

const pool = sharedPool();
const site = sharedSite({ '/': '<title>Shop</title><button>Save</button>' });

test('an element that is not there is not said to have been used when the time was over before the browser was asked', async () => {
  const error = await pool.withContext({ host: createRecorder() }, async ({ page }) => {
    await page.goto(site.url);
    const signal = AbortSignal.abort(new StepError('step_timeout', 'The step took longer than 5 ms.'));
    const element = page.locator('#none');
    const call = { page, signal, gaveUp: false } as Call;
    return await element
      .click({ signal })
      .catch((thrown: unknown) => explainFailure(call, thrown, element, '#none'));
  });
  expect(error).toMatchObject({ code: 'element_not_found', noEffect: true });
});
