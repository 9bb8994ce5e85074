import { expect, test } from 'vitest';
import { isInsideAddress, networkOf } from './networks.ts';
import { readSettings } from '../settings/settings.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::99', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
])('%s counts as %s', (ip, network) => expect(networkOf(ip)).toBe(network));

test.each([
  ['http://localhost:4000', true],
  ['http://portal:4000', true],
  ['http://127.0.0.1:4000', true],
  ['http://10.2.3.4', true],
  ['http://172.16.0.1', true],
  ['http://[::1]:4000', true],
  ['http://[fd12::1]', true],
  ['https://portal.acme.test', true],
  ['https://portal.acme.com', false],
  ['https://test.com', false],
  ['http://203.0.113.7', false],
  ['http://172.32.0.1', false],
  ['http://[2001:db8::1]', false],
  ['https://localhost.acme.com', false],
])('whether %s is an inside address: %s', (address, inside) => expect(isInsideAddress(address)).toBe(inside));

test.each([
  [undefined, false],
  ['true', true],
  ['1', 1],
  ['10.0.0.0/8, 2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
  ['loopback', ['loopback']],
])('TRUST_PROXY=%s', (given, trusted) =>
  expect(readSettings({ TRUST_PROXY: given }).trustProxy).toEqual(trusted),
);

test.each(['yes', '10.0.0.0/33', '10.0.0', 'proxy.acme.com', '10.0.0.1,', '0', '-1'])(
  'TRUST_PROXY=%s is refused in one sentence',
  (given) =>
    expect(() => readSettings({ TRUST_PROXY: given })).toThrow(
      /TRUST_PROXY=.* cannot be used: must be addresses/,
    ),
);
