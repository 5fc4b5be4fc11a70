/**
 * Loads test files as Node loads any module. Jest would evaluate every package again for each test file, in a VM
 * context of its own; here the product and its packages are loaded once per worker. Only test code (files of tests and
 * what lies in test folders) is loaded for each test file anew, so that the state of its modules stays its own.
 */
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The parts of Jest's runtime that are used or replaced. */
export interface JestRuntime {
  requireInternalModule(path: string): unknown;
  unstable_importModule(path: string): Promise<unknown>;
  unstable_shouldLoadAsEsm(path: string): boolean;
  jestGlobals: { cjsGlobals(from: string): Record<string, unknown> };
}

const ROOT = path.resolve(import.meta.dirname, '..');
/** A parameter of the URL of test code: the test file for which it was loaded. */
const LOADED_FOR = 'test';
const GLOBALS = '@jest/globals';
const GLOBALS_URL = 'jest-globals:';
/** Where the module above finds what belongs to the current test file. */
const CURRENT = Symbol.for('errand.jest-globals');
/** Jest keeps the listeners of jest-circus here, also past their file. */
const CIRCUS_LISTENERS = Symbol.for('EVENT_HANDLERS');

const state = globalThis as { [CURRENT]?: Record<string, unknown>; [CIRCUS_LISTENERS]?: unknown };
const require = createRequire(import.meta.url);

function isTestCode(url: string): boolean {
  if (!url.startsWith('file:')) return false;
  const file = path.relative(ROOT, fileURLToPath(url));
  return !/(^|\/)node_modules\//.test(file) && /^e2e\/|(^|\/)test\/|\.test\.ts$/.test(file);
}

function loadedFor(url: string, testFile: string): string {
  const marked = new URL(url);
  marked.searchParams.set(LOADED_FOR, testFile);
  return marked.href;
}

registerHooks({
  resolve(specifier, context, resolve) {
    const testFile = context.parentURL?.includes(`${LOADED_FOR}=`)
      ? new URL(context.parentURL).searchParams.get(LOADED_FOR)
      : null;
    if (testFile === null) return resolve(specifier, context);
    if (specifier === GLOBALS)
      return { url: loadedFor(GLOBALS_URL, testFile), format: 'module', shortCircuit: true };
    const resolved = resolve(specifier, context);
    return isTestCode(resolved.url) ? { ...resolved, url: loadedFor(resolved.url, testFile) } : resolved;
  },
  load(url, context, load) {
    if (!url.startsWith(GLOBALS_URL)) return load(url, context);
    const names = Object.keys(state[CURRENT] ?? {}).join(', ');
    const source = `export const { ${names} } = globalThis[Symbol.for('${CURRENT.description}')];`;
    return { format: 'module', source, shortCircuit: true };
  },
});

/** Jest's runtime for one test file, which loads modules natively. */
export function nativeRuntime(runtime: JestRuntime): JestRuntime {
  return Object.assign(Object.create(runtime) as JestRuntime, {
    // Evaluated again for each file, with its state.
    requireInternalModule(name: string) {
      delete require.cache[name];
      delete state[CIRCUS_LISTENERS];
      return require(name) as unknown;
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule(file: string) {
      state[CURRENT] = runtime.jestGlobals.cjsGlobals(file);
      return import(loadedFor(pathToFileURL(file).href, path.relative(ROOT, file)));
    },
  });
}

/** A report of failures with paths as a person writes them, instead of the URLs of test code. */
export function withPlainPaths(text: string): string {
  return text.replaceAll(/file:\/*(\/[^?\s]+)\?test=[^:\s]+/g, (_url, file: string) =>
    path.relative(ROOT, file),
  );
}
