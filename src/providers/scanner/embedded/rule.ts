import type { FindingSeverity, Confidence, NotTestedReason, ScanLevel } from '../port.ts';
import type { Buffer } from 'node:buffer';
import type { HttpAnswer } from '#probes/http/answer.ts';
import type { AskOptions, HttpClient } from '#probes/http/client.ts';
import type { BrowserTools } from './browser/tools.ts';
import type { Callbacks } from './callbacks/callbacks.ts';
import type { Guard } from './harm/guard.ts';
import type { Fill, Point, SiteRequest } from './points/point.ts';
import type { TlsReport } from '#probes/tls/inspect.ts';
import type { Page } from '#probes/web/page.ts';
import { owaspOf } from '#standards/owasp.ts';

// Weights of the CVSS 3.1 specification, sections 7.1 to 7.4.
const weights: Record<string, Record<string, number>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
const privileges = { U: { N: 0.85, L: 0.62, H: 0.27 }, C: { N: 0.85, L: 0.68, H: 0.5 } } as const;

function roundUp(value: number): number {
  const scaled = Math.round(value * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}

/** Base score, 0 to 10 with one decimal, of a CVSS 3.1 vector without its prefix (`AV:N/AC:L/…`). Throws on a malformed vector. */
export function cvssScore(vector: string): number {
  const metrics = Object.fromEntries(
    vector
      .replace(/^CVSS:3\.1\//, '')
      .split('/')
      .map((part) => part.split(':') as [string, string]),
  );
  const weight = (name: string): number => {
    const value = weights[name]?.[metrics[name] ?? ''];
    if (value === undefined) throw new Error(`CVSS vector ${vector} has no valid ${name}`);
    return value;
  };
  const changed = metrics.S === 'C';
  const privilege = privileges[changed ? 'C' : 'U'][metrics.PR as 'N' | 'L' | 'H'];
  if (privilege === undefined || (metrics.S !== 'U' && metrics.S !== 'C'))
    throw new Error(`CVSS vector ${vector} has no valid PR or S`);
  const iss = 1 - (1 - weight('C')) * (1 - weight('I')) * (1 - weight('A'));
  const impact = changed ? 7.52 * (iss - 0.029) - 3.25 * (iss - 0.02) ** 15 : 6.42 * iss;
  const exploitability = 8.22 * weight('AV') * weight('AC') * privilege * weight('UI');
  if (impact <= 0) return 0;
  return roundUp(Math.min(10, changed ? 1.08 * (impact + exploitability) : impact + exploitability));
}

export function severityOf(score: number): FindingSeverity {
  return score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
}

export type Rule = Readonly<{
  /** `group.name`, stable for ever. */
  id: string;
  title: string;
  /** CVSS 3.1 base vector without prefix. */
  vector: string;
  score: number;
  severity: FindingSeverity;
  cwe: string;
  owasp: string;
  /** PCI DSS 4.0.1 requirement. */
  pci: string;
  /** Fails a PCI pre-check whatever its score. */
  pciAutoFail: boolean;
  confidence: Confidence;
  explanation: string;
  fix: string;
  references: readonly string[];
}>;

type Optional = 'pci' | 'pciAutoFail' | 'confidence' | 'references';

/**
 * Completes a rule: score and severity come from the vector, the OWASP category from the CWE, whose page is the reference
 * where none is given. PCI DSS 6.2.4 asks for software without the usual weaknesses.
 */
export function defineRule(
  rule: Omit<Rule, 'score' | 'severity' | 'owasp' | Optional> & Partial<Pick<Rule, Optional>>,
): Rule {
  const score = cvssScore(rule.vector);
  return {
    pci: '6.2.4',
    pciAutoFail: false,
    confidence: 'certain',
    references: [`https://cwe.mitre.org/data/definitions/${rule.cwe.slice('CWE-'.length)}.html`],
    ...rule,
    score,
    severity: severityOf(score),
    owasp: owaspOf(rule.cwe),
  };
}

/** The address of a cheat sheet of OWASP by its name. */
export const cheatSheet = (name: string): string =>
  `https://cheatsheetseries.owasp.org/cheatsheets/${name}_Cheat_Sheet.html`;

export type Sighting = {
  /** Tells apart several findings of one rule, e.g. two libraries; none by default. */
  subject?: string;
  /** Completes the rule's title for such a subject. */
  title?: string;
  parameter?: string;
  evidence: string;
  /** The answer that proves it: gives method, address and excerpts. */
  answer?: HttpAnswer;
  /** The answer to the request that carried the payload, where another page shows it: gives the request's excerpt. */
  sent?: HttpAnswer;
  payload?: string;
  foundOn?: string;
  /** JPEG of the moment when the browser ran our script. */
  screenshot?: Buffer | null;
  /** Without an answer: where. */
  url?: string;
  method?: string;
  /** Places with the same key count as one; method, address and parameter by default. */
  placeKey?: string;
  /** The body is a secret as a whole (a settings file, a program): only its outline is shown. */
  secretBody?: boolean;
  /** Text inside the answer around which the excerpt is cut. */
  excerpt?: string;
  confidence?: Confidence;
  /** Another vector than the rule's where this case is worse or milder. */
  vector?: string;
  cwe?: string;
  explanation?: string;
  fix?: string;
  references?: readonly string[];
};

export type Tried = {
  point: Point;
  /** The value as it was met. */
  plain: HttpAnswer;
  /** The same once more. */
  again: HttpAnswer;
  /** The two say the same, so that a difference means something. */
  steady: boolean;
  /** The text of `breakout`. Null when no answer came. */
  marked: HttpAnswer | null;
  /** The mark came back, in the page or a header. */
  reflected: boolean;
  /** Another value brings another answer, beyond repeating it. */
  reacts: boolean;
  /** Rules already reported for this point. */
  found: ReadonlySet<string>;
  /**
   * Sends another value; redirects within the website are followed, the last answer comes back. Null when none came.
   */
  send: (value: string, fill?: Fill, more?: AskOptions) => Promise<HttpAnswer | null>;
  /** The same with every answer on the way; empty when none came. */
  chain: (value: string, fill?: Fill, more?: AskOptions) => Promise<HttpAnswer[]>;
  report: (
    rule: Rule,
    sighting: Omit<Sighting, 'parameter' | 'url' | 'method'> & { answer: HttpAnswer; payload: string },
  ) => void;
};

export type Report = (rule: Rule, sighting: Sighting) => void;

export type Seen = {
  answer: HttpAnswer;
  page: Page | null;
  kind: 'html' | 'script' | 'style' | 'json' | 'text' | 'other';
  /** `page` met while reading the site; `probe` provoked by a check. */
  via: 'page' | 'probe';
  /** Served by the target itself, not by a third party. */
  own: boolean;
};

export type Scan = {
  target: URL;
  base: URL;
  level: ScanLevel;
  /** How many payloads: some of each kind, the usual, or every one known. */
  depth: 'few' | 'usual' | 'many';
  mayChange: boolean;
  front: HttpAnswer;
  /** The http answer that led to the https base, when the scan began there. */
  startedPlain: HttpAnswer | null;
  /** The target is on a private network that the operator opened. */
  allowsPrivate: boolean;
  /** The measured TLS endpoint of the base; null when the base is not https. Measured once. */
  tls: () => Promise<{ report: TlsReport; url: string } | null>;
  http: HttpClient;
  signal: AbortSignal;
  now: () => Date;
  /** A few random letters for this scan, to recognise its own marks. */
  mark: string;
  report: Report;
  site: SiteMap;
  inScope: (url: URL) => boolean;
  /** True when an answer is what the site says for things that do not exist. */
  looksMissing: (answer: HttpAnswer) => Promise<boolean>;
  /** Sends a request and shows the answer to the passive checks too; null when no answer came. */
  probe: (url: string | URL, options?: AskOptions) => Promise<HttpAnswer | null>;
  /** The same, and remembered as `probe`: what a payload provoked. Refused (null) for methods that the level leaves alone. */
  ask: (url: string | URL, options?: AskOptions) => Promise<HttpAnswer | null>;
  /** True for addresses that end the session, take something away or cost money: they are left alone. */
  isHarmful: (url: URL) => boolean;
  /** The same for forms and whole requests, and what is known of those that leave something behind. */
  guard: Pick<Guard, 'mayForm' | 'may' | 'keeps' | 'forbid'>;
  /** The browser; null where the machine has none or the level does without. Started at the first call. */
  browser: () => Promise<BrowserTools | null>;
  /** Our listener; null where the target cannot reach it. */
  callbacks: Callbacks | null;
  /** Counts a place for rules of a check that counts itself; see `Check.countsItself`. */
  tried: (rules: readonly Rule[], place: string, requests?: number) => void;
  /** True for the first caller with this key. Keys of work that has to be repeated are forgotten. */
  once: (key: string) => boolean;
  note: {
    blocked: (text: string) => void;
    timedOut: (text: string) => void;
    skipped: (text: string) => void;
  };
  /** Tells the person watching what is going on; `done` of this check from 0 to 1. */
  step: (activity: string, done: number) => void;
};

export type SiteMap = {
  pages: PageSummary[];
  paths: Set<string>;
  /** GET addresses with parameters, one per shape. */
  parametrised: Map<string, URL>;
  linkedFrom: Map<string, string>;
  forms: Page['forms'];
  scripts: Map<string, { url: string; own: boolean; on: string }>;
  apis: Set<string>;
  /** Calls with their methods and bodies: of scripts, of the browser and of interface descriptions. */
  requests: SiteRequest[];
  tech: Set<string>;
  disclosed: string[];
  /** Addresses to which scripts of pages opened WebSockets. */
  webSockets: Set<string>;
  /** Script libraries as they named themselves in the browser, by identifier and version. */
  runtime: Map<string, { id: string; version: string; on: string }>;
  /** Files in lists of files whose names promise more than a page: copies, dumps, keys. */
  suspects: Set<string>;
};

export type PageSummary = { url: string; answer: HttpAnswer; page: Page };

/**
 * One measurement and the rules it decides. A rule counts as passed when its check ran to the end without a sighting and was
 * tried somewhere.
 */
export type Check = {
  name: string;
  rules: readonly Rule[];
  /** Rules that cannot be decided where the website has no way to reach the scan's listener. */
  needsContacts?: readonly Rule[];
  /** The least level that performs it; `log4shell` belongs to `full` and to the level of that name. */
  level: 'lightning' | 'safe' | 'normal' | 'full' | 'log4shell';
  /** True where the check tells by `Scan.tried` which of its rules it tried where, because they differ in that. */
  countsItself?: true;
  /** What `run` of a check of points sends tries places too. */
  triesInRun?: true;
  needsSession?: readonly Rule[];
  /** A point is tried already by the shared mark (`Tried.marked`), without a request of the check's own. */
  judgesMark?: true;
  /**
   * Looks at answers as they come in; sends nothing. False for an answer of a kind that says nothing about its rules, or
   * the rules that it does say something about; all of them by default.
   */
  look?: (seen: Seen, scan: Scan) => void | false | readonly Rule[];
  /** Runs once after the site was read. Names the rules that could not be decided: they do not count as passed. */
  run?: (scan: Scan) => Promise<void | 'not-run' | { undecided: readonly Rule[] }>;
  /** Why `run` did not run or left rules undecided, or `point` did. */
  undecidedBecause?: NotTestedReason;
  /** Tries one point; several points at the same time. Says where it could not decide. */
  point?: (tried: Tried, scan: Scan) => Promise<void | 'undecided'>;
  /** Tries one point while nothing else is under way: what measures time. After all others. */
  timed?: (tried: Tried, scan: Scan) => Promise<void>;
  finish?: (scan: Scan) => Promise<void>;
  /** How long `run` takes beside others, for the progress; 1 by default. */
  weight?: number;
  activity?: string;
};
