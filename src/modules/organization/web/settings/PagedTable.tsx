import { useState, type ReactNode } from 'react';
import { DataTable, type DataColumn } from '#ui/DataTable.tsx';
import { Pager } from '#ui/Pager.tsx';
import { sortRows, type SortState } from '#ui/sortRows.ts';
import classes from './Settings.module.css';

const perPage = 10;

type PagedTableProps<Row> = {
  caption: string;
  columns: DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  initialSort: SortState;
  empty: ReactNode;
};

/** A table that is sorted as a whole and shown in pages; a page that is gone gives way to the last one. */
export function PagedTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  initialSort,
  empty,
}: PagedTableProps<Row>) {
  const [sort, setSort] = useState(initialSort);
  const [wanted, setWanted] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const page = Math.min(wanted, pages);
  const by = columns.find((column) => column.id === sort.column)?.sortBy;
  const sorted = by ? sortRows(rows, by, sort.direction) : rows;
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={sorted.slice((page - 1) * perPage, page * perPage)}
        rowKey={rowKey}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setWanted(1);
        }}
        empty={empty}
      />
      {pages > 1 && (
        <div className={classes.pager}>
          <Pager page={page} pages={pages} onChange={setWanted} label={`Pages of ${caption}`} />
        </div>
      )}
    </>
  );
}
