import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';
import { type KubeObject, buildOverlay } from '../check/manifests.ts';

const folder = path.resolve(import.meta.dirname, '../overlays');
export const overlays: readonly string[] = readdirSync(folder);

/** Debian 12's kubectl builds by a kustomize of 2019, which knows no components. */
const OLDEST_KUSTOMIZE = 5;

function kustomizeVersion(): string {
  try {
    const printed = execFileSync('kubectl', ['version', '--client', '--output=json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return (JSON.parse(printed) as { kustomizeVersion?: string }).kustomizeVersion ?? 'an old one';
  } catch {
    return 'none';
  }
}

const version = kustomizeVersion();
const hasKustomize = Number(/^v(\d+)/.exec(version)?.[1]) >= OLDEST_KUSTOMIZE;
if (!hasKustomize)
  process.stderr.write(
    `\nSkipped: the Kubernetes manifests are not checked. That needs kubectl with kustomize ${OLDEST_KUSTOMIZE} or newer ` +
      `on the PATH (Debian 13: apt-get install kubernetes-client); here is ${version}.\n`,
  );

/** Skips, and says so, where overlays cannot be built. */
export const describeWithKustomize = hasKustomize ? describe : describe.skip;

const built = new Map<string, Promise<readonly KubeObject[]>>();

/** The objects of an overlay, a fresh copy at each call. */
export async function objectsOf(overlay: string): Promise<KubeObject[]> {
  const objects = built.get(overlay) ?? buildOverlay(path.join(folder, overlay));
  built.set(overlay, objects);
  return structuredClone([...(await objects)]);
}

/** Changes one field of one object; `undefined` takes it away. The name may leave out what kustomize appends. */
export function change(objects: KubeObject[], object: string, field: string, value: unknown): void {
  const [kind, name = ''] = object.split('/');
  const found = objects.find((each) => each.kind === kind && each.metadata.name.startsWith(name));
  if (found === undefined) throw new Error(`There is no ${object}.`);
  const keys = field.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    found as unknown as Record<string, unknown>,
  );
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}

/** A planted mistake: the object, its field, the new value, and the expected message. */
export type Mistake = readonly [what: string, object: string, field: string, value: unknown, said: RegExp];
