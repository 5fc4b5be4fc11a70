import { getContainerRuntimeClient } from 'testcontainers';
import { type ServerName, testServers } from './servers.ts';

/** A server of this Jest run that a test may break. The test must restore it: other test files share it. */
export interface BreakableServer {
  /** Kills the server, as a crash does. */
  kill: () => Promise<void>;
  /** Starts it again on the same port; it may not answer immediately. */
  start: () => Promise<void>;
  /** Keeps connections open without answering, until `resume`. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
}

/** @throws {Error} when the servers are not to be broken */
export async function breakableServer(name: ServerName): Promise<BreakableServer> {
  const { containers } = testServers();
  if (containers === null) throw new Error('Run this test by "npm run test:containers".');
  const client = await getContainerRuntimeClient();
  const container = client.container.getById(containers[name]);
  return {
    kill: async () => void (await container.kill()),
    start: async () => void (await container.start()),
    pause: async () => void (await container.pause()),
    resume: async () => void (await container.unpause()),
  };
}
