import type { Compose } from './compose.ts';

/** Runs as root, in order to give each service its own secrets, and ends. */
const MAKES_SECRETS = 'secrets';
/** 137: killed after its time was over. */
const KILLED = 137;

function isRoot(user: string): boolean {
  return ['', 'root', '0'].includes(user.split(':')[0] ?? '');
}

/** Throws when a container runs as root, can write to its image, or has a privilege left. */
export async function checkHardening(
  { containers, inspect }: Compose,
  print: (line: string) => void,
): Promise<void> {
  const found = (await containers()).filter(({ service }) => service !== MAKES_SECRETS);
  for (const container of found) {
    const { Config, HostConfig } = await inspect(container);
    const flaws = [
      isRoot(Config.User) && 'runs as root',
      !HostConfig.ReadonlyRootfs && 'has a writable root file system',
      !HostConfig.CapDrop?.includes('ALL') && 'has capabilities',
    ].filter((flaw) => flaw !== false);
    if (flaws.length > 0) throw new Error(`${container.name} ${flaws.join(', ')}`);
  }
  print(`${found.length} containers: none runs as root, writes to its image or has capabilities`);
}

const IN_ORDER = ['operator', 'proxy', 'gateway', 'executor', 'runs', 'runbooks', 'redis', 'postgres'];

/** Stops each service as an operator does, and throws when one had to be killed or ended with an error. */
export async function checkStops(
  { containers, docker, inspect }: Compose,
  print: (line: string) => void,
): Promise<void> {
  const stopped: string[] = [];
  for (const service of IN_ORDER)
    for (const container of await containers(service)) {
      const began = performance.now();
      await docker('stop', container.id);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const { ExitCode } = (await inspect(container)).State;
      if (ExitCode !== 0)
        throw new Error(
          `${container.name} ${ExitCode === KILLED ? 'had to be killed' : `ended with ${ExitCode}`}`,
        );
      stopped.push(`${container.name.replace(/^errand-smoke-\w+-/, '')} ${seconds} s`);
    }
  print(`stopped in order: ${stopped.join(', ')}`);
}
