import type { RefusalsOf } from '#platform/endpoint.ts';
import { CallError } from '#platform/web/call.ts';
import { messagesOf } from '#platform/web/messages.ts';
import { mostRowsOfList, type trainingActsContract, type trainingContract } from '../contract.ts';
import { number } from './words.ts';

type Refusal = RefusalsOf<typeof trainingContract> | RefusalsOf<typeof trainingActsContract>;

/** modules.md 8. */
export const somethingWrong = 'Something went wrong. Please try again.';
export const cannotUpload = 'Cannot upload file.';
export const reportFailed = 'Failed to upload the most recent report';
/** modules.md 9: a success of training stays so long. */
export const successMs = 10_000;

type ListProblem =
  | 'unreadable-file'
  | 'file-is-picture'
  | 'file-is-pdf'
  | 'empty-file'
  | 'columns-missing'
  | 'too-many-rows'
  | 'file-too-large';

const list: Record<ListProblem, string> = {
  'file-is-picture':
    'This is a picture, so the names in it cannot be read. Enter them in the template, or save your list as CSV or as an Excel workbook (XLSX).',
  'file-is-pdf':
    'This is a PDF. Save the list that it was made from as CSV or as an Excel workbook (XLSX), then choose that file.',
  'empty-file':
    'This file is empty: it lists no one. Add a row for each person, as in the template, then choose it again.',
  'unreadable-file':
    'This file cannot be read. Save your list as CSV or as an Excel workbook (XLSX), then choose it again.',
  'columns-missing':
    'No column with email addresses was found. Give the first line headings such as First name, Last name and Email, as in the template.',
  'too-many-rows': `This list is too long. Split it into files of at most ${number(mostRowsOfList)} rows.`,
  'file-too-large':
    'This file is too large. A list may have up to 5 MB; remove pictures and sheets that are not needed.',
};

export const messageOf = messagesOf<Refusal>(
  {
    ...list,
    'no-such-trainee': 'This person is no longer in training. The list shows who is there now.',
    'no-such-course': 'This course is no longer there. The list shows the courses that are.',
    'month-out-of-reach': 'This month is too far away. Choose one of the next years.',
    'too-many-mails': 'This person has been sent several emails today. Try again tomorrow.',
    'no-such-certificate': 'This certificate is no longer there.',
    'no-such-thing': 'This part of the course has changed. Open the preview again.',
    'already-answered': 'This was answered already. Open the preview again to see where it stands.',
    'not-now': 'The preview has moved to another page. Open it again.',
    'quiz-not-open': 'Read every lesson and do its exercises first; then the test opens.',
    'module-inactive': 'Training is not part of your plan now. Choose a plan to continue.',
    'not-in-support-session': 'Only administrators of the organization can do this, not a support session.',
  },
  somethingWrong,
);

export function uploadMessageOf(error: unknown): string {
  if (error instanceof CallError) {
    if (error.code in list) return list[error.code as keyof typeof list];
    if (error.code === 'too-large') return list['file-too-large'];
    if (['offline', 'too-many-requests', 'module-inactive', 'unauthenticated'].includes(error.code))
      return messageOf(error);
  }
  return cannotUpload;
}

export const isRefusal = (error: unknown, ...codes: (Refusal | 'module-inactive')[]): boolean =>
  error instanceof CallError && (codes as string[]).includes(error.code);
