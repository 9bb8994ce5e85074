import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { shownDay, shownTime } from '#platform/dates.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import type { Pack } from '../contract.ts';
import { evidencePaths } from '../paths.ts';
import { packsPerPage } from '../rules.ts';
import classes from './Evidence.module.css';
import { WithdrawDialog } from './WithdrawDialog.tsx';
import { audienceWords } from './wording.ts';

const sizeWords = (bytes: number): string =>
  `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} kB`;

const columnsFor = (onWithdraw: (pack: Pack, from: HTMLElement) => void): DataColumn<Pack>[] => [
  {
    id: 'name',
    header: 'Pack',
    cell: ({ name, documentId, pages, bytes, withdrawnAt }) => (
      <span className={`${classes.file} grid justify-items-start gap-0.5 text-start`}>
        <strong>{name}</strong>
        {withdrawnAt && <StatusPill tone="danger">Withdrawn {shownDay(withdrawnAt)}</StatusPill>}
        <span className="block text-small leading-5 font-normal text-dimmed">
          {documentId}, {pages} {pages === 1 ? 'page' : 'pages'}, {sizeWords(bytes)}
        </span>
      </span>
    ),
  },
  {
    id: 'for',
    header: 'For',
    cell: ({ audience, addressee }) => (
      <span className={`${classes.narrow} block text-balance`}>
        {addressee || audienceWords[audience].title}
      </span>
    ),
  },
  {
    id: 'made',
    header: 'Made',
    cell: ({ madeAt, madeBy }) => (
      <span className={`${classes.narrow} block text-balance`}>
        {shownTime(madeAt)}
        <span className="block text-small leading-5 font-normal text-dimmed">{madeBy}</span>
      </span>
    ),
  },
  {
    id: 'fingerprint',
    header: 'Fingerprint',
    cell: ({ fingerprint, name }) => (
      <span className="row gap-1 whitespace-nowrap">
        <code title={fingerprint}>{fingerprint.slice(0, 12)}…</code>
        <CopyButton value={fingerprint} label={`Copy the SHA-256 fingerprint of ${name}`} />
      </span>
    ),
  },
  {
    id: 'get',
    header: 'Actions',
    hiddenHeader: true,
    align: 'end',
    cell: (pack) => <PackActions pack={pack} onWithdraw={onWithdraw} />,
  },
];

function PackActions({
  pack,
  onWithdraw,
}: {
  pack: Pack;
  onWithdraw: (pack: Pack, from: HTMLElement) => void;
}) {
  const { id, name, documentId, code, withdrawnAt } = pack;
  return (
    <span className={`${classes.actions} flex-wrap justify-end gap-1`}>
      <Button
        component="a"
        href={evidencePaths.file(id, name)}
        download={name}
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        aria-label={`Download ${documentId}`}
      >
        Download
      </Button>
      {code && (
        <Button
          component={Link}
          href={evidencePaths.check(code)}
          variant="subtle"
          aria-label={`Check page of ${documentId}`}
        >
          Check page
        </Button>
      )}
      {code && !withdrawnAt && (
        <Button
          variant="subtle"
          color="red"
          aria-label={`Withdraw ${documentId}`}
          onClick={(event) => onWithdraw(pack, event.currentTarget)}
        >
          Withdraw
        </Button>
      )}
    </span>
  );
}

/** Packs that were made: the same bytes again, and the fingerprint by which somebody else can tell a file is genuine. */
export function PackList({
  packs,
  total,
  page,
  onPage,
}: {
  packs: readonly Pack[];
  total: number;
  page: number;
  onPage: (page: number) => void;
}) {
  const dialog = useDialog<'withdraw'>();
  const [chosen, setChosen] = useState<Pack | null>(null);
  const columns = columnsFor((pack, from) => {
    setChosen(pack);
    dialog.show('withdraw', from);
  });
  return (
    <Panel
      title="Earlier packs"
      description="A pack never changes, and anyone can check it by its code. Keep your own record of who received which pack."
    >
      <DataTable
        caption="Earlier evidence packs, the newest first"
        columns={columns}
        rows={packs}
        rowKey={({ id }) => id}
        empty={
          <EmptyState level={3} drawing={<DrawingPolicy />} title="No pack yet">
            Your first pack takes a few seconds to make. You can find it here later, with its fingerprint.
          </EmptyState>
        }
      />
      <Pager page={page} pages={Math.ceil(total / packsPerPage)} onChange={onPage} label="Pages of packs" />
      {dialog.open === 'withdraw' && chosen && <WithdrawDialog pack={chosen} onClose={dialog.close} />}
    </Panel>
  );
}
