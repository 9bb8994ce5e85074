import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { limitsOf } from './limits.ts';
import { checks } from './registry.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/scanning.md'), 'utf8');

describe('docs/scanning.md', () => {
  it.each(checks.map((check) => check.name))('has a row for the check "%s"', (name) => {
    expect(text).toContain(`\n| ${name} |`);
  });

  it.each(Object.entries(limitsOf).filter(([level]) => !level.startsWith('sandbox')))(
    'names the budget of the level %s',
    (level, { requests }) => {
      expect(text).toMatch(new RegExp(`\\| ${level} \\|[^|]*\\| ${requests.toLocaleString('en')} \\|`));
    },
  );
});
