import { describe, expect, test } from 'vitest';
import { maturityModel } from './model.ts';
import {
  answering,
  answersTo,
  elementIds,
  openAssessment,
  stepIds,
  wholeAssessment,
} from './testing/assessment.ts';

const yes = (questionId: string) => ({ questionId, answer: 'yes' as const });
const [first, second] = stepIds('leadership', 1) as [string, string];

describe('the model', () => {
  test('is served with 15 elements and nothing of how answers become levels', async () => {
    const { ada } = await openAssessment();
    const { status, body } = await ada.get('/zimm/assessmentConfig');
    expect(status).toBe(200);
    expect(body.data.elements).toHaveLength(15);
    expect(body.data.elements[0].steps[0].questions[0]).toMatchObject({ id: first, kind: 'key' });
    expect(JSON.stringify(body)).not.toMatch(/0\.75|weight/);
  });
});

describe('a new assessment', () => {
  test('stands at level 0 and begins with the first question', async () => {
    const { state } = await openAssessment();
    expect(await state()).toMatchObject({
      assessment: { assessmentStatus: 'notCompleted' },
      overallLevel: 0,
      levelInfo: { 0: { levelName: 'Exposed' }, 5: { levelName: 'Leading' } },
      lastUpdated: null,
      questions: {},
      nextQuestion: {
        questionId: first,
        elementPath: 'people/leadership',
        level: 1,
        index: 0,
        reachable: true,
      },
      percent: 0,
      answered: 0,
      completedAreas: [],
      contentVersion: '1.0.0',
      reconfirm: false,
    });
  });
});

describe('saving', () => {
  test('an answer says who gave it when, and leads on', async () => {
    const { state, save } = await openAssessment();
    const saved = await save({ questionId: first, answer: 'yes', note: ' Since  May \n' });
    expect(saved).toMatchObject({
      completedCategory: null,
      data: {
        lastUpdated: '2026-03-02T17:00:00Z',
        questions: {
          [first]: {
            answer: 'yes',
            note: 'Since May',
            inactive: false,
            answeredAt: '2026-03-02T17:00:00Z',
            answeredBy: 'Ada Vance',
          },
        },
        nextQuestion: { questionId: second, index: 1 },
        answered: 1,
      },
    });
    expect(await state()).toEqual(saved.data);
  });

  test('several answers at once works as a list, bare or named, each opening the way for the next', async () => {
    const { save } = await openAssessment();
    expect((await save(answersTo('leadership', 2))).data.elements[0]).toMatchObject({
      id: 'leadership',
      level: 2,
      complete: true,
    });
    expect((await save({ answers: answersTo('awareness', 5) })).data.elements[1]).toMatchObject({
      level: 5,
      complete: true,
      answered: 20,
    });
  });

  test('the save that completes an area says so, once', async () => {
    const { save, remove } = await openAssessment();
    const people = elementIds('people');
    const answers = people.flatMap((id) => answersTo(id, 1));
    const last = answers.at(-1)!;
    expect(await save(answers.slice(0, -1))).toMatchObject({ completedCategory: null });
    expect(await save(last)).toMatchObject({
      completedCategory: 'People',
      data: { completedAreas: ['people'] },
    });
    // the same again, and another answer of the same worth
    expect((await save(last)).completedCategory).toBeNull();
    expect((await save({ ...last, answer: 'unsure' })).completedCategory).toBeNull();
    // taken back it is really incomplete, so that completing it counts again
    expect((await remove([last.questionId])).data.completedAreas).toEqual([]);
    expect((await save(last)).completedCategory).toBe('People');
  });

  test('all of it completes the assessment: the level is that of the weakest element', async () => {
    const { save } = await openAssessment();
    const { data } = await save(wholeAssessment({ backup: 1 }, 3));
    expect(data).toMatchObject({
      assessment: { assessmentStatus: 'completed' },
      overallLevel: 1,
      percent: 100,
      nextQuestion: null,
      completedAreas: ['people', 'process', 'technology'],
    });
  });

  test('a lower answer edited down parks what lies beyond, and edited back brings it back', async () => {
    const { save } = await openAssessment();
    const { data: before } = await save(answersTo('leadership', 3));
    const key = 'leadership-2-key';
    const { data: down } = await save({ questionId: key, answer: 'no' });
    expect(down.elements[0]).toMatchObject({ level: 1, complete: true });
    expect(down.questions['leadership-3-key']).toMatchObject({ answer: 'yes', inactive: true });
    expect(down.reachable).not.toContain('leadership-3-key');
    const { data: back } = await save(yes(key));
    expect(back.elements).toEqual(before.elements);
    expect(back.questions).toEqual(before.questions);
  });
});

describe('saving what does not hold', () => {
  test('what cannot be is refused by name, and nothing of the save is kept', async () => {
    const { ada, state } = await openAssessment();
    const refused = async (data: unknown) => {
      const { status, body } = await ada.post('/zimm/saveAssessment', { data });
      return [status, body.error.code];
    };
    expect(await refused([yes(first), yes('leadership-9-key')])).toEqual([404, 'no-such-question']);
    expect(await refused([yes(first), yes('leadership-2-key')])).toEqual([409, 'question-not-reachable']);
    expect(await refused({ questionId: first, answer: 'mostly' })).toEqual([400, 'answer-not-offered']);
    expect(await refused({ questionId: first, answer: 'notApplicable', note: 'x' })).toEqual([
      400,
      'answer-not-offered',
    ]);
    expect(await refused({ questionId: first, answer: 'perhaps' })).toEqual([400, 'invalid']);
    expect(await refused({ questionId: first, answer: 'yes', note: 'x'.repeat(1001) })).toEqual([
      400,
      'invalid',
    ]);
    expect(await refused([])).toEqual([400, 'invalid']);
    expect(await refused(Array.from({ length: 301 }, () => yes(first)))).toEqual([400, 'invalid']);
    expect(await refused({ questionId: '__proto__', answer: 'yes' })).toEqual([404, 'no-such-question']);
    const beyond = await ada.post('/zimm/saveAssessment', { data: yes('leadership-2-key') });
    expect(beyond.body.error.nextQuestion).toMatchObject({ questionId: first });
    expect((await state()).questions).toEqual({});
  });

  test('not applicable needs a sentence, where a question allows it at all', async () => {
    const { ada, save } = await openAssessment();
    const place = [...maturityModel().questions.values()].find(({ question }) => question.naAllowed)!;
    await save(answersTo(place.element.id, place.level - 1));
    const given = { questionId: place.question.id, answer: 'notApplicable' };
    for (const note of [undefined, '', ' \n\u200f '])
      expect((await ada.post('/zimm/saveAssessment', { data: { ...given, note } })).body.error.code).toBe(
        'note-missing',
      );
    const { data } = await save({ ...given, note: 'We have no such thing.' });
    expect(data.questions[place.question.id]).toMatchObject({
      answer: 'notApplicable',
      note: 'We have no such thing.',
    });
  });
});

describe('two administrators', () => {
  test('who save at the same moment lose nothing, and the last word on one question stands by name', async () => {
    const { portal, ada, colleague, save, state } = await openAssessment();
    const bo = await colleague();
    await save(yes(first));
    const others = stepIds('leadership', 1).slice(1);
    const both = await Promise.all([
      ...others.map((questionId) => ada.post('/zimm/saveAssessment', { data: yes(questionId) })),
      ...stepIds('awareness', 1).map((questionId) =>
        bo.post('/zimm/saveAssessment', { data: yes(questionId) }),
      ),
    ]);
    expect(both.map(({ status }) => status)).toEqual(Array(7).fill(200));
    expect(await state()).toMatchObject({
      answered: 8,
      elements: [{ level: 1 }, { level: 1 }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    portal.clock.advance(60);
    expect(
      (await answering(bo).save({ questionId: first, answer: 'no' })).data.questions[first],
    ).toMatchObject({ answeredBy: 'Bo Lind' });
    expect((await state()).questions[first]).toMatchObject({
      answer: 'no',
      answeredBy: 'Bo Lind',
      answeredAt: '2026-03-02T17:01:00Z',
    });
  });

  test('whose saves complete an area together hear of it once', async () => {
    const { ada, colleague, save } = await openAssessment();
    const bo = await colleague();
    const answers = elementIds('people').flatMap((id) => answersTo(id, 0));
    await save(answers.slice(0, -2));
    const told = await Promise.all(
      [ada, bo].map((who, i) => who.post('/zimm/saveAssessment', { data: answers.at(-1 - i) })),
    );
    expect(told.map(({ body }) => body.completedCategory).toSorted()).toEqual(['People', null]);
  });

  test('who begin at the same moment begin one assessment', async () => {
    const { ada, colleague, state } = await openAssessment();
    const bo = await colleague();
    const begun = await Promise.all(
      [ada, bo].flatMap((who) => [
        who.post('/zimm/saveAssessment', { data: yes(first) }),
        who.post('/zimm/setTarget', { target: 3 }),
      ]),
    );
    expect(begun.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await state()).answered).toBe(1);
  });
});

describe('taking answers back', () => {
  test('clears those that are named, and parks what they carried', async () => {
    const { save, remove } = await openAssessment();
    await save(answersTo('leadership', 3));
    const { data } = await remove(['leadership-1-key', 'awareness-1-key']);
    expect(data.questions['leadership-1-key']).toBeUndefined();
    expect(data.questions['leadership-2-key']).toMatchObject({ inactive: true });
    expect(data.nextQuestion).toMatchObject({ questionId: 'leadership-1-key' });
    expect(data.elements[0]).toMatchObject({ level: 0, complete: false, answered: 3 });
  });

  test('clears all with an empty list; the target and tasks stay', async () => {
    const { ada, save, remove } = await openAssessment();
    await save(wholeAssessment({}, 1));
    await ada.post('/zimm/setTarget', { target: 4 });
    await ada.post('/zimm/saveTask', { questionId: first, owner: 'Bo', due: null, done: false });
    expect((await remove([])).data).toMatchObject({
      questions: {},
      overallLevel: 0,
      percent: 0,
      assessment: { assessmentStatus: 'notCompleted' },
    });
    const report = (await ada.get('/zimm/report')).body.data;
    expect(report).toMatchObject({ target: 4, snapshots: [] });
    expect(report.elements[0].next.actions[0].task).toEqual({
      questionId: first,
      owner: 'Bo',
      due: null,
      done: false,
    });
  });

  test('of a question that is none is refused, before anything is done', async () => {
    const { ada, save, state } = await openAssessment();
    await save(yes(first));
    const { status, body } = await ada.post('/zimm/removeAssessment', {
      data: { questionIds: [first, 'nothing'] },
    });
    expect([status, body.error.code]).toEqual([404, 'no-such-question']);
    expect((await state()).answered).toBe(1);
  });
});
