import { posix, win32 } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
  'brave',
];
/** It shows no window. */
const HEADLESS_COMMAND = 'chrome-headless-shell';
const MAC_APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
const WINDOWS_PROGRAMS = [
  String.raw`Google\Chrome\Application\chrome.exe`,
  String.raw`Chromium\Application\chrome.exe`,
  String.raw`Microsoft\Edge\Application\msedge.exe`,
  String.raw`BraveSoftware\Brave-Browser\Application\brave.exe`,
];
const WINDOWS_FOLDERS: readonly (readonly [string, string | undefined])[] = [
  ['PROGRAMFILES', String.raw`C:\Program Files`],
  ['PROGRAMFILES(X86)', String.raw`C:\Program Files (x86)`],
  ['LOCALAPPDATA', undefined],
];

/** Where Chrome, Chromium, Edge or Brave may be installed on `platform`, the best place first. */
export function installedBrowserPaths(
  platform: NodeJS.Platform,
  environment: Environment,
  headless = true,
): string[] {
  // Windows does not tell apart the case of a variable's name.
  const variable = (name: string) =>
    Object.entries(environment).find(([key]) => key.toUpperCase() === name)?.[1] || undefined;
  if (platform === 'win32') {
    const folders = WINDOWS_FOLDERS.flatMap(([name, usual]) => variable(name) ?? usual ?? []);
    return WINDOWS_PROGRAMS.flatMap((program) => folders.map((folder) => win32.join(folder, program)));
  }
  const folders = (variable('PATH') ?? '').split(posix.delimiter).filter((folder) => folder !== '');
  const commands = [...(headless ? [HEADLESS_COMMAND] : []), ...COMMANDS].flatMap((command) =>
    folders.map((folder) => posix.join(folder, command)),
  );
  if (platform !== 'darwin') return commands;
  const home = variable('HOME');
  const applications = ['/Applications', ...(home === undefined ? [] : [posix.join(home, 'Applications')])];
  return [
    ...MAC_APPLICATIONS.flatMap((name) =>
      applications.map((folder) => posix.join(folder, `${name}.app/Contents/MacOS`, name)),
    ),
    ...commands,
  ];
}

/** The browsers to install if there is none. */
export function browserAdvice(platform: NodeJS.Platform): string {
  const what =
    platform === 'win32' || platform === 'darwin'
      ? 'install Google Chrome, Microsoft Edge or Chromium'
      : 'install Chromium or Google Chrome (Debian: apt-get install chromium)';
  return `No browser was found: ${what}, or set ERRAND_BROWSER_PATH to one.`;
}
