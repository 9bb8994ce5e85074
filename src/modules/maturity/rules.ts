import { companyPart, dayPart } from '#platform/fileNames.ts';
import type { AnswerValue, Question } from './entities.ts';

const graded: Record<AnswerValue, string> = {
  yes: 'All',
  mostly: 'Most',
  partly: 'Some',
  no: 'None',
  unsure: 'Not sure',
  notApplicable: 'Not applicable',
};
const plain: Record<AnswerValue, string> = {
  ...graded,
  yes: 'Yes',
  mostly: 'Mostly',
  partly: 'Partly',
  no: 'No',
};

/** An answer in the words that its question offers it with. */
export const answerLabel = ({ scale }: Pick<Question, 'scale'>, answer: AnswerValue): string =>
  (scale === 'graded' ? graded : plain)[answer];

/** First word of the company's name, what it is, date as year_month_day (modules.md 5). */
export const reportFileName = (companyName: string, date: Date): string =>
  `${companyPart(companyName)}_CyberMaturity_${dayPart(date)}.pdf`;
