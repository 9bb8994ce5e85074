import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerValues, type AnswerValue, type Element } from '../entities.ts';
import { generatedModel } from './testing/model.ts';
import { completeLevels, offeredAnswers, score, scoreElement, stepVerdict, type Answers } from './scoring.ts';

const model = generatedModel();
const all = [...model.questions.keys()];
const elementOf = (id: string): Element => model.config.elements.find((element) => element.id === id)!;
const backup = elementOf('backup');

/** Answers every question with what `of` says, as far as the way leads, in the order of the portal. */
function answerAll(
  of: (questionId: string) => AnswerValue,
  begin: Answers = new Map(),
): Map<string, AnswerValue> {
  const answers = new Map(begin);
  for (let next = score(model, answers).nextQuestion; next; next = score(model, answers).nextQuestion)
    answers.set(next.questionId, of(next.questionId));
  return answers;
}

/** `backup` with its first levels met, and the next one not. */
const upTo = (level: number) => (questionId: string) =>
  Number(questionId.split('-')[1]) <= level ? 'yes' : 'no';

const cases: [what: string, of: (id: string) => AnswerValue, level: number][] = [
  ['all no', () => 'no', 0],
  ['all not sure', () => 'unsure', 0],
  ['all yes', () => 'yes', 5],
  ['one element at 2', (id) => (id.startsWith('backup') ? upTo(2)(id) : 'yes'), 2],
  ['one element at 0', (id) => (id.startsWith('leadership') ? 'no' : 'yes'), 0],
  ['partly everywhere', () => 'partly', 0],
  ['mostly everywhere', () => 'mostly', 5],
];

const four = backup.steps[1]!.questions;

const steps: [answers: AnswerValue[], verdict: boolean][] = [
  [['no', 'yes', 'yes', 'yes'], false],
  [['unsure', 'yes', 'yes', 'yes'], false],
  [['partly', 'yes', 'yes', 'yes'], false],
  [['mostly', 'yes', 'yes', 'yes'], true],
  [['yes', 'no', 'yes', 'yes'], true],
  [['yes', 'no', 'partly', 'yes'], false],
  [['yes', 'mostly', 'mostly', 'partly'], true],
  [['yes', 'mostly', 'partly', 'partly'], false],
  // what does not apply is left out of the mean
  [['yes', 'partly', 'notApplicable', 'notApplicable'], true],
  [['yes', 'no', 'notApplicable', 'notApplicable'], false],
  [['yes', 'notApplicable', 'notApplicable', 'notApplicable'], true],
  [['notApplicable', 'yes', 'yes', 'no'], false],
  [['notApplicable', 'yes', 'yes', 'yes'], true],
  [['notApplicable', 'notApplicable', 'notApplicable', 'notApplicable'], true],
];

describe('what answers come to', () => {
  test.each(cases)('%s', (_what, of, level) => {
    const result = score(model, answerAll(of));
    expect(result).toMatchObject({ overallLevel: level, isComplete: true, percent: 100, nextQuestion: null });
  });

  test.each(steps)('a step answered %j is met: %s', (answers, verdict) => {
    expect(stepVerdict(four, new Map(four.map(({ id }, i) => [id, answers[i]!])))).toBe(verdict);
  });

  test('a step with an open question has no verdict, whatever the others are', () => {
    expect(stepVerdict(four, new Map([[four[0]!.id, 'no'] as const]))).toBeNull();
  });

  test('nothing answered is level 0, 0 percent, and begins with the first question of the first area', () => {
    expect(score(model, new Map())).toMatchObject({
      overallLevel: 0,
      percent: 0,
      isComplete: false,
      completedAreas: [],
      nextQuestion: {
        questionId: 'leadership-1-key',
        elementPath: 'people/leadership',
        level: 1,
        index: 0,
        reachable: true,
      },
    });
  });

  test('a step that is not met is answered to its end, then the next element follows', () => {
    const answers = new Map<string, AnswerValue>([['leadership-1-key', 'no']]);
    expect(score(model, answers).nextQuestion).toMatchObject({
      questionId: 'leadership-1-coverage',
      index: 1,
    });
    for (const kind of ['coverage', 'evidence', 'upkeep']) answers.set(`leadership-1-${kind}`, 'yes');
    expect(score(model, answers).nextQuestion).toMatchObject({
      questionId: 'awareness-1-key',
      elementPath: 'people/awareness',
    });
  });

  test('an element without all its answers counts as 0, so one finished element is not the level of the company', () => {
    const answers = new Map(answerAll((id) => (id.startsWith('awareness') ? upTo(3)(id) : 'yes')));
    for (const id of all) if (!/^(leadership|awareness)/.test(id)) answers.delete(id);
    expect(score(model, answers)).toMatchObject({ overallLevel: 0, isComplete: false });
    for (const id of all) if (!id.startsWith('leadership')) answers.delete(id);
    expect(score(model, answers)).toMatchObject({ overallLevel: 0, isComplete: false });
    expect(completeLevels(score(model, answers).elements)).toEqual({ leadership: 5 });
  });

  test('what is answered beyond a step that an edit opened counts for nothing, and counts again when it is edited back', () => {
    const before = answerAll(() => 'yes');
    const down = new Map(before).set('backup-2-key', 'no');
    expect(scoreElement(backup, down)).toMatchObject({ level: 1, complete: true, answered: 8, open: 8 });
    expect(score(model, down)).toMatchObject({ overallLevel: 1, percent: 100 });
    expect(score(model, new Map(down).set('backup-2-key', 'yes'))).toEqual(score(model, before));
  });

  test('an answer taken back reopens its element and its area', () => {
    const answers = answerAll(() => 'yes');
    answers.delete('backup-4-upkeep');
    expect(score(model, answers)).toMatchObject({
      isComplete: false,
      completedAreas: ['people', 'technology'],
      nextQuestion: { questionId: 'backup-4-upkeep', level: 4, index: 3 },
    });
    expect(scoreElement(backup, answers)).toMatchObject({
      level: 3,
      complete: false,
      answered: 15,
      open: 20,
    });
  });
});

const offered = fc.constantFrom(...answerValues);

/** What would be answered to each question, were it asked. */
const opinions = fc
  .array(offered, { minLength: all.length, maxLength: all.length })
  .map((values) => new Map(all.map((id, i) => [id, values[i]!])));

/** The same with mostly good answers, so that higher levels are reached. */
const goodOpinions = fc
  .array(
    fc.oneof({ weight: 12, arbitrary: fc.constant<AnswerValue>('yes') }, { weight: 1, arbitrary: offered }),
    {
      minLength: all.length,
      maxLength: all.length,
    },
  )
  .map((values) => new Map(all.map((id, i) => [id, values[i]!])));

const either = fc.oneof(opinions, goodOpinions);

const sparse = fc.tuple(either, fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }));

/** The rule in other words: points out of what applies, counted in quarters. */
function allowedLevel(element: Element, answers: Answers): number {
  const quarters: Partial<Record<AnswerValue, number>> = { yes: 4, mostly: 3, partly: 2, no: 0, unsure: 0 };
  let level = 0;
  for (const { questions } of element.steps) {
    const given = questions.map(({ id }) => answers.get(id));
    if (given.some((answer) => answer === undefined)) break;
    const applies = given.filter((answer) => answer !== 'notApplicable');
    const sum = applies.reduce((total, answer) => total + quarters[answer!]!, 0);
    if (['partly', 'no', 'unsure'].includes(given[0]!) || sum < 3 * applies.length) break;
    level++;
  }
  return level;
}

describe('for any answers', () => {
  test('no level is above what the answers allow, or below', () => {
    fc.assert(
      fc.property(sparse, ([opinion, kept]) => {
        const answers = new Map([...opinion].filter((_one, i) => kept[i]));
        const result = score(model, answers);
        for (const element of result.elements)
          expect(element.level).toBe(allowedLevel(elementOf(element.id), answers));
        expect(result.overallLevel).toBe(
          Math.min(...result.elements.map(({ complete, level }) => (complete ? level : 0))),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('answering any reachable question next leads to the same score; percent only rises and ends at 100', () => {
    fc.assert(
      fc.property(either, fc.array(fc.nat(), { minLength: 20, maxLength: 20 }), (opinion, choices) => {
        const answers = new Map<string, AnswerValue>();
        let percent = 0;
        for (let turn = 0; ; turn++) {
          const now = score(model, answers);
          expect(now.percent).toBeGreaterThanOrEqual(percent);
          percent = now.percent;
          const open = [...now.reachable].filter((id) => !answers.has(id));
          expect(now.nextQuestion === null).toBe(open.length === 0);
          expect(now.isComplete).toBe(open.length === 0);
          expect(now.percent === 100).toBe(open.length === 0);
          if (open.length === 0) break;
          expect(open).toContain(now.nextQuestion!.questionId);
          const choice = open[choices[turn % choices.length]! % open.length]!;
          answers.set(choice, opinion.get(choice)!);
        }
        expect(score(model, answers)).toEqual(
          score(
            model,
            answerAll((id) => opinion.get(id)!),
          ),
        );
      }),
      { numRuns: 25 },
    );
  });

  test('editing any answer and editing it back restores everything', () => {
    fc.assert(
      fc.property(goodOpinions, fc.nat(), offered, (opinion, which, other) => {
        const answers = answerAll((id) => opinion.get(id)!);
        const ids = [...answers.keys()];
        const id = ids[which % ids.length]!;
        const edited = new Map(answers).set(id, other);
        const back = new Map(edited).set(id, answers.get(id)!);
        expect(score(model, back)).toEqual(score(model, answers));
        expect(score(model, edited).reachable.has(id)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('answers to questions that the model does not know change nothing', () => {
    fc.assert(
      fc.property(goodOpinions, offered, (opinion, other) => {
        const answers = answerAll((id) => opinion.get(id)!);
        expect(score(model, new Map(answers).set('backup-9-key', other))).toEqual(score(model, answers));
      }),
      { numRuns: 10 },
    );
  });
});

test('a question offers the answers of its scale, and not applicable where it may be', () => {
  expect(offeredAnswers({ scale: 'yesno', naAllowed: false })).toEqual(['yes', 'no', 'unsure']);
  expect(offeredAnswers({ scale: 'graded', naAllowed: true })).toEqual([
    'yes',
    'mostly',
    'partly',
    'no',
    'unsure',
    'notApplicable',
  ]);
});
