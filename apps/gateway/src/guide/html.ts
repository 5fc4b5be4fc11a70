import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Html, html } from '../openapi/html.ts';
import { page } from '../openapi/page.ts';
import { type Block, GUIDE_FOLDER, type GuidePage, type Prose } from './page.ts';

/** Where the guide is served. */
export const GUIDE_PATH = '/docs/guide';

/** The path of a page of the guide; the empty slug is the first page. */
export function guideUrl(slug: string): string {
  return slug === '' ? GUIDE_PATH : `${GUIDE_PATH}/${slug}`;
}

const MARKUP = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

/** Prose as HTML: backticks become code, links lead to other pages. */
function inline(prose: Prose): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of prose.matchAll(MARKUP)) {
    const [whole, code, label, slug = ''] = match;
    parts.push(html`${prose.slice(end, match.index)}`);
    parts.push(
      code === undefined ? html`<a href="${guideUrl(slug)}">${label}</a>` : html`<code>${code}</code>`,
    );
    end = match.index + whole.length;
  }
  return html`${parts}${prose.slice(end)}`;
}

function block(each: Block): Html {
  switch (each.kind) {
    case 'heading':
      return html`<h2>${each.text}</h2>`;
    case 'text':
      return html`<p>${inline(each.text)}</p>`;
    case 'list':
      return html`<ul>
        ${each.items.map((item) => html`<li>${inline(item)}</li>`)}
      </ul>`;
    case 'code':
      return html`<pre tabindex="0"><code>${each.text}</code></pre>`;
    case 'picture': {
      const bytes = readFileSync(path.join(GUIDE_FOLDER, each.file));
      return html`<img src="data:image/jpeg;base64,${bytes.toString('base64')}" alt="${each.says}" />`;
    }
    default:
      return html`<div class="wide" tabindex="0">
        <table>
          <thead>
            <tr>
              ${each.head.map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${each.rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell) => html`<td>${inline(cell)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }
}

/** A page of the guide as HTML. */
export function guideHtml({ slug, title, blocks }: GuidePage): string {
  const way = slug === '' ? html`<a href="/docs">API reference</a>` : html`<a href="${GUIDE_PATH}">Guide</a>`;
  return page(
    slug === '' ? 'Guide' : `${title} · Guide`,
    html`<main>
      <p>${way}</p>
      <h1>${title}</h1>
      ${blocks.map(block)}
    </main>`,
  );
}
