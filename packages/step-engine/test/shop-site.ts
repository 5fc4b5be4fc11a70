import { sharedSite, type Site } from '@errand/browser-runtime/testing/site.ts';

const PAGE = `<title>Shop</title><form><input id="q" name="q"><button>Go</button></form>
<p id="shown"></p><button id="add" onclick="this.dataset.n = +(this.dataset.n || 0) + 1">Add</button>
<a id="pop" href="/other" target="_blank">Popup</a>
<script>document.querySelector('#shown').textContent = new URLSearchParams(location.search).get('q') ?? '';</script>`;

/** A small shop: `/hang` never answers, `/third` answers every third time. */
export function serveShop(): Site {
  let tries = 0;
  return sharedSite({
    '/': PAGE,
    '/other': '<title>Other</title>other',
    '/hang': () => undefined,
    '/third': (_request, response) => {
      tries += 1;
      if (tries % 3 === 0) response.end('at last');
      else response.destroy();
    },
  });
}
