import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { openerOf, run, sharedPool, steps } from './browser.ts';
import { waitFor } from '@errand/wait-for';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { sharedSite } from '@errand/browser-runtime/testing/site.ts';

const pool = sharedPool();
const waiting: ServerResponse[] = [];
const site = sharedSite({
  '/': `<title>Pay</title><form><input type="hidden" name="amount" value="5"><button id="pay" type="button">Pay 5</button></form><p id="paid"></p><script>
pay.onclick = () => { paid.textContent = 'Paid ' + document.forms[0].amount.value; };
if (location.hash !== '') fetch('/asked').then(() => {
  if (location.hash === '#text') pay.textContent = 'Pay 5000'; else document.forms[0].amount.value = '5000';
  fetch('/raised?' + location.hash.slice(1));
});</script>`,
  '/board': `<title>Board</title><div id="card" draggable="true">Card</div><form id="done" style="height: 90px"><button>Clear</button></form><script>
done.ondragover = (event) => event.preventDefault();
done.ondrop = () => done.append(card);
</script>`,
  // Answered once a person is asked.
  '/asked': (_request, response) => void waiting.push(response),
  '/raised': 'raised',
});
const open = openerOf(site);

test.each(['#text', '#amount'])(
  'asks again when the control or its form changed after the approval: %s',
  async (hash) => {
    const host = createRecorder();
    host.answer = async () => {
      if (host.asked.length === 2) return { decision: 'reject' };
      for (const response of waiting.splice(0)) response.end();
      await waitFor('the raised price', () => site.requests.includes(`GET /raised?${hash.slice(1)}`));
      return { decision: 'approve' };
    };
    const pay = { primitive: 'browser.click', input: { target: '#pay' }, risk: 'high' as const };
    const { outcome } = await run(pool, steps(open(`/${hash}`), pay), { host });
    expect([host.asked.length, outcome.errorCode]).toEqual([2, 'approval_rejected']);
  },
);

test('acts after one approval when nothing changed', async () => {
  const host = createRecorder();
  const { outcome } = await run(
    pool,
    steps(open('/'), {
      primitive: 'browser.click',
      input: { target: '#pay' },
      risk: 'high',
      completionCondition: 'text "Paid 5" is visible',
    }),
    { host },
  );
  expect([outcome.status, host.asked.length]).toEqual(['completed', 1]);
});

test('drags after one approval, although the destination has other content than the source', async () => {
  const host = createRecorder();
  host.answer = () =>
    Promise.resolve(host.asked.length > 1 ? { decision: 'reject' } : { decision: 'approve' });
  const { outcome } = await run(
    pool,
    steps(open('/board'), {
      primitive: 'browser.drag',
      input: { source: '#card', destination: '#done' },
      risk: 'high',
      completionCondition: 'element "#done > #card" is visible',
    }),
    { host },
  );
  expect([outcome.status, host.asked.length]).toEqual(['completed', 1]);
});
