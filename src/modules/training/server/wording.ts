import type { Fates, RowFate } from '../entities.ts';

export const people = (count: number): string => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`);
const were = (count: number): string => (count === 1 ? 'was' : 'were');

/** What is wrong with one row, in words; '' where nothing is. */
export function rowMessage(row: { row: number; fate: RowFate; email: string; monthText?: string; inList: boolean }): string {
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

/** What became of a list, in plain sentences. */
export function addedMessage(counts: Fates['counts']): string {
  const out = Object.entries(counts).reduce((sum, [fate, count]) => (fate === 'added' || fate === 'restored' ? sum : sum + count), 0);
  const sentences = [
    counts.added === 0 && counts.restored === 0 ? 'Nobody was added to training.' : '',
    counts.added > 0 ? `${people(counts.added)} ${were(counts.added)} added to training.` : '',
    counts.restored > 0 ? `${people(counts.restored)} ${were(counts.restored)} brought back.` : '',
    out > 0 ? `${out === 1 ? '1 row was' : `${out.toLocaleString('en-US')} rows were`} left out.` : '',
  ];
  return sentences.filter((one) => one !== '').join(' ');
}
