import { expect, test } from 'vitest';
import { makeFindings } from './findings.ts';
import { defineRule } from '../rule.ts';

const ruleNamed = (id: string) =>
  defineRule({
    id,
    title: 'A flaw',
    vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    cwe: 'CWE-89',
    pci: '6.2.4',
    explanation: 'It is there.',
    fix: '1. Mend it.',
    references: [],
  });
const sent = { requestHead: 'GET /a HTTP/1.1\r\nHost: a.example\r\n\r\n', body: Buffer.alloc(0) };

test('places where a value was tried are all kept, of what a website lacks only some; the number of all is', () => {
  const findings = makeFindings('http://a.example');
  const [tried, lacking] = [ruleNamed('active.test'), ruleNamed('headers.test')];
  for (let at = 0; at < 60; at++)
    for (const rule of [tried, lacking])
      findings.report(rule, {
        url: `http://a.example/${at}`,
        parameter: 'q',
        evidence: 'It shows.',
        sent: sent as never,
      });
  const kept = (id: string) =>
    findings.list().find(({ rule }) => rule === id)! as {
      places: { request: string }[];
      placesTotal?: number;
    };
  expect([kept('active.test').places.length, kept('active.test').placesTotal]).toEqual([60, 60]);
  expect([kept('headers.test').places.length, kept('headers.test').placesTotal]).toEqual([20, 60]);
  expect(kept('active.test').places.filter(({ request }) => request !== '')).toHaveLength(20);
});
