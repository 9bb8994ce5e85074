import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { retentions } from '#app/database/retention.ts';
import type { Retention } from '#platform/server/database/retention.ts';
import { readSettings } from '#platform/server/settings/settings.ts';
import { closingDays, reminderDays } from '#modules/closing/rules.ts';
import { exportDays, exportsPerDay } from '#modules/exports/rules.ts';
import { packsKept } from '#modules/evidence/rules.ts';

const text = readFileSync('docs/privacy.md', 'utf8');

const counted = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** How the document says how long something is kept. */
function keptWords({ kept }: Retention): string {
  if ('hours' in kept) return counted(kept.hours, 'hour');
  if ('days' in kept) return kept.days === 0 ? 'until then' : counted(kept.days, 'day');
  return typeof kept.months === 'number'
    ? counted(kept.months, 'month')
    : `${counted(kept.months(readSettings({})), 'month')} (\`${(kept as { variable: string }).variable}\`)`;
}

/** The rows of the table below a heading, cell by cell. */
const tableBelow = (heading: string): string[][] => {
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  const rows = after
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
};

test('the table of docs/privacy.md says of each kind of data what the code does', () => {
  const rows = tableBelow('How long it is kept').filter(([first]) => !/^-+$/.test(first!));
  expect(rows.sort()).toEqual(retentions.map((one) => [one.kind, keptWords(one), one.since]).sort());
});

test('the days and numbers in its sentences are those of the code', () => {
  for (const words of [
    `${closingDays} days to change its mind`,
    `${reminderDays} days before the end`,
    `kept for ${exportDays} days`,
    `${exportsPerDay} exports a day`,
    `the newest ${packsKept} evidence packs`,
  ])
    expect(text).toContain(words);
});
