import { oneLine } from '#platform/text.ts';
import { limits } from '../../rules.ts';

export type PersonFields = { firstName: string; lastName: string; jobTitle: string };
export type InviteFields = PersonFields & { email: string };
export type Faults<F> = Partial<Record<keyof F, string>>;

const emailShape = /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** What keeps a person's details from being saved, field by field. */
export function personFaults({ firstName, lastName }: PersonFields): Faults<PersonFields> {
  return {
    ...(oneLine(firstName) ? {} : { firstName: 'Please enter the first name.' }),
    ...(oneLine(lastName) ? {} : { lastName: 'Please enter the last name.' }),
  };
}

/** platform.md 5: an invitation needs only an address. */
export function inviteFaults({ email }: InviteFields): Faults<InviteFields> {
  const address = email.trim();
  return address.length <= 254 && emailShape.test(address) ? {} : { email: 'Please enter a valid email.' };
}

export const mostCharacters = {
  firstName: limits.personName,
  lastName: limits.personName,
  jobTitle: limits.jobTitle,
  email: 254,
} as const;

export const hasFaults = (faults: object): boolean => Object.keys(faults).length > 0;

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
