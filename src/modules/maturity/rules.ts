import type { AnswerValue, Question } from './entities.ts';

const graded: Record<AnswerValue, string> = {
  yes: 'All',
  mostly: 'Most',
  partly: 'Some',
  no: 'None',
  unsure: 'Not sure',
  notApplicable: 'Not applicable',
};
const plain: Record<AnswerValue, string> = { ...graded, yes: 'Yes', mostly: 'Mostly', partly: 'Partly', no: 'No' };

/** An answer in the words that its question offers it with. */
export const answerLabel = ({ scale }: Pick<Question, 'scale'>, answer: AnswerValue): string =>
  (scale === 'graded' ? graded : plain)[answer];

// platform.md 9: Pacific time
const pacific = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', year: 'numeric', month: '2-digit', day: '2-digit' });

/**
 * First word of the company's name, what it is, date as year_month_day (modules.md 5), in characters that every file
 * system takes.
 */
export function reportFileName(companyName: string, date: Date): string {
  const first = companyName.trim().split(/\s+/)[0] ?? '';
  const company = [...first.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}-]/gu, '')].slice(0, 60).join('') || 'Company';
  return `${company}_CyberMaturity_${pacific.format(date).replaceAll('-', '_')}.pdf`;
}
