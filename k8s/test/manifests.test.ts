import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { problemsOf } from '../check/check.ts';
import { mistakesOfForm } from './mistakes-of-form.ts';
import { mistakesOfOperation } from './mistakes-of-operation.ts';
import { change, describeWithKustomize, objectsOf, overlays } from './overlays.ts';

describeWithKustomize('the overlays', () => {
  it.each(overlays)('%s builds and has nothing wrong with it', async (overlay) => {
    const objects = await objectsOf(overlay);
    expect(objects.length).toBeGreaterThan(30);
    expect(problemsOf(objects)).toEqual([]);
  });

  it('scale executors by KEDA, or by a metric, never by both', async () => {
    const scalersOf = async (overlay: string) =>
      (await objectsOf(overlay))
        .filter(({ metadata, kind }) => metadata.name === 'executor' && /Scale/i.test(kind))
        .map(({ kind }) => kind);
    expect(await scalersOf('production')).toEqual(['ScaledObject']);
    expect(await scalersOf('production-by-metric')).toEqual(['HorizontalPodAutoscaler']);
  });
});

describeWithKustomize('planted mistakes', () => {
  it.each([...mistakesOfForm, ...mistakesOfOperation])(
    '%s is found',
    async (...[, object, field, value, said]) => {
      const objects = await objectsOf('production');
      change(objects, object, field, value);
      expect(problemsOf(objects).join('\n')).toMatch(said);
    },
  );
});

describeWithKustomize('the README', () => {
  it('names every Secret that the overlays refer to, with its keys, and no other', async () => {
    const readme = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');
    const written = [...readme.matchAll(/^\| `(errand-[a-z]+)` +\| (.*?) \| /gm)].flatMap(
      ([, name, keys = '']) => [...keys.matchAll(/`([a-z-]+)`/g)].map(([, key]) => `${name}/${key}`),
    );
    const referenced = new Set<string>();
    for (const overlay of overlays)
      for (const match of JSON.stringify(await objectsOf(overlay)).matchAll(
        /"secretKeyRef":(\{.*?\})|"secretTargetRef":\[(\{.*?\})\]/g,
      )) {
        const { name, key } = JSON.parse(match[1] ?? match[2] ?? '{}') as { name: string; key: string };
        referenced.add(`${name}/${key}`);
      }
    expect(written.toSorted()).toEqual([...referenced].toSorted());
  });
});
