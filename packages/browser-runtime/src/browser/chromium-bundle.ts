import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The Chromium that npm brings, laid out on disk. */
export interface ChromiumBundle {
  executable: string;
  /** Shared libraries for machines that lack them. */
  libraries: string;
  /** Folder with a `fonts.conf`, for machines without fonts. */
  fonts: string;
}

const require = createRequire(import.meta.url);
const STALE_AFTER_MS = 10 * 60_000;
const SCRATCH = '.unpacking-';

/** The package unpacks into the temp folder, and its libraries only where it believes itself on AWS Lambda. */
const EXTRACT_SCRIPT = 'const c = require(process.argv[1]); (c.default ?? c).executablePath()';

function layout(folder: string): ChromiumBundle {
  return {
    executable: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fonts: join(folder, 'fonts'),
  };
}

function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

async function removeStale(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!name.startsWith(SCRATCH)) continue;
    const path = join(cacheDir, name);
    const made = await stat(path).catch(() => null);
    if (made !== null && Date.now() - made.mtimeMs > STALE_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
}

/**
 * Unpacks npm's Chromium into a folder of its own version below `cacheDir`, once; processes that do so at the same
 * time do not disturb each other. Null where the package has no build for this machine.
 */
export async function extractChromium(cacheDir: string): Promise<ChromiumBundle | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  let entry: string;
  try {
    entry = require.resolve('@sparticuz/chromium');
  } catch {
    return null;
  }
  const manifest = await readFile(join(dirname(entry), '..', '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(cacheDir, `chromium-${version}-${process.platform}-${process.arch}`);
  if (existsSync(folder)) return layout(folder);

  await mkdir(cacheDir, { recursive: true, mode: 0o700 });
  await removeStale(cacheDir);
  const scratch = await mkdtemp(join(cacheDir, SCRATCH));
  try {
    await promisify(execFile)(process.execPath, ['-e', EXTRACT_SCRIPT, entry], {
      env: { TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x', ELECTRON_RUN_AS_NODE: '1' },
    });
    await writeFile(join(scratch, 'fonts', 'fonts.conf'), fontsConfig(join(folder, 'fonts')));
    await rename(scratch, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return layout(folder);
}
