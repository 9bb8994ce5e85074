import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { isLegible, oneLine } from '#platform/text.ts';
import { lockOrganization } from './admins.store.ts';
import * as store from './team.store.ts';

/** People of the team at one time. */
export const mostTeamMembers = 1000;

// the same that the mail kit takes
const address = z.email().max(254);

export type Newcomer = { name: string; email: string };
export type NewcomerFate = Newcomer & { fate: 'added' | 'already-there' | 'bad-address' | 'name-missing' };

/**
 * Adds people to the team: people without an account, who get links by mail.
 * @returns what became of each, in the order given
 * Refuses with `too-many-people` and adds nobody then.
 */
export async function addTeamMembers(ctx: OrgScope, newcomers: readonly Newcomer[]): Promise<NewcomerFate[]> {
  const given = newcomers.map(({ name, email }) => ({
    name: [...oneLine(name)].slice(0, 120).join(''),
    email: email.trim(),
    key: email.trim().toLowerCase(),
  }));
  return ctx.inOrg(async (db) => {
    // so that two lists at once do not bring in one person twice, nor too many
    await lockOrganization(db, ctx.orgId);
    const taken = await store.selectTakenAddresses(
      db,
      given.map(({ key }) => key),
    );
    const added: store.NewMember[] = [];
    const fates = given.map(({ name, email, key }): NewcomerFate => {
      if (!isLegible(name)) return { name, email, fate: 'name-missing' };
      if (!address.safeParse(email).success) return { name, email, fate: 'bad-address' };
      if (taken.has(key)) return { name, email, fate: 'already-there' };
      taken.add(key);
      added.push({ id: randomUUID(), name, email, emailKey: key });
      return { name, email, fate: 'added' };
    });
    if (added.length > 0 && (await store.countMembers(db)) + added.length > mostTeamMembers)
      throw new Refusal('too-many-people', { most: mostTeamMembers });
    await store.insertMembers(db, ctx.orgId, added, ctx.now());
    return fates;
  });
}

/** A person leaves the team; their name stays where it stands. Refuses with `no-such-person`. */
export async function removeTeamMember(db: OrgDb, id: string, now: Date): Promise<void> {
  if (!(await store.markLeft(db, id, now))) throw new Refusal('no-such-person');
}

/** The people of the team by name, a page at a time from page 1 on. */
export const listTeam = (
  db: OrgDb,
  { page, pageSize, search = '' }: { page: number; pageSize: number; search?: string },
): Promise<{ people: store.TeamMember[]; total: number }> =>
  store.selectMembers(db, { search, limit: pageSize, skip: (page - 1) * pageSize });

/** How many people the team has now. */
export const countTeam = (db: OrgDb): Promise<number> => store.countMembers(db);
