import { describe, expect, test } from 'vitest';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { courseOf, learnWorld, refusalOf } from '../testing/learnWorld.ts';
import { usePlan } from '../testing/trainingWorld.ts';

const one = courseOf(1);
type World = Awaited<ReturnType<typeof learnWorld>>;

/** What each call that a link opens answers to it. */
async function answersTo(
  { anyone, openLearning, loadCourse, play }: World,
  token: string,
): Promise<string[]> {
  const answers = [
    await openLearning(token),
    await loadCourse(token, one.id),
    await play(token, one.id, { kind: 'open', lesson: one.lessons[0]!.id }),
    await anyone.get(`/learn/certificate/${token}/AAAA-BBBB-CCCC-DDDD/c.pdf`),
  ];
  return answers.map((answer) => refusalOf(answer).join(' '));
}
const invalid = Array(4).fill('404 link-invalid');
const expired = Array(4).fill('410 link-expired');

describe('a link opens nothing', () => {
  test('that was forged, is of another kind, of another organisation, or of nobody', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    const other = await world.portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
    await usePlan(world.portal, other.orgId, 'premium');
    const [row] = await world.rowsOf((db) => db.selectFrom('trainee').select('memberId').execute());
    const id = row!.memberId;
    const place = { orgId: world.ada.orgId, id, round: 0 };
    expect(token).toBe(world.token(id));
    const forged = [
      token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
      (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
      `${token}A`,
      'x'.repeat(91),
      linkToken(world.portal.base, 'policy-signing-link', place),
      linkToken(world.portal.base, 'training-package', place),
      // genuine tokens that name nobody
      world.token(id, 0, other.orgId),
      world.token('00000000-0000-4000-8000-000000000000'),
    ];
    for (const given of forged) expect(await answersTo(world, given)).toEqual(invalid);
    expect((await world.openLearning(token)).status).toBe(200);
    expect(refusalOf(await world.anyone.post('/policy/signingLink/open', { token }))).toEqual([
      404,
      'link-invalid',
    ]);
  });

  test('of somebody who was archived or deleted, and works again for whoever is brought back', async () => {
    const world = await learnWorld();
    const [ann, ben] = (await world.learners('Ann', 'Ben')) as [string, string];
    const { trainees } = await world.load();
    const idOf = (name: string) =>
      trainees.find((person: { firstName: string }) => person.firstName === name).id as string;
    const archive = async (archived: boolean) =>
      expect(
        (await world.ada.post('/training/editTrainee', { trainees: [{ id: idOf('Ann'), archived }] })).status,
      ).toBe(200);
    await archive(true);
    expect(await answersTo(world, ann)).toEqual(invalid);
    await world.anyone.post('/learn/newLink', { token: ann });
    expect(await world.mailCounts('ann')).toEqual([1]);
    expect((await world.ada.post('/training/deleteTrainee', { trainee: idOf('Ben') })).status).toBe(200);
    expect(await answersTo(world, ben)).toEqual(invalid);
    await archive(false);
    // the old link stays dead; its person is mailed another
    expect(await answersTo(world, ann)).toEqual(expired);
    world.portal.clock.advance(86_400);
    await world.remind();
    expect((await world.openLearning(await world.tokenIn('ann'))).status).toBe(200);
  });
});

describe('a link opens nothing for the time being', () => {
  test('while the plan is without training or the trial is over', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    await usePlan(world.portal, world.ada.orgId, 'free');
    expect(await answersTo(world, token)).toEqual(invalid);
    await usePlan(world.portal, world.ada.orgId, 'premium');
    expect((await world.openLearning(token)).status).toBe(200);
    await world.scope.inOrg((db) =>
      db
        .updateTable('organization')
        .set({ planId: 'trial', subscriptionStatus: 'INTRIAL', expirationDate: world.portal.clock.now() })
        .execute(),
    );
    world.portal.clock.advance(3 * 86_400);
    expect(await answersTo(world, token)).toEqual(invalid);
  });

  test('after sixty days without a mail, until its person asks for another', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    const settings = {
      calendar: 'together',
      startMonth: '2026-03-01',
      passMark: null,
      remind: false,
      digest: false,
    };
    expect((await world.ada.post('/training/saveTrainingSettings', settings)).status).toBe(200);
    const ask = (given: string) => world.anyone.post('/learn/newLink', { token: given });
    // of a link that works there is nothing to mail, and nothing is told
    expect(await ask(token)).toMatchObject({ status: 200, body: { success: true } });
    expect(await world.mailCounts('ann')).toEqual([1]);
    world.portal.clock.set('2026-05-01T17:00:00Z');
    expect(await answersTo(world, token)).toEqual(expired);
    for (const given of [token, token, `${token}A`])
      expect((await ask(given)).body).toEqual({ success: true });
    const mails = await world.mailsTo('ann');
    expect(mails.map(({ subject }) => subject)).toEqual(['Your new training link', 'Your security training']);
    const fresh = await world.tokenIn('ann');
    expect(fresh).not.toBe(token);
    expect((await world.openLearning(fresh)).status).toBe(200);
    expect(await answersTo(world, token)).toEqual(expired);
    // once in ten minutes, five times a day
    for (let i = 0; i < 8; i++) {
      await ask(token);
      await world.portal.runJobs();
      world.portal.clock.advance(601);
    }
    const [many] = (await world.mailCounts('ann')) as [number];
    expect(many).toBe(6);
    expect((await world.openLearning(fresh)).status).toBe(200);
  });
});

describe('an administrator', () => {
  test('ends a link that went astray, a few times a day', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    const { trainees } = await world.load();
    const renew = (trainee = trainees[0].id) => world.ada.post('/training/newTraineeLink', { trainee });
    world.portal.clock.advance(1);
    expect((await renew()).status).toBe(200);
    expect(refusalOf(await world.openLearning(token))).toEqual([410, 'link-expired']);
    expect((await world.openLearning(await world.tokenIn('ann'))).status).toBe(200);
    for (let i = 0; i < 3; i++) {
      expect((await renew()).status).toBe(200);
      await world.portal.runJobs();
    }
    expect(refusalOf(await renew())).toEqual([429, 'too-many-mails']);
    expect(refusalOf(await renew('00000000-0000-4000-8000-000000000000'))).toEqual([404, 'no-such-trainee']);
    expect(await world.mailCounts('ann')).toEqual([5]);
    const log = (await world.ada.get('/audit/entries')).body;
    expect(JSON.stringify(log)).toContain('Mailed Ann Miller a new training link');
  });

  test('is told whom people ask when something looks wrong', async () => {
    const world = await learnWorld();
    const [token] = (await world.learners('Ann')) as [string];
    const values = {
      policyOwner: 'Ada Vance',
      securityContactName: 'the IT desk',
      securityContactEmail: 'security@acme-widgets.com',
    };
    expect((await world.ada.post('/policy/saveCompanyValues', { values })).status).toBe(200);
    expect((await world.openLearning(token)).body.data.contact).toEqual({
      name: 'the IT desk',
      reach: 'security@acme-widgets.com',
    });
  });
});

test('being here is noted once an hour', async () => {
  const world = await learnWorld();
  const [token] = (await world.learners('Ann')) as [string];
  const seen = async () =>
    (
      await world.rowsOf((db) => db.selectFrom('trainee').select('lastSeenAt').executeTakeFirstOrThrow())
    ).lastSeenAt?.toISOString();
  expect(await seen()).toBeUndefined();
  await world.openLearning(token);
  expect(await seen()).toBe('2026-03-02T17:00:00.000Z');
  world.portal.clock.advance(3599);
  await world.loadCourse(token, one.id);
  expect(await seen()).toBe('2026-03-02T17:00:00.000Z');
  world.portal.clock.advance(1);
  await world.loadCourse(token, one.id);
  expect(await seen()).toBe('2026-03-02T18:00:00.000Z');
});

test('a link that was ended stays so when its person is deleted and added again', async () => {
  const world = await learnWorld();
  const { ada, portal } = world;
  // who signs policies stays the same person
  const people = [{ name: 'Ann Miller', email: 'ann@acme-widgets.com' }];
  expect((await ada.post('/policy/addSigners', { people })).status).toBe(200);
  const [astray] = (await world.learners('Ann')) as [string];
  expect((await world.openLearning(astray)).status).toBe(200);
  const id = async () => (await world.load()).trainees[0].id as string;
  const before = await id();
  expect((await ada.post('/training/newTraineeLink', { trainee: before })).status).toBe(200);
  portal.clock.advance(60);
  expect((await ada.post('/training/deleteTrainee', { trainee: before })).status).toBe(200);
  await world.add(['Ann']);
  expect(await id()).toBe(before);
  expect(refusalOf(await world.openLearning(astray))).toEqual([410, 'link-expired']);
  expect((await world.openLearning(await world.tokenIn('ann'))).status).toBe(200);
});
