import { expect, test } from 'vitest';
import { testPortal } from '#app/testing.ts';
import { addTeamMembers, countTeam, listTeam, removeTeamMember } from './public.ts';
import { mostTeamMembers } from './team.ts';

async function world() {
  const portal = await testPortal();
  const ada = await portal.member();
  const scope = portal.base.forOrg(ada.orgId);
  const add = (...names: string[]) =>
    addTeamMembers(
      scope,
      names.map((name) => ({ name, email: `${name}@acme-widgets.com` })),
    );
  const page = (search = '', number = 1, pageSize = 2) => scope.inOrg((db) => listTeam(db, { page: number, pageSize, search }));
  return { portal, scope, add, page, count: () => scope.inOrg((db) => countTeam(db)) };
}
const namesOf = ({ people, total }: Awaited<ReturnType<typeof listTeam>>) => `${people.map(({ name }) => name).join(' ')} of ${total}`;

test('the team is listed by name, a page at a time, and searched by name and address', async () => {
  const { add, page, count } = await world();
  await add('cal', 'Ann', 'bo');
  expect(namesOf(await page())).toBe('Ann bo of 3');
  expect(namesOf(await page('', 2))).toBe('cal of 3');
  expect(namesOf(await page('', 3))).toBe(' of 3');
  expect(namesOf(await page('ANN@'))).toBe('Ann of 1');
  expect(namesOf(await page('%'))).toBe(' of 0');
  expect(await count()).toBe(3);
});

test('whoever leaves is no longer of the team, stays on record, and may come back as somebody new', async () => {
  const { portal, scope, add, page, count } = await world();
  await add('Ann');
  const { id } = (await page()).people[0]!;
  await scope.inOrg((db) => removeTeamMember(db, id, portal.clock.now()));
  expect(await count()).toBe(0);
  const kept = await scope.inOrg((db) => db.selectFrom('team_member').select(['name', 'left_at']).execute());
  expect(kept).toEqual([{ name: 'Ann', left_at: portal.clock.now() }]);
  await expect(scope.inOrg((db) => removeTeamMember(db, id, portal.clock.now()))).rejects.toMatchObject({ code: 'no-such-person' });
  expect((await add('Ann'))[0]!.fate).toBe('added');
  expect((await page()).people[0]!.id).not.toBe(id);
});

test('a team has room for a thousand people, also where two lists come at once; a list too long adds nobody', async () => {
  const { add, count } = await world();
  const names = (from: number, many: number) => Array.from({ length: many }, (_, i) => `p${from + i}`);
  await add(...names(0, mostTeamMembers - 10));
  const both = await Promise.allSettled([add(...names(2000, 6)), add(...names(3000, 6))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await count()).toBe(mostTeamMembers - 4);
  // who is there already takes no room
  expect((await add(...names(0, 3))).map(({ fate }) => fate)).toEqual(['already-there', 'already-there', 'already-there']);
});

test('the team of one organisation is no business of another', async () => {
  const { portal, scope, add, page } = await world();
  await add('Ann');
  const { id } = (await page()).people[0]!;
  const eve = portal.base.forOrg((await portal.member()).orgId);
  expect(await eve.inOrg((db) => countTeam(db))).toBe(0);
  await expect(eve.inOrg((db) => removeTeamMember(db, id, portal.clock.now()))).rejects.toMatchObject({ code: 'no-such-person' });
  expect(await scope.inOrg((db) => countTeam(db))).toBe(1);
});
