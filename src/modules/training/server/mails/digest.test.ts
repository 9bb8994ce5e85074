import { describe, expect, test } from 'vitest';
import { courseOf, learnWorld } from '../testing/learnWorld.ts';

const one = courseOf(1);

/** An organisation with twelve people since March, of whom the first finished. */
async function marchWorld() {
  const world = await learnWorld();
  const names = Array.from({ length: 12 }, (_, i) => `Person${String.fromCharCode(97 + i)}`);
  const ids = await world.add(names);
  await world.remind();
  world.portal.clock.set('2026-03-31T23:30:00Z');
  await world.finish(ids[0]!, one.id);
  const digests = async (who = 'ada') =>
    (await world.mailsTo(who)).filter(({ subject }) => subject.startsWith('Training in'));
  return { ...world, ids, digests };
}

describe('the monthly digest', () => {
  test('tells each administrator on the first business day what the month before brought', async () => {
    const world = await marchWorld();
    // of April in UTC, of March in Pacific time
    world.portal.clock.set('2026-04-01T01:00:00Z');
    await world.finish(world.ids[1]!, one.id);
    await world.remind();
    expect(await world.digests()).toEqual([]);
    const cora = await world.portal.signIn('cora@acme-widgets.com');
    const now = world.portal.clock.now();
    await world.scope.inOrg((db) =>
      db
        .insertInto('admin')
        .values({
          orgId: world.ada.orgId,
          cognitoId: cora.cognitoId,
          email: cora.email,
          firstName: 'Cora',
          lastName: 'Bell',
          jobTitle: '',
          createdAt: now,
          updatedAt: now,
        })
        .execute(),
    );
    world.portal.clock.set('2026-04-01T16:00:00Z');
    await Promise.all([world.remind(), world.remind()]);
    await world.remind();
    for (const who of ['ada', 'cora']) {
      const [mail, ...more] = await world.digests(who);
      expect(more).toEqual([]);
      expect(mail!.subject).toBe('Training in March 2026: 2 courses finished, no one overdue');
      for (const words of [
        '2, by 2 people',
        '12 of 150',
        `${courseOf(2).title} · for 12 people`,
        '/training',
      ])
        expect(mail!.words).toContain(words);
    }
    world.portal.clock.set('2026-04-02T16:00:00Z');
    await world.remind();
    expect(await world.digests()).toHaveLength(1);
  });

  test('names ten of the people who are overdue, and how many more there are', async () => {
    const world = await marchWorld();
    world.portal.clock.set('2026-05-01T16:00:00Z');
    await world.remind();
    const [mail] = await world.digests();
    expect(mail!.subject).toBe('Training in April 2026: 0 courses finished, 11 people overdue');
    expect(mail!.words.match(/Person\w Miller · 1 course, since Apr 1, 2026/g)).toHaveLength(10);
    expect(mail!.words).toContain('and 1 more');
    expect(mail!.words).not.toContain('Persona Miller');
  });

  test('waits for a business day, and for a worker that was away, but not for ever', async () => {
    const world = await marchWorld();
    for (const [at, sent] of [
      ['2026-08-01T17:00:00Z', 0],
      ['2026-08-02T17:00:00Z', 0],
      ['2026-08-05T17:00:00Z', 1],
      ['2026-09-14T17:00:00Z', 1],
      ['2026-10-01T17:00:00Z', 2],
      ['2027-01-01T17:00:00Z', 3],
    ] as const) {
      world.portal.clock.set(at);
      await world.remind();
      expect(await world.digests()).toHaveLength(sent);
    }
    expect((await world.digests())[0]!.subject).toMatch(/^Training in December 2026:/);
  });

  test('is not sent where it is not wanted, nor about a month in which nobody was trained', async () => {
    const off = await marchWorld();
    await off.scope.inOrg((db) => db.updateTable('trainingSetting').set({ digest: false }).execute());
    off.portal.clock.set('2026-04-01T16:00:00Z');
    await off.remind();
    expect(await off.digests()).toEqual([]);
    const fresh = await learnWorld({ start: '2026-04-01T16:00:00Z' });
    await fresh.add(['Ann']);
    await fresh.remind();
    expect((await fresh.mailsTo('ada')).filter(({ subject }) => subject.startsWith('Training in'))).toEqual(
      [],
    );
  });
});
