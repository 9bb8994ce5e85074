import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { finishPdf } from '#platform/server/pdf/document.ts';
import type {
  Finding,
  FindingSeverity,
  NotTestedReason,
  ScanCoverage,
  TriedCount,
} from '#providers/scanner/port.ts';
import type { Decision } from '../scans/lifecycle.ts';
import { writeOwaspReport } from './reportPdf.owasp.ts';
import { writePciReport } from './reportPdf.pci.ts';

export type ReportFinding = Finding & {
  state: 'new' | 'open' | 'reopened';
  /** ISO instants. */
  firstSeen: string;
  lastSeen: string;
  /** Address of its page in the portal; absent in reports of scans outside a portal. */
  page?: string;
  /** What a person decided about it; absent of what counts. */
  decision?: Decision;
};

export type ScanReportInput = {
  /** Standard Version or PCI Version. */
  kind: 'owasp' | 'pci';
  brand: PdfBrand;
  organization: { name: string };
  website: { name: string; url: string };
  scan: {
    id: string;
    level: string;
    /** The level's name on screen. */
    levelLabel: string;
    startedAt: string;
    finishedAt: string;
    durationMinutes: number;
    requests: number;
    pages: number;
    /** Name and version of the scanner and its rules. */
    engine: string;
  };
  /** What counts as open. */
  findings: readonly ReportFinding[];
  /** Accepted risks and false alarms that the scan met; every one has its decision. */
  decided?: readonly ReportFinding[];
  /** Issues of the scan before that are gone. */
  fixed: readonly {
    title: string;
    severity: FindingSeverity;
    firstSeen: string;
    fixedAt: string;
    page?: string;
  }[];
  /** Checks that ran and found nothing. */
  passed: readonly { rule: string; title: string; owasp: string; pci: string; cwe?: string }[];
  /** By rule, how often it was tried; null or absent of scans that did not record it. */
  tried?: Readonly<Record<string, TriedCount>> | null;
  /** Checks that say nothing about the website; null or absent as above. */
  notTested?: readonly { rule: string; title: string; reason: NotTestedReason }[] | null;
  coverage: ScanCoverage;
  /** Counts of past scans, older to newer, at most 12; this scan may be the last of them. */
  history: readonly { finishedAt: string; highs: number; mediums: number; lows: number }[];
  /** When the website is scanned next (ISO) and how often; null without a schedule, absent where nobody knows. */
  nextScan?: { at: string; often: string } | null;
  /** Who agreed to this website being scanned, and when (ISO). */
  consent?: { by: string; at: string };
  now: Date;
};

/**
 * The report of one scan as a tagged PDF: the Standard Version for everybody, the PCI Version for businesses that
 * handle card data. Same input, same bytes. Text of the scanned site is never trusted.
 */
export async function renderScanReport(input: ScanReportInput): Promise<Buffer> {
  return finishPdf(await (input.kind === 'pci' ? writePciReport(input) : writeOwaspReport(input)));
}
