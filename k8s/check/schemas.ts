import { validate as Deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as StatefulSet } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet';
import { validate as HorizontalPodAutoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as Job } from 'kubernetes-models/_schemas/IoK8sApiBatchV1Job';
import { validate as ConfigMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as Namespace } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Namespace';
import { validate as PersistentVolumeClaim } from 'kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim';
import { validate as Secret } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret';
import { validate as Service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as ServiceAccount } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount';
import { validate as Ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as NetworkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as PodDisruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { validate as PriorityClass } from 'kubernetes-models/_schemas/IoK8sApiSchedulingV1PriorityClass';
import type { z } from 'zod';
import { ScaledObject, TriggerAuthentication } from './keda.ts';
import type { KubeObject } from './manifests.ts';

/** As compiled by Ajv; its declaration leaves the second half out. */
interface Validate {
  (data: unknown): boolean;
  errors?: readonly { instancePath: string; keyword: string; params: object }[] | null;
}

const api: Readonly<Record<string, Validate>> = {
  Deployment,
  StatefulSet,
  HorizontalPodAutoscaler,
  Job,
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  Secret,
  Service,
  ServiceAccount,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  PriorityClass,
};
const custom: Record<string, z.ZodType> = { ScaledObject, TriggerAuthentication };

/**
 * The validators read every field that their schema knows and no other, so what was never read is unknown: a proxy
 * writes down the fields that are read, and the rest of each object is named.
 */
function watchReads(root: object) {
  const seen = new Map<object, { path: string; read: Set<string> }>();
  const watch = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const read = new Set<string>();
    seen.set(value, { path, read });
    const inner = new Map<string, unknown>();
    return new Proxy(value, {
      get: (target, key, receiver) => {
        const found: unknown = Reflect.get(target, key, receiver);
        if (typeof key !== 'string') return found;
        read.add(key);
        if (!inner.has(key)) inner.set(key, watch(found, `${path}/${key}`));
        return inner.get(key);
      },
    });
  };
  const unread = () =>
    [...seen].flatMap(([value, { path, read }]) =>
      Array.isArray(value)
        ? []
        : Object.keys(value)
            .filter((key) => !read.has(key))
            .map((key) => `${path}/${key}: unknown field`),
    );
  return { watched: watch(root, ''), unread };
}

function againstApi(validate: Validate, object: KubeObject): string[] {
  const { watched, unread } = watchReads(object);
  const valid = validate(watched);
  const problems = valid
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
      );
  return [...problems, ...unread()];
}

function againstCustom(schema: z.ZodType, object: KubeObject): string[] {
  return (
    schema.safeParse(object).error?.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`) ?? []
  );
}

/** The API server's objections to one object, including fields that it would drop silently: wrong types, missing and unknown fields. */
export function schemaProblems(object: KubeObject): string[] {
  const own = custom[object.kind];
  if (own !== undefined) return againstCustom(own, object);
  const validate = api[object.kind];
  return validate === undefined ? [`/kind: no schema for ${object.kind}`] : againstApi(validate, object);
}
