import { expect, test } from 'vitest';
import { answersTo, elementIds, openAssessment, stepIds } from './testing/assessment.ts';
import { maturityModel } from './model.ts';

const refusalOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code ?? 'served'];

test('a reason that nobody can read is none', async () => {
  const { ada } = await openAssessment();
  const question = [...maturityModel().questions.values()].find(
    ({ level, question: { naAllowed, kind } }) => naAllowed && level === 1 && kind !== 'key',
  )!;
  const save = (note: string) =>
    ada.post('/zimm/saveAssessment', {
      data: { questionId: question.question.id, answer: 'notApplicable', note },
    });
  for (const note of ['\u200b\u3164', '\u202e', '---', ' . \n . '])
    expect(refusalOf(await save(note))).toEqual([400, 'note-missing']);
  expect(refusalOf(await save('We have no servers.'))).toEqual([200, 'served']);
});

test('levels, percents and other people’s names that come with an answer count for nothing', async () => {
  const { ada, state } = await openAssessment();
  const [element] = elementIds();
  const answers = answersTo(element!, 1).map((one) => ({
    ...one,
    answeredBy: 'Cora Bell',
    answeredAt: '2001-01-01',
    level: 5,
    contentVersion: '9.9',
  }));
  const sent = {
    answers,
    overallLevel: 5,
    percent: 100,
    elements: [{ id: element, level: 5, complete: true }],
  };
  const { status, body } = await ada.post('/zimm/saveAssessment', { data: sent, overallLevel: 5 });
  expect(status).toBe(200);
  const { overallLevel, percent, questions, contentVersion } = await state();
  expect([overallLevel, percent < 20]).toEqual([0, true]);
  expect(contentVersion).toBe(maturityModel().config.version);
  expect(questions[stepIds(element!, 1)[0]!]).toMatchObject({
    answeredBy: 'Ada Vance',
    answeredAt: '2026-03-02T17:00:00Z',
  });
  expect(body.completedCategory).toBeNull();
});

test('strange questions, answers, days and targets are refused and change nothing', async () => {
  const { ada, state } = await openAssessment();
  const [element] = elementIds();
  const [key] = stepIds(element!, 1);
  const far = stepIds(element!, 3)[0]!;
  for (const [data, code] of [
    [{ questionId: '__proto__', answer: 'yes' }, 'no-such-question'],
    [{ questionId: 'constructor', answer: 'yes' }, 'no-such-question'],
    [{ questionId: far, answer: 'yes' }, 'question-not-reachable'],
    [
      [
        { questionId: key, answer: 'yes' },
        { questionId: far, answer: 'yes' },
      ],
      'question-not-reachable',
    ],
    [{ questionId: key, answer: 'Yes' }, 'invalid'],
    [{ answers: Array.from({ length: 301 }, () => ({ questionId: key, answer: 'yes' })) }, 'invalid'],
  ] as const)
    expect([
      JSON.stringify(data).slice(0, 40),
      (await ada.post('/zimm/saveAssessment', { data })).body.error?.code,
    ]).toEqual([JSON.stringify(data).slice(0, 40), code]);
  const task = (due: unknown, owner = 'Ada') =>
    ada.post('/zimm/saveTask', { questionId: key, owner, due, done: false });
  for (const due of [
    '0000-01-01',
    '9999-12-31',
    '2026-02-30',
    '2026-1-1',
    '+02026-01-01',
    'infinity',
    20260101,
  ])
    expect(refusalOf(await task(due))).toEqual([400, 'invalid']);
  for (const target of [0, 6, 2.5, '3', 1e21])
    expect(refusalOf(await ada.post('/zimm/setTarget', { target }))).toEqual([400, 'invalid']);
  expect(Object.keys((await state()).questions)).toEqual([]);
});

test('one question three hundred times in one save is one answer, the last, and one line in the log', async () => {
  const { ada, state, log } = await openAssessment();
  const [element] = elementIds();
  const [key] = stepIds(element!, 1);
  const answers = Array.from({ length: 300 }, (_, i) => ({
    questionId: key,
    answer: i % 2 ? 'no' : 'yes',
    note: `n${i}`,
  }));
  expect((await ada.post('/zimm/saveAssessment', { data: { answers } })).status).toBe(200);
  expect((await state()).questions[key!]).toMatchObject({ answer: 'no', note: 'n299' });
  expect((await log()).filter((what) => what.startsWith('Answered'))).toHaveLength(1);
});

test('answers saved at the same moment all stay, and the state follows from all of them', async () => {
  const { ada, colleague, state } = await openAssessment();
  const bo = await colleague();
  const ids = elementIds().slice(0, 6);
  const answers = await Promise.all(
    ids.map((id, i) =>
      (i % 2 ? bo : ada).post('/zimm/saveAssessment', { data: { answers: answersTo(id, 1) } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  const { answered, elements } = await state();
  expect(answered).toBe(ids.flatMap((id) => answersTo(id, 1)).length);
  expect(
    elements
      .filter(({ complete }) => complete)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted());
});
