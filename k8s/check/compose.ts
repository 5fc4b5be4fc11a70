import { parse } from 'yaml';
import { z } from 'zod';
import { type Given, services as known } from './settings.ts';

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.union([z.string(), z.object({ target: z.string().optional() })]).optional(),
      entrypoint: z.union([z.string(), z.array(z.string())]).optional(),
      environment: z.union([z.record(z.string(), Scalar), z.array(z.string())]).optional(),
    }),
  ),
});

function entriesOf(environment: z.infer<typeof Compose>['services'][string]['environment'] = {}) {
  return Array.isArray(environment)
    ? environment.map((entry): [string, string | null] => {
        const at = entry.indexOf('=');
        return at === -1 ? [entry, null] : [entry.slice(0, at), entry.slice(at + 1)];
      })
    : Object.entries(environment).map(([name, value]): [string, string | null] => [
        name,
        value === null ? null : String(value),
      ]);
}

/** `${NAME:-value}` is the value; every other interpolation comes from the operator. */
function plainOf(value: string | null): string | undefined {
  const withDefaults = value?.replaceAll(/\$\{\w+:?-([^{}]*)\}/g, '$1');
  return withDefaults === undefined || /\$\{?\w/.test(withDefaults) ? undefined : withDefaults;
}

/** The variables that each target of a Dockerfile sets, including those of its base. */
export function imageVariables(dockerfile: string): Map<string, Record<string, string>> {
  const targets = new Map<string, Record<string, string>>();
  let current: Record<string, string> = {};
  for (const line of dockerfile.split('\n')) {
    const [, parent = '', name] = /^FROM (\S+)(?: AS (\S+))?/.exec(line) ?? [];
    if (parent !== '') current = { ...targets.get(parent) };
    if (name !== undefined) targets.set(name, current);
    if (line.startsWith('ENV '))
      for (const [, variable = '', value = ''] of line.matchAll(/(\w+)=(\S+)/g)) current[variable] = value;
  }
  return targets;
}

/**
 * What a compose file sets for each container that runs one of the product's services: there, by its image, and by the
 * file of secrets (`--env-file`), whose variables `secrets` names.
 */
export function composeServices(
  text: string,
  { dockerfile = '', secrets = [] }: { dockerfile?: string; secrets?: readonly string[] } = {},
): { service: string; given: Given }[] {
  const { services } = Compose.parse(parse(text, { merge: true }));
  const images = imageVariables(dockerfile);
  return Object.values(services).flatMap(({ image = '', build, entrypoint = [], environment }) => {
    const target = typeof build === 'object' ? build.target : undefined;
    const service = /(?:^|\/)errand-([a-z]+)(?::|@|$)/.exec(image)?.[1] ?? target ?? '';
    const settings = known[service];
    if (settings === undefined) return [];
    // The image of migrations has other errands, too.
    if (service === 'migrate' && !String(entrypoint).includes('migrate.ts')) return [];
    const fromFile = String(entrypoint).includes('--env-file')
      ? secrets.filter((name) => settings.known.has(name))
      : [];
    const entries = Object.entries(images.get(service) ?? {})
      .filter(([name]) => service !== 'migrate' || settings.known.has(name))
      .map(([name, value]): [string, string | null] => [name, value])
      .concat(entriesOf(environment))
      .map(([name, value]) => [name, plainOf(value)] as const);
    return [
      {
        service,
        given: {
          plain: Object.fromEntries(
            entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
          ),
          referenced: [
            ...fromFile,
            ...entries.flatMap(([name, value]) => (value === undefined ? [name] : [])),
          ],
        },
      },
    ];
  });
}
