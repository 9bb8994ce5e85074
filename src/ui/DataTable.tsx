// Rows laid out as cards lose the table's meaning in some browsers: hence the roles the elements have anyway.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { NativeSelect } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import { isValidElement, useState, type ReactNode } from 'react';
import classes from './DataTable.module.css';
import { sortRows, type SortState, type SortValue } from './sortRows.ts';

export type DataColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable by this value. */
  sortBy?: (row: Row) => SortValue;
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

/** A table with sortable headers; under 624 px every row is a card and sorting a field above. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  initialSort,
  sort: given,
  onSort,
  empty,
}: DataTableProps<Row>) {
  const [own, setOwn] = useState<SortState | null>(initialSort ?? null);
  const controlled = given !== undefined;
  const sort = controlled ? given : own;
  const by = columns.find((column) => column.id === sort?.column)?.sortBy;
  const shown = !controlled && sort && by ? sortRows(rows, by, sort.direction) : rows;
  const sortable = columns.filter((column) => column.sortBy);
  const change = (next: SortState) => {
    if (!controlled) setOwn(next);
    onSort?.(next);
  };
  const press = (id: string) =>
    change({ column: id, direction: sort?.column === id ? other(sort.direction) : 'ascending' });
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <div className={`${classes.wrap} min-w-0 relative`}>
      {sortable.length > 0 && (
        <NativeSelect
          className={classes.sorter}
          label="Sort by"
          value={sort ? `${sort.column} ${sort.direction}` : ''}
          onChange={(event) => {
            const [column, direction] = event.currentTarget.value.split(' ');
            if (column)
              change({ column, direction: direction === 'descending' ? 'descending' : 'ascending' });
          }}
          data={[
            ...(sort ? [] : [{ value: '', label: 'As listed' }]),
            ...sortable.flatMap(({ id, header }) => [
              { value: `${id} ascending`, label: `${header}, ascending` },
              { value: `${id} descending`, label: `${header}, descending` },
            ]),
          ]}
        />
      )}
      <table className={`${classes.table} w-full leading-5`} role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup" className="visually-hidden-narrow">
          <tr role="row">
            {columns.map((column) => {
              const active = sort?.column === column.id ? sort.direction : undefined;
              const Icon =
                active === 'ascending'
                  ? IconArrowUp
                  : active === 'descending'
                    ? IconArrowDown
                    : IconArrowsSort;
              return (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  data-align={column.align}
                  style={column.width ? { width: column.width } : undefined}
                  aria-sort={column.sortBy ? (active ?? 'none') : undefined}
                >
                  {column.sortBy ? (
                    <button
                      type="button"
                      className={`${classes.sort} inline-row gap-1 rounded-sm`}
                      data-active={active ? true : undefined}
                      onClick={() => press(column.id)}
                    >
                      {column.header}
                      <Icon size={16} stroke={1.5} aria-hidden />
                    </button>
                  ) : (
                    <span className={column.hiddenHeader ? 'visually-hidden' : undefined}>
                      {column.header}
                    </span>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column, index) => {
                const shownCell = column.cell(row);
                const content = (
                  <>
                    {index > 0 && !column.hiddenHeader && (
                      <span className={classes.name} aria-hidden>
                        {column.header}
                      </span>
                    )}
                    <div className={`${classes.cell} min-w-0 wrap-anywhere`}>{shownCell}</div>
                  </>
                );
                return index === 0 ? (
                  <th key={column.id} role="rowheader" scope="row" data-align={column.align}>
                    {content}
                  </th>
                ) : (
                  <td
                    key={column.id}
                    role="cell"
                    data-align={column.align}
                    data-bare={column.hiddenHeader || undefined}
                    data-none={isNothing(shownCell) || undefined}
                  >
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
