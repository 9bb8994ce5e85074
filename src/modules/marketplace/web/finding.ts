import type { Marketplace, Partner } from '../contract.ts';

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Partners of a category whose words contain every word that is searched for, in the order given. */
export function foundIn(
  partners: readonly Partner[],
  { category, search }: { category: string; search: string },
): Partner[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean);
  return partners.filter((one) => {
    if (category && one.category !== category) return false;
    const words = plain(
      [one.name, one.tagline, one.summary, one.category, ...one.solves, ...one.benefits].join(' '),
    );
    return wanted.every((word) => words.includes(word));
  });
}

/** More than three are no recommendation any more. */
const mostRecommended = 3;

export const recommendedOf = ({ recommended, partners }: Marketplace): Partner[] =>
  recommended.flatMap((id) => partners.filter((one) => one.id === id)).slice(0, mostRecommended);
