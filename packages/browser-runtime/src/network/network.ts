import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isHostAllowed } from '@errand/runbook-language';
import { StepError } from '../host.ts';
import { addressIn, isPrivateAddress, isPrivateName } from './addresses.ts';
import { sharedLookup, type Lookup } from './lookup.ts';

export interface NetworkOptions {
  /** False: addresses that are not of the public Internet are refused, by number and by name. */
  allowPrivateNetwork: boolean;
  lookup?: Lookup;
}

/** Where the current step of a Run may go. */
export interface Network {
  /** Host patterns of the current step, null for anywhere. */
  scope: readonly string[] | null;
  /** Called after each change of `scope`, to close connections that it does not admit. */
  onScope: (() => void) | null;
  /**
   * The checked addresses to connect to, so that a name cannot resolve differently between check and use.
   * @throws {StepError} `site_not_allowed`, or `navigation_failed` for a name that does not resolve
   */
  resolve(url: URL): Promise<LookupAddress[]>;
  /**
   * Refuses everything that can be refused without a lookup.
   * @throws {StepError} `site_not_allowed`
   */
  check(url: URL): void;
}

/** `URL.host` as people know it, for messages. */
function nameOf(url: URL): string {
  return url.host === '' ? url.protocol : url.host;
}

const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:']);

/** The network of one Run, at first with no application scope. `lookup` resolves host names. */
export function createNetwork({ allowPrivateNetwork, lookup = sharedLookup }: NetworkOptions): Network {
  const refusePrivate = (url: URL, address: string | null): void => {
    if (allowPrivateNetwork) return;
    if (address === null ? isPrivateName(url.hostname) : isPrivateAddress(address))
      throw new StepError(
        'site_not_allowed',
        `${nameOf(url)} is in a private network, which Runs may not reach.`,
      );
  };

  let scope: readonly string[] | null = null;
  const network: Network = {
    onScope: null,
    get scope() {
      return scope;
    },
    set scope(changed) {
      scope = changed;
      network.onScope?.();
    },
    check(url) {
      if (!PROTOCOLS.has(url.protocol))
        throw new StepError(
          'site_not_allowed',
          `Addresses that begin with ${url.protocol} cannot be opened.`,
        );
      if (scope !== null && !isHostAllowed([...scope], url))
        throw new StepError(
          'site_not_allowed',
          `${nameOf(url)} is outside the application scope of this step.`,
        );
      refusePrivate(url, addressIn(url.hostname));
    },
    async resolve(url) {
      network.check(url);
      const literal = addressIn(url.hostname);
      if (literal !== null) return [{ address: literal, family: isIP(literal) }];
      const found = await lookup(url.hostname).catch((error: unknown) => {
        throw new StepError('navigation_failed', `The host name ${url.hostname} could not be resolved.`, {
          cause: error,
        });
      });
      // The scope may have changed during the lookup.
      network.check(url);
      for (const { address } of found) refusePrivate(url, address);
      return found;
    },
  };
  return network;
}

/** A lookup that returns only the addresses already checked. */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else if (first === undefined) done(new Error('no address'), '');
    else done(null, first.address, first.family);
  };
}
