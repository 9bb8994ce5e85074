import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { isLegible, oneLine } from '#platform/text.ts';
import { lockOrganization } from './admins.store.ts';
import * as store from './team.store.ts';

/** People who sign at one time. The directory holds everybody who is trained besides. */
export const mostTeamMembers = 1000;

// the same that the mail kit takes
const address = z.email().max(254);
export const isAddress = (text: string): boolean => address.safeParse(text).success;
/** Addresses that differ in case only are the same address. */
export const addressKey = (text: string): string => text.trim().toLowerCase();

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

/** A name in two parts; of a single text its last word is the family name. */
function namePartsOf(name: string): { givenName: string; familyName: string } {
  const at = name.lastIndexOf(' ');
  return at < 0
    ? { givenName: name, familyName: '' }
    : { givenName: name.slice(0, at), familyName: name.slice(at + 1) };
}

/** Text of a name or department as it is kept: one line, of that length at most. */
export const cleanPart = (text: string, most = 60): string => cut(oneLine(text), most).trim();

export type Newcomer = { name: string; email: string };
export type NewcomerResult = Newcomer & { fate: 'added' | 'already-there' | 'bad-address' | 'name-missing' };

/**
 * Adds people to those who sign: people without an account, who get links by mail.
 * @returns what became of each, in the order given
 * Refuses with `too-many-people` and adds nobody then.
 */
export async function addTeamMembers(
  ctx: OrgScope,
  newcomers: readonly Newcomer[],
): Promise<NewcomerResult[]> {
  const given = newcomers.map(({ name, email }) => ({
    name: cleanPart(name, 120),
    email: email.trim(),
    key: addressKey(email),
  }));
  return ctx.inOrg(async (db) => {
    // so that two lists at once do not bring in one person twice, nor too many
    await lockOrganization(db, ctx.orgId);
    const taken = await store.selectTakenAddresses(
      db,
      'signs',
      given.map(({ key }) => key),
    );
    const added: store.NewMember[] = [];
    const fates = given.map(({ name, email, key }): NewcomerResult => {
      if (!isLegible(name)) return { name, email, fate: 'name-missing' };
      if (!isAddress(email)) return { name, email, fate: 'bad-address' };
      if (taken.has(key)) return { name, email, fate: 'already-there' };
      taken.add(key);
      added.push({ id: randomUUID(), name, ...namePartsOf(name), department: '', email, emailKey: key });
      return { name, email, fate: 'added' };
    });
    if (added.length > 0 && (await store.countSigners(db)) + added.length > mostTeamMembers)
      throw new Refusal('too-many-people', { most: mostTeamMembers });
    await store.upsertMembers(db, 'signs', added, ctx.now());
    return fates;
  });
}

/** A person who is trained, with a name in parts and texts that `cleanPart` made. */
export type TeamPerson = { firstName: string; lastName: string; email: string; department: string };

const fullName = ({ firstName, lastName }: Pick<TeamPerson, 'firstName' | 'lastName'>): string =>
  cut(`${firstName} ${lastName}`.trim(), 120);

/**
 * Brings people to those who are trained; whoever signs already is the same person. The organisation is locked by the caller.
 * @returns id of each by address in lower case
 */
export const joinTraining = (
  db: OrgDb,
  people: readonly TeamPerson[],
  now: Date,
): Promise<Map<string, string>> =>
  store.upsertMembers(
    db,
    'trains',
    people.map((person) => ({
      id: randomUUID(),
      name: fullName(person),
      givenName: person.firstName,
      familyName: person.lastName,
      department: person.department,
      email: person.email,
      emailKey: addressKey(person.email),
    })),
    now,
  );

/** People are trained no longer; who signs stays in the team. */
export const leaveTraining = async (db: OrgDb, ids: readonly string[], now: Date): Promise<void> => {
  await store.leaveCircle(db, 'trains', ids, now);
};

/**
 * Changes what is known of a person, of all circles.
 * @param person whole, with texts that `cleanPart` made
 * @returns what is wrong, and then nothing was changed
 */
export async function changeTeamPerson(
  db: OrgDb,
  id: string,
  person: TeamPerson,
): Promise<'address-taken' | 'bad-address' | 'name-missing' | null> {
  const name = fullName(person);
  if (!isLegible(name)) return 'name-missing';
  if (!isAddress(person.email)) return 'bad-address';
  const emailKey = addressKey(person.email);
  if (await store.isAddressTaken(db, emailKey, id)) return 'address-taken';
  const { firstName: givenName, lastName: familyName, department, email } = person;
  await store.updateMember(db, id, { name, givenName, familyName, department, email, emailKey });
  return null;
}

/** A person signs no longer; their name stays where it stands, and so do they where they are trained. Refuses with `no-such-person`. */
export async function removeTeamMember(db: OrgDb, id: string, now: Date): Promise<void> {
  if ((await store.leaveCircle(db, 'signs', [id], now)) === 0) throw new Refusal('no-such-person');
}

/** People of the team who are not trained yet, by name; and how many they are. */
export const untrainedTeam = (db: OrgDb, most: number): Promise<store.UntrainedMember[]> =>
  store.selectUntrained(db, most);
export const countUntrained = (db: OrgDb): Promise<number> => store.countUntrained(db);
