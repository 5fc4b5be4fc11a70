import { BlockList, isIP } from 'node:net';

const RESERVED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** The public Internet has only this part of IPv6, and the IPv4 addresses written as `::ffff:192.0.2.1`. */
const ROUTED_V6: readonly (readonly [string, number])[] = [
  ['2000::', 3],
  ['::ffff:0:0', 96],
];

function listOf(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets)
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
}

const reserved = listOf(RESERVED);
const routedV6 = listOf(ROUTED_V6);

/** The address in a URL's host name, null for a name. */
export function addressIn(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** True for an address that is not of the public Internet: private, loopback, link-local, metadata, reserved. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) !== 6) return reserved.check(address);
  return reserved.check(address, 'ipv6') || !routedV6.check(address, 'ipv6');
}

/**
 * The names that are kept for loopback (RFC 6761), the local network (RFC 6762, RFC 8375) and private use (`.internal`, where
 * clouds answer with their metadata). No public name server knows them, so a lookup that fails says nothing about them.
 */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i;

/** True for a host name that never leads to the public Internet, whatever it resolves to. */
export function isPrivateName(hostname: string): boolean {
  return PRIVATE_NAME.test(hostname);
}
