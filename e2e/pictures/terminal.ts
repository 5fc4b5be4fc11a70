import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { waitFor } from '@errand/test-kit';

const run = promisify(execFile);

const COLUMNS = 112;
const ROWS = 60;
const PROMPT = '$ ';
const CHARACTER_WIDTH = 8.43;
const LINE_HEIGHT = 19;
const MARGIN = 16;
const COLOURS: Readonly<Record<number, string>> = {
  31: '#ff7b72',
  32: '#56d364',
  33: '#e3b341',
  36: '#39c5cf',
};

/** A terminal's screen after the commands were typed one after the other, with its colours as escape sequences. */
export async function typeIntoTerminal(
  commands: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const server = `errand-pictures-${process.pid}`;
  const tmux = async (...args: string[]) => (await run('tmux', ['-L', server, ...args], { env })).stdout;
  const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
  await tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'main', ...size, `PS1='${PROMPT}' bash --norc`);
  const isIdle = async () =>
    (await tmux('capture-pane', '-p')).trimEnd().split('\n').at(-1) === PROMPT.trim();
  try {
    await waitFor('the shell', isIdle);
    for (const command of commands) {
      await tmux('send-keys', '-l', command);
      await waitFor('the command to be shown', async () => !(await isIdle()));
      await tmux('send-keys', 'Enter');
      await waitFor(`the end of: ${command}`, isIdle, { timeoutMs: 180_000 });
    }
    return await tmux('capture-pane', '-e', '-p');
  } finally {
    await tmux('kill-server');
  }
}

function escape(text: string): string {
  // Several blanks in a row are shown as one, unless they are no-break spaces.
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(' ', '\u00a0');
}

/** One line with its colours as spans; an escape sequence holds until the next. */
function spans(line: string): string {
  // oxlint-disable-next-line no-control-regex
  const parts = line.split(/\u001b\[([\d;]*)m/u);
  let [fill, weight, opacity] = ['', '', ''];
  return parts
    .map((part, index) => {
      if (index % 2 === 0)
        return part === '' ? '' : `<tspan${fill}${weight}${opacity}>${escape(part)}</tspan>`;
      for (const code of part.split(';').map(Number)) {
        if (code === 0) [fill, weight, opacity] = ['', '', ''];
        else if (code === 1) weight = ' font-weight="bold"';
        else if (code === 2) opacity = ' opacity="0.65"';
        else if (COLOURS[code] !== undefined) fill = ` fill="${COLOURS[code]}"`;
        else if (code === 39) fill = '';
      }
      return '';
    })
    .join('');
}

/** A terminal's screen as an SVG picture. */
export function toSvg(screen: string): string {
  const lines = screen.trimEnd().split('\n');
  // The prompt after the last command says nothing.
  if (lines.at(-1)?.trim() === PROMPT.trim()) lines.pop();
  const width = Math.ceil(COLUMNS * CHARACTER_WIDTH + 2 * MARGIN);
  const height = lines.length * LINE_HEIGHT + 2 * MARGIN;
  const texts = lines.map(
    (line, index) => `<text x="${MARGIN}" y="${MARGIN + (index + 0.75) * LINE_HEIGHT}">${spans(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    '<title>The command line of Errand in a terminal</title>',
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14" fill="#e6edf3">',
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
