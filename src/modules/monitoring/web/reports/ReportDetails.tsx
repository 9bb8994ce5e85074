import { useState, type ReactNode } from 'react';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { ScanWire } from '../../entities.ts';
import { FindingList } from '../issues/FindingList.tsx';
import { messageOf } from '../messages.ts';
import { useScanFindings, type ScanFindings } from '../queries.ts';
import { visibleText } from '../issues/visibleText.ts';
import classes from './Reports.module.css';

/** What one scan found, as it was then. */
export function ReportDetails({ scan }: { scan: ScanWire }) {
  const [page, setPage] = useState(1);
  const findings = useScanFindings(scan.scanId, page);
  if (!findings.data && findings.isPending)
    return <SkeletonPanel bare lines={4} height={160} label="Loading details" />;
  if (!findings.data)
    return (
      <ErrorState
        level={3}
        title="The details could not be loaded"
        onRetry={() => void findings.refetch()}
        retrying={findings.isFetching}
      >
        {messageOf(findings.error)}
      </ErrorState>
    );
  const { data } = findings;
  return (
    <div className={`${classes.details} stack border-t`}>
      <p className="text-small leading-5 text-dimmed">
        {numberOf(scan.pages, 'page')} read, {numberOf(scan.requests, 'request')} sent,{' '}
        {numberOf(data.passed.length, 'check')} passed
        {data.notTested ? `, ${data.notTested.length.toLocaleString('en-US')} not tested` : ''}.
        {scan.changes &&
          ` Since the scan before: ${scan.changes.new} new, ${scan.changes.reopened} came back, ${scan.changes.fixed} fixed.`}
        {scan.decided > 0 &&
          ` ${numberOf(scan.decided, 'issue')} ${scan.decided === 1 ? 'is' : 'are'} accepted or marked as a false alarm, and not counted.`}
      </p>
      {data.coverage.incomplete !== undefined && (
        <section
          className={`${classes.incomplete} border-warning leading-5 bg-warning px-4 py-3`}
          aria-label="This scan is incomplete"
        >
          <strong>This scan is incomplete.</strong> {visibleText(data.coverage.incomplete)}
        </section>
      )}
      {data.findings.length > 0 ? (
        <FindingList findings={data.findings} targetId={scan.targetId} scanId={scan.scanId} order={4} />
      ) : (
        <p>This scan found no issues.</p>
      )}
      <Pager
        label="Pages of this scan's issues"
        page={page}
        pages={Math.ceil(data.total / data.pageSize)}
        onChange={setPage}
      />
      <Coverage coverage={data.coverage} />
      {data.passed.length > 0 && (
        <Fold title={`Passed checks (${data.passed.length})`}>
          {data.passed.map((check) => (
            <li key={check.rule}>
              {check.title}{' '}
              {check.tried && <span className="text-plain tabular-nums">{triedWords(check.tried)}</span>}
            </li>
          ))}
        </Fold>
      )}
      {data.notTested && data.notTested.length > 0 && <NotTested checks={data.notTested} />}
    </div>
  );
}

const numberOf = (count: number, what: string) =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

const triedWords = ({ places, requests }: NonNullable<ScanFindings['passed'][number]['tried']>): string =>
  `${numberOf(places, 'place')}${requests > 0 ? `, ${numberOf(requests, 'request')}` : ''}`;

/** By reason, because one reason holds for many checks. */
function NotTested({ checks }: { checks: NonNullable<ScanFindings['notTested']> }) {
  const reasons = [...new Set(checks.map((check) => check.reason))];
  return (
    <details className={classes.fold}>
      <summary>{`Checks not tested (${checks.length})`}</summary>
      {reasons.map((reason) => (
        <section key={reason} className={`${classes.reason} measure-68 wrap-anywhere mt-1`}>
          <p>{reason}</p>
          <ul>
            {checks
              .filter((check) => check.reason === reason)
              .map((check) => (
                <li key={check.rule}>{check.title}</li>
              ))}
          </ul>
        </section>
      ))}
    </details>
  );
}

function Coverage({ coverage }: { coverage: ScanFindings['coverage'] }) {
  const parts = [
    {
      title: 'Refused by the website',
      lines: coverage.blocked.filter((line) => line !== coverage.incomplete),
    },
    { title: 'No answer in time', lines: coverage.timedOut },
    { title: 'Left out', lines: coverage.skipped },
    {
      title: 'Left on the website',
      lines: (coverage.leftBehind ?? []).map(({ where, what }) => `${where}: ${what}`),
    },
  ].filter((part) => part.lines.length > 0);
  return parts.map((part) => (
    <Fold key={part.title} title={`${part.title} (${part.lines.length})`}>
      {[...new Set(part.lines)].map((line) => (
        <li key={line}>{visibleText(line)}</li>
      ))}
    </Fold>
  ));
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.fold}>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  );
}
