import { useState } from 'react';
import { useAddTrainees } from '../changes.ts';
import { messageOf } from '../messages.ts';
import { counted } from '../words.ts';
import {
  checked,
  emptyRow,
  isBlank,
  leftOver,
  mostRows,
  readPasted,
  withPasted,
  type NewcomerRow,
} from './newcomers.ts';

/** People being typed, one a row; a row stays until its person is in. */
export function useNewcomers(ownMonths: boolean, onDone: () => void) {
  const [rows, setRows] = useState<NewcomerRow[]>(() => [emptyRow()]);
  const [problem, setProblem] = useState<string | null>(null);
  const [trials, setTrials] = useState(0);
  const add = useAddTrainees();
  const filled = rows.filter((row) => !isBlank(row));
  const complain = (words: string) => {
    setProblem(words);
    setTrials(trials + 1);
  };
  return {
    rows,
    filled: filled.length,
    problem,
    trials,
    isPending: add.isPending,
    append: () => setRows([...rows, emptyRow()]),
    change: (key: number, part: Partial<NewcomerRow>) =>
      setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
    /** True where the text was taken as rows. */
    paste: (key: number, text: string): boolean => {
      const pasted = readPasted(text);
      if (!pasted || pasted.length === 0) return false;
      const next = withPasted(rows, key, pasted);
      setProblem(
        next.length > mostRows
          ? `Only the first ${mostRows} rows are kept here. Upload longer lists as a file.`
          : null,
      );
      setRows(next.slice(0, mostRows));
      return true;
    },
    submit: (courses: string[] | undefined) => {
      if (add.isPending) return;
      const judged = checked(filled);
      const faulty = judged.filter(({ error }) => error !== null).length;
      if (filled.length > 0) setRows(judged);
      if (filled.length === 0) return complain('Enter at least one person with a name and an email address.');
      if (faulty > 0)
        return complain(`${counted(faulty, 'row needs', 'rows need')} a correction before anyone is added.`);
      if (courses?.length === 0) return complain('Choose at least one course.');
      setProblem(null);
      const people = judged.map(({ firstName, lastName, email, department, startMonth }) => ({
        firstName,
        lastName,
        email,
        department,
        ...(ownMonths && startMonth !== '' ? { startMonth } : {}),
      }));
      add.mutate(
        { people, courses },
        {
          onSuccess: ({ rows: results, error }) => {
            const left = leftOver(judged, results);
            if (left.length === 0) return onDone();
            setRows(left);
            complain(
              error
                ? messageOf(error)
                : left.length === judged.length
                  ? 'No one could be added. Each row says why.'
                  : `${counted(left.length, 'row was', 'rows were')} not added. Each row says why.`,
            );
          },
        },
      );
    },
  };
}
