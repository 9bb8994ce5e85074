import type { Exercise, Question, Scenario } from './course.ts';
import type { PlayAction } from './playEntities.ts';
import { picksOf, rightAnswer } from './quiz.ts';

// how somebody plays who knows the content: for the demo, and for tests of whole courses

/** Choices that lead from a scene to an end, a good one where there is one. */
function wayToEnd({ nodes }: Scenario, from: string): { scene: string; choice: string }[] {
  const ways = (id: string): { way: { scene: string; choice: string }[]; good: boolean }[] => {
    const { end, choices } = nodes[id]!;
    if (end) return [{ way: [], good: end === 'good' }];
    return choices.flatMap(({ id: choice, to }) =>
      ways(to).map(({ way, good }) => ({ way: [{ scene: id, choice }, ...way], good })),
    );
  };
  const all = ways(from);
  return (all.find(({ good }) => good) ?? all[0]!).way;
}

export function solving(exercise: Exercise): PlayAction[] {
  const { id } = exercise;
  const choose = (item: string, choice: string): PlayAction => ({
    kind: 'choose',
    exercise: id,
    item,
    choice,
  });
  switch (exercise.type) {
    case 'triage':
      return exercise.items.map((item) => choose(item.id, item.answer));
    case 'sort':
      return exercise.items.map((item) => choose(item.id, item.bin));
    case 'choose':
      return exercise.spots.map((spot) => choose(spot.id, spot.choices.find(({ right }) => right)!.id));
    case 'find':
      return exercise.spots
        .filter(({ risk }) => risk)
        .map((spot) => ({ kind: 'look', exercise: id, spot: spot.id }));
    case 'scenario':
      return wayToEnd(exercise, exercise.start).map((step) => ({ kind: 'step', exercise: id, ...step }));
    case 'checklist': {
      const variant = exercise.variants[0]!;
      return variant.items.map((item) => ({
        kind: 'set',
        exercise: id,
        variant: variant.id,
        item: item.id,
        on: true,
      }));
    }
    case 'strength':
      return [{ kind: 'tried', exercise: id }];
  }
}

export function answerTo(question: Question, isRight: boolean): string[] {
  const right = rightAnswer(question);
  if (isRight) return right;
  return question.type === 'order' ? right.toReversed() : [picksOf(question).find((pick) => !pick.right)!.id];
}
