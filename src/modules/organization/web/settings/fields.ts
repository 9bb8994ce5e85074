import { oneLine } from '#platform/text.ts';
import { limits } from '../../rules.ts';

export type PersonFields = { firstName: string; lastName: string; jobTitle: string };
export type InviteFields = PersonFields & { email: string };

const emailShape = /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** What a person's details need to be saved. */
export const personRules = {
  firstName: (name: string) => !oneLine(name) && 'Please enter the first name.',
  lastName: (name: string) => !oneLine(name) && 'Please enter the last name.',
};

/** platform.md 5: an invitation needs only an address. */
export const inviteRules = {
  email: (address: string) =>
    !(address.trim().length <= 254 && emailShape.test(address.trim())) && 'Please enter a valid email.',
};

export const mostCharacters = {
  firstName: limits.personName,
  lastName: limits.personName,
  jobTitle: limits.jobTitle,
  email: 254,
} as const;

/** Whether saving would change anything. */
export const differs = <F extends object>(one: F, other: F): boolean =>
  (Object.keys(one) as (keyof F)[]).some(
    (name) => oneLine(String(one[name])) !== oneLine(String(other[name])),
  );

/** What people type is looked for in everything that a row shows. */
export function matching<Row>(rows: readonly Row[], search: string, textOf: (row: Row) => string): Row[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  return rows.filter((row) => words.every((word) => textOf(row).toLowerCase().includes(word)));
}
