import { shownDay } from '#platform/dates.ts';
import { Panel } from '#ui/page/Panel.tsx';
import { SeverityBar } from '#ui/badge/SeverityBar.tsx';
import { SeverityTrend } from '#ui/chart/SeverityTrend.tsx';
import type { ScanWire } from '../../entities.ts';
import type { Live, Target } from '../queries.ts';
import classes from '../websites/WebsiteScans.module.css';

/** The issues open now, and how many each of the last scans found. */
export function TrendPanel({ target, scans }: { target: Target; scans: Live['scans'] }) {
  const { highs: high, mediums: medium, lows: low } = target.issues;
  const open = high + medium + low;
  const last = scans.page === 1 ? scans.scans.find((scan) => scan.status === 'completed') : undefined;
  return (
    <Panel title="Issues over the last scans">
      <div className={`${classes.trend} grid`}>
        <div>
          <p className="flex items-baseline gap-2 mb-3">
            <span className="text-page tabular-nums">{open}</span> open now
          </p>
          <SeverityBar counts={{ high, medium, low }} />
          {last?.changes && <p className={classes.meta}>{changeWords(last.changes)}</p>}
        </div>
        <SeverityTrend
          title="Issues that each of the last scans found, by severity"
          scans={scans.history.map((scan) => ({
            id: scan.completeTime,
            at: scan.completeTime,
            label: shownDay(scan.completeTime),
            counts: { high: scan.highs, medium: scan.mediums, low: scan.lows },
            changes: changesIn(scan.changes),
          }))}
        />
      </div>
    </Panel>
  );
}

type Changes = NonNullable<ScanWire['changes']>;

const changesIn = (changes: Changes): string[] =>
  [
    changes.new > 0 ? `${changes.new} new` : '',
    changes.reopened > 0 ? `${changes.reopened} came back` : '',
    changes.fixed > 0 ? `${changes.fixed} fixed` : '',
  ].filter((part) => part !== '');

function changeWords(changes: Changes): string {
  const parts = changesIn(changes);
  return parts.length > 0 ? `Last scan: ${parts.join(', ')}.` : 'Nothing changed in the last scan.';
}
