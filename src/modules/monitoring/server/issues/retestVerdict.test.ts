import { expect, test } from 'vitest';
import type { ScanResult } from '#providers/scanner/port.ts';
import { retestVerdict } from './retestVerdict.ts';
import { aFinding, aResult } from '../testing/world.ts';

const url = 'https://shop.acme-widgets.com/a';
const passed = { passed: ['rule.a'] };
const coverage = { blocked: [], timedOut: [], skipped: [] };

test.each<[string, Partial<ScanResult>, string, RegExp]>([
  ['its check ran and found nothing', passed, 'gone', /^$/],
  ['its check found another issue only', { findings: [aFinding('b', { rule: 'rule.a' })] }, 'gone', /^$/],
  ['it was found again', { findings: [aFinding('a')] }, 'still-there', /^$/],
  [
    'it was found again though something refused a part',
    { findings: [aFinding('a')], coverage: { ...coverage, blocked: ['A firewall.'] } },
    'still-there',
    /^$/,
  ],
  [
    'something refused the look',
    { ...passed, coverage: { ...coverage, blocked: ['A firewall answered.'] } },
    'unchecked',
    /firewall/,
  ],
  [
    'its address did not answer',
    { ...passed, coverage: { ...coverage, timedOut: [url] } },
    'unchecked',
    /did not answer/,
  ],
  [
    'another address did not answer',
    { ...passed, coverage: { ...coverage, timedOut: [`${url}/b`] } },
    'gone',
    /^$/,
  ],
  [
    'its check did not run, with a reason',
    { coverage: { ...coverage, skipped: ['No browser is installed.'] } },
    'unchecked',
    /No browser/,
  ],
  [
    'its check did not run, and nothing says why',
    { passed: ['rule.b'] },
    'unchecked',
    /could not be repeated/,
  ],
])('when %s', (_what, changes, status, reason) => {
  const end = retestVerdict(aFinding('a'), aResult({ url, level: 'normal' }, changes));
  expect(end.status).toBe(status);
  expect(end.reason).toMatch(reason);
  expect(end.seen !== null).toBe(status === 'still-there');
});
