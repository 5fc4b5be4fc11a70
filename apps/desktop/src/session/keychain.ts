import { Variant } from '@jellybrick/dbus-next';
import { type BusObject, type SessionBus, openSessionBus } from './session-bus.ts';

/** The person's keychain, such as GNOME Keyring, KWallet or KeePassXC, by the Secret Service of their session. */
export interface Keychain {
  /** False: it did not take the secret, such as when the person did not unlock it. */
  keep(account: string, secret: string): Promise<boolean>;
  /** Null: it holds none, or the person did not unlock it. */
  find(account: string): Promise<string | null>;
  forget(account: string): Promise<void>;
  close(): void;
}

const SERVICE = 'org.freedesktop.secrets';
const NOTHING = '/';
const ITEM = 'org.freedesktop.Secret.Item';
const PLAIN_TEXT = 'text/plain; charset=utf8';

function objectOf(part: string, path = '/org/freedesktop/secrets'): BusObject {
  return {
    service: SERVICE,
    path,
    on: `org.freedesktop.Secret.${part}`,
  };
}

/** Null: this session has no keychain in which a person keeps things. */
export async function openKeychain(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Keychain | null> {
  const session = openSessionBus(env);
  if (session === null) return null;
  try {
    const keychain = await connect(session);
    if (keychain === null) session.close();
    return keychain;
  } catch {
    session.close();
    return null;
  }
}

async function connect({ ask, next, close }: SessionBus): Promise<Keychain | null> {
  const service = objectOf('Service');
  const [collection] = await ask<[string]>(service, 'ReadAlias', 's', ['default']);
  // Without one, a service would ask the person to make one up.
  if (collection === NOTHING) return null;
  const [, session] = await ask<[unknown, string]>(service, 'OpenSession', 'sv', [
    'plain',
    new Variant('s', ''),
  ]);
  const attributesOf = (account: string) => ({ application: 'errand-desktop', account });

  /** Has the service ask the person. False: they said no, or nothing. */
  const prompt = async (path: string): Promise<boolean> => {
    if (path === NOTHING) return true;
    const asked = objectOf('Prompt', path);
    const answer = await next(asked, 'Completed', () => ask(asked, 'Prompt', 's', ['']));
    return answer !== null && answer[0] === false;
  };
  const unlock = async (paths: readonly string[]): Promise<boolean> => {
    if (paths.length === 0) return true;
    const [, asked] = await ask<[string[], string]>(service, 'Unlock', 'ao', [paths]);
    return prompt(asked);
  };
  const search = async (account: string): Promise<string[] | null> => {
    const [open, locked] = await ask<[string[], string[]]>(service, 'SearchItems', 'a{ss}', [
      attributesOf(account),
    ]);
    return (await unlock(locked)) ? [...open, ...locked] : null;
  };

  return {
    keep: async (account, secret) => {
      if (!(await unlock([collection]))) return false;
      const about = {
        [`${ITEM}.Label`]: new Variant('s', 'Keys of errand-desktop'),
        [`${ITEM}.Attributes`]: new Variant('a{ss}', attributesOf(account)),
      };
      const value = [session, Buffer.alloc(0), Buffer.from(secret), PLAIN_TEXT];
      const on = objectOf('Collection', collection);
      const [, asked] = await ask<[string, string]>(on, 'CreateItem', 'a{sv}(oayays)b', [about, value, true]);
      return prompt(asked);
    },
    find: async (account) => {
      const [item] = (await search(account)) ?? [];
      if (item === undefined) return null;
      const [secrets] = await ask<[Record<string, [string, Buffer, Buffer, string]>]>(
        service,
        'GetSecrets',
        'aoo',
        [[item], session],
      );
      return secrets[item]?.[2].toString('utf8') ?? null;
    },
    forget: async (account) => {
      for (const item of (await search(account)) ?? []) {
        const [asked] = await ask<[string]>(objectOf('Item', item), 'Delete');
        await prompt(asked);
      }
    },
    close,
  };
}
