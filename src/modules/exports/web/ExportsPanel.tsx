import { Button, Modal } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useRef, useState, type ReactNode } from 'react';
import { shownDay, shownTime } from '#platform/dates.ts';
import { call, CallError } from '#platform/web/call.ts';
import { useSession } from '#platform/web/query.ts';
import type { StepUpComponent } from '#platform/web/stepUp.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { ProgressStrip } from '#ui/chart/ProgressStrip.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { toast } from '#ui/notice/toast.ts';
import { exportDays, exportsContract, type Export } from '../contract.ts';
import { exportPaths } from '../paths.ts';
import { messageOf } from './messages.ts';
import { isAtWork, reloadExports, useExports } from './queries.ts';

const sizeWords = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en-US')} kB`
    : `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;

const standing: Record<Export['state'], ReactNode> = {
  waiting: <StatusPill busy>Waiting</StatusPill>,
  running: <StatusPill busy>Being made</StatusPill>,
  ready: <StatusPill tone="success">Ready</StatusPill>,
  failed: <StatusPill tone="danger">Failed</StatusPill>,
  expired: <StatusPill>Expired</StatusPill>,
};

const columnsFor = (mayDownload: boolean): DataColumn<Export>[] => [
  {
    id: 'name',
    header: 'Export',
    cell: ({ name, bytes, fingerprint }) => (
      <span className="grid gap-0.5 wrap-anywhere">
        <strong>{name}</strong>
        {bytes !== null && (
          <span className="text-small leading-5 text-dimmed" title={fingerprint ?? undefined}>
            {sizeWords(bytes)}, SHA-256 {fingerprint?.slice(0, 12)}…
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'asked',
    header: 'Asked for',
    cell: ({ askedAt, askedBy }) => (
      <span className="grid gap-0.5 wrap-anywhere">
        {shownTime(askedAt)}
        <span className="text-small leading-5 text-dimmed">{askedBy}</span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    cell: ({ state, expiresAt }) => (
      <span className="grid gap-0.5 wrap-anywhere">
        <span>{standing[state]}</span>
        {state === 'ready' && expiresAt && (
          <span className="text-small leading-5 text-dimmed">Until {shownDay(expiresAt)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'get',
    header: 'Download',
    hiddenHeader: true,
    align: 'end',
    cell: ({ id, name, state }) =>
      state === 'ready' && mayDownload ? (
        <Button
          component="a"
          href={exportPaths.file(id, name)}
          download={name}
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          aria-label={`Download ${name}`}
        >
          Download
        </Button>
      ) : null,
  },
];

function ExportDialog({ StepUp, onClose }: { StepUp: StepUpComponent; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Export everything?"
      size={520}
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <StepUp
        confirmLabel="Export everything"
        onCancel={onClose}
        onProved={async (tokens) => {
          try {
            await call(exportsContract.makeExport, tokens);
          } catch (error) {
            if (!(error instanceof CallError) || error.code === 'invalid-token' || error.status >= 500)
              throw error;
            toast.danger('The export could not be started.', { reason: messageOf(error) });
            await reloadExports();
            return onClose();
          }
          await reloadExports();
          onClose();
          toast.success('Your export is being made.');
        }}
      >
        <p>
          The file lists your websites' weak spots and your team's personal data. Enter your password to
          create it. Every administrator gets an email.
        </p>
      </StepUp>
    </Modal>
  );
}

/** Everything of the organization as one file: asked for here, made in the background, downloaded here. */
export function ExportsPanel({ StepUp }: { StepUp: StepUpComponent }) {
  const exports = useExports();
  const { isZeguroServiceSession } = useSession();
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsking(false);
    setTimeout(() => button.current?.focus(), 0);
  };
  if (exports.isPending) return <SkeletonPanel lines={4} height={220} label="Loading exports" />;
  const atWork = exports.data?.find(isAtWork);
  return (
    <Panel
      title="Your data"
      description="Everything that we keep for your organization, as one ZIP of JSON and files."
      actions={
        <Button
          ref={button}
          variant="default"
          disabled={isZeguroServiceSession || atWork !== undefined || exports.isError}
          title={
            isZeguroServiceSession
              ? 'Only an administrator of the organization can export everything.'
              : undefined
          }
          onClick={() => setAsking(true)}
        >
          Export everything
        </Button>
      }
    >
      {exports.isError ? (
        <ErrorState
          level={3}
          title="Exports could not be loaded"
          retrying={exports.isFetching}
          onRetry={() => void exports.refetch()}
        >
          {messageOf(exports.error)}
        </ErrorState>
      ) : (
        <div className="grid gap-5">
          {atWork && (
            <ProgressStrip
              label="Your export is being made"
              {...(atWork.state === 'running' ? { percent: atWork.percent } : {})}
              activity={
                atWork.activity
                  ? `Writing ${atWork.activity.replaceAll('_', ' ')}`
                  : 'You can leave this page. We will email you when it is ready.'
              }
            />
          )}
          <DataTable
            caption="Exports of everything, the newest first"
            columns={columnsFor(!isZeguroServiceSession)}
            rows={exports.data}
            rowKey={({ id }) => id}
            empty={
              <EmptyState level={3} drawing={<DrawingInbox />} title="No export yet">
                An export takes a few minutes at most. Every administrator gets an email when it is ready, and
                the file is kept for {exportDays} days.
              </EmptyState>
            }
          />
        </div>
      )}
      {asking && <ExportDialog StepUp={StepUp} onClose={close} />}
    </Panel>
  );
}
