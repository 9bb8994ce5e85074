import type { AnswerValue, Question } from '../../entities.ts';

/** One answer that a question offers, with the letter that chooses it. */
export type AnswerOption = { value: AnswerValue; label: string; letter: string };

const unsure: AnswerOption = { value: 'unsure', label: 'Not sure', letter: 'U' };
const notApplicable: AnswerOption = { value: 'notApplicable', label: 'Not applicable', letter: 'X' };

const scales: Record<Question['scale'], readonly AnswerOption[]> = {
  yesno: [
    { value: 'yes', label: 'Yes', letter: 'Y' },
    { value: 'no', label: 'No', letter: 'N' },
  ],
  graded: [
    { value: 'yes', label: 'All', letter: 'A' },
    { value: 'mostly', label: 'Most', letter: 'M' },
    { value: 'partly', label: 'Some', letter: 'S' },
    { value: 'no', label: 'None', letter: 'N' },
  ],
};

/** What a question offers, in the order of its keys 1, 2, 3 … */
export const optionsOf = ({
  scale,
  naAllowed,
}: Pick<Question, 'scale' | 'naAllowed'>): readonly AnswerOption[] => [
  ...scales[scale],
  unsure,
  ...(naAllowed ? [notApplicable] : []),
];

/** The option that a key chooses: its number or its letter. */
export const optionOfKey = (options: readonly AnswerOption[], key: string): AnswerOption | undefined =>
  options.find(({ letter }, index) => key === String(index + 1) || key.toUpperCase() === letter);
