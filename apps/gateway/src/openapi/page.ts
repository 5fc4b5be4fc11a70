import { type Html, html } from './html.ts';

/** The style of every page. The pages' Content-Security-Policy allows it by hash. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 78rem; padding: 1rem; display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 60rem) {
  body:has(nav) { grid-template-columns: 16rem minmax(0, 1fr); }
  nav { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; align-self: start; }
}
nav h2 { font-size: 1rem; margin: 1rem 0 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
section { border-top: 1px solid var(--line); padding: 0.5rem 0 1.5rem; scroll-margin-top: 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.8rem 0.3rem 0; text-align: left; vertical-align: top; }
img { max-width: 100%; border: 1px solid var(--line); }
pre { background: var(--soft); padding: 0.8rem; overflow: auto; }
code { font-family: ui-monospace, monospace; font-size: 0.92em; overflow-wrap: anywhere; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: 0.4rem; }
.wide { overflow-x: auto; }
[hidden] { display: none; }
@media (max-width: 40rem) {
  table, tbody, tr, th, td { display: block; border: 0; padding: 0; }
  thead { display: none; }
  tr { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  nav ul { display: none; }
  h1 { font-size: 1.6rem; }
}
small { border: 1px solid var(--line); border-radius: 1rem; padding: 0 0.5rem; font-weight: normal; }
`;

/** A complete HTML page around `content`. The pages' Content-Security-Policy must allow `script` by hash. */
export function page(title: string, content: Html, script?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html`${title}`.text}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
${content.text}
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`;
}
