import { companyPart, dayPart, filePart } from '#platform/fileNames.ts';

/** What the product decides without asking anything else: names, addresses, dates on the wire, labels. */

export type Recurrence = 'd' | 'w' | 'm' | 'q';
export type FrequencyName = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY';

/** All times are shown and kept in Pacific wall-clock time (modules.md 9). */
export const portalZone = 'America/Los_Angeles';
export const defaultRecurrence: Recurrence = 'q'; // modules.md 4
export const pollSeconds = 15; // modules.md 9
export const reportsPerPage = 5; // modules.md 9
export const issuesPerPage = 10; // modules.md 9
export const findingsPerPage = 25;
export const websitesPerPage = 25;
export const websiteNameMax = 255; // modules.md 5
/** Scans that people may start by hand, for one website within 24 hours. */
export const startsPerDay = 3;
/** Looks at single issues after a fix: so many with one click, of one issue and of one website within 24 hours. Mending is never held up by them. */
export const retestsAtOnce = 20;
export const retestsPerIssue = 12;
export const retestsPerDay = 120;
/** A link shows an issue to a developer for so long; so many of one issue may work at once, and be made in an organization within 24 hours. */
export const issueLinkDays = 30;
export const issueLinksAtOnce = 20;
export const issueLinksPerDay = 100;
/** One link is opened so often within 24 hours: each time is a line of the log. */
export const issueLinkOpensPerDay = 200;
/** Longest that a risk is accepted at once. */
export const acceptedDaysMost = 366;

/**
 * The websites that a plan for so many covers: those that were added first. The others are kept, but not scanned, until
 * one before them is removed or the plan grows.
 */
export function coveredWebsites(
  websites: readonly { id: string; createdAt: Date }[],
  atMost: number,
): Set<string> {
  const oldestFirst = [...websites].sort(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() ||
      (one.id < other.id ? -1 : one.id > other.id ? 1 : 0),
  );
  return new Set(oldestFirst.slice(0, Math.max(0, atMost)).map(({ id }) => id));
}

export const recurrenceLabels: Record<Recurrence, string> = {
  d: 'Daily',
  w: 'Weekly',
  m: 'Monthly',
  q: 'Quarterly',
};
/** Slowest first, as plans grow. */
export const frequencies: readonly { name: FrequencyName; recurrence: Recurrence; label: string }[] = [
  { name: 'QUARTERLY', recurrence: 'q', label: 'once a quarter' },
  { name: 'MONTHLY', recurrence: 'm', label: 'once a month' },
  { name: 'WEEKLY', recurrence: 'w', label: 'once a week' },
  { name: 'DAILY', recurrence: 'd', label: 'once a day' },
];

export const levelLabels = {
  safe: 'Safe',
  lightning: 'Lightning',
  normal: 'Normal',
  full: 'Full',
  log4shell: 'Log4j Only',
  sandbox_lightning: 'Sandbox Lightning',
  sandbox_normal: 'Sandbox Normal',
} as const;

/** Levels that only look at what every visitor is shown: they need no proof that the website is one's own. */
export const isQuickLook = (level: keyof typeof levelLabels): boolean =>
  level === 'lightning' || level === 'sandbox_lightning';
/** Levels that fill in and send forms, which may leave entries and e-mails behind. */
export const sendsForms = (level: keyof typeof levelLabels): boolean =>
  ['normal', 'full', 'log4shell', 'sandbox_normal'].includes(level);
/** A proof that could not be looked for so often in a row counts no longer. */
export const mostProofMisses = 3;

/** UTC ISO without milliseconds and with Z (modules.md 5). */
export const toWire = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

const wireShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
/** The instant of a wire date, or null for anything not in exactly that shape or not in the calendar. */
export function parseWire(text: string): Date | null {
  if (!wireShape.test(text)) return null;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && toWire(date) === text ? date : null;
}
export const isWire = (text: string): boolean => parseWire(text) !== null;

/** What is wrong with a website's name, in the words of modules.md 5; null when nothing is. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Please enter a name.';
  if ([...name.trim()].length > websiteNameMax) return 'Max 255 symbols.';
  return /\p{Cc}/u.test(name.trim())
    ? 'Please enter a name without line breaks or control characters.'
    : null;
}

/** Two names with the same key are the same name: case, width and spacing do not count. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
export const isNameTaken = (name: string, others: readonly string[]): boolean =>
  others.some((other) => nameKey(other) === nameKey(name));

export type WebAddress = {
  /** As it is kept and scanned. */
  url: string;
  protocol: 'https://' | 'http://';
  host: string;
  port: number;
  /** Two addresses with the same key are one website: protocol and a slash at the end do not count. */
  key: string;
};

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const isIpv4 = (host: string) => /^\d{1,3}(\.\d{1,3}){3}$/.test(host);
const isHostName = (host: string) => {
  if (host === 'localhost' || isIpv4(host) || host.startsWith('[')) return true;
  const labels = host.split('.');
  const last = labels.at(-1)!;
  return (
    labels.length > 1 &&
    host.length <= 253 &&
    labels.every((l) => label.test(l)) &&
    /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(last)
  );
};

/**
 * A website's address as it will be kept: lower-case punycode host, no default port, no query or fragment, no slash at
 * the end. Null when it is no http or https address of a host, or carries a name and password. Whether the host may be
 * scanned is the server's decision.
 * @param protocol used when the text has none of its own
 */
export function parseWebAddress(text: string, protocol?: string): WebAddress | null {
  const given = text.trim();
  if (/[\s\\\p{Cc}]/u.test(given) || given.length > 2048) return null;
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : protocol ? `${protocol}${given}` : null;
  if (!full || !/^https?:\/\/[^/]/i.test(full)) return null;
  let parsed: URL;
  try {
    parsed = new URL(full);
  } catch {
    return null;
  }
  if (parsed.username || parsed.password || /^https?:\/\/[^/?#]*@/i.test(full)) return null;
  const host = parsed.hostname.replace(/\.$/, '');
  if (!isHostName(host)) return null;
  const isHttps = parsed.protocol === 'https:';
  const path = parsed.pathname.replace(/(?<!\/)\/+$/, '');
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  return {
    url: `${parsed.protocol}//${host}${port}${path}`,
    protocol: isHttps ? 'https://' : 'http://',
    host,
    port: parsed.port === '' ? (isHttps ? 443 : 80) : Number(parsed.port),
    key: `${host}${port}${path}`,
  };
}

/** Whole minutes from start to end, rounded, and at least one (modules.md 2). */
export const durationMinutes = (start: Date, end: Date): number =>
  Math.max(1, Math.round((end.getTime() - start.getTime()) / 60_000));

/**
 * First word of the company name, target name, report type, date as year_month_day (modules.md 5), in characters that
 * every file system takes.
 * @param date in Pacific time
 */
export function reportFileName(
  companyName: string,
  targetName: string,
  type: 'owasp' | 'pci',
  date: Date,
): string {
  const target = [...filePart(targetName)].slice(0, 120).join('') || 'Website';
  return `${companyPart(companyName)}_${target}_${type.toUpperCase()}_${dayPart(date)}.pdf`;
}

/** The same for what goes to other tools: `Issues` of a website or what one `Scan` found. */
export function exportFileName(
  companyName: string,
  targetName: string,
  what: 'Issues' | 'Scan',
  date: Date,
  format: string,
): string {
  const target = [...filePart(targetName)].slice(0, 120).join('') || 'Website';
  return `${companyPart(companyName)}_${target}_${what}_${dayPart(date)}.${format}`;
}
