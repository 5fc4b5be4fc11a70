import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');

const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '' && existsSync(path.join(root, page)));

/** As GitHub makes them from headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinksOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path.join(root, page) : path.resolve(root, path.dirname(page), file);
    if (!existsSync(target)) return [`${page}: ${link}`];
    if (anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor)) return [];
    return [`${page}: ${link}`];
  });
}

test('every relative link in the Markdown pages leads to a file and heading', () => {
  expect(pages).toContain('README.md');
  expect(pages.flatMap(brokenLinksOf)).toEqual([]);
});

test('docs/adr/README.md lists every decision', () => {
  const index = readFileSync(path.join(root, 'docs/adr/README.md'), 'utf8');
  const decisions = pages.filter((page) => /^docs\/adr\/\d/.test(page)).map((page) => path.basename(page));
  expect(decisions.filter((decision) => !index.includes(`(${decision})`))).toEqual([]);
});
