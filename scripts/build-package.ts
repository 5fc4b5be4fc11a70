/**
 * Builds the published form of a package into its `dist`, and swaps its manifest for the time of `npm pack`.
 *
 *     node ../../scripts/build-package.ts [prepack | postpack]
 *
 * Inside the repository a package exports its TypeScript; `publishConfig` holds what the published manifest has in its
 * place. npm itself applies no such fields, so `prepack` writes that manifest and `postpack` restores the other.
 */
import { execFileSync, execSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Format, build } from 'esbuild';
import { keepReached, writeLicences } from './bundled-packages.ts';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  /** Entry points by name; `esm` alone for what nothing requires, `bundle` for packages that go into the file. */
  readonly build: {
    readonly entries: Readonly<Record<string, string>>;
    readonly formats: readonly ('esm' | 'cjs')[];
    readonly platform: 'neutral' | 'node';
    readonly types: boolean;
    /** A command that adds more to `dist`. */
    readonly also?: string;
  };
  readonly [field: string]: unknown;
}

const root = path.resolve(import.meta.dirname, '..');
const folder = process.cwd();
const dist = path.join(folder, 'dist');
const manifestFile = path.join(folder, 'package.json');
const savedFile = path.join(folder, '.package.json.saved');

const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

function readManifest(): Manifest {
  return JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
}

/** The dependencies of the published package; everything else is bundled into it. */
function externalsOf({ dependencies = {}, publishConfig = {} }: Manifest): string[] {
  return Object.keys((publishConfig['dependencies'] as object | undefined) ?? dependencies);
}

async function bundle(manifest: Manifest, format: Format): Promise<void> {
  const { build: options } = manifest;
  const external = externalsOf(manifest);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: { ...options.entries },
    outdir: format === 'cjs' ? path.join(dist, 'cjs') : dist,
    bundle: true,
    splitting: format === 'esm',
    format,
    platform: options.platform,
    target: 'es2022',
    conditions: [],
    external,
    metafile: true,
    // Behind imports of left-out code alone, which `keepReached` shows.
    loader: { '.wasm': 'empty' },
    // CommonJS packages that are bundled into ESM require Node's own modules.
    ...(format === 'esm' && options.platform === 'node' && { banner: { js: REQUIRE } }),
    logLevel: 'warning',
  });
  const sources = keepReached(folder, metafile, new Set(Object.keys(options.entries)), new Set(external));
  writeLicences(folder, sources, path.join(dist, 'LICENSES-OF-BUNDLED-PACKAGES.txt'));
}

/** Declarations keep the `.ts` of their imports, which a published package does not have. */
function emitTypes(outDir: string): void {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const config = path.join(folder, 'tsconfig.build.json');
  execFileSync(process.execPath, [tsc, '-p', config, '--outDir', outDir], { stdio: 'inherit' });
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = path.join(outDir, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

async function buildAll(manifest: Manifest): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  for (const format of manifest.build.formats) await bundle(manifest, format);
  if (manifest.build.types) {
    emitTypes(dist);
    if (manifest.build.formats.includes('cjs')) emitTypes(path.join(dist, 'cjs'));
  }
  if (manifest.build.formats.includes('cjs'))
    writeFileSync(path.join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  if (manifest.build.also !== undefined) execSync(manifest.build.also, { stdio: ['ignore', 2, 'inherit'] });
}

/** The manifest with the fields of `publishConfig`, and without those that only the repository needs. */
function published(manifest: Manifest): object {
  const { publishConfig, build: _build, devDependencies: _dev, scripts: _scripts, ...rest } = manifest;
  return { ...rest, ...publishConfig };
}

const [step] = process.argv.slice(2);
if (step === 'postpack') {
  if (existsSync(savedFile)) renameSync(savedFile, manifestFile);
} else {
  if (existsSync(savedFile)) renameSync(savedFile, manifestFile);
  const manifest = readManifest();
  await buildAll(manifest);
  if (step === 'prepack') {
    copyFileSync(manifestFile, savedFile);
    writeFileSync(manifestFile, `${JSON.stringify(published(manifest), null, 2)}\n`);
  }
}
