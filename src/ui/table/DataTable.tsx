// Rows laid out as cards lose the table's meaning in some browsers: hence the roles the elements have anyway.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { NativeSelect } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import { isValidElement, useState, type ReactNode } from 'react';
import classes from './DataTable.module.css';
import { Pager } from './Pager.tsx';
import { sortRows, type SortState, type SortValue } from './sortRows.ts';

export type DataColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable, by this value or `true` where the owner of `sort` does it. */
  sortBy?: true | ((row: Row) => SortValue);
  /** Numbers stand at the end, in tabular figures. */
  align?: 'start' | 'end';
  /** CSS width, such as 120px or 30%. */
  width?: string;
  /** The header is for screen readers only, as over a column of buttons. */
  hiddenHeader?: boolean;
};

export type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  /** The first column names the row. */
  columns: DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  initialSort?: SortState;
  /** Gives the sorting into the caller's hands: rows are then shown as they come. */
  sort?: SortState | null;
  onSort?: (sort: SortState) => void;
  /** Shows so many rows at a time; a page that is gone gives way to the last one. */
  paging?: { perPage: number; label: string; className?: string | undefined };
  /** Shown where there is no row. */
  empty?: ReactNode;
};

/** A dash or nothing at all: a card leaves the line out. */
const isNothing = (content: ReactNode): boolean =>
  content === null ||
  content === undefined ||
  content === false ||
  content === '' ||
  content === '–' ||
  (isValidElement<{ children?: ReactNode }>(content) && content.props.children === '–');

const other = (direction: SortState['direction']): SortState['direction'] =>
  direction === 'ascending' ? 'descending' : 'ascending';

type SortProps<Row> = {
  columns: readonly DataColumn<Row>[];
  sort: SortState | null;
  onSort: (sort: SortState) => void;
};

/** Sorting where rows are cards and headers are hidden. */
const SortField = <Row,>({ columns, sort, onSort }: SortProps<Row>) => (
  <NativeSelect
    className={classes.sorter}
    label="Sort by"
    value={sort ? `${sort.column} ${sort.direction}` : ''}
    onChange={(event) => {
      const [column, direction] = event.currentTarget.value.split(' ');
      if (column) onSort({ column, direction: direction === 'descending' ? 'descending' : 'ascending' });
    }}
    data={[
      ...(sort ? [] : [{ value: '', label: 'As listed' }]),
      ...columns.flatMap(({ id, header }) => [
        { value: `${id} ascending`, label: `${header}, ascending` },
        { value: `${id} descending`, label: `${header}, descending` },
      ]),
    ]}
  />
);

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort };

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: Omit<SortProps<Row>, 'columns'> & { column: DataColumn<Row> }) {
  const { id, header, align, width, sortBy, hiddenHeader } = column;
  const active = sort?.column === id ? sort.direction : undefined;
  const Icon = icons[active ?? 'none'];
  return (
    <th
      role="columnheader"
      scope="col"
      data-align={align}
      style={width ? { width } : undefined}
      aria-sort={sortBy ? (active ?? 'none') : undefined}
    >
      {sortBy ? (
        <button
          type="button"
          className={`${classes.sort} inline-row gap-1 rounded-sm`}
          data-active={active ? true : undefined}
          onClick={() => onSort({ column: id, direction: active ? other(active) : 'ascending' })}
        >
          {header}
          <Icon size={16} stroke={1.5} aria-hidden />
        </button>
      ) : (
        <span className={hiddenHeader ? 'visually-hidden' : undefined}>{header}</span>
      )}
    </th>
  );
}

const BodyRow = <Row,>({ columns, row }: { columns: readonly DataColumn<Row>[]; row: Row }) => (
  <tr role="row">
    {columns.map(({ id, header, align, hiddenHeader, cell }, index) => {
      const shown = cell(row);
      const content = (
        <>
          {index > 0 && !hiddenHeader && (
            <span className={classes.name} aria-hidden>
              {header}
            </span>
          )}
          <div className={`${classes.cell} min-w-0 wrap-anywhere`}>{shown}</div>
        </>
      );
      return index === 0 ? (
        <th key={id} role="rowheader" scope="row" data-align={align}>
          {content}
        </th>
      ) : (
        <td
          key={id}
          role="cell"
          data-align={align}
          data-bare={hiddenHeader || undefined}
          data-none={isNothing(shown) || undefined}
        >
          {content}
        </td>
      );
    })}
  </tr>
);

/** A table with sortable headers; under 624 px every row is a card and sorting a field above. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  initialSort,
  sort: given,
  onSort,
  paging,
  empty,
}: DataTableProps<Row>) {
  const [own, setOwn] = useState<SortState | null>(initialSort ?? null);
  const [wanted, setWanted] = useState(1);
  const controlled = given !== undefined;
  const sort = controlled ? given : own;
  const by = columns.find((column) => column.id === sort?.column)?.sortBy;
  const sorted = !controlled && sort && typeof by === 'function' ? sortRows(rows, by, sort.direction) : rows;
  const pages = paging ? Math.max(1, Math.ceil(rows.length / paging.perPage)) : 1;
  const page = Math.min(wanted, pages);
  const shown = paging ? sorted.slice((page - 1) * paging.perPage, page * paging.perPage) : sorted;
  const sortable = columns.filter((column) => column.sortBy);
  const change = (next: SortState) => {
    if (!controlled) setOwn(next);
    setWanted(1);
    onSort?.(next);
  };
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <>
      <div className={`${classes.wrap} min-w-0 relative`}>
        {sortable.length > 0 && <SortField columns={sortable} sort={sort} onSort={change} />}
        <table className={`${classes.table} w-full leading-5`} role="table">
          <caption className="visually-hidden">{caption}</caption>
          <thead role="rowgroup" className="visually-hidden-narrow">
            <tr role="row">
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} sort={sort} onSort={change} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((row) => (
              <BodyRow key={rowKey(row)} columns={columns} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {paging && pages > 1 && (
        <div className={paging.className}>
          <Pager page={page} pages={pages} onChange={setWanted} label={paging.label} />
        </div>
      )}
    </>
  );
}
