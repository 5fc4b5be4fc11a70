import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const MEGABYTES_64 = 64 * 1_048_576;

export interface Container {
  id: string;
  name: string;
  service: string;
}

/** The fields of `docker inspect` that are used here. */
export interface Inspection {
  Name: string;
  Config: { User: string };
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] | null };
  State: { Status: string; ExitCode: number; Health?: { Status: string } };
}

/** A Compose project of this repository. Its methods throw the command's error output. */
export interface Compose {
  compose: (...args: string[]) => Promise<string>;
  docker: (...args: string[]) => Promise<string>;
  containers: (service?: string) => Promise<Container[]>;
  inspect: (container: Container) => Promise<Inspection>;
  /** Ends a container as a crash does. */
  kill: (container: Container) => Promise<void>;
  /** Starts a container again and waits until it is healthy. */
  revive: (container: Container) => Promise<void>;
}

const HEALTHY_MS = 180_000;
const POLL_MS = 250;

export function createCompose(project: string, env: Readonly<Record<string, string>>): Compose {
  const docker = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('docker', args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      maxBuffer: MEGABYTES_64,
    });
    return stdout.trim();
  };
  const compose = (...args: string[]) =>
    docker('compose', '--project-name', project, '--progress', 'plain', ...args);
  const inspect = async ({ id }: Container): Promise<Inspection> => {
    const [found] = JSON.parse(await docker('inspect', id)) as Inspection[];
    if (found === undefined) throw new Error(`there is no container ${id}`);
    return found;
  };
  return {
    compose,
    docker,
    inspect,
    containers: async (service) => {
      const lines = await compose('ps', '--all', '--format', '{{.ID}} {{.Name}} {{.Service}}');
      return lines
        .split('\n')
        .map((line) => line.split(' '))
        .map(([id = '', name = '', of = '']) => ({ id, name, service: of }))
        .filter((container) => service === undefined || container.service === service)
        .toSorted((one, other) => one.name.localeCompare(other.name));
    },
    kill: async ({ id }) => void (await docker('kill', id)),
    revive: async (container) => {
      await docker('start', container.id);
      const end = performance.now() + HEALTHY_MS;
      while ((await inspect(container)).State.Health?.Status !== 'healthy') {
        if (performance.now() > end) throw new Error(`${container.name} did not become healthy again`);
        await pause(POLL_MS);
      }
    },
  };
}
