import { DateTime } from 'luxon';
import type { Inline } from '#platform/server/pdf/text.ts';
import type { Tone } from '#platform/server/pdf/theme.ts';
import type { Confidence, FindingSeverity } from '#providers/scanner/port.ts';
import type { ReportFinding, ScanReportInput } from './reportPdf.ts';

export const severities = ['high', 'medium', 'low'] as const satisfies readonly FindingSeverity[];
export const severityWord: Record<FindingSeverity, string> = { high: 'High', medium: 'Medium', low: 'Low' };
export const severityTone: Record<FindingSeverity, Tone> = {
  high: 'danger',
  medium: 'warning',
  low: 'notice',
};
export const stateWord: Record<ReportFinding['state'], string> = {
  new: 'New',
  open: 'Still open',
  reopened: 'Came back',
};
export const confidenceWord: Record<Confidence, string> = {
  certain: 'Certain: seen directly',
  firm: 'Firm: strong signs',
  tentative: 'Tentative: please confirm',
};

const pacific = (iso: string): DateTime =>
  DateTime.fromISO(iso, { zone: 'America/Los_Angeles', locale: 'en-US' });

/** `Nov 20, 2026`, Pacific time; a dash for what is no date. */
export const day = (iso: string): string =>
  pacific(iso).isValid ? pacific(iso).toFormat('MMM d, yyyy') : '\u2013';
/** `Nov 20, 2026, 9:15 AM PT` */
export const moment = (iso: string): string =>
  pacific(iso).isValid ? `${pacific(iso).toFormat('MMM d, yyyy, h:mm a')} PT` : '\u2013';

export const number = (value: number): string => new Intl.NumberFormat('en-US').format(value);

/** `1 issue`, `2 issues`, `no issues` */
export function count(value: number, one: string, many = `${one}s`): string {
  if (value === 0) return `no ${many}`;
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c` */
export const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** A title that leads to the page of its issue, where there is a portal. */
export const pageLink = (title: string, page: string | undefined): Inline =>
  page === undefined ? title : { text: title, link: page };

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const duration = (minutes: number): string => {
  const whole = Math.max(1, Math.round(minutes));
  if (whole < 60) return count(whole, 'minute');
  const rest = whole % 60;
  return `${count(Math.floor(whole / 60), 'hour')}${rest > 0 ? ` ${count(rest, 'minute')}` : ''}`;
};

/** Host and port of an address as people write it; the text itself where it is no address. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url);

/** CVSS vector with the version it belongs to. */
export const vectorOf = (vector: string): string =>
  vector === '' || vector.startsWith('CVSS:') ? vector : `CVSS:3.1/${vector}`;

/** The first sentence, for places with little room. */
export function firstSentence(text: string): string {
  const flat = text.replaceAll(/\s+/gu, ' ').trim();
  const end = /[.!?](?= [A-Z])/u.exec(flat);
  return end ? flat.slice(0, end.index + 1) : flat;
}

/** Worst first: severity, score, then how many places; the title decides the rest so that the order never changes by chance. */
export function ranked(findings: readonly ReportFinding[]): ReportFinding[] {
  const rank = (finding: ReportFinding): number => severities.indexOf(finding.severity);
  return findings.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      b.cvss.score - a.cvss.score ||
      b.places.length - a.places.length ||
      (a.title < b.title ? -1 : a.title > b.title ? 1 : 0) ||
      (a.id < b.id ? -1 : 1),
  );
}

export const countOf = (
  findings: readonly { severity: FindingSeverity }[],
  severity: FindingSeverity,
): number => findings.filter((finding) => finding.severity === severity).length;

/** True when something refused the scan, so that a clean result says little. */
export const isHeldUp = (input: ScanReportInput): boolean => input.coverage.blocked.length > 0;

/** True for a level that tests a small part only, so that a clean result says little. */
export const isNarrow = (input: ScanReportInput): boolean =>
  input.scan.level.endsWith('lightning') || input.scan.level === 'log4shell';

/** Who is usually able to fix an issue in a small company. */
export function whoFixes(finding: { rule: string; owasp: string }): string {
  const group = finding.rule.split('.')[0] ?? '';
  const category = finding.owasp.slice(0, 3);
  if (/^(tls|certificate|cert|dns|port|server|http|hsts)/u.test(group) || category === 'A02')
    return 'your hosting provider, or the person who manages the certificate';
  if (/^(header|cors|csp|cookie|clickjacking|transport)/u.test(group))
    return 'your hosting provider or website developer';
  if (category === 'A06' || /^(library|component|software|version)/u.test(group))
    return 'your website developer, as part of an ordinary update';
  if (['A01', 'A03', 'A07', 'A08', 'A10'].includes(category)) return 'your website developer';
  return 'your website developer or hosting provider';
}

type Verdict = { tone: Tone; title: string; body: string };

/** The whole report in one plain sentence, and what it means. */
export function verdictOf(input: ScanReportInput): Verdict {
  const [highs, mediums, lows] = severities.map((severity) => countOf(input.findings, severity)) as [
    number,
    number,
    number,
  ];
  const limited =
    isHeldUp(input) || input.coverage.timedOut.length > 0
      ? ' Parts of the website could not be tested; see \u201cCoverage and limits\u201d.'
      : '';
  const narrow = isNarrow(input)
    ? ` The level \u201c${input.scan.levelLabel}\u201d tests a small part only; run a broader one as well.`
    : '';
  if (highs > 0) {
    return {
      tone: 'danger',
      title: `Your website has ${count(highs, 'serious issue')} that should be fixed this week.`,
      body: `A serious issue can let a stranger read or change what only you and your customers should. Start with the steps below.${limited}`,
    };
  }
  if (mediums > 0) {
    return {
      tone: 'warning',
      title: `No serious issues, but ${count(mediums, 'weakness', 'weaknesses')} should be fixed this month.`,
      body: `A weakness rarely does harm alone; together with another one, or with a careless click, it can. Start with the steps below.${limited}`,
    };
  }
  if (lows > 0) {
    return {
      tone: 'good',
      title: `Your website is in good shape; ${count(lows, 'small improvement')} remain${lows === 1 ? 's' : ''}.`,
      body: `Nothing here is urgent. Give the list to the person who manages your website the next time they work on it.${narrow}${limited}`,
    };
  }
  if (input.coverage.incomplete !== undefined) {
    return {
      tone: 'warning',
      title: 'No issues found, but the scan ended early.',
      body: `${input.coverage.incomplete} See \u201cChecks not tested\u201d for what this report says nothing about.`,
    };
  }
  if (isHeldUp(input)) {
    return {
      tone: 'warning',
      title: 'No issues found, but the scan could not see the whole website.',
      body: 'What was reached is clean. See \u201cCoverage and limits\u201d for what stood in the way, then scan again.',
    };
  }
  const checks = input.passed.length;
  const many = input.notTested?.length ?? 0;
  const untested =
    many > 0
      ? `${capital(count(many, 'check'))} ${many === 1 ? 'was' : 'were'} not tested; see \u201cChecks not tested\u201d. `
      : '';
  return {
    tone: 'good',
    title:
      checks > 0
        ? `No issues found: your website passed ${checks === 1 ? 'the one check' : `all ${number(checks)} checks`} that could be tested.`
        : 'No issues found in this scan.',
    body: `${untested}Keep scans scheduled: websites change, and new weaknesses become known every week.${narrow}${limited}`,
  };
}

/** Scans before this one and this one, older to newer, at most 12. */
export function historyOf(input: ScanReportInput): ScanReportInput['history'] {
  const now = Date.parse(input.scan.finishedAt);
  const before = input.history.filter((entry) => Date.parse(entry.finishedAt) < now);
  const [highs, mediums, lows] = severities.map((severity) => countOf(input.findings, severity)) as [
    number,
    number,
    number,
  ];
  return [...before, { finishedAt: input.scan.finishedAt, highs, mediums, lows }].slice(-12);
}

/** What changed, in one sentence. */
export function changesOf(input: ScanReportInput): string {
  const before =
    historyOf(input).length > 1 ||
    input.fixed.length > 0 ||
    input.findings.some((finding) => finding.state !== 'new');
  if (!before)
    return 'This is the first scan of this website, so there is nothing to compare it with yet. The next report will say what is new and what was fixed.';
  const by = (state: ReportFinding['state']): number =>
    input.findings.filter((finding) => finding.state === state).length;
  const isAre = (value: number): string => (value === 1 ? 'is' : 'are');
  const parts = [
    by('new') > 0 ? `${count(by('new'), 'issue')} ${isAre(by('new'))} new` : 'nothing is new',
    ...(by('reopened') > 0 ? [`${number(by('reopened'))} came back after being fixed`] : []),
    ...(by('open') > 0 ? [`${number(by('open'))} ${isAre(by('open'))} still open`] : []),
    input.fixed.length > 0
      ? `${number(input.fixed.length)} ${input.fixed.length === 1 ? 'was' : 'were'} fixed`
      : 'none were fixed',
  ];
  if (input.findings.length === 0 && input.fixed.length === 0)
    return 'Since the last scan nothing has changed: there was no issue then, and there is none now.';
  return `${capital(joined(parts))}.`;
}
