import { describe, expect, it } from 'vitest';
import { cvssScore } from './rule.ts';
import { owaspOf } from '#standards/owasp.ts';
import { rules } from './registry.ts';

describe('cvssScore', () => {
  // Scores of published advisories and of the calculator of the specification's editors.
  it.each([
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
    ['AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', 5.3],
    ['AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10],
    ['AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8],
    ['AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1],
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
    ['AV:P/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N', 1.6],
  ])('%s is %d', (vector, score) => expect(cvssScore(vector)).toBe(score));

  it.each(['', 'AV:N', 'AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'AV:N/AC:L/PR:N/UI:N/S:X/C:H/I:H/A:H'])(
    'refuses %j',
    (vector) => {
      expect(() => cvssScore(vector)).toThrow('CVSS');
    },
  );
});

describe('every rule', () => {
  it('has an id of its own', () => expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length));

  it.each(rules.map((rule) => [rule.id, rule] as const))('%s is complete', (_id, rule) => {
    expect(rule.id).toMatch(/^[a-z]+\.[a-z0-9-]+$/);
    expect(rule.title.length).toBeLessThan(100);
    expect(rule.explanation.length).toBeGreaterThan(80);
    expect(rule.fix).toMatch(/^(1\. |application\.properties)/);
    expect(rule.references.length).toBeGreaterThan(0);
    for (const reference of rule.references) expect(reference).toMatch(/^https:\/\//);
    expect(rule.pci).toMatch(/^\d+(\.\d+){1,2}$/);
    expect(owaspOf(rule.cwe, 2025)).toMatch(/^A\d\d:2025 /);
  });
});
