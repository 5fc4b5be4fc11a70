import { type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Runs in the page: changes ids, classes, order and nesting. The visible text stays the same.
 */
const REBUILD = `<script>
document.addEventListener('DOMContentLoaded', () => {
  for (const element of document.querySelectorAll('*')) {
    element.removeAttribute('class');
    if (element.id !== '') element.id = 'n' + btoa(element.id).replaceAll('=', '');
    for (const name of ['for', 'aria-labelledby', 'aria-describedby'])
      if (element.hasAttribute(name)) element.setAttribute(name, 'n' + btoa(element.getAttribute(name)).replaceAll('=', ''));
  }
  const reverse = (element) => element.append(...[...element.children].reverse());
  document.querySelectorAll('body, header, form > div, main > div > div').forEach(reverse);
  const wrapper = document.createElement('div');
  wrapper.append(...document.body.childNodes);
  document.body.innerHTML = '<div><p>We have a new look!</p><ul><li>News</li></ul></div>';
  document.body.append(wrapper);
});
</script>`;

export interface ChangedSite {
  readonly url: string;
  /** From now on pages are served rebuilt. */
  rebuild(): void;
  close(): Promise<void>;
}

/** Starts a proxy of the site at `origin` that can serve its pages rebuilt. */
export async function startChangedSite(origin: string): Promise<ChangedSite> {
  let rebuilt = false;
  const server: Server = createServer((incoming, response) => {
    const forwarded = request(
      origin + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (upstream) => {
        const chunks: Buffer[] = [];
        upstream.on('data', (chunk: Buffer) => chunks.push(chunk));
        upstream.on('end', () => {
          const { 'content-length': _length, ...headers } = upstream.headers;
          const isPage = upstream.headers['content-type']?.startsWith('text/html') ?? false;
          const body = Buffer.concat(chunks).toString('utf8');
          response.writeHead(upstream.statusCode ?? 502, headers);
          response.end(isPage && rebuilt ? body.replace('</head>', `${REBUILD}</head>`) : body);
        });
      },
    );
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rebuild: () => {
      rebuilt = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
