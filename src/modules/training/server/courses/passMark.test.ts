import { expect, test } from 'vitest';
import { courseOf, learnWorld } from '../testing/learnWorld.ts';

test('the pass mark is that of the settings, or else of the policy that holds, or else 80', async () => {
  const world = await learnWorld();
  const [token] = (await world.learners('Ann')) as [string];
  const { ada } = world;
  const mark = async () => (await world.openLearning(token)).body.data.passMark as number;
  expect(await mark()).toBe(80);
  const values = {
    policyOwner: 'Ada Vance',
    securityContactName: 'the IT desk',
    securityContactEmail: 'security@acme-widgets.com',
  };
  expect((await ada.post('/policy/saveCompanyValues', { values })).status).toBe(200);
  const save = async (policy: object) => {
    const answer = await ada.post('/policy/policySave', { policy: { id: 'people', ...policy } });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body.data.etag as string;
  };
  const etag = await save({ customValues: { passMark: 90 } });
  // a draft says nothing yet
  expect(await mark()).toBe(80);
  await save({ customValues: { passMark: 90 }, etag, status: 'Active' });
  expect(await mark()).toBe(90);
  const one = courseOf(1);
  await world.prepare(token, one);
  // seven of eight, which was enough before
  const reply = await world.takeTest(token, one, 1);
  expect(reply).toMatchObject({ progress: { status: 'failedQuiz' }, quiz: { passMark: 90 } });
  const settings = {
    calendar: 'together',
    startMonth: '2026-03-01',
    passMark: 60,
    remind: true,
    digest: true,
  };
  expect((await ada.post('/training/saveTrainingSettings', settings)).status).toBe(200);
  expect(await mark()).toBe(60);
  expect((await world.takeTest(token, one, 1)).progress.status).toBe('finished');
});
