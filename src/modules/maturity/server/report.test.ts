import { describe, expect, test } from 'vitest';
import type { Report } from '../entities.ts';
import { maturityModel } from './model.ts';
import { answersTo, openAssessment, wholeAssessment } from './testing/assessment.ts';

async function openReport(start?: string) {
  const world = await openAssessment(start ? { start } : {});
  return { ...world, report: async (): Promise<Report> => (await world.ada.get('/zimm/report')).body.data };
}
const elementOf = (report: Report, id: string) => report.elements.find((element) => element.id === id)!;

describe('the report', () => {
  test('of nothing answered names the first steps of every element', async () => {
    const { report } = await openReport();
    const empty = await report();
    expect(empty).toMatchObject({
      companyName: 'Acme Widgets Inc.',
      assessment: { assessmentStatus: 'notCompleted' },
      overallLevel: 0,
      target: 2,
      lastUpdated: null,
      snapshots: [],
    });
    expect(empty.elements).toHaveLength(15);
    expect(empty.elements.filter((element) => element.weakest)).toEqual([]);
    expect(elementOf(empty, 'backup').next).toMatchObject({
      level: 1,
      actions: [{ questionId: 'backup-1-key', answer: null, task: null }, {}, {}, {}],
    });
  });

  test('marks the weakest elements and says what each lacks for its next level', async () => {
    const { save, report } = await openReport();
    await save(wholeAssessment({ backup: 1, identity: 1, data: 5 }, 3));
    await save([
      { questionId: 'backup-2-coverage', answer: 'mostly' },
      { questionId: 'backup-2-evidence', answer: 'yes' },
    ]);
    const full = await report();
    expect(full.elements.filter((element) => element.weakest).map(({ id }) => id)).toEqual([
      'backup',
      'identity',
    ]);
    const { question } = maturityModel().questions.get('backup-2-key')!;
    expect(elementOf(full, 'backup')).toMatchObject({
      level: 1,
      complete: true,
      next: {
        level: 2,
        actions: [
          {
            questionId: 'backup-2-key',
            text: question.text,
            action: question.action,
            minutes: question.minutes,
            answer: 'no',
          },
          { questionId: 'backup-2-coverage', answer: 'mostly' },
          { questionId: 'backup-2-upkeep', answer: 'no' },
        ],
      },
    });
    expect(elementOf(full, 'data')).toMatchObject({ level: 5, weakest: false, next: null });
  });

  test('calls nothing weak where everything is at the top', async () => {
    const { save, report } = await openReport();
    await save(wholeAssessment({}, 5));
    const top = await report();
    expect(top).toMatchObject({ overallLevel: 5, nextQuestion: null, percent: 100 });
    expect(top.elements.filter((element) => element.weakest || element.next)).toEqual([]);
  });

  test('keeps the state at the end of each Pacific day, so that two can be compared', async () => {
    // 11:55 at night in California
    const { portal, save, report } = await openReport('2026-03-03T07:55:00Z');
    await save(answersTo('leadership', 1));
    await save(answersTo('awareness', 3));
    portal.clock.advance(600);
    await save([
      { questionId: 'leadership-2-key', answer: 'yes' },
      { questionId: 'leadership-2-coverage', answer: 'yes' },
      { questionId: 'leadership-2-evidence', answer: 'yes' },
    ]);
    expect((await report()).snapshots).toEqual([
      { day: '2026-03-03', overallLevel: 0, assessmentStatus: 'notCompleted', levels: { awareness: 3 } },
      {
        day: '2026-03-02',
        overallLevel: 0,
        assessmentStatus: 'notCompleted',
        levels: { leadership: 1, awareness: 3 },
      },
    ]);
  });
});

test('a state kept by an earlier version, with the lowest of the finished elements, is read by the rule of now', async () => {
  const { portal, ada, save, report } = await openReport();
  await save(answersTo('leadership', 5));
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('maturitySnapshot').set({ overallLevel: 5 }).execute(),
  );
  expect((await report()).snapshots).toMatchObject([{ overallLevel: 0, levels: { leadership: 5 } }]);
});

describe('a target', () => {
  test('is 2 until somebody chooses another, from 1 to 5', async () => {
    const { ada, report, log } = await openReport();
    expect((await report()).target).toBe(2);
    expect((await ada.post('/zimm/setTarget', { target: 3 })).body).toEqual({ success: true });
    expect((await report()).target).toBe(3);
    for (const target of [0, 6, 2.5, '3'])
      expect((await ada.post('/zimm/setTarget', { target })).status).toBe(400);
    expect(await log()).toContain('Changed the target level of the cyber maturity assessment');
  });
});

describe('a task', () => {
  const key = 'backup-1-key';

  test('says who does an action until when, and is forgotten when nothing of it is left', async () => {
    const { ada, report, log } = await openReport();
    const task = { questionId: key, owner: 'Bo', due: '2026-04-01', done: false };
    const planned = async () => elementOf(await report(), 'backup').next!.actions[0]!.task;
    expect((await ada.post('/zimm/saveTask', { ...task, owner: ' Bo\u202e ' })).body).toEqual({
      success: true,
    });
    expect(await planned()).toEqual(task);
    await ada.post('/zimm/saveTask', { ...task, done: true });
    expect(await planned()).toEqual({ ...task, done: true });
    await ada.post('/zimm/saveTask', { questionId: key, owner: '', due: null, done: false });
    expect(await planned()).toBeNull();
    const { action } = maturityModel().questions.get(key)!.question;
    expect((await log()).slice(0, 3)).toEqual([
      `Planned “${action}”`,
      `Marked as done: “${action}”`,
      `Planned “${action}”`,
    ]);
  });

  test('with a date that is none, or for a question that is none, is refused', async () => {
    const { ada } = await openReport();
    const task = { questionId: key, owner: 'Bo', due: '2026-04-01', done: false };
    for (const due of ['2026-02-30', '0000-01-01', '9999-01-01', 'soon'])
      expect((await ada.post('/zimm/saveTask', { ...task, due })).status, due).toBe(400);
    expect((await ada.post('/zimm/saveTask', { ...task, owner: 'x'.repeat(121) })).status).toBe(400);
    expect((await ada.post('/zimm/saveTask', { ...task, questionId: 'nothing' })).body.error.code).toBe(
      'no-such-question',
    );
  });
});
