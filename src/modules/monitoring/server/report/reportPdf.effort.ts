import type { ReportFinding } from './reportPdf.ts';
import { count, joined, number } from './reportPdf.wording.ts';

/** Hours of work, at least and at most, for a developer who knows the website. */
export type Effort = { from: number; to: number };

/** By the beginning of a rule's name; the first that fits. Our own estimates: no two websites are alike. */
const efforts: readonly (readonly [RegExp, Effort])[] = [
  // what was readable has to be replaced everywhere it is used
  [
    /^(?:leaks\.(?:secret|comment|account)|exposure\.(?:env|config|private-key|htpasswd|database-dump))/u,
    { from: 1, to: 4 },
  ],
  [/^(?:active|injection)\./u, { from: 2, to: 8 }],
  [/^forms\./u, { from: 2, to: 6 }],
  [/^librar/u, { from: 1, to: 6 }],
  [/^headers\.csp/u, { from: 1, to: 8 }],
  [/^(?:headers|cookies)\./u, { from: 0.25, to: 1 }],
  [/^(?:tls|server|cors|content)\./u, { from: 0.5, to: 2 }],
  [/^(?:exposure|leaks)\./u, { from: 0.25, to: 1 }],
];
const usual: Effort = { from: 1, to: 4 };

export const effortOf = ({ rule }: Pick<ReportFinding, 'rule'>): Effort =>
  efforts.find(([name]) => name.test(rule))?.[1] ?? usual;

export const totalEffort = (findings: readonly Pick<ReportFinding, 'rule'>[]): Effort =>
  findings
    .map(effortOf)
    .reduce((sum, one) => ({ from: sum.from + one.from, to: sum.to + one.to }), { from: 0, to: 0 });

/** `15 minutes`, `2 hours`, `2.5 hours` */
const span = (hours: number): string =>
  hours < 1 ? count(Math.round(hours * 60), 'minute') : count(Math.round(hours * 2) / 2, 'hour');

/** `15 minutes to 1 hour`, `2 to 8 hours` */
export function effortWords({ from, to }: Effort): string {
  if (from < 1) return `${span(from)} to ${span(to)}`;
  return `${number(Math.round(from * 2) / 2)} to ${span(to)}`;
}

/** What an hour costs in the example of a report; a round number, said with it. */
export const exampleRate = 100;

/** `$1,450 to $4,300`, to the nearest 50 dollars. */
export function costWords({ from, to }: Effort): string {
  const dollars = (hours: number): string =>
    `$${number(Math.max(50, Math.round((hours * exampleRate) / 50) * 50))}`;
  return joined([dollars(from), dollars(to)]).replace(' and ', ' to ');
}
