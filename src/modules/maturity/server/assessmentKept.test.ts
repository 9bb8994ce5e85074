import { describe, expect, test } from 'vitest';
import { maturityModel } from './model.ts';
import { answering, answersTo, openAssessment, stepIds, wholeAssessment } from './testing/assessment.ts';

const yes = (questionId: string) => ({ questionId, answer: 'yes' as const });
const [first] = stepIds('leadership', 1) as [string];
const textOf = (questionId: string) => maturityModel().questions.get(questionId)!.question.text;

describe('a change of the model', () => {
  type World = Awaited<ReturnType<typeof openAssessment>>;
  const setVersion = ({ portal, ada }: World, version: string) =>
    portal.database.inOrg(ada.orgId, (db) =>
      db.updateTable('maturityAnswer').set({ contentVersion: version }).execute(),
    );

  test('of a minor kind asks nothing; answers to questions that are gone are kept and count for nothing', async () => {
    const world = await openAssessment();
    const { data: before } = await world.save(answersTo('leadership', 2));
    await world.portal.database.inOrg(world.ada.orgId, (db) =>
      db
        .updateTable('maturityAnswer')
        .set({ questionId: 'leadership-0-gone' })
        .where('questionId', '=', 'leadership-3-upkeep')
        .execute(),
    );
    await setVersion(world, '1.0.0');
    const state = await world.state();
    expect(state.reconfirm).toBe(false);
    expect(state.questions['leadership-0-gone']).toBeUndefined();
    expect(state.answered).toBe(before.answered - 1);
    await world.save(yes('leadership-3-upkeep'));
    const kept = await world.portal.database.inOrg(world.ada.orgId, (db) =>
      db
        .selectFrom('maturityAnswer')
        .select('answer')
        .where('questionId', '=', 'leadership-0-gone')
        .execute(),
    );
    expect(kept).toEqual([{ answer: 'no' }]);
  });

  test('of a major kind shows the levels as they were until somebody has looked through the answers', async () => {
    const world = await openAssessment();
    const { save, ada, state } = world;
    await save(wholeAssessment({}, 2));
    await setVersion(world, '0.9.0');
    // the new model asks otherwise: what was enough for level 2 is not any more
    await world.portal.database.inOrg(ada.orgId, (db) =>
      db
        .updateTable('maturityAnswer')
        .set({ answer: 'no' })
        .where('questionId', '=', 'backup-2-key')
        .execute(),
    );
    expect(await state()).toMatchObject({
      reconfirm: true,
      contentVersion: '0.9.0',
      overallLevel: 2,
      assessment: { assessmentStatus: 'completed' },
    });
    // looking through them question by question changes no level on the way
    expect((await save(yes(first))).data).toMatchObject({ reconfirm: true, overallLevel: 2 });
    expect((await ada.get('/zimm/report')).body.data).toMatchObject({
      overallLevel: 2,
      snapshots: [{ overallLevel: 2 }],
    });
    const { status, body } = await ada.post('/zimm/reconfirm');
    expect([status, body.data.reconfirm, body.data.contentVersion, body.data.overallLevel]).toEqual([
      200,
      false,
      '1.0.0',
      1,
    ]);
    expect(await state()).toEqual(body.data);
  });

  test('that concerns nobody has nothing to confirm', async () => {
    const { ada, log } = await openAssessment();
    expect((await ada.post('/zimm/reconfirm')).body.data).toMatchObject({ reconfirm: false });
    expect(await log()).not.toContain(
      'Confirmed the answers of the cyber maturity assessment after its questions changed',
    );
  });
});

describe('who may', () => {
  test('another organisation sees and changes nothing of it', async () => {
    const { portal, save, state } = await openAssessment();
    const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    const { data } = await save(answersTo('leadership', 2));
    expect(await answering(eve).state()).toMatchObject({ answered: 0, questions: {} });
    await answering(eve).save({ questionId: first, answer: 'no' });
    await answering(eve).remove([]);
    await eve.post('/zimm/saveTask', { questionId: first, owner: 'Eve', due: null, done: true });
    expect(await state()).toEqual(data);
    expect((await eve.get('/zimm/report')).body.data).toMatchObject({
      companyName: 'Elsewhere Tools',
      snapshots: [],
    });
  });

  test('staff who help may look, and give no answer', async () => {
    const { portal, ada, save } = await openAssessment();
    await save(yes(first));
    const sam = await portal.support(ada);
    expect((await sam.get('/zimm/assessment')).body.data.answered).toBe(1);
    for (const [path, body] of [
      ['saveAssessment', { data: { questionId: first, answer: 'no' } }],
      ['removeAssessment', { data: { questionIds: [] } }],
      ['saveTask', { questionId: first, owner: 'Sam', due: null, done: true }],
      ['setTarget', { target: 5 }],
      ['reconfirm', {}],
    ] as const)
      expect((await sam.post(`/zimm/${path}`, body)).body.error.code, path).toBe('not-in-support-session');
  });

  test('nobody once the module is not in the plan', async () => {
    const { portal } = await openAssessment();
    portal.clock.advance(40 * 86_400);
    const later = await portal.signIn('ada@acme-widgets.com');
    expect((await later.get('/zimm/assessment')).body.error.code).toBe('module-inactive');
    expect((await later.post('/zimm/saveAssessment', { data: yes(first) })).body.error.code).toBe(
      'module-inactive',
    );
  });
});

describe('the activity log', () => {
  test('tells each save in one sentence', async () => {
    const { ada, save, remove, log } = await openAssessment();
    await save(yes(first));
    await save(yes(first));
    await save({ questionId: first, answer: 'unsure', note: 'Ask Bo' });
    await save(answersTo('awareness', 0));
    await remove([first]);
    await remove([]);
    expect(await log()).toEqual([
      'Removed all 4 answers of the cyber maturity assessment',
      `Removed the answer to “${textOf(first)}”`,
      'Answered 4 questions',
      `Answered “${textOf(first)}” with Not sure`,
      `Answered “${textOf(first)}” with Yes`,
      'Began the cyber maturity assessment',
    ]);
    const entries = (await ada.get('/audit/entries?kind=maturity')).body.data;
    expect(entries[3].changes).toEqual([
      { label: 'Answer', before: 'Yes', after: 'Not sure' },
      { label: 'Note', before: null, after: 'Ask Bo' },
    ]);
    expect(entries[2].changes[0].after).toContain(`“${textOf('awareness-1-coverage')}” None`);
  });
});
