import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Shop, startShop } from '@errand/demo-shop';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS } from './runs.ts';
import { sharedStack } from './stack.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

let shop: Shop;
let folder: string;
beforeAll(async () => {
  shop = await startShop();
  folder = await mkdtemp(path.join(tmpdir(), 'errand-readmes-'));
}, RUN_MS);
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Block {
  readonly language: string;
  readonly text: string;
  /** The name in the first line of a file that other blocks use. */
  readonly file: string | undefined;
  /** The output that the following block shows. */
  readonly prints: string | undefined;
}

/** The examples of a README, in their order. */
async function blocksOf(place: string): Promise<Block[]> {
  const readme = await readFile(path.join(ROOT, place, 'README.md'), 'utf8');
  const fenced = [...readme.matchAll(/^```(?<language>\w+)\n(?<text>.*?)^```$/gmsu)].map(({ groups }) => ({
    language: groups?.['language'] ?? '',
    text: groups?.['text'] ?? '',
  }));
  return fenced.flatMap(({ language, text }, index) => {
    if (language === 'text') return [];
    const next = fenced[index + 1];
    const file = /^(?:\/\/|#) (\S+\.\w+)\n/u.exec(text)?.[1];
    return [{ language, text, file, prints: next?.language === 'text' ? next.text : undefined }];
  });
}

interface Project {
  readonly home: string;
  readonly key: KeyClient;
  readonly env: Record<string, string>;
}

/** A folder in which the packages are installed, for a person with no Runs. */
async function openProject(name: string): Promise<Project> {
  const key = await (await signUp()).key();
  const home = path.join(folder, name);
  await mkdir(home);
  await symlink(path.join(ROOT, 'node_modules'), path.join(home, 'node_modules'));
  await writeFile(path.join(home, 'package.json'), '{ "type": "module" }\n');
  await writeFile(path.join(home, 'key.txt'), `${key.issued.key}\n`);
  await writeFile(path.join(home, 'password.txt'), 'correct horse battery\n');
  const paths = [path.dirname(process.execPath), path.join(ROOT, 'node_modules/.bin'), process.env['PATH']];
  const env = {
    PATH: paths.join(':'),
    HOME: home,
    NO_COLOR: '1',
    SHOP_URL: shop.url,
    ERRAND_BASE_URL: sharedStack().baseUrl,
    npm_config_offline: 'true',
  };
  return { home, key, env };
}

async function perform({ home, env }: Project, { language, text, file }: Block): Promise<string> {
  if (file !== undefined) await writeFile(path.join(home, file), text);
  if (file !== undefined || language === 'json') return '';
  const script = path.join(home, 'example.ts');
  if (language === 'ts') await writeFile(script, text);
  const [command, args] =
    language === 'ts' ? [process.execPath, [script]] : ['bash', ['-e', '-o', 'pipefail', '-c', text]];
  const { stdout } = await run(command, args, { cwd: home, env, timeout: RUN_MS });
  return stdout;
}

describe('the examples of a README run as they are printed', () => {
  test.each(['packages/sdk', 'packages/runbooks-ts', 'apps/cli'])(
    'the examples of %s run as printed',
    async (place) => {
      const project = await openProject(path.basename(place));
      // The command line has a profile of its own, which its first example makes.
      if (place !== 'apps/cli') project.env['ERRAND_API_KEY'] = project.key.issued.key;
      for (const block of await blocksOf(place)) {
        const printed = await perform(project, block);
        if (block.prints !== undefined) expect(printed).toBe(block.prints);
      }
    },
    RUN_MS,
  );

  test(
    'the configuration of an MCP client starts the server',
    async () => {
      const { home, env, key } = await openProject('mcp');
      const [block] = await blocksOf('apps/mcp');
      const { mcpServers } = JSON.parse(block?.text ?? '{}') as {
        mcpServers: Record<string, { command: string; args: string[]; env: Record<string, string> }>;
      };
      const { command = '', args = [], env: given = {} } = mcpServers['errand'] ?? {};
      expect(given).toEqual({ ERRAND_API_KEY: 'erk_…' });
      const client = new Client({ name: 'tests', version: '1.0.0' });
      const own = { ...env, ERRAND_API_KEY: key.issued.key };
      await client.connect(new StdioClientTransport({ command, args, cwd: home, env: own }));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('errand_run_task');
      await client.close();
    },
    RUN_MS,
  );
});
