import { Anchor } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { shownDay } from '#platform/dates.ts';
import { fileAddress } from '#platform/web/call.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { StatusPill, type StatusPillProps } from '#ui/badge/StatusPill.tsx';
import { plansContract, type Invoice } from '../../contract.ts';
import { amount } from '../../rules.ts';
import classes from './Billing.module.css';

const statuses: Record<Invoice['status'], { tone: StatusPillProps['tone']; word: string }> = {
  paid: { tone: 'success', word: 'Paid' },
  due: { tone: 'warning', word: 'Due' },
  failed: { tone: 'danger', word: 'Payment failed' },
  voided: { tone: 'neutral', word: 'Voided' },
};

const columns: DataColumn<Invoice>[] = [
  { id: 'date', header: 'Date', cell: ({ date }) => shownDay(date), sortBy: ({ date }) => date },
  { id: 'number', header: 'Number', cell: ({ id }) => id, sortBy: ({ id }) => id },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ totalCents }) => amount(totalCents),
    sortBy: ({ totalCents }) => totalCents,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusPill tone={statuses[status].tone}>{statuses[status].word}</StatusPill>,
    sortBy: ({ status }) => statuses[status].word,
  },
  {
    id: 'download',
    header: 'Download',
    hiddenHeader: true,
    align: 'end',
    cell: ({ id }) => (
      <Anchor
        className={`${classes.download} inline-row gap-1.5`}
        href={fileAddress(plansContract.invoice, { invoiceId: id })}
        target="_blank"
        rel="noopener"
        aria-label={`Invoice ${id} as PDF (opens in a new tab)`}
      >
        <IconDownload size={18} stroke={1.5} aria-hidden />
        PDF
      </Anchor>
    ),
  },
];

/** Every invoice, ten on a page, in the order that was asked for. */
export const InvoicesPanel = ({ invoices }: { invoices: readonly Invoice[] }) => (
  <Panel title="Invoices" flush={invoices.length > 0}>
    <DataTable
      caption="Invoices"
      columns={columns}
      rows={invoices}
      rowKey={({ id }) => id}
      initialSort={{ column: 'date', direction: 'descending' }}
      paging={{ perPage: 10, label: 'Pages of invoices', className: `${classes.pager} border-t` }}
      empty={<p className="text-dimmed">The first invoice appears here as soon as it is issued.</p>}
    />
  </Panel>
);
