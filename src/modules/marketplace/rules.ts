import { type Day } from '#platform/days.ts';
import type { Block, Offer } from './contract.ts';

/** What stands in the configuration of an offer, as far as it decides whether it holds. */
export type OfferDays = { validFrom?: Day | undefined; validTo?: Day | undefined };

/** Whether an offer holds on a day: both ends are days on which it does. */
export const isLive = ({ validFrom, validTo }: OfferDays, today: Day): boolean =>
  (validFrom === undefined || validFrom <= today) && (validTo === undefined || today <= validTo);

/** The largest percent offer; null where there is none. */
export function maxPercentOf(offers: readonly (Pick<Offer, 'type' | 'value'> | null)[]): number | null {
  const percents = offers.flatMap((offer) =>
    offer?.type === 'percent' && offer.value !== null ? [offer.value] : [],
  );
  return percents.length === 0 ? null : Math.max(...percents);
}

/** The sentence of modules.md 1, with its figure only while an offer bears it out. */
export const savingsLine = (maxPercent: number | null): string =>
  maxPercent === null
    ? 'Partner tools for what you work on next'
    : `Partner tools (up to ${maxPercent}% savings)`;

/** Team sizes as organisations give them (platform.md 3), from the least to the most. */
export function teamSpan(size: string): [least: number, most: number] {
  const span = /^(\d+)-(\d+)$/.exec(size);
  if (span) return [Number(span[1]), Number(span[2])];
  return /^More than (\d+)$/.test(size) ? [Number(/\d+/.exec(size)![0]) + 1, Infinity] : [0, Infinity];
}

export type Audience = {
  minEmployees?: number | undefined;
  maxEmployees?: number | undefined;
  industries: readonly string[];
};

/** Whether a partner suits a company. */
export function suits(audience: Audience, company: { size: string; industry: string }): boolean {
  const [least, most] = teamSpan(company.size);
  return (
    (audience.minEmployees === undefined || most >= audience.minEmployees) &&
    (audience.maxEmployees === undefined || least <= audience.maxEmployees) &&
    (audience.industries.length === 0 || audience.industries.includes(company.industry))
  );
}

/** What the organisation's own results say. */
export type Needs = {
  /** Maturity elements that are answered: level 0 to 5. */
  elements: readonly { id: string; title: string; level: number; weakest: boolean }[];
  highs: number;
  mediums: number;
  overdueCourses: number;
};

/** Needs beside the elements of the maturity assessment. */
export const otherNeeds = {
  'website-issues': 'Open issues of websites',
  'overdue-training': 'Overdue training',
} as const;

type Reason = { weight: number; because: string };
const count = (n: number, one: string): string => `${n.toLocaleString('en-US')} ${n === 1 ? one : `${one}s`}`;

/** From here on an element asks for no tool. */
const goodLevel = 4;

function reasonOf(need: string, needs: Needs): Reason | null {
  if (need === 'website-issues') {
    if (needs.highs > 0)
      return { weight: 60, because: `Because your websites have ${count(needs.highs, 'open high issue')}` };
    if (needs.mediums > 0)
      return {
        weight: 25,
        because: `Because your websites have ${count(needs.mediums, 'open medium issue')}`,
      };
    return null;
  }
  if (need === 'overdue-training')
    return needs.overdueCourses > 0
      ? { weight: 15, because: `Because ${count(needs.overdueCourses, 'course')} of your team are overdue` }
      : null;
  const element = needs.elements.find(({ id }) => id === need);
  if (!element || element.level >= goodLevel) return null;
  const alone = needs.elements.filter(({ weakest }) => weakest).length === 1;
  const because = `Because ${element.title} is at level ${element.level} of 5${element.weakest ? `, ${alone ? 'your weakest point' : 'one of your weakest points'}` : ''}`;
  return { weight: (goodLevel - element.level) * 10 + (element.weakest ? 30 : 0), because };
}

export type Ranked = { id: string; weight: number; because: string };

/**
 * What the organisation's results speak for, the most helpful first; the reason is the strongest one. What a partner pays
 * plays no part; of two that help alike the one that helps in more ways comes first, then the order of the list.
 */
export function recommend(
  partners: readonly { id: string; solves: readonly string[] }[],
  needs: Needs,
): Ranked[] {
  return partners
    .flatMap(({ id, solves }, place) => {
      const reasons = solves
        .map((need) => reasonOf(need, needs))
        .filter((reason) => reason !== null)
        .toSorted((a, b) => b.weight - a.weight);
      const [strongest] = reasons;
      return strongest ? [{ id, place, reasons: reasons.length, ...strongest }] : [];
    })
    .toSorted((a, b) => b.weight - a.weight || b.reasons - a.reasons || a.place - b.place)
    .map(({ id, weight, because }) => ({ id, weight, because }));
}

/** Text of the configuration as blocks: an empty line ends one, lines that begin with a dash are a list. */
export function blocksOf(text: string): Block[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .filter((lines) => lines.length > 0)
    .flatMap((lines): Block[] => {
      const first = lines.findIndex((line) => line.startsWith('- '));
      if (first === -1) return [{ text: lines.join(' ') }];
      // a line without a dash goes on with the item above it
      const items = lines
        .slice(first)
        .join('\n')
        .replace(/^- /, '')
        .split('\n- ')
        .map((item) => item.replaceAll('\n', ' '));
      return [...(first > 0 ? [{ text: lines.slice(0, first).join(' ') }] : []), { items }];
    });
}

/** Whom it suits, in words. */
export function audienceWords({ minEmployees, maxEmployees }: Audience): string | null {
  if (minEmployees === undefined && maxEmployees === undefined) return null;
  if (maxEmployees === undefined) return `Teams of ${minEmployees} people and more`;
  if (minEmployees === undefined || minEmployees <= 1) return `Teams of up to ${maxEmployees} people`;
  return `Teams of ${minEmployees} to ${maxEmployees} people`;
}
