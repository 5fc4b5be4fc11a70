import { type Html, html } from './html.ts';

/** The style of every page. The pages' Content-Security-Policy allows it by hash. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; accent-color: var(--accent);
  --text: light-dark(#171a20, #e9ebef); --muted: light-dark(#565e6c, #a3abb8); --accent: light-dark(#3451d1, #93a8ff);
  --line: light-dark(#e1e4ea, #2a303b); --edge: light-dark(#8b93a1, #6b7482); --soft: light-dark(#f6f7f9, #1c2028);
}
body {
  margin: 0 auto; max-width: 78rem; padding: 1rem 1.25rem; display: grid; gap: 1.5rem 3rem;
  grid-template-columns: minmax(0, 1fr); background: light-dark(#ffffff, #101217); color: var(--text);
}
@media (min-width: 60rem) {
  body:has(nav) { grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; align-self: start; }
}
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1, h2, h3, h4 { line-height: 1.3; }
h1 { font-size: 1.75rem; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.3rem; }
h3 { font-size: 1.05rem; }
nav { font-size: 0.875rem; }
nav h2 { font-size: 0.875rem; margin: 1.1rem 0 0.2rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.2rem 0; color: var(--muted); line-height: 1.35; }
nav a { text-decoration: none; }
nav a:hover { color: var(--accent); text-decoration: underline; }
section { border-top: 1px solid var(--line); padding: 0.5rem 0 1.5rem; scroll-margin-top: 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.8rem 0.4rem 0; text-align: left; vertical-align: top; }
thead th { color: var(--muted); font-size: 0.8125rem; font-weight: 500; }
img { max-width: 100%; border: 1px solid var(--line); border-radius: 0.4rem; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.8rem; overflow: auto; line-height: 1.45; }
code { font-family: ui-monospace, monospace; font-size: 0.875em; overflow-wrap: anywhere; }
input {
  font: inherit; width: 100%; box-sizing: border-box; margin-top: 0.25rem; padding: 0.4rem 0.6rem; color: inherit;
  background: var(--soft); border: 1px solid var(--edge); border-radius: 0.4rem;
}
.wide { overflow-x: auto; }
[hidden] { display: none; }
@media (max-width: 40rem) {
  table, tbody, tr, th, td { display: block; border: 0; padding: 0; }
  thead { display: none; }
  tr { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
  nav label { flex: 1 1 100%; }
  nav h2 { margin: 0; }
  nav ul { display: none; }
  h1 { font-size: 1.5rem; }
}
small { border: 1px solid var(--line); border-radius: 1rem; padding: 0 0.5rem; color: var(--muted); font-weight: normal; }
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
