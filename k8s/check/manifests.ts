import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { IDeployment, IStatefulSet } from 'kubernetes-models/apps/v1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IJob } from 'kubernetes-models/batch/v1';
import type { IIngress, INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IPriorityClass } from 'kubernetes-models/scheduling.k8s.io/v1';
import type {
  IConfigMap,
  IContainer,
  INamespace,
  IPersistentVolumeClaim,
  IPodSpec,
  ISecret,
  IService,
  IServiceAccount,
} from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import type { ScaledObject, TriggerAuthentication } from './keda.ts';

export interface Kinds {
  Namespace: INamespace;
  PriorityClass: IPriorityClass;
  ServiceAccount: IServiceAccount;
  Service: IService;
  ConfigMap: IConfigMap;
  Secret: ISecret;
  PersistentVolumeClaim: IPersistentVolumeClaim;
  Deployment: IDeployment;
  StatefulSet: IStatefulSet;
  Job: IJob;
  Ingress: IIngress;
  NetworkPolicy: INetworkPolicy;
  PodDisruptionBudget: IPodDisruptionBudget;
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler;
  ScaledObject: ScaledObject;
  TriggerAuthentication: TriggerAuthentication;
}
export type Kind = keyof Kinds;

/** What `kubectl kustomize` printed, object by object; of the kind's shape once its schema was checked. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

export type Manifests = readonly KubeObject[];
export type Labels = Readonly<Record<string, string>>;

/** Builds an overlay with kubectl's own kustomize; rejects with its output. */
export async function buildOverlay(folder: string): Promise<KubeObject[]> {
  const { stdout } = await promisify(execFile)('kubectl', ['kustomize', folder], { maxBuffer: 2 ** 24 });
  return parseAllDocuments(stdout).map((document) => document.toJS() as KubeObject);
}

export function ofKind<Name extends Kind>(manifests: Manifests, kind: Name): Kinds[Name][] {
  return manifests.filter((object) => object.kind === kind) as unknown as Kinds[Name][];
}

export function nameOf(object: { metadata?: { name?: string } }): string {
  return object.metadata?.name ?? '';
}
export function names(manifests: Manifests, kind: Kind): string[] {
  return ofKind(manifests, kind).map(nameOf);
}

/** What makes Pods: its name for findings, the Pods' labels and their spec. */
export interface Workload {
  kind: 'Deployment' | 'StatefulSet' | 'Job';
  name: string;
  labels: Labels;
  spec: IPodSpec;
}

export function workloadsOf(manifests: Manifests): Workload[] {
  return (['Deployment', 'StatefulSet', 'Job'] as const).flatMap((kind) =>
    ofKind(manifests, kind).map((object) => ({
      kind,
      name: nameOf(object),
      labels: object.spec?.template.metadata?.labels ?? {},
      spec: object.spec?.template.spec ?? { containers: [] },
    })),
  );
}

export function containersOf({ spec }: Workload): IContainer[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}

interface Selector {
  matchLabels?: Labels;
  matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
}

/** Whether a label selector takes these labels; an empty one takes everything. */
export function selects(selector: Selector | undefined, labels: Labels): boolean {
  if (selector === undefined) return false;
  const equal = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  return (
    equal &&
    (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      return operator === 'Exists' ? value !== undefined : value === undefined;
    })
  );
}

/** The plain settings of a container: its ConfigMaps', then its own. Those by reference are left out. */
export function settingsOf(manifests: Manifests, container: IContainer): Record<string, string> {
  const maps = ofKind(manifests, 'ConfigMap');
  const fromMaps = (container.envFrom ?? []).map(
    ({ configMapRef }) => maps.find((map) => nameOf(map) === configMapRef?.name)?.data ?? {},
  );
  const own = (container.env ?? []).flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.assign({}, ...fromMaps, Object.fromEntries(own)) as Record<string, string>;
}

/** The service whose image a container runs: `errand-runs` of any registry is `runs`. */
export function serviceOf({ image = '' }: IContainer): string | undefined {
  return /(?:^|\/)errand-([a-z]+)(?::|@|$)/.exec(image)?.[1];
}
