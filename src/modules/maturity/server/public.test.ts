import { expect, test } from 'vitest';
import { maturitySummary } from './public.ts';
import { answersTo, openAssessment, wholeAssessment } from './testing/assessment.ts';

test('the card of a new organisation says that nothing is answered', async () => {
  const { portal, ada } = await openAssessment();
  expect(await maturitySummary(portal.base.forOrg(ada.orgId))).toEqual({
    assessmentStatus: null,
    lastUpdated: null,
    overallLevel: 0,
    levelInfo: expect.objectContaining({ level: 0, levelName: 'Exposed' }),
    percent: 0,
    nextQuestion: expect.objectContaining({ questionId: 'leadership-1-key' }),
    levels: {},
    minutesLeft: 95,
    finished: [],
    elements: 15,
    weakest: [],
  });
});

test('the card follows the answers of its own organisation', async () => {
  const { portal, ada, save, remove } = await openAssessment();
  const summary = () => maturitySummary(portal.base.forOrg(ada.orgId));
  const { data } = await save(answersTo('leadership', 3));
  expect(await summary()).toMatchObject({
    assessmentStatus: 'notCompleted',
    lastUpdated: '2026-03-02T17:00:00Z',
    overallLevel: 0,
    levelInfo: { levelName: 'Exposed' },
    percent: data.percent,
    nextQuestion: { questionId: 'awareness-1-key' },
    levels: { leadership: 3 },
    finished: [{ id: 'leadership', title: 'Leadership & Ownership', level: 3 }],
    elements: 15,
    weakest: [{ id: 'leadership', title: 'Leadership & Ownership' }],
  });
  await save(wholeAssessment({ leadership: 3, backup: 1 }, 2));
  expect(await summary()).toMatchObject({
    assessmentStatus: 'completed',
    overallLevel: 1,
    percent: 100,
    nextQuestion: null,
    weakest: [{ id: 'backup' }],
  });
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  expect(await maturitySummary(portal.base.forOrg(eve.orgId))).toMatchObject({
    assessmentStatus: null,
    levels: {},
  });
  await remove([]);
  expect(await summary()).toMatchObject({ assessmentStatus: null, overallLevel: 0, levels: {} });
});

test('whoever tries the portal out takes the assessment back to its beginning, tasks, target and earlier days included', async () => {
  const { ada, save, state } = await openAssessment();
  await save(wholeAssessment({}, 2));
  await ada.post('/zimm/setTarget', { target: 4 });
  expect((await ada.post('/reset/assessment', { orgId: ada.orgId })).status).toBe(200);
  expect(await state()).toMatchObject({ questions: {}, lastUpdated: null });
  expect((await ada.get('/zimm/report')).body.data).toMatchObject({ target: 2, snapshots: [] });
});

test('whatever servers remember of an organisation is told of each change', async () => {
  const { portal, ada, save, remove } = await openAssessment();
  const heard: string[] = [];
  portal.database.whenChanged((orgId) => heard.push(orgId));
  const notices = async (change: () => Promise<unknown>) => {
    heard.length = 0;
    await change();
    return [...new Set(heard)];
  };
  expect(await notices(() => save({ questionId: 'leadership-1-key', answer: 'yes' }))).toEqual([ada.orgId]);
  const task = { questionId: 'leadership-1-key', owner: 'Bo', due: null, done: false };
  expect(await notices(() => ada.post('/zimm/saveTask', task))).toEqual([ada.orgId]);
  expect(await notices(() => ada.post('/zimm/setTarget', { target: 3 }))).toEqual([ada.orgId]);
  expect(await notices(() => remove([]))).toEqual([ada.orgId]);
  expect(await notices(() => ada.get('/zimm/assessment'))).toEqual([]);
});
