import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { browserCacheDirectory } from '@errand/launcher/home';
import { freePort } from '@errand/local-stack';

/** What `npm start` prints once it is up. */
export interface StartedByNpm extends AsyncDisposable {
  /** Where the dashboard is. */
  readonly address: string;
  readonly apiKey: string;
}

/** Runs `npm start` in a checkout, with its data in `home`, and waits until it is up; stopped when disposed. */
export async function npmStart(checkout: string, home: string): Promise<StartedByNpm> {
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      ERRAND_HOME: home,
      ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close');
  const ready = new Promise<Pick<StartedByNpm, 'address' | 'apiKey'>>((resolve, reject) => {
    const read = (text: unknown) => {
      output += String(text);
      const address = /^Errand is up: +(\S+)/m.exec(output)?.[1];
      const apiKey = /^API key: +(\S+)\n/m.exec(output)?.[1];
      if (address !== undefined && apiKey !== undefined) resolve({ address, apiKey });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then(() => reject(new Error(`npm start ended:\n${output}`)), reject);
  });
  return {
    ...(await ready),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
