import path from 'node:path';
import type { Block, GuidePage, Prose } from './page.ts';

function fileOf(slug: string): string {
  return `${slug === '' ? 'README' : slug}.md`;
}

/** The file of a page in docs/guide. */
export function guideFile({ slug }: GuidePage): string {
  return fileOf(slug);
}

/** Links are relative to the file that holds them. */
function prose(text: Prose, from: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_, label: string, slug: string) => {
    const target = path.posix.relative(path.posix.dirname(from), fileOf(slug));
    return `[${label}](${target})`;
  });
}

function cell(text: Prose, from: string): string {
  return prose(text, from).replaceAll('|', String.raw`\|`);
}

function block(each: Block, from: string): string {
  switch (each.kind) {
    case 'heading':
      return `## ${each.text}`;
    case 'text':
      return prose(each.text, from);
    case 'list':
      return each.items.map((item) => `- ${prose(item, from)}`).join('\n');
    case 'code':
      return `\`\`\`${each.language}\n${each.text}\n\`\`\``;
    case 'picture':
      return `![${each.says}](${path.posix.relative(path.posix.dirname(from), `../../apps/gateway/src/guide/${each.file}`)})`;
    default:
      return [each.head, each.head.map(() => '---'), ...each.rows]
        .map((row) => `| ${row.map((text) => cell(text, from)).join(' | ')} |`)
        .join('\n');
  }
}

/** A page of the guide as Markdown. */
export function guideMarkdown(page: GuidePage): string {
  const from = guideFile(page);
  return `${[`# ${page.title}`, ...page.blocks.map((each) => block(each, from))].join('\n\n')}\n`;
}
