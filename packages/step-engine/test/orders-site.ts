import { sharedSite } from '@errand/browser-runtime/testing/site.ts';
import type { steps } from './browser.ts';

export type Step = Parameters<typeof steps>[number];

/** A site with a page of orders, which notes the rows that are posted to it. */
export function sharedOrders() {
  const posted: string[] = [];
  const site = sharedSite({
    '/': `<html lang="de"><h1>Orders</h1>
      <div class="row"><b>Tea</b><i>1.250,00 €</i><a href="/tea">more</a></div>
      <div class="row"><b>Pot</b><i>1.999</i><a href="/pot">more</a></div>
      <button id="next" onclick="let n = ++window.n; document.title = n; if (n > 2) this.hidden = true">Next</button>
      <script>window.n = 0</script>`,
    '/orders': (request, response) => {
      posted.push(request.headers['x-row'] as string);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ row: request.headers['x-row'] }));
    },
  });

  function post(row: string, more: Partial<Step> = {}): Step {
    return {
      primitive: 'http.request',
      input: { method: 'POST', url: `${site.url}/orders`, headers: { 'x-row': row } },
      ...more,
    };
  }
  return { site, posted, post };
}

export function set(value: unknown, more: Partial<Step> = {}): Step {
  return { primitive: 'data.set', input: { value }, ...more };
}
