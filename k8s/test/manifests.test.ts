import { expect, it } from '@jest/globals';
import { problemsOf } from '../check/check.ts';
import { invalidSchemaCases } from './invalid-schema-cases.ts';
import { invalidOperationsCases } from './invalid-operations-cases.ts';
import { invalidTelemetryCases } from './invalid-telemetry-cases.ts';
import { type Mistake, change, describeWithKustomize, objectsOf, overlays } from './overlays.ts';

describeWithKustomize('the overlays', () => {
  it.each(overlays)('the overlay %s builds and passes all checks', async (overlay) => {
    const objects = await objectsOf(overlay);
    expect(objects.length).toBeGreaterThan(30);
    expect(problemsOf(objects)).toEqual([]);
  });

  it('the overlays scale executors by KEDA or by a metric, never by both', async () => {
    const scalersOf = async (overlay: string) =>
      (await objectsOf(overlay))
        .filter(({ metadata, kind }) => metadata.name === 'executor' && /Scale/i.test(kind))
        .map(({ kind }) => kind);
    expect(await scalersOf('production')).toEqual(['ScaledObject']);
    expect(await scalersOf('production-by-metric')).toEqual(['HorizontalPodAutoscaler']);
  });
});

describeWithKustomize('invalid manifests', () => {
  const findIn =
    (overlay: string) =>
    async (...[, object, field, value, said]: Mistake): Promise<void> => {
      const objects = await objectsOf(overlay);
      change(objects, object, field, value);
      expect(problemsOf(objects).join('\n')).toMatch(said);
    };
  it.each([...invalidSchemaCases, ...invalidOperationsCases])('the checks report %s', findIn('production'));
  it.each(invalidTelemetryCases)('the checks report %s', findIn('production-by-metric'));
});
