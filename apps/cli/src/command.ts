import type Errand from '@errand/sdk';
import type { APIPromise } from '@errand/sdk';
import { Command } from 'commander';
import { type GlobalOptions, connect } from './connection.ts';
import type { ExitCode } from './exit.ts';
import { jsonText, parseFields } from './json-output.ts';
import type { System } from './system.ts';
import { type Paint, paintFor } from './text.ts';

/** The context of a command. */
export class Invocation {
  readonly system: System;
  readonly options: GlobalOptions;
  readonly paint: Paint;

  constructor(system: System, options: GlobalOptions) {
    this.system = system;
    this.options = options;
    this.paint = paintFor(system, system.stdout);
  }

  get isJson(): boolean {
    return this.options.json !== undefined;
  }

  /** Whether `--json` names fields. */
  get hasFields(): boolean {
    return typeof this.options.json === 'string';
  }

  /** Options of every request, so that Ctrl-C stops it. */
  get stoppable(): { signal: AbortSignal } {
    return { signal: this.system.signal };
  }

  client(): Promise<Errand> {
    return connect(this.system, this.options);
  }

  /** Prints data. */
  print(text: string): void {
    this.system.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Prints a message for people to standard error. */
  tell(text: string): void {
    this.system.stderr.write(`${text}\n`);
  }

  printJson(answer: string): void {
    this.print(jsonText(answer, this.options.json ?? true));
  }

  /** Prints an answer: as the API sent it with `--json`, else as `show` puts it. */
  async answer<Data>(promise: APIPromise<Data>, show: (data: Data) => string): Promise<void> {
    const { data, response } = await promise.withResponse();
    if (this.isJson) this.printJson(await response.text());
    else this.print(show(data));
  }
}

type Action = (
  invocation: Invocation,
  args: string[],
  options: Record<string, unknown>,
) => Promise<ExitCode | void>;

/** Collects the exit code that a command returned. */
export class Program {
  readonly root: Command;
  readonly #system: System;
  exitCode: ExitCode = 0;

  constructor(system: System) {
    this.#system = system;
    this.root = new Command('errand');
  }

  /** Adds a command under `parent`, with the flags of every command. */
  add(parent: Command, usage: string, description: string, action: Action): Command {
    const command = parent
      .command(usage)
      .description(description)
      .option('--json [fields]', "print the API's JSON, or only these fields of it", parseFields)
      .option('--profile <name>', 'profile of the configuration file')
      .option('--base-url <url>', 'address of the API');
    return command.action(async (...all: unknown[]) => {
      const own = all.at(-1) as Command;
      const options: Record<string, unknown> = { ...this.root.opts(), ...own.opts() };
      const args = own.processedArgs.filter((arg): arg is string => typeof arg === 'string');
      const code = await action(new Invocation(this.#system, options), args, options);
      this.exitCode = code ?? 0;
    });
  }
}
