import { Anchor, Button } from '@mantine/core';
import { supportAddress } from '#platform/web/boot.ts';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { DrawingWebsiteScan } from '#ui/drawings/DrawingWebsiteScan.tsx';
import type { Live, Target } from '../queries.ts';
import { ReportCard } from './ReportCard.tsx';
import classes from './Reports.module.css';

type ReportsPanelProps = {
  target: Target;
  companyName: string;
  scans: Live['scans'];
  page: number;
  /** Another page is being loaded. */
  stale: boolean;
  onPage: (page: number) => void;
  starting: boolean;
  onStart: () => void;
};

/** The scans of a website, newest first, five a page (modules.md 9). */
export function ReportsPanel({
  target,
  companyName,
  scans,
  page,
  stale,
  onPage,
  starting,
  onStart,
}: ReportsPanelProps) {
  const support = supportAddress();
  return (
    <Panel title="Reports">
      {scans.total === 0 ? (
        <EmptyState
          level={3}
          drawing={<DrawingWebsiteScan />}
          title="No scan reports yet"
          action={
            target.isInPlan ? (
              <Button variant="default" loading={starting} onClick={onStart}>
                Scan now
              </Button>
            ) : undefined
          }
        >
          After each scan, you can read its report here, and download it for your developer, a customer or an
          auditor.
        </EmptyState>
      ) : (
        <>
          <ul className={`${classes.list} mb-4 stack gap-3`} data-stale={stale || undefined}>
            {scans.scans.map((scan) => (
              <ReportCard
                key={scan.scanId}
                scan={scan}
                targetName={target.targetName}
                companyName={companyName}
              />
            ))}
          </ul>
          <Pager
            label="Pages of reports"
            page={page}
            pages={Math.ceil(scans.total / scans.pageSize)}
            onChange={onPage}
          />
        </>
      )}
      <p className={`pt-4 text-dimmed border-t mt-4`}>
        Questions about a scan or a report? Contact support by email:{' '}
        <Anchor href={`mailto:${support}`}>{support}</Anchor>
      </p>
    </Panel>
  );
}
