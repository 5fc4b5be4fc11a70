import type { Command } from 'commander';
import { writeProfile } from '../config-file.ts';
import type { Program } from '../command.ts';
import { clientOf, findConnection, normalURL, profileName } from '../connection.ts';
import { deviceLogin } from '../device-login.ts';
import { EXIT, ExitError } from '../exit.ts';
import { readSecrets } from '../secrets.ts';
import type { System } from '../system.ts';
import { clean, collect } from '../text.ts';

const DEFAULT_BASE_URL = 'http://localhost:8080';

async function keyFrom(system: System): Promise<string> {
  const { 'API key': key = '' } = await readSecrets(system, ['API key']);
  if (key.trim() === '') throw new ExitError(EXIT.usage, 'Standard input held no API key.');
  return key;
}

/** Adds `login`, `logout` and `whoami` to `root`. */
export function addAccountCommands(program: Program, root: Command): void {
  program
    .add(
      root,
      'login',
      'log in by a code in the browser, or with an API key on standard input',
      async (invocation, _args, flags) => {
        const { system, options } = invocation;
        const name = profileName(system, options);
        const baseURL = normalURL(options.baseUrl ?? (system.env['ERRAND_BASE_URL'] || DEFAULT_BASE_URL));
        const { withToken, scope: scopes } = flags as { withToken?: boolean; scope?: string[] };
        const key = withToken ? await keyFrom(system) : await deviceLogin(system, baseURL, scopes);
        const { data, response } = await clientOf(baseURL, key).me({ signal: system.signal }).withResponse();
        await writeProfile(system, name, { baseURL, apiKey: key.trim() });
        if (invocation.isJson) invocation.printJson(await response.text());
        invocation.tell(
          `Logged in to ${baseURL}, workspace "${clean(data.workspace.name)}", profile "${name}".`,
        );
      },
    )
    .option('--with-token', 'read the API key from standard input, or ask for it')
    .option(
      '--scope <scope>',
      'what the key may do; repeatable. Default: all but runs:local and runs:approve',
      collect,
    );

  program.add(root, 'logout', 'forget the API key of the profile', async (invocation) => {
    const name = profileName(invocation.system, invocation.options);
    await writeProfile(invocation.system, name, null);
    invocation.tell(`Logged out of profile "${name}".`);
  });

  program.add(root, 'whoami', 'show workspace, key and scopes', async (invocation) => {
    const { baseURL, source } = await findConnection(invocation.system, invocation.options);
    const errand = await invocation.client();
    await invocation.answer(errand.me({ signal: invocation.system.signal }), (me) => {
      const who =
        'key' in me ? `key ${clean(me.key.name)} (${me.key.prefix})` : `member ${clean(me.member.name)}`;
      return [
        `workspace  ${clean(me.workspace.name)} (${me.workspace.id})`,
        `caller     ${who}, from ${source}`,
        `scopes     ${me.scopes.join(' ')}`,
        `address    ${baseURL}`,
      ].join('\n');
    });
  });
}
