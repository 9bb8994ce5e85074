import { expect, test } from 'vitest';
import { answerLabel, reportFileName } from './rules.ts';

test.each([
  ['Acme Widgets Inc.', '2026-03-02T17:00:00Z', 'Acme_CyberMaturity_2026_03_02.pdf'],
  // still the day before in California
  ['Acme Widgets Inc.', '2026-03-03T07:59:00Z', 'Acme_CyberMaturity_2026_03_02.pdf'],
  ['  Müller & Söhne', '2026-11-20T20:00:00Z', 'Müller_CyberMaturity_2026_11_20.pdf'],
  ['../../etc/passwd x', '2026-11-20T20:00:00Z', 'etc_passwd_CyberMaturity_2026_11_20.pdf'],
  ['"\r\nSet-Cookie:', '2026-11-20T20:00:00Z', 'Company_CyberMaturity_2026_11_20.pdf'],
  ['&&&', '2026-11-20T20:00:00Z', 'Company_CyberMaturity_2026_11_20.pdf'],
])('the report of %j at %s is called %s', (company, at, name) => {
  expect(reportFileName(company, new Date(at))).toBe(name);
});

test('an answer is called as its question offers it', () => {
  expect(answerLabel({ scale: 'yesno' }, 'no')).toBe('No');
  expect(answerLabel({ scale: 'graded' }, 'no')).toBe('None');
  expect(answerLabel({ scale: 'graded' }, 'notApplicable')).toBe('Not applicable');
});
