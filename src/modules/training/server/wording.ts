import type { ListResults, RowResult } from '../entities.ts';

export const people = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
const were = (count: number): string => (count === 1 ? 'was' : 'were');

export function rowMessage(row: {
  row: number;
  fate: RowResult;
  email: string;
  monthText?: string;
  inList: boolean;
}): string {
  const whom = row.email.length > 80 ? `${row.email.slice(0, 80)}…` : row.email;
  const say = (text: string) => `Row ${row.row}: ${text}`;
  switch (row.fate) {
    case 'added':
    case 'restored':
      return '';
    case 'duplicate':
      return say(row.inList ? `${whom} is in the list more than once.` : `${whom} is already being trained.`);
    case 'bad-address':
      return say(whom === '' ? 'The email address is missing.' : `“${whom}” is not an email address.`);
    case 'name-missing':
      return say('The name is missing.');
    case 'bad-month':
      return say(
        row.monthText === undefined
          ? 'The start month is too far away.'
          : `“${row.monthText.slice(0, 40)}” is not a month. Write it as 2026-03, for example.`,
      );
    case 'no-seat':
      return say(`No seat is left for ${whom}.`);
  }
}

export function addedMessage(counts: ListResults['counts']): string {
  const out = Object.entries(counts).reduce(
    (sum, [fate, count]) => (fate === 'added' || fate === 'restored' ? sum : sum + count),
    0,
  );
  const sentences = [
    counts.added === 0 && counts.restored === 0 ? 'No one was added to training.' : '',
    counts.added > 0 ? `${people(counts.added)} ${were(counts.added)} added to training.` : '',
    counts.restored > 0 ? `${people(counts.restored)} ${were(counts.restored)} brought back.` : '',
    out > 0 ? `${out === 1 ? '1 row was' : `${out.toLocaleString('en-US')} rows were`} left out.` : '',
  ];
  return sentences.filter((one) => one !== '').join(' ');
}

export type EditProblem = 'address-taken' | 'bad-address' | 'name-missing' | 'bad-month' | 'no-seat';

export function editProblem(name: string, problem: EditProblem): string {
  const why: Record<EditProblem, string> = {
    'address-taken': 'Someone else has this email address.',
    'bad-address': 'This is not an email address.',
    'name-missing': 'The name is missing.',
    'bad-month': 'The start month is too far away.',
    'no-seat': 'No seat is left to bring them back.',
  };
  return `${name}: ${why[problem]}`;
}

export function editedMessage(counts: {
  changed: number;
  archived: number;
  restored: number;
  failed: number;
}): string {
  const { changed, archived, restored, failed } = counts;
  const only = archived + restored === 0;
  const sentences = [
    changed === 0 && failed === 0 ? 'Nothing had to be changed.' : '',
    changed > 0 && only ? `${people(changed)} ${were(changed)} changed.` : '',
    archived > 0 ? `${people(archived)} ${were(archived)} archived.` : '',
    restored > 0 ? `${people(restored)} ${were(restored)} brought back.` : '',
    failed > 0 ? `${people(failed)} could not be changed.` : '',
  ];
  return sentences.filter((one) => one !== '').join(' ');
}
