import type { Command } from 'commander';
import type { Program } from '../command.ts';
import { EXIT, ExitError } from '../exit.ts';
import { type InputFlags, readInputs } from '../inputs.ts';
import { readFileValue } from '../runbook-file.ts';
import { collectSecretName } from '../secrets.ts';
import { clean, collectPair, tableOf } from '../text.ts';
import { addWaitOptions, afterCreation, limitOf } from './runs.ts';
import type { WaitFlags } from '../waiting.ts';

interface RunFlags extends WaitFlags, InputFlags {
  local?: boolean;
  idempotencyKey?: string;
}

/** Adds `blueprints` to `root`: list, get, create and run them, and control their Runs. */
export function addBlueprintCommands(program: Program, root: Command): void {
  const blueprints = root.command('blueprints').description('reusable goals for the agent');
  program
    .add(blueprints, 'list', 'list Blueprints', async (invocation, _args, flags) => {
      const errand = await invocation.client();
      await invocation.answer(
        errand.blueprints.list({ limit: limitOf(flags) }, invocation.stoppable),
        ({ data }) =>
          tableOf(
            ['ID', 'VERSION', 'NAME'],
            data.map(({ id, version, name }) => [id, String(version), clean(name)]),
            invocation.system.stdout,
          ),
      );
    })
    .option('--limit <n>', 'items of a page, 1 to 100');
  program.add(blueprints, 'get <id>', 'show a Blueprint', async (invocation, [id = '']) => {
    const errand = await invocation.client();
    await invocation.answer(
      errand.blueprints.get(id, invocation.stoppable),
      ({ name, goal, version, parameters }) =>
        [
          `${clean(name)}  version ${version}`,
          clean(goal),
          ...(parameters ?? []).map((each) => `  input ${each.name}: ${each.type}`),
        ].join('\n'),
    );
  });
  program
    .add(blueprints, 'create', 'create a Blueprint from a file', async (invocation, _args, options) => {
      const { file } = options as { file: string };
      const errand = await invocation.client();
      const body = await readFileValue(invocation.system, file);
      if (typeof body !== 'object' || body === null)
        throw new ExitError(EXIT.error, `${file} holds no Blueprint.`);
      await invocation.answer(errand.blueprints.create(body as never, invocation.stoppable), ({ id }) => id);
    })
    .requiredOption('-f, --file <file>', 'JSON or YAML; "-" is standard input');
  addWaitOptions(
    program
      .add(blueprints, 'run <id>', 'run a Blueprint', async (invocation, [id = ''], options) => {
        const flags = options as RunFlags;
        const errand = await invocation.client();
        const { parameters } = await errand.blueprints.get(id, invocation.stoppable);
        const body = {
          inputs: await readInputs(invocation, errand, parameters ?? [], flags),
          ...(flags.local && { executionTarget: 'local' as const }),
        };
        const { data, response } = await errand.blueprints
          .run(id, body, { ...invocation.stoppable, idempotencyKey: flags.idempotencyKey })
          .withResponse();
        return afterCreation(invocation, { id: data.id, text: await response.text() }, flags);
      })
      .option('-i, --input <name=value>', 'an input, @path for a file; repeatable', collectPair)
      .option('--inputs <file>', 'inputs from a JSON or YAML file; "-" is standard input')
      .option('--secret <name>', 'a secret input, asked for or a line of standard input', collectSecretName)
      .option('--local', "run on the key owner's desktop")
      .option('--idempotency-key <key>', 'the same key creates one Run only'),
  );
  const controls = {
    pause: ['pause', 'pause a Run between two actions'],
    resume: ['resume', 'go on with a paused or interrupted Run'],
    'take-control': ['takeControl', 'drive the browser of a Run yourself'],
    'release-control': ['releaseControl', 'give the browser back to the agent'],
    cancel: ['cancel', 'cancel a Run'],
  } as const;
  for (const [name, [method, description]] of Object.entries(controls))
    program.add(blueprints, `${name} <run-id>`, description, async (invocation, [id = '']) => {
      const errand = await invocation.client();
      await invocation.answer(errand.blueprintRuns[method](id, invocation.stoppable), ({ status }) => status);
    });
}
