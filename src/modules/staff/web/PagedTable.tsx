import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '#ui/table/DataTable.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { WhenLoaded, type Loaded } from './WhenLoaded.tsx';
import classes from './Staff.module.css';

type Page = { page: number; pages: number };

export type TablePageProps<Row> = Omit<DataTableProps<Row>, 'empty'> & {
  page: Page;
  busy: boolean;
  /** As in `Pages of messages`. */
  things: string;
  drawing: ReactNode;
  empty: { title: string; text: string };
  onPage: (page: number) => void;
  /** Buttons above the rows. */
  children?: ReactNode;
};

/** The rows of one page, or why there are none, and the way to the other pages. */
export function TablePage<Row>({
  page: { page, pages },
  busy,
  things,
  drawing,
  empty,
  onPage,
  children,
  ...table
}: TablePageProps<Row>) {
  return (
    <div className="grid gap-4" aria-busy={busy}>
      {children}
      {table.rows.length === 0 ? (
        <Panel>
          <EmptyState drawing={drawing} title={empty.title}>
            {empty.text}
          </EmptyState>
        </Panel>
      ) : (
        <Panel flush className={classes.table}>
          <DataTable {...table} />
        </Panel>
      )}
      <Pager page={page} pages={pages} onChange={onPage} label={`Pages of ${things}`} />
    </div>
  );
}

type PagedTableProps<Row> = Omit<TablePageProps<Row>, 'rows' | 'page' | 'busy'> & {
  of: Loaded<Page & { rows: Row[] }>;
  height?: number;
};

/** The same with its loading and failure. */
export const PagedTable = <Row,>({ of, height, ...table }: PagedTableProps<Row>) => (
  <WhenLoaded of={of} what={`the ${table.things}`} {...(height ? { height } : {})}>
    {(data) => <TablePage {...table} rows={data.rows} page={data} busy={of.isFetching} />}
  </WhenLoaded>
);
