import { Button } from '@mantine/core';
import { shownDay } from '#platform/dates.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import type { RatedAssetView, RatingsData } from '../entities.ts';
import { useOwn } from './changes.ts';
import type { ShowDialog } from './RatingsDialogs.tsx';

const kindWord = {
  domain: 'Domain',
  host: 'Host',
  address: 'Address',
  'mail-server': 'Mail server',
  website: 'Website',
} as const;

type Acts = {
  domain: string;
  busy: string | undefined;
  onOwn: (asset: string) => void;
  onDisown: (asset: string, opener: HTMLElement) => void;
};

const columnsOf = ({ domain, busy, onOwn, onDisown }: Acts): DataColumn<RatedAssetView>[] => [
  {
    id: 'asset',
    header: 'What',
    cell: ({ asset }) => (
      <span className="font-medium wrap-anywhere">
        <WebAddress>{asset}</WebAddress>
      </span>
    ),
    sortBy: ({ asset }) => asset,
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindWord[kind], sortBy: ({ kind }) => kindWord[kind] },
  {
    id: 'because',
    header: 'Why it counts as yours',
    cell: ({ because, notOurs }) =>
      notOurs ? (
        <>
          Left out: {notOurs.reason}{' '}
          <span className="text-small text-dimmed">
            {notOurs.by}, {shownDay(notOurs.at)}
          </span>
        </>
      ) : (
        because
      ),
  },
  {
    id: 'findings',
    header: 'To fix',
    cell: ({ findings }) => findings,
    sortBy: ({ findings }) => findings,
    align: 'end',
    width: '90px',
  },
  {
    id: 'act',
    header: 'Action',
    hiddenHeader: true,
    cell: ({ asset, notOurs }) =>
      notOurs ? (
        <Button variant="subtle" size="xs" loading={busy === asset} onClick={() => onOwn(asset)}>
          It is ours
        </Button>
      ) : asset === domain ? null : (
        <Button variant="subtle" size="xs" onClick={(event) => onDisown(asset, event.currentTarget)}>
          Not ours
        </Button>
      ),
  },
];

/** What was rated, why it counts as the company's, and a way to say that it is not. */
export function Assets({ data, onDialog }: { data: RatingsData; onDialog: ShowDialog }) {
  const own = useOwn();
  if (data.assets.length === 0) return null;
  const columns = columnsOf({
    domain: data.domain,
    busy: own.isPending ? own.variables.asset : undefined,
    onOwn: (asset) => own.mutate({ asset }),
    onDisown: (asset, opener) => onDialog({ kind: 'disown', asset }, opener),
  });
  return (
    <Panel
      title="What was looked at"
      description="Leave out what is not yours; your reason is read by our experts."
    >
      <DataTable
        caption="What was looked at"
        columns={columns}
        rows={data.assets}
        rowKey={({ asset }) => asset}
      />
    </Panel>
  );
}
