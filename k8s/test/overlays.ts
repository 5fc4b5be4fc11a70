import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';
import { type KubeObject, buildOverlay } from '../check/manifests.ts';

const folder = path.resolve(import.meta.dirname, '../overlays');
export const overlays: readonly string[] = readdirSync(folder);

const hasKustomize = ((): boolean => {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(
      '\nSkipped: the Kubernetes manifests are not checked, for there is no kubectl on the PATH ' +
        '(Debian: apt-get install kubernetes-client).\n',
    );
    return false;
  }
})();

/** Skips, and says so, where overlays cannot be built. */
export const describeWithKustomize = hasKustomize ? describe : describe.skip;

const built = new Map<string, Promise<readonly KubeObject[]>>();

/** The objects of an overlay, a fresh copy at each call. */
export const objectsOf = async (overlay: string): Promise<KubeObject[]> => {
  const objects = built.get(overlay) ?? buildOverlay(path.join(folder, overlay));
  built.set(overlay, objects);
  return structuredClone([...(await objects)]);
};

/** Changes one field of one object; `undefined` takes it away. The name may leave out what kustomize appends. */
export const change = (objects: KubeObject[], object: string, field: string, value: unknown): void => {
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
};

/** What a hand may get wrong: the object, its field, the new value, and what the check then says. */
export type Mistake = readonly [what: string, object: string, field: string, value: unknown, said: RegExp];
