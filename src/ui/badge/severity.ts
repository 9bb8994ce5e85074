import type { SeverityName } from '../theme/palette.ts';

export type { SeverityName } from '../theme/palette.ts';

export const SEVERITY_WORD: Record<SeverityName, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
};

/** How many issues of each severity; what is left out counts as none. */
export type SeverityCounts = Partial<Record<SeverityName, number>>;

/** Worst first. */
export const SEVERITY_ORDER: SeverityName[] = ['critical', 'high', 'medium', 'low', 'info'];

/** The severities that occur, worst first, with high, medium and low always among them. */
export function shownSeverities(all: SeverityCounts[]): SeverityName[] {
  const always = new Set<SeverityName>(['high', 'medium', 'low']);
  return SEVERITY_ORDER.filter((name) => always.has(name) || all.some((counts) => (counts[name] ?? 0) > 0));
}
