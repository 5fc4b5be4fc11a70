import { createRequire } from 'node:module';

interface FakeTimers {
  dispose(): void;
}
interface Options {
  config: object;
  global: typeof globalThis;
}

/** CommonJS modules, whose types Jest doesn't export. */
const require = createRequire(import.meta.url);
const { ModernFakeTimers } = require('@jest/fake-timers') as {
  ModernFakeTimers: new (options: Options) => FakeTimers;
};
const { ModuleMocker } = require('jest-mock') as { ModuleMocker: new (global: typeof globalThis) => object };

/**
 * An environment for Jest that is the process itself (jest-native-modules.ts). What Jest and tests change of it is as
 * before when a file is over.
 */
export default class NativeEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern: FakeTimers;
  readonly #process = Object.getOwnPropertyDescriptors(process);
  readonly #console = globalThis.console;
  readonly #variables = { ...process.env };
  readonly #folder = process.cwd();

  constructor({ projectConfig }: { projectConfig: object }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup(): Promise<void> {
    // Jest's own would load modules into a VM context.
    Object.defineProperty(process, 'getBuiltinModule', this.#process.getBuiltinModule);
  }

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    globalThis.console = this.#console;
    Object.defineProperty(process, 'exit', this.#process.exit);
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    process.chdir(this.#folder);
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  getVmContext(): null {
    return null;
  }
}
