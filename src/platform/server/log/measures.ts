import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The figures of this process. What belongs to one portal of it, such as its requests, has a registry of its own. */
export const measures = new Registry();

/** The values that a label may have; any other one counts as `other`, so that no series comes from what a request brought. */
export type Labels<Name extends string> = Record<Name, readonly string[]>;

const other = 'other';

function* combinations(labels: [string, readonly string[]][]): Generator<Record<string, string>> {
  const [first, ...rest] = labels;
  if (!first) return yield {};
  for (const value of first[1]) for (const more of combinations(rest)) yield { [first[0]]: value, ...more };
}

const known = <Name extends string>(
  labels: Labels<Name>,
  given: Record<Name, string>,
): Record<Name, string> =>
  Object.fromEntries(
    Object.entries<readonly string[]>(labels).map(([name, values]) => {
      const value = given[name as Name];
      return [name, values.includes(value) ? value : other];
    }),
  ) as Record<Name, string>;

/** A figure that only grows. Each of its series is there from the start with 0, so that its first increase shows as one. */
export function counter<Name extends string = never>(
  name: string,
  help: string,
  labels = {} as Labels<Name>,
) {
  const made = new Counter({ name, help, labelNames: Object.keys(labels), registers: [measures] });
  for (const each of combinations(Object.entries<readonly string[]>(labels))) made.inc(each, 0);
  return (given: Record<Name, string>, by = 1): void => made.inc(known(labels, given), by);
}

/** How long something took, in seconds. */
export function histogram<Name extends string = never>(
  name: string,
  help: string,
  buckets: number[],
  labels = {} as Labels<Name>,
) {
  const made = new Histogram({ name, help, labelNames: Object.keys(labels), buckets, registers: [measures] });
  for (const each of combinations(Object.entries<readonly string[]>(labels))) made.zero(each);
  return (given: Record<Name, string>, seconds: number): void => made.observe(known(labels, given), seconds);
}

/** How many there are at this moment; the returned function is called with 1 and -1. */
export function level(name: string, help: string): (by: 1 | -1) => void {
  const made = new Gauge({ name, help, registers: [measures] });
  return (by) => made.inc(by);
}

/** Series of a figure with their values. One that is not given is left out of the page. */
export type Readings = (readonly [labels: Record<string, string>, value: number])[];

/** A figure that is read on demand; series with the same labels add up. */
export function liveGauge(
  registry: Registry,
  name: string,
  help: string,
  label: string | null,
  read: () => Readings | Promise<Readings>,
): void {
  const made = new Gauge({
    name,
    help,
    labelNames: label === null ? [] : [label],
    registers: [],
    async collect() {
      const readings = await read();
      this.reset();
      for (const [labels, value] of readings) this.inc(labels, value);
    },
  });
  registry.registerMetric(made);
}
