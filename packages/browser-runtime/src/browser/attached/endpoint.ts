import { readFile } from 'node:fs/promises';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Folders of Chrome, Chromium, Edge and Brave below the place where a system keeps them. */
const LINUX = ['google-chrome', 'chromium', 'microsoft-edge', 'BraveSoftware/Brave-Browser'];
const MAC = ['Google/Chrome', 'Chromium', 'Microsoft Edge', 'BraveSoftware/Brave-Browser'];
const WINDOWS = [
  'Google/Chrome/User Data',
  'Chromium/User Data',
  'Microsoft/Edge/User Data',
  'BraveSoftware/Brave-Browser/User Data',
];

/** Where the browsers that a person uses keep their data by default. */
export function userDataFolders(platform: NodeJS.Platform, environment: Environment): string[] {
  const home = environment['HOME'] ?? '';
  if (platform === 'win32')
    return WINDOWS.map((folder) => path.join(environment['LOCALAPPDATA'] ?? '', folder));
  if (platform === 'darwin')
    return MAC.map((folder) => path.join(home, 'Library/Application Support', folder));
  return LINUX.map((folder) =>
    path.join(environment['XDG_CONFIG_HOME'] || path.join(home, '.config'), folder),
  );
}

/** Addresses at which browsers with these folders accept, or once accepted, debugging connections. */
export async function debuggingEndpoints(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      try {
        const [port, place] = (await readFile(path.join(folder, 'DevToolsActivePort'), 'utf8')).split('\n');
        return place?.startsWith('/') === true ? [`ws://127.0.0.1:${Number(port)}${place}`] : [];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}
