import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { FindingSeverity } from '#providers/scanner/port.ts';

/** Problems as scans, ratings, and the concierge each see them, from content/problems.yaml. */

const severity = z.enum(['Critical', 'High', 'Medium', 'Low', 'Info']);
export type ProblemSeverity = z.output<typeof severity>;

const problem = z.strictObject({
  id: z.string(),
  /** Checks of the scanner. A finding brings its own severity. */
  rules: z.array(z.string()).default([]),
  /** Observations of the rating, with the severity of the same finding of a scan. */
  facts: z.record(z.string(), severity).default({}),
  /** Of an element of the maturity assessment at level 0. */
  assessment: severity.optional(),
});
export type Problem = Readonly<z.output<typeof problem>>;

const file = path.resolve(import.meta.dirname, '../../../../../content/problems.yaml');

type Table = {
  all: readonly Problem[];
  byRule: ReadonlyMap<string, Problem>;
  byFact: ReadonlyMap<string, Problem>;
};

/** Throws where a rule or a fact belongs to two problems: it would be counted twice. */
function index(all: readonly Problem[]): Table {
  const [byRule, byFact] = [new Map<string, Problem>(), new Map<string, Problem>()];
  const put = (map: Map<string, Problem>, name: string, one: Problem) => {
    if (map.has(name))
      throw new Error(`content/problems.yaml: ${name} belongs to ${map.get(name)!.id} and to ${one.id}.`);
    map.set(name, one);
  };
  for (const one of all) {
    for (const rule of one.rules) put(byRule, rule, one);
    for (const fact of Object.keys(one.facts)) put(byFact, fact, one);
  }
  return { all, byRule, byFact };
}

let loaded: Table | undefined;
const table = (): Table =>
  (loaded ??= index(
    z.strictObject({ problems: z.array(problem).min(1) }).parse(parse(readFileSync(file, 'utf8'))).problems,
  ));

export const problems = (): readonly Problem[] => table().all;
export const problemOfRule = (rule: string): Problem | null => table().byRule.get(rule) ?? null;
export const problemOfFact = (fact: string): Problem | null => table().byFact.get(fact) ?? null;

/** The severity of an issue, as weaknesses have it. */
export const severityOfIssue: Readonly<Record<FindingSeverity, ProblemSeverity>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** One spelling for one place, whoever saw it: the usual ports of the web say nothing. */
export const placeKey = (place: string): string =>
  place
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .replace(/:(443|80)$/, '')
    .slice(0, 300);

/** The place of a website: problems are told apart by host, whatever the path. */
export const websitePlace = (url: string): string => placeKey(new URL(url).host);

/** Two sightings with the same key are one problem. */
export const problemKey = ({ type, asset }: { type: string; asset: string }): string => `${type} ${asset}`;
