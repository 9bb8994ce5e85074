import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { fileAddress } from '#platform/web/call.ts';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { DrawingRuler } from '#ui/drawings/DrawingRuler.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import { maturityContract } from '../../contract.ts';
import type { Report } from '../../entities.ts';
import { maturityPaths } from '../../paths.ts';
import { reportFileName } from '../../rules.ts';
import { ConciergeLine } from '../ConciergeLine.tsx';
import { ElementBars } from './ElementBars.tsx';
import { ElementsDialog } from './ElementsDialog.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { MaturityPage } from '../MaturityPage.tsx';
import { NextSteps } from './NextSteps.tsx';
import { prepareConfig, useReport } from '../queries.ts';
import { ReportHead } from './ReportHead.tsx';

const purpose = 'See how mature each part of your security is, and what improves the weakest parts first.';

/** The level of the company and of each element, and what moves it (modules.md 2). */
export function ReportScreen() {
  const report = useReport();
  const intro = useFeatureIntro('cybermaturity');
  if (report.data) return <Whole report={report.data} onViewIntro={intro.open} />;
  return (
    <MaturityPage at="report" purpose={purpose} onViewIntro={intro.open}>
      {report.error ? (
        <LoadFailed
          what="Your report"
          error={report.error}
          retrying={report.isFetching}
          onRetry={() => void report.refetch()}
        />
      ) : (
        <div className="stack gap-card">
          <SkeletonPanel lines={3} height={180} label="Loading your report" />
          <SkeletonPanel lines={6} height={520} />
        </div>
      )}
    </MaturityPage>
  );
}

function Whole({ report, onViewIntro }: { report: Report; onViewIntro: () => void }) {
  const client = useQueryClient();
  const dialog = useDialog<'elements'>();
  const [day] = useState(() => new Date());
  const isEmpty = report.lastUpdated === null && report.percent === 0;
  return (
    <MaturityPage
      at="report"
      purpose={purpose}
      onViewIntro={onViewIntro}
      menu={
        <Button
          variant="default"
          onMouseEnter={() => prepareConfig(client)}
          onFocus={() => prepareConfig(client)}
          onClick={(event) => dialog.show('elements', event.currentTarget)}
        >
          Elements
        </Button>
      }
      action={
        isEmpty ? undefined : (
          <Button
            component="a"
            variant="default"
            href={fileAddress(maturityContract.reportPdf, { file: reportFileName(report.companyName, day) })}
            target="_blank"
            rel="noopener"
            leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          >
            Download PDF
          </Button>
        )
      }
    >
      {isEmpty ? (
        <Panel>
          <EmptyState
            drawing={<DrawingRuler />}
            title="Your report begins with the first answer"
            action={
              <Button component={Link} href={maturityPaths.start}>
                Start Assessment
              </Button>
            }
          >
            Here you will see the level of fifteen elements of your security, which of them is the weakest,
            and what to do about it.
          </EmptyState>
        </Panel>
      ) : (
        <div className="stack gap-card">
          <ReportHead report={report} />
          <ElementBars report={report} />
          <NextSteps report={report} />
        </div>
      )}
      <ConciergeLine />
      <ElementsDialog opened={dialog.open === 'elements'} onClose={dialog.close} />
    </MaturityPage>
  );
}
