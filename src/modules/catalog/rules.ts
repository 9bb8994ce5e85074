import { pacificDay, type Day } from '#platform/days.ts';

/** platform.md 9: environments whose quotes are for trying out. */
const stagingEnvironments = ['dev', 'demo', 'staging', 'test', 'test2', 'qa', 'preflight'];

/** platform.md 9: the page that a quote link leads to. */
export const quoteAddress = (
  quote: { production: string; staging: string },
  environmentName: string,
): string =>
  stagingEnvironments.includes(environmentName.trim().toLowerCase()) ? quote.staging : quote.production;

/** Host name without port, lower case. */
export const hostName = (host: string): string =>
  host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** Whether a host is one of a brand's: named exactly, or its web domain or a part of it. */
export const hostBelongsTo = (host: string, hosts: readonly string[], webDomain: string | null): boolean => {
  const name = hostName(host);
  return (
    hosts.includes(name) || (webDomain !== null && (name === webDomain || name.endsWith(`.${webDomain}`)))
  );
};

/** Runs now: on or after its first day and before its last (platform.md 2 names the first day on which it is over). */
export const isPromotionOn = (promotion: { from: Day | null; before: Day }, now: Date): boolean => {
  const today = pacificDay(now);
  return (promotion.from === null || today >= promotion.from) && today < promotion.before;
};

/** Puts the brand's words into text: `{brand}`, `{emailDomain}` and the like; other braces stay. */
export const fillIn = (text: string, words: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(words, name) ? words[name]! : whole));
