import { describe, expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import {
  addTeamMembers,
  changeTeamPerson,
  countUntrained,
  joinTraining,
  leaveTraining,
  removeTeamMember,
  untrainedTeam,
} from './public.ts';
import { mostTeamMembers } from './team.ts';

/** Who signs by name, by name. */
const signersOf = (scope: OrgScope) =>
  scope.inOrg((db) =>
    db
      .selectFrom('teamMember')
      .select(['id', 'name'])
      .where('leftAt', 'is', null)
      .where('signs', '=', true)
      .orderBy('name')
      .execute(),
  );

async function world() {
  const portal = await testPortal();
  const ada = await portal.member();
  const scope = portal.base.forOrg(ada.orgId);
  const add = (...names: string[]) =>
    addTeamMembers(
      scope,
      names.map((name) => ({ name, email: `${name}@acme-widgets.com` })),
    );
  return { portal, scope, add, signers: () => signersOf(scope) };
}

test('whoever leaves is no longer of the team, stays on record, and may come back as somebody new', async () => {
  const { portal, scope, add, signers } = await world();
  await add('Ann');
  const { id } = (await signers())[0]!;
  await scope.inOrg((db) => removeTeamMember(db, id, portal.clock.now()));
  expect(await signers()).toHaveLength(0);
  const kept = await scope.inOrg((db) => db.selectFrom('teamMember').select(['name', 'leftAt']).execute());
  expect(kept).toEqual([{ name: 'Ann', leftAt: portal.clock.now() }]);
  await expect(scope.inOrg((db) => removeTeamMember(db, id, portal.clock.now()))).rejects.toMatchObject({
    code: 'no-such-person',
  });
  expect((await add('Ann'))[0]!.fate).toBe('added');
  expect((await signers())[0]!.id).not.toBe(id);
});

test('a team has room for a thousand people, also where two lists come at once; a list too long adds nobody', async () => {
  const { add, signers } = await world();
  const names = (from: number, many: number) => Array.from({ length: many }, (_, i) => `p${from + i}`);
  await add(...names(0, mostTeamMembers - 10));
  const both = await Promise.allSettled([add(...names(2000, 6)), add(...names(3000, 6))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await signers()).toHaveLength(mostTeamMembers - 4);
  // who is there already takes no room
  expect((await add(...names(0, 3))).map(({ fate }) => fate)).toEqual([
    'already-there',
    'already-there',
    'already-there',
  ]);
});

test('the team of one organisation is no business of another', async () => {
  const { portal, scope, add, signers } = await world();
  await add('Ann');
  const { id } = (await signers())[0]!;
  const eve = portal.base.forOrg((await portal.member()).orgId);
  expect(await signersOf(eve)).toEqual([]);
  await expect(eve.inOrg((db) => removeTeamMember(db, id, portal.clock.now()))).rejects.toMatchObject({
    code: 'no-such-person',
  });
  expect(await signersOf(scope)).toHaveLength(1);
});

async function both() {
  const made = await world();
  const { scope, portal } = made;
  const train = (...names: string[]) =>
    scope.inOrg((db) =>
      joinTraining(
        db,
        names.map((name) => ({
          firstName: name,
          lastName: 'Miller',
          email: `${name}@ACME-widgets.com`,
          department: 'Sales',
        })),
        portal.clock.now(),
      ),
    );
  const rows = () =>
    scope.inOrg((db) =>
      db
        .selectFrom('teamMember')
        .select(['name', 'department', 'signs', 'trains', 'leftAt'])
        .orderBy('createdAt')
        .orderBy('name')
        .execute(),
    );
  return { ...made, train, rows };
}

describe('somebody who signs and is trained', () => {
  test('is one person, whichever came first, and keeps the name they had', async () => {
    const { add, train, rows } = await both();
    await add('Ann');
    await train('ann', 'bo');
    expect((await add('bo', 'Ann')).map(({ fate }) => fate)).toEqual(['added', 'already-there']);
    expect(await rows()).toEqual([
      { name: 'Ann', department: 'Sales', signs: true, trains: true, leftAt: null },
      { name: 'bo Miller', department: 'Sales', signs: true, trains: true, leftAt: null },
    ]);
  });

  test('is listed and counted among those who sign only while they sign, and leaves when they do neither', async () => {
    const { add, train, rows, scope, portal, signers } = await both();
    await add('Ann');
    const ids = await train('ann', 'bo');
    expect((await signers()).map(({ name }) => name)).toEqual(['Ann']);
    const ann = ids.get('ann@acme-widgets.com')!;
    await scope.inOrg((db) => removeTeamMember(db, ann, portal.clock.now()));
    expect([(await signers()).length, (await rows())[0]]).toMatchObject([
      0,
      { signs: false, trains: true, leftAt: null },
    ]);
    await expect(scope.inOrg((db) => removeTeamMember(db, ann, portal.clock.now()))).rejects.toMatchObject({
      code: 'no-such-person',
    });
    await expect(
      scope.inOrg((db) => removeTeamMember(db, ids.get('bo@acme-widgets.com')!, portal.clock.now())),
    ).rejects.toMatchObject({
      code: 'no-such-person',
    });
    await scope.inOrg((db) => leaveTraining(db, [ann], portal.clock.now()));
    expect((await rows())[0]).toMatchObject({ signs: false, trains: false, leftAt: portal.clock.now() });
  });

  test('stays to sign when training ends', async () => {
    const { add, train, rows, scope, portal, signers } = await both();
    await add('Ann');
    const ids = await train('ann');
    await scope.inOrg((db) => leaveTraining(db, [...ids.values()], portal.clock.now()));
    expect([(await signers()).length, (await rows())[0]]).toMatchObject([
      1,
      { signs: true, trains: false, leftAt: null },
    ]);
    expect(await scope.inOrg(async (db) => [await untrainedTeam(db, 10), await countUntrained(db)])).toEqual([
      [{ firstName: 'Ann', lastName: '', email: 'Ann@acme-widgets.com', department: 'Sales' }],
      1,
    ]);
  });

  test('is one of a thousand who sign, while many more may be trained', async () => {
    const { add, train, signers } = await both();
    await train(...Array.from({ length: mostTeamMembers + 5 }, (_, i) => `t${i}`));
    expect(
      (await add(...Array.from({ length: mostTeamMembers }, (_, i) => `t${i}`))).every(
        ({ fate }) => fate === 'added',
      ),
    ).toBe(true);
    await expect(add('more')).rejects.toMatchObject({ code: 'too-many-people' });
    expect(await signers()).toHaveLength(mostTeamMembers);
  });

  test('cannot take the address of somebody else of either circle', async () => {
    const { add, train, scope } = await both();
    await add('Ann');
    const bo = (await train('bo')).get('bo@acme-widgets.com')!;
    const change = (email: string, firstName = 'Bo') =>
      scope.inOrg((db) => changeTeamPerson(db, bo, { firstName, lastName: 'Ek', email, department: '' }));
    expect(await change('ANN@acme-widgets.com')).toBe('address-taken');
    expect(await change('nowhere')).toBe('bad-address');
    expect(await change('bo.ek@acme-widgets.com', '')).toBe(null);
    expect(await change('BO.ek@acme-widgets.com')).toBe(null);
  });
});
