import { z } from 'zod';

/** KEDA's two kinds, as far as they are used here, from https://keda.sh/docs/latest/reference/scaledobject-spec/. */
const metadata = z.strictObject({
  name: z.string(),
  namespace: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});

const count = z.number().int().min(0);
const scalingRules = z.strictObject({
  stabilizationWindowSeconds: count.max(3600).optional(),
  selectPolicy: z.enum(['Max', 'Min', 'Disabled']).optional(),
  policies: z
    .array(
      z.strictObject({
        type: z.enum(['Percent', 'Pods']),
        value: z.number().int().min(1),
        periodSeconds: z.number().int().min(1).max(1800),
      }),
    )
    .optional(),
});

const postgresql = z.strictObject({
  type: z.literal('postgresql'),
  name: z.string().optional(),
  metricType: z.enum(['AverageValue', 'Value']).optional(),
  metadata: z.strictObject({
    query: z.string(),
    targetQueryValue: z.string().regex(/^\d+(\.\d+)?$/),
    activationTargetQueryValue: z.string().optional(),
  }),
  authenticationRef: z.strictObject({ name: z.string() }),
});

export const ScaledObject = z
  .strictObject({
    apiVersion: z.literal('keda.sh/v1alpha1'),
    kind: z.literal('ScaledObject'),
    metadata,
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({
        apiVersion: z.string().optional(),
        kind: z.string().optional(),
        name: z.string(),
      }),
      pollingInterval: count.optional(),
      cooldownPeriod: count.optional(),
      initialCooldownPeriod: count.optional(),
      minReplicaCount: count.optional(),
      maxReplicaCount: count.optional(),
      fallback: z.strictObject({ failureThreshold: count, replicas: count }).optional(),
      advanced: z
        .strictObject({
          restoreToOriginalReplicaCount: z.boolean().optional(),
          horizontalPodAutoscalerConfig: z
            .strictObject({
              name: z.string().optional(),
              behavior: z
                .strictObject({ scaleUp: scalingRules.optional(), scaleDown: scalingRules.optional() })
                .optional(),
            })
            .optional(),
        })
        .optional(),
      triggers: z.array(postgresql).min(1),
    }),
  })
  .refine(
    ({ spec }) =>
      spec.fallback === undefined || spec.triggers.every(({ metricType }) => metricType === 'AverageValue'),
    'fallback works with AverageValue only',
  );
export type ScaledObject = z.infer<typeof ScaledObject>;

export const TriggerAuthentication = z.strictObject({
  apiVersion: z.literal('keda.sh/v1alpha1'),
  kind: z.literal('TriggerAuthentication'),
  metadata,
  spec: z.strictObject({
    secretTargetRef: z
      .array(z.strictObject({ parameter: z.string(), name: z.string(), key: z.string() }))
      .min(1),
  }),
});
export type TriggerAuthentication = z.infer<typeof TriggerAuthentication>;
