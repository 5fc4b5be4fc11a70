/**
 * Writes the status transitions of a Run into docs/architecture.md, from the contract.
 *
 *     npm run transitions [-- --check]
 *
 * With --check it writes nothing and fails when the page differs from the contract.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RUN_TRANSITIONS } from '../packages/contracts/src/internal/run-transitions.ts';
import { writeOrCheck } from './generated-page.ts';

const PAGE = 'docs/architecture.md';
const BLOCK = /(?<=<!-- transitions: .* -->\n).*(?=<!-- \/transitions -->)/s;

const transitions = Object.values(RUN_TRANSITIONS);
const edges = new Set(transitions.flatMap(({ from, to }) => from.map((status) => `  ${status} --> ${to}`)));
const rows = transitions.map(
  ({ from, to, when }) => `| ${from.map((status) => `\`${status}\``).join(', ')} | \`${to}\` | ${when} |`,
);
const block = `
\`\`\`mermaid
stateDiagram-v2
  [*] --> queued
${[...edges].join('\n')}
\`\`\`

| From | To | When |
| --- | --- | --- |
${rows.join('\n')}

`;

const page = readFileSync(path.resolve(import.meta.dirname, '..', PAGE), 'utf8');
if (!BLOCK.test(page)) throw new Error(`${PAGE} has no block for the transitions.`);
writeOrCheck(PAGE, page.replace(BLOCK, block), 'npm run transitions');
