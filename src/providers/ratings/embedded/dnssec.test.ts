import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestZones } from '#probes/dns/testing/server.ts';
import { signTestZone, type TestSigning } from '#probes/dns/testing/sign.ts';
import { labNow, startTestLab, type TestLab } from './testing/lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await startTestLab({});
});
afterAll(() => lab.close());

const at = new Date(labNow);
test.each<[string, TestSigning | null, (zones: TestZones) => void, number | null, string[]]>([
  ['signed, and the parent knows', {}, () => {}, 100, ['dnssec-signed']],
  ['signed with RSA and SHA-1', { algorithm: 5 }, () => {}, 65, ['dnssec-weak-algorithm']],
  ['not signed', null, () => {}, 50, ['dnssec-unsigned']],
  ['signed, but the parent does not know', { ds: 'none' }, () => {}, 50, ['dnssec-no-ds']],
  ['a DS for another key', { ds: 'wrong' }, () => {}, 0, ['dnssec-mismatch']],
  [
    'a signature that ran out',
    { until: new Date(at.getTime() - 86_400_000) },
    () => {},
    0,
    ['dnssec-mismatch'],
  ],
  [
    'signatures left out on the way',
    { omit: ['DNSKEY', 'DS', 'SOA', 'A'] },
    () => {},
    100,
    ['dnssec-signed'],
  ],
  [
    'a DNS server that tells no zone',
    null,
    (zones) => delete zones['shop.test']!.SOA,
    50,
    ['dnssec-unsigned'],
  ],
  ['no answer', null, (zones) => (zones['shop.test']!.fault = 'servfail'), null, []],
])('%s', async (_what, signing, change, score, facts) => {
  const zones: TestZones = { 'shop.test': { SOA: 'ns.shop.test', A: '192.0.2.1' } };
  if (signing) signTestZone(zones, 'shop.test', { at, ...signing });
  change(zones);
  for (const name of Object.keys(lab.dns.zones)) delete lab.dns.zones[name];
  Object.assign(lab.dns.zones, zones);
  expect(await lab.measure('dnssec')).toMatchObject({ score, facts });
});
