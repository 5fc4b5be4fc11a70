import { lookup } from 'node:dns/promises';
import { expect, test } from '@jest/globals';
import { addressIn, isPrivateAddress } from '../src/index.ts';

test.each([
  '10.1.2.3',
  '172.31.0.1',
  '100.64.0.1',
  'fd00::1',
  'fe80::1',
  '::ffff:192.168.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '::7f00:1',
  '::ffff:0:7f00:1',
  '2002:7f00:1::',
  '100::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'fec0::1',
  'ff02::1',
])('%s is not of the public Internet', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '3ffe::1'])(
  '%s is of the public Internet',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

test('the addresses of localhost are not of the public Internet', async () => {
  const addresses = await lookup('localhost', { all: true });
  expect(addresses.length).toBeGreaterThan(0);
  for (const { address } of addresses) expect(isPrivateAddress(address)).toBe(true);
});

test('an address is read from the host name of a URL, and none from a name', () => {
  expect(addressIn(new URL('http://[::1]/').hostname)).toBe('::1');
  expect(addressIn('example.com')).toBeNull();
});
