import type { BlockView, ExerciseView } from '../../playEntities.ts';

export const isExerciseView = (block: BlockView): block is ExerciseView => 'done' in block;
