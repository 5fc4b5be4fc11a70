import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { boundConnection } from './connection/bound-connection.ts';
import { type Environment, browserEnvironment } from './environment.ts';
import { browserAdvice, installedBrowserPaths } from './installed.ts';
import { runsWithoutSandbox } from './sandbox.ts';
import { extractChromium, type ChromiumBundle } from './chromium-bundle.ts';
import { withTraceFolder } from './trace-files.ts';

export interface BrowserOptions {
  /** A browser that the operator chose (ERRAND_BROWSER_PATH); it wins over every other. */
  executablePath?: string | null | undefined;
  /** Private folder into which npm's Chromium is unpacked, and used again. */
  cacheDir: string;
  /** The browser gets only what it needs of this environment; PATH is searched for a browser. */
  environment: Readonly<Environment>;
  /** True: no sandbox. By default only for root, whom Chromium refuses a sandbox. */
  noSandbox?: boolean | undefined;
}

/** A browser with a profile of its own, which keeps cookies and sign-ins. */
export interface ProfileOptions extends BrowserOptions {
  /** Folder of the profile. Only one browser at a time can use it. */
  profileDir: string;
  /** False: with a window that a person sees. */
  headless: boolean;
  /** Shows this address in a window of its own, without tabs and address bar. */
  app?: string;
}

/** No browser was found, or it cannot start. `message` tells the operator how to fix it. */
export class BrowserUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrowserUnavailable';
  }
}

const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];
const DEBIAN_PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/^lib(nss|nssutil|smime|ssl|softokn|freebl)/, 'libnss3'],
  [/^lib(nspr|plc|plds)/, 'libnspr4'],
  [/^libexpat/, 'libexpat1'],
  [/^libgbm/, 'libgbm1'],
  [/^libasound/, 'libasound2'],
  [/^libatk/, 'libatk1.0-0 libatk-bridge2.0-0'],
];
const MISSING_LIBRARY = /error while loading shared libraries: ([^\s:]+)/;

interface Found {
  executable: string;
  bundle: ChromiumBundle | null;
}

function findInstalled({ environment }: BrowserOptions, headless = true): string | undefined {
  return installedBrowserPaths(process.platform, environment, headless).find((path) => existsSync(path));
}

/** A person's own browser comes before the one from npm, which shows no window. */
async function findOwnBrowser(options: ProfileOptions): Promise<Found> {
  const installed = options.executablePath == null ? findInstalled(options, options.headless) : undefined;
  if (installed !== undefined) return { executable: installed, bundle: null };
  if (!options.headless && options.executablePath == null)
    throw new BrowserUnavailable(browserAdvice(process.platform));
  return await findBrowser(options);
}

/**
 * The executable of the browser that a profile is opened in.
 * @throws {BrowserUnavailable} which says what to install
 */
export async function findProfileBrowser(options: ProfileOptions): Promise<string> {
  return (await findOwnBrowser(options)).executable;
}

async function findBrowser(options: BrowserOptions): Promise<Found> {
  if (typeof options.executablePath === 'string') {
    if (!existsSync(options.executablePath))
      throw new BrowserUnavailable(`There is no browser at ${options.executablePath} (ERRAND_BROWSER_PATH).`);
    return { executable: options.executablePath, bundle: null };
  }
  let unpackFailure: unknown;
  const bundle = await extractChromium(options.cacheDir).catch((error: unknown) => {
    unpackFailure = error;
    return null;
  });
  if (bundle !== null) return { executable: bundle.executable, bundle };
  const executable = findInstalled(options);
  if (executable !== undefined) return { executable, bundle: null };
  throw new BrowserUnavailable(browserAdvice(process.platform), { cause: unpackFailure });
}

async function systemHasFonts(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  for (const folder of FONT_FOLDERS) {
    const files = await readdir(folder, { recursive: true }).catch((): string[] => []);
    if (files.some((file) => /\.(ttf|otf|ttc|pfb|woff2?)(\.gz)?$/i.test(file))) return true;
  }
  return false;
}

function missingLibrary(error: unknown): string | null {
  return error instanceof Error ? (MISSING_LIBRARY.exec(error.message)?.[1] ?? null) : null;
}

function explainLaunchFailure(error: unknown): BrowserUnavailable {
  if (error instanceof Error && error.message.includes('No usable sandbox'))
    return new BrowserUnavailable(
      'The browser cannot make its sandbox here: allow it user namespaces (in a container by a seccomp profile), ' +
        'or set ERRAND_BROWSER_SANDBOX=off.',
      { cause: error },
    );
  if (error instanceof Error && /ProcessSingleton|existing browser session/.test(error.message))
    return new BrowserUnavailable(
      'The browser of this profile is open already. Close its window and try again.',
      {
        cause: error,
      },
    );
  const library = missingLibrary(error);
  if (library === null) return new BrowserUnavailable('The browser could not be started.', { cause: error });
  const debian = DEBIAN_PACKAGES.find(([pattern]) => pattern.test(library))?.[1];
  const remedy =
    debian === undefined ? 'the package that provides it' : `it (Debian: apt-get install ${debian})`;
  return new BrowserUnavailable(
    `The browser needs the shared library ${library}: install ${remedy}, or set ERRAND_BROWSER_PATH to another browser.`,
    { cause: error },
  );
}

/** The path of the executable, and its arguments. */
interface Start {
  executablePath: string;
  env: Environment;
  noSandbox: boolean;
}

/** Keeps WebRTC off UDP, which bypasses the guard proxy. Browsers differ in which of the two switches names the policy. */
const WEBRTC_POLICY = 'disable_non_proxied_udp';

function launchOptions({ executablePath, env, noSandbox }: Start) {
  return {
    executablePath,
    env,
    chromiumSandbox: !noSandbox,
    args: [
      `--webrtc-ip-handling-policy=${WEBRTC_POLICY}`,
      `--force-webrtc-ip-handling-policy=${WEBRTC_POLICY}`,
    ],
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    timeout: 30_000,
  };
}

async function launch(start: Start): Promise<Browser> {
  const browser = await withTraceFolder(
    (tracesDir) => chromium.launch({ ...launchOptions(start), tracesDir, headless: true }),
    (launched) => launched,
  );
  try {
    boundConnection(browser);
    return browser;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/**
 * Finds a browser once and starts it as often as asked.
 * @throws {BrowserUnavailable} from the returned function, when there is none or it cannot start
 */
export function browserLauncher(options: BrowserOptions): () => Promise<Browser> {
  const start = starter(options, () => findBrowser(options));
  return () => start(launch);
}

/**
 * The same for a browser with a profile, whose only context it opens.
 * @throws {BrowserUnavailable} also while another browser uses the profile
 */
export function profileLauncher(
  options: ProfileOptions,
): (context: BrowserContextOptions) => Promise<BrowserContext> {
  const start = starter(options, () => findOwnBrowser(options));
  const { profileDir, headless, app } = options;
  return (context) =>
    start(async (found) => {
      const args = [
        ...launchOptions(found).args,
        '--password-store=basic',
        '--no-first-run',
        ...(app === undefined ? [] : [`--app=${app}`]),
      ];
      return await withTraceFolder(
        (tracesDir) =>
          chromium.launchPersistentContext(profileDir, {
            ...launchOptions(found),
            ...context,
            args,
            tracesDir,
            headless,
            viewport: headless ? { width: 1_280, height: 720 } : null,
          }),
        (opened) => opened.browser(),
      );
    });
}

function starter(options: BrowserOptions, find: () => Promise<Found>) {
  const noSandbox = runsWithoutSandbox(options.noSandbox);
  const env = browserEnvironment(options.environment);
  let found: Promise<Found> | undefined;

  const prepare = async (): Promise<Found> => {
    const browser = await find();
    if (browser.bundle !== null && env['FONTCONFIG_PATH'] === undefined && !(await systemHasFonts()))
      env['FONTCONFIG_PATH'] = browser.bundle.fonts;
    return browser;
  };

  return async <Started>(begin: (start: Start) => Promise<Started>): Promise<Started> => {
    found ??= prepare();
    const { executable, bundle } = await found.catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    try {
      return await begin({ executablePath: executable, env, noSandbox });
    } catch (error) {
      const ownLibraries = bundle?.libraries;
      if (
        missingLibrary(error) === null ||
        ownLibraries === undefined ||
        env['LD_LIBRARY_PATH'] === ownLibraries
      )
        throw explainLaunchFailure(error);
      env['LD_LIBRARY_PATH'] = ownLibraries;
      return await begin({ executablePath: executable, env, noSandbox }).catch((second: unknown) => {
        throw explainLaunchFailure(second);
      });
    }
  };
}
