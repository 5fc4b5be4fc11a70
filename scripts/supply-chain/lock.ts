import { z } from 'zod';

const Names = z.record(z.string(), z.string()).optional();

export const Manifest = z.object({
  name: z.string(),
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
});
export type Manifest = z.infer<typeof Manifest>;

export const Lock = z.object({
  lockfileVersion: z.number(),
  packages: z.record(
    z.string(),
    z.object({
      ...Manifest.partial().shape,
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
});
export type Lock = z.infer<typeof Lock>;

const REGISTRY = 'https://registry.npmjs.org/';
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** Versions that a manifest leaves open: today's tests say nothing about the versions installed tomorrow. */
export function openVersions(manifest: Manifest): string[] {
  return KINDS.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${manifest.name}: "${name}": "${version}" is not one version`),
  );
}

/** Packages that the lock file does not pin, or that come from outside the registry. */
export function lockProblems(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([place, entry]) => {
    if (entry.link === true || !/(?:^|\/)node_modules\//.test(place)) return [];
    return [
      ...(entry.version === undefined ? [`${place} has no version`] : []),
      ...(entry.integrity?.startsWith('sha512-') === true
        ? []
        : [`${place} has no SHA-512 by which it is known`]),
      ...(entry.resolved === undefined || entry.resolved.startsWith(REGISTRY)
        ? []
        : [`${place} comes from ${entry.resolved}`]),
    ];
  });
}

/** Manifests of this workspace that the lock file does not describe any more, and `npm ci` would refuse. */
export function staleManifests(lock: Lock, manifests: ReadonlyMap<string, Manifest>): string[] {
  return [...manifests].flatMap(([place, manifest]) => {
    const locked = lock.packages[place];
    const isSame = KINDS.every(
      (kind) => JSON.stringify(sorted(locked?.[kind])) === JSON.stringify(sorted(manifest[kind])),
    );
    return isSame ? [] : [`${manifest.name}: package-lock.json does not know its present dependencies`];
  });
}

function sorted(names: Readonly<Record<string, string>> = {}): [string, string][] {
  return Object.entries(names).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
