import { stringify } from 'csv-stringify/sync';
import { owaspFor } from '#standards/owasp.ts';
import type { SarifFinding } from './sarif.ts';
import type { DecisionWire, FindingWire } from '../../issueEntities.ts';
import type { ShownFinding } from './issues.store.ts';
import { pciStatusOf } from '../report/reportPdf.standards.ts';

export type ExportIssue = {
  finding: ShownFinding;
  state: FindingWire['state'];
  firstSeen: string;
  lastSeen: string;
  fixedAt: string | null;
  /** Null in an export of one scan, which cannot know. */
  timesReopened: number | null;
  decision: DecisionWire | null;
  secondLook: boolean;
  /** Its page in the portal, a whole address. */
  page: string;
};

export const stateWords: Record<FindingWire['state'], string> = {
  new: 'New',
  open: 'Open',
  reopened: 'Reopened',
  fixed: 'Fixed',
  accepted: 'Accepted risk',
  'false-positive': 'False alarm',
};

const columns = [
  'Issue',
  'State',
  'Severity',
  'CVSS score',
  'CVSS vector',
  'Confidence',
  'Rule',
  'CWE',
  'OWASP Top 10 2021',
  'OWASP Top 10 2025',
  'PCI DSS 4.0.1',
  'PCI status',
  'Method',
  'Address',
  'Parameter',
  'Payload',
  'What proves it',
  'Places',
  'First seen (UTC)',
  'Last seen (UTC)',
  'Fixed (UTC)',
  'Times reopened',
  'Decision',
  'Reason',
  'Decided by',
  'Decided (UTC)',
  'Accepted until (UTC)',
  'What to do',
  'Issue id',
  'Website',
  'Website address',
  'Page of the issue',
];

const pciWords = { fail: 'Fail', pass: 'Pass', exempt: 'Exempt' } as const;

const noPlace = { method: '', url: '', parameter: '', payload: '', evidence: '' };

const decisionCells = (decision: ExportIssue['decision']): string[] =>
  decision
    ? [stateWords[decision.kind], decision.reason, decision.by, decision.at, decision.until ?? '']
    : ['', '', '', '', ''];

function rowOf(website: { name: string; url: string }, issue: ExportIssue): string[] {
  const { finding, decision } = issue;
  const first = finding.places[0] ?? noPlace;
  return [
    finding.title,
    stateWords[issue.state],
    finding.severity,
    finding.cvss.score.toFixed(1),
    finding.cvss.vector,
    finding.confidence,
    finding.rule,
    finding.cwe,
    finding.owasp,
    owaspFor(finding.cwe, 2025) ?? '',
    finding.pci,
    pciWords[pciStatusOf(finding)],
    first.method,
    first.url,
    first.parameter,
    first.payload ?? '',
    first.evidence,
    String(Math.max(finding.placesTotal ?? 0, finding.places.length)),
    issue.firstSeen,
    issue.lastSeen,
    issue.fixedAt ?? '',
    issue.timesReopened === null ? '' : String(issue.timesReopened),
    ...decisionCells(decision),
    finding.fix,
    finding.id,
    website.name,
    website.url,
    issue.page,
  ];
}

/**
 * What a spreadsheet would take for a formula begins with an apostrophe, also behind spaces and in full-width form; what is
 * no printable text is left out, so that no cell breaks out of its row.
 */
const plainCell = (text: string): string => {
  const clean = text.toWellFormed().replaceAll(/[\p{Cc}]+/gu, ' ');
  return /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]/u.test(clean) ? `'${clean}` : clean;
};

/** The first line of a CSV, with a mark that lets spreadsheets read it as UTF-8. */
export const csvHead = (): string => stringify([columns], { record_delimiter: 'windows', bom: true });
export const csvRows = (website: { name: string; url: string }, issues: readonly ExportIssue[]): string =>
  stringify(
    issues.map((issue) => rowOf(website, issue).map(plainCell)),
    { record_delimiter: 'windows' },
  );

/** An issue in the words of the scanner's own result, with what became of it. */
export const jsonIssue = ({ finding, ...standing }: ExportIssue): object => ({
  ...finding,
  owasp2025: owaspFor(finding.cwe, 2025),
  pciStatus: pciStatusOf(finding),
  ...standing,
});

const baselines: Partial<Record<ExportIssue['state'], SarifFinding['baseline']>> = {
  new: 'new',
  open: 'unchanged',
  reopened: 'new',
  fixed: 'absent',
};

export function sarifFinding({ finding, state, decision, secondLook, page }: ExportIssue): SarifFinding {
  const baseline = baselines[state] ?? 'unchanged';
  if (!decision) return { ...finding, baseline, page };
  const until = decision.until ? ` Accepted until ${decision.until}.` : '';
  return {
    ...finding,
    baseline,
    page,
    suppression: {
      status: secondLook ? 'underReview' : 'accepted',
      justification: `${stateWords[decision.kind]}: ${decision.reason} (${decision.by}, ${decision.at}).${until}`,
    },
  };
}
