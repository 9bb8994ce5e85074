import { Button, CloseButton } from '@mantine/core';
import IconFileCheck from '@tabler/icons-react/dist/esm/icons/IconFileCheck.mjs';
import type { ScanWire } from '../../entities.ts';
import { reportAddress } from './DownloadReportMenu.tsx';
import classes from './Reports.module.css';

const oneDayMs = 86_400_000;
type Scans = { scans: readonly ScanWire[]; history: readonly { completeTime: string }[] };

/**
 * The scan whose report is offered at the top of the page: the one that an address asks for or that ended before the person's
 * eyes, else the first report of a website for a day.
 */
export function readyScan(
  { scans, history }: Scans,
  asked: readonly (string | null)[],
  now: Date,
): ScanWire | null {
  const completed = scans.filter(({ status }) => status === 'completed');
  const wanted = asked
    .map((id) => completed.find(({ scanId }) => scanId === id))
    .find((scan) => scan !== undefined);
  if (wanted) return wanted;
  const [first] = completed;
  const isFresh = first?.completeTime
    ? now.getTime() - new Date(first.completeTime).getTime() < oneDayMs
    : false;
  return first && history.length === 1 && isFresh ? first : null;
}

const counted = (count: number, word: string) => (count > 0 ? [`${count} ${word}`] : []);
function foundWords({ highs, mediums, lows }: ScanWire): string {
  const parts = [...counted(highs, 'high'), ...counted(mediums, 'medium'), ...counted(lows, 'low')];
  if (parts.length === 0) return 'The scan found no issues.';
  const list = parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return `The scan found ${list} ${highs + mediums + lows === 1 ? 'issue' : 'issues'}.`;
}

type ReportReadyProps = { scan: ScanWire; targetName: string; companyName: string; onClose: () => void };

/** A report that somebody waited for, with the one button that opens it. */
export function ReportReady({ scan, targetName, companyName, onClose }: ReportReadyProps) {
  return (
    <section
      className={`${classes.ready} row flex-wrap gap-3 gap-x-4 rounded-card bg-success px-5 py-4`}
      aria-label="Your report is ready"
    >
      <span className="grid text-success">
        <IconFileCheck size={24} stroke={1.5} aria-hidden />
      </span>
      <output className={`${classes.readyWords} grid`}>
        <strong className="text-reading">Your report is ready</strong>
        <span>{foundWords(scan)}</span>
      </output>
      <Button
        component="a"
        target="_blank"
        rel="noopener"
        href={reportAddress(scan, targetName, companyName, 'owasp')}
      >
        Open PDF Report
      </Button>
      <CloseButton aria-label="Close: Your report is ready" onClick={onClose} />
    </section>
  );
}
