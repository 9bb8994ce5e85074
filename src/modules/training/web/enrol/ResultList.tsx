// Rows laid out as cards lose the table's meaning in some browsers: hence the roles the elements have anyway.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { useMemo, useState } from 'react';
import { Pager } from '#ui/table/Pager.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { ResultRow, ListResults, RowResult } from '../../entities.ts';
import shared from '../Training.module.css';
import { monthWords } from '#platform/days.ts';
import { resultLooks, number } from '../words.ts';
import classes from './Enrol.module.css';

/** modules.md 9; however long the list is, the page stays light. */
const perPage = 10;
/** What needs a look comes first. */
const order: readonly RowResult[] = [
  'bad-address',
  'name-missing',
  'bad-month',
  'no-seat',
  'duplicate',
  'added',
  'restored',
];
const rank = new Map(order.map((fate, at) => [fate, at]));

const Person = ({ row }: { row: ResultRow }) => (
  <span className="grid wrap-anywhere">
    <bdi>{`${row.firstName} ${row.lastName}`.trim() || '–'}</bdi>
    <bdi className={shared.quiet}>{row.email || '–'}</bdi>
  </span>
);

type ResultListProps = { results: ListResults; phase: 'before' | 'after' };

export function ResultList({ results: { rows, counts }, phase }: ResultListProps) {
  const [only, setOnly] = useState<RowResult | 'all'>('all');
  const [page, setPage] = useState(1);
  const ordered = useMemo(
    () => rows.toSorted((one, other) => rank.get(one.fate)! - rank.get(other.fate)! || one.row - other.row),
    [rows],
  );
  const shown = useMemo(
    () => (only === 'all' ? ordered : ordered.filter(({ fate }) => fate === only)),
    [ordered, only],
  );
  const pages = Math.max(1, Math.ceil(shown.length / perPage));
  const here = shown.slice((page - 1) * perPage, page * perPage);
  // where all begin alike, months say nothing
  const hasMonths = useMemo(() => new Set(rows.map(({ startMonth }) => startMonth)).size > 1, [rows]);
  const kinds = order.filter((fate) => (counts[fate] ?? 0) > 0);
  const tab = (id: RowResult | 'all', label: string, count: number) => (
    <button
      key={id}
      type="button"
      className={`${classes.resultTab} min-h-10 text-small font-medium text-dimmed rounded`}
      aria-pressed={only === id}
      onClick={() => {
        setOnly(id);
        setPage(1);
      }}
    >
      {label} <span>{number(count)}</span>
    </button>
  );
  return (
    <div className="stack border rounded">
      <fieldset className={`${classes.resultTabs} flex flex-wrap gap-1`}>
        <legend className="visually-hidden">Rows to show</legend>
        {tab('all', 'All rows', rows.length)}
        {kinds.map((fate) => tab(fate, resultLooks[fate][phase], counts[fate] ?? 0))}
      </fieldset>
      <div className={`${classes.resultScroll} relative`}>
        <ResultTable rows={here} hasMonths={hasMonths} phase={phase} />
      </div>
      <div className={`min-h-14 row flex-wrap justify-between gap-2 gap-x-4 px-3 py-2`}>
        <output className={shared.quiet}>
          {shown.length === 0
            ? 'No rows'
            : `Rows ${number((page - 1) * perPage + 1)} to ${number(Math.min(shown.length, page * perPage))} of ${number(shown.length)}`}
        </output>
        <Pager page={page} pages={pages} onChange={setPage} label="Pages of the list" />
      </div>
    </div>
  );
}

type ResultTableProps = { rows: readonly ResultRow[]; hasMonths: boolean; phase: ResultListProps['phase'] };

const ResultTable = ({ rows, hasMonths, phase }: ResultTableProps) => (
  <table className={`${classes.resultTable} w-full leading-5`} role="table">
    <caption className="visually-hidden">
      {phase === 'before' ? 'What will become of each row' : 'What became of each row'}
    </caption>
    <thead role="rowgroup" className="visually-hidden-narrow">
      <tr role="row">
        <th role="columnheader" scope="col">
          Row
        </th>
        <th role="columnheader" scope="col">
          Person
        </th>
        <th role="columnheader" scope="col">
          Department
        </th>
        {hasMonths && (
          <th role="columnheader" scope="col">
            First month
          </th>
        )}
        <th role="columnheader" scope="col">
          {phase === 'before' ? 'What happens' : 'Result'}
        </th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => {
        const look = resultLooks[row.fate];
        return (
          <tr key={row.row} role="row">
            <td role="cell" className={`${classes.rowNumber} text-dimmed tabular-nums`}>
              {number(row.row)}
            </td>
            <td role="cell">
              <Person row={row} />
            </td>
            <td role="cell">
              {row.department ? <bdi>{row.department}</bdi> : <span className={shared.quiet}>–</span>}
            </td>
            {hasMonths && (
              <td role="cell" className="whitespace-nowrap">
                {row.startMonth ? monthWords(row.startMonth) : '–'}
              </td>
            )}
            <td role="cell">
              <StatusPill tone={look.tone}>{look[phase]}</StatusPill>
              {row.message && (
                <span className="block text-small leading-4.5 text-dimmed wrap-anywhere mt-1">
                  {row.message.replace(/^Row \d+: /, '')}
                </span>
              )}
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
