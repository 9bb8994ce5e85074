/** What a website scanner is to the product, whichever one is behind it. Wire names of `--json` (design, section 8). */

export const scanLevels = [
  'lightning',
  'safe',
  'normal',
  'full',
  'log4shell',
  'sandbox_lightning',
  'sandbox_normal',
] as const;
export type ScanLevel = (typeof scanLevels)[number];
export type FindingSeverity = 'high' | 'medium' | 'low';
export type Confidence = 'certain' | 'firm' | 'tentative';

/** Where an issue was seen. Excerpts are plain text of a hostile site: never render them as markup. */
export type FindingPlace = {
  method: string;
  url: string;
  /** Name of the header, cookie, parameter, file or library the place is about; empty when it is the page itself. */
  parameter: string;
  evidence: string;
  /** Start of the request as sent, at most 2,000 characters; secrets masked. */
  request: string;
  /** Part of the answer that shows it, at most 2,000 characters; secrets masked. */
  response: string;
  payload?: string;
  /** The page on which the form or call was met, so that this place alone can be looked at again. */
  foundOn?: string;
};

export type Finding = {
  /** Stable between scans of one website: same issue, same id. */
  id: string;
  rule: string;
  title: string;
  severity: FindingSeverity;
  cvss: { vector: string; score: number };
  cwe: string;
  /** OWASP Top 10 2021 category, `A05:2021 Security Misconfiguration`. */
  owasp: string;
  pci: string;
  /** True when it fails a PCI pre-check whatever its score (SQL injection, early TLS …). */
  pciAutoFail: boolean;
  confidence: Confidence;
  explanation: string;
  fix: string;
  references: string[];
  places: FindingPlace[];
  /** How many places there are where `places` lists only the first of them. */
  placesTotal?: number;
  /** JPEG of the page at the moment when the browser ran our script, base64; at most 150,000 characters. */
  screenshot?: string;
};

export type SignIn =
  | {
      kind: 'form';
      url: string;
      /** Values by field name; `user` and `password` alone are enough where the form has one of each. */
      user: string;
      password: string;
      fields?: Readonly<Record<string, string>>;
      /** Text that only a signed-in visitor sees; without it the scan learns by itself what tells the two apart. */
      signedInText?: string;
    }
  | { kind: 'cookie'; cookie: string }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'bearer'; token: string };

/** When a website is left alone, in the wall-clock time of `zone`. A window that ends before it begins goes over midnight. */
type BlackoutWindow = {
  /** 1 Monday to 7 Sunday: the days on which it begins. */
  days: readonly number[];
  /** `HH:MM` */
  from: string;
  to: string;
};

/** One finding to look at again, and nothing else. */
export type Retest = {
  rule: string;
  /** `Finding.places` of the finding as it was kept. */
  places: readonly Pick<FindingPlace, 'method' | 'url' | 'parameter' | 'foundOn'>[];
};

export type KnownPlaces = Retest & { id: string };

/**
 * What became of the places of a known issue that was not found again: all `tried` again on normal answers, or `gone` from
 * the website; else `not-tried`, and nothing follows.
 */
export type Revisit = 'tried' | 'gone' | 'not-tried';

export type ScanCoverage = {
  /** Something between us and the site refused us (firewall, rate limit, sign-in wall), in a sentence each. */
  blocked: string[];
  timedOut: string[];
  /** Addresses or checks left out, each with why: out of scope, budget, level. */
  skipped: string[];
  incomplete?: string;
  /** What the scan left on the website: entries, files, accounts, messages, and values that could not be put back. */
  leftBehind?: { where: string; what: string }[];
};

export const notTestedReasons = {
  level: 'Not part of this scan level.',
  'no forms or parameters found':
    'No forms, parameters or other places for input were found where it could be tried.',
  'does not apply': 'Nothing that it applies to was found on the website.',
  'no session': 'It needs a signed-in visitor, and the scan had no session or lost it.',
  blocked: 'The website, or a firewall in front of it, refused most of its requests.',
  time: 'The time or the requests of this scan were used up before.',
  'no listener': 'The website has no way to contact the scanner, which this check needs.',
  'no browser': 'The scanner had no browser, which this check needs.',
  'check failed': 'The check failed on an answer that it could not read.',
  incomplete: 'The scan ended before the check was finished.',
} as const;
export type NotTestedReason = keyof typeof notTestedReasons;

/** How often something was tried for a rule: at how many places, and with how many requests. */
export type TriedCount = { places: number; requests: number };

export type ScanResult = {
  target: string;
  level: ScanLevel;
  /** ISO instants. */
  startedAt: string;
  finishedAt: string;
  requests: number;
  pages: number;
  findings: Finding[];
  /** Rules that were tried at one place at least, to the end and on normal answers, and found nothing. */
  passed: string[];
  /** By rule, where it was tried; for rules that only look, `places` are answers looked at. Absent where the scanner does not count. */
  tried?: Record<string, TriedCount>;
  /** Rules that are neither found nor passed. Absent where the scanner does not say. */
  notTested?: { rule: string; reason: NotTestedReason }[];
  /** By id of the known issues that were asked about. */
  revisited?: Record<string, Revisit>;
  coverage: ScanCoverage;
  /** What the operator of the scanner should change about its machine; for the log, never for the report. */
  operatorNotes?: string[];
};

export type ScanProgress = {
  /** 0 to 100, never falling. */
  percent: number;
  activity: string;
  requests: number;
  pages: number;
  /** An outside scanner's own id of the scan, to be given back as `handle` when a lost worker's scan is taken up again. */
  handle?: string;
};

export type ScanRequest = {
  /** Absolute http or https address. */
  url: string;
  level: ScanLevel;
  /** `k=v; …` sent with each request to the target's own origin. */
  cookie?: string;
  /** host:port pairs that may be reached although private. */
  allowPrivate?: readonly string[] | 'all';
  /** Page where whoever runs the website reads who asks; the scanner's own where none is given. */
  contactUrl?: string;
  handle?: string;
  signIn?: SignIn;
  /**
   * What is left alone: paths with everything below them (`/admin/`), or with a query that must be there too
   * (`/page?action=delete`, `?logout`); `*` stands for anything.
   */
  exclude?: readonly string[];
  blackout?: { zone: string; windows: readonly BlackoutWindow[] };
  /** Looks only whether this finding is still there: `findings` then holds nothing else, `passed` its rule when it is gone. */
  only?: Retest;
  /** Open issues of earlier scans: their pages are read, and `revisited` tells what became of them. */
  known?: readonly KnownPlaces[];
  /** Requests a second at most; the scanner's own measure where none is given. */
  perSecond?: number;
};

/** Longest that a scan works at any level, without the time in which it rests. */
export const longestScanMs = 6 * 3_600_000;

/** Why a scan could not be carried out; the message is for the administrator. Any other error is a fault. */
export class ScanFailure extends Error {
  readonly code: 'unreachable' | 'restricted' | 'level-unavailable' | 'provider';
  constructor(code: ScanFailure['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ScanFailure';
    this.code = code;
  }
}

/** Whether an address leads to a place that may be scanned; the reason is for the administrator. */
export type ScanPermission =
  | { allowed: true }
  | { allowed: false; code: 'unresolved' | 'restricted'; reason: string };

export type WebsiteProofPlaces = {
  dns: { name: string; value: string };
  file: { url: string; value: string };
  meta: { url: string; tag: string };
};

/**
 * `by` is where the proof was found; `seen` says in a sentence what was there instead. `unclear` where something did not answer,
 * so that nothing follows from not having found it.
 */
export type WebsiteProof = { by: 'dns' | 'file' | 'meta' | null; seen: string; unclear?: true };

export type Scanner = {
  /** Name and version of the scanner and its rules, for reports. */
  engine: string;
  /** Levels that this scanner really performs, in the order to offer them. */
  levels: readonly ScanLevel[];
  /** Every rule with its title, for the "passed checks" of a report. */
  rules: () => readonly { rule: string; title: string; owasp: string; pci: string; cwe?: string }[];
  /**
   * Looks an http or https address up and says whether a scan of it would be carried out: private, loopback, link-local
   * and metadata addresses are refused. Answers within five seconds and sends nothing to the website. Whoever runs a
   * scan later judges again.
   */
  mayScan: (url: string, options: { allowPrivate?: readonly string[] | 'all' }) => Promise<ScanPermission>;
  /** Where the proof for an address goes. Absent where the scanner asks for none. */
  proofPlaces?: (url: string, token: string) => WebsiteProofPlaces;
  /** Looks for the proof, within twenty seconds. Never rejects but with the signal's reason. */
  prove?: (
    asked: { url: string; token: string; allowPrivate?: readonly string[] | 'all' },
    options: { signal: AbortSignal },
  ) => Promise<WebsiteProof>;
  /**
   * Scans one website to the end. Rejects with `ScanFailure` when the site cannot be scanned, with the signal's
   * reason within two seconds of its abort, and leaves nothing running either way.
   */
  run: (
    request: ScanRequest,
    options: {
      signal: AbortSignal;
      onProgress: (progress: ScanProgress) => void;
      /** Asked at an abort: true leaves an outside scanner's scan running, to be taken up again by its handle. */
      mayGoOn?: () => boolean;
    },
  ) => Promise<ScanResult>;
};
