import { html, type Html, Html as Markup } from '../html.ts';
import type { Session } from '../session.ts';
import { style } from '../style.ts';

export interface Page {
  title: string;
  path: string;
  body: Html;
  query?: string;
}

const NAVIGATION = [
  ['/', 'Home'],
  ['/deals', 'Deals'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
] as const;

/** Renders a page as a whole document. A notice is shown once. */
export function layout(session: Session, { title, path, body, query = '' }: Page): string {
  const pieces = session.cart.reduce((sum, { quantity }) => sum + quantity, 0);
  const { notice } = session;
  session.notice = null;
  const link = (href: string, name: string) =>
    html`<a href="${href}" ${href === path ? new Markup(' aria-current="page"') : ''}>${name}</a>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Kettle &amp; Clay</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        <header class="site-header">
          <div class="wrap">
            <a class="brand" href="/" aria-label="Kettle &amp; Clay">Kettle <span>&amp;</span> Clay</a>
            <nav class="site-nav" aria-label="Main">
              ${NAVIGATION.map(([href, name]) => link(href, name))}
              ${session.user === null ? link('/login', 'Log in') : link('/logout', 'Log out')}
              <a href="/cart" id="cart-link">Cart (${pieces})</a>
            </nav>
            <form class="search" role="search" action="/search">
              <input
                type="search"
                name="q"
                id="search"
                aria-label="Search products"
                placeholder="Search products"
                value="${query}"
              />
              <button class="quiet">Search</button>
            </form>
          </div>
        </header>
        <main class="wrap" id="main">
          ${notice !== null && html`<p class="notice" role="status" id="notice">${notice}</p>`} ${body}
        </main>
        <footer class="site-footer">
          <div class="wrap">
            <p>Kettle &amp; Clay is a demonstration: nothing is sold and nothing is sent.</p>
            <form action="/newsletter" method="post">
              <div>
                <label for="newsletter-email">Newsletter email</label
                ><input
                  id="newsletter-email"
                  type="email"
                  name="email"
                  placeholder="you@example.com"
                  required
                />
              </div>
              <button>Subscribe</button>
            </form>
          </div>
        </footer>
      </body>
    </html>`.markup;
}
