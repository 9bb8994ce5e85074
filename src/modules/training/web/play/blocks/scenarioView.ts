import type { ExerciseView } from '../../../playEntities.ts';

export type ScenarioView = Extract<ExerciseView, { type: 'scenario' }>;
export type Step = ScenarioView['path'][number];

export const endWords = {
  good: 'A good end',
  mixed: 'It could have gone worse',
  bad: 'This one hurt',
} as const;
export const chosenLabel = ({ scene, choice }: Step): string =>
  scene.choices.find(({ id }) => id === choice)?.label ?? '';
