import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { waitReasons } from '../../apps/runs/src/scheduling/queue-reasons.ts';
import { ofKind } from '../check/manifests.ts';
import { describeWithKustomize, objectsOf, overlays } from './overlays.ts';

const readme = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');

/** Values that rules for metrics compare the reason of waiting with, and that it never has. */
function unknownReasons(text: string): string[] {
  return [...text.matchAll(/errand_queue_reason[!=~]+"([^"]*)"/g)]
    .flatMap(([, values = '']) => values.split('|'))
    .filter((value) => !waitReasons.some((reason) => reason === value));
}

describe('rules for metrics', () => {
  it('rules for metrics name existing reasons for which Runs wait', () => {
    expect(readme).toContain('errand_queue_reason="executor"');
    expect(unknownReasons(readme)).toEqual([]);
  });

  it('rules for metrics with unknown reasons are reported', () => {
    expect(unknownReasons('x{errand_queue_reason!="backoff"}')).toEqual(['backoff']);
    expect(unknownReasons('x{errand_queue_reason=~"executor|limit"}')).toEqual(['limit']);
  });
});

describeWithKustomize('the README', () => {
  it('the README names every Secret that the overlays refer to, with its keys, and no other', async () => {
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

  it('the README names the profile that executors are given, and where nodes keep it', async () => {
    const profiles = (await objectsOf('production')).flatMap(
      (object) => /"localhostProfile":"(.*?)"/.exec(JSON.stringify(object))?.[1] ?? [],
    );
    expect(profiles).toHaveLength(1);
    expect(readme.replaceAll('\n', ' ')).toContain(
      `\`k8s/seccomp/chromium.json\` as \`/var/lib/kubelet/seccomp/${profiles[0]}\``,
    );
  });

  it('the README has a rule for every metric that the cluster must serve', async () => {
    const served = [...readme.matchAll(/name: \{ as: (\w+) \}/g)].map(([, name]) => name);
    const wanted = ofKind(await objectsOf('production-by-metric'), 'HorizontalPodAutoscaler').flatMap(
      ({ spec }) => (spec?.metrics ?? []).flatMap(({ external }) => external?.metric.name ?? []),
    );
    expect(served).toEqual(wanted);
  });
});
