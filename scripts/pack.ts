import { execFileSync } from 'node:child_process';
import path from 'node:path';

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
}

/**
 * Packs a package of this repository as it is published, and prints its size.
 * @param folder of the package, from the root of the repository
 * @returns the path of its file in `destination`
 */
export function packInto(destination: string, folder: string): string {
  const cwd = path.resolve(import.meta.dirname, '..', folder);
  let output: string;
  try {
    output = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    // npm runs no `postpack` when packing fails, and the published manifest would stay.
    execFileSync(process.execPath, [path.join(import.meta.dirname, 'build-package.ts'), 'postpack'], { cwd });
    throw error;
  }
  const packed = Object.values(
    JSON.parse(output.slice(output.search(/^[[{]/m))) as Record<string, Packed>,
  )[0];
  if (packed === undefined) throw new Error(`npm pack of ${folder} answered nothing`);
  const { filename, size, unpackedSize } = packed;
  process.stdout.write(
    `${filename}: ${Math.round(size / 1_000)} kB packed, ${Math.round(unpackedSize / 1_000)} kB unpacked\n`,
  );
  return path.join(destination, path.basename(filename));
}
