import { type Day } from '#platform/days.ts';
/** What a rating of a company's attack surface is to the product, whichever provider is behind it. */

export const grades = ['A', 'B', 'C', 'D', 'F', 'N/A'] as const;
export type Grade = (typeof grades)[number];
/** How a single observation is judged; NEUTRAL tells something and costs nothing. */
export type FindingGrade = 'GOOD' | 'FAIR' | 'WARN' | 'BAD' | 'NEUTRAL';

/** One observation about one asset. Evidence may quote a hostile server: plain text, never markup. */
export type RatingFinding = {
  /** Vector, asset and fact: the same observation next time has the same key. */
  key: string;
  /** What was observed, as `spf-too-many-lookups`; texts are kept by it (content/ratings). */
  fact: string;
  /** What it was observed at: `shop.example`, `shop.example:443`, `mx1.shop.example:25`. */
  asset: string;
  /** What proves it, in one or two lines. */
  evidence: string;
  grade: FindingGrade;
  /** What it does to the score of its vector. */
  effect: {
    /** The score of the part cannot be above this, 0 to 100. */
    level?: number;
    /** Taken from the score of the part. */
    minus?: number;
    /** Findings of the same group share an upper limit of what they take. */
    group?: { name: string; most: number };
    /** Half of a vector that is judged apart, with its share: the mail servers of `ssl_configurations`. */
    part?: { name: string; weight: number };
    /** Taken from the rating itself, in points of the 250 to 900 scale, on the day of `since`; halves every 120 days. */
    penalty?: number;
    /** The rating cannot be above this while the finding is there. */
    cap?: number;
  };
  /** First and last time that it was observed, ISO; of a feed or a breach: the dates told there. */
  firstSeen: string;
  lastSeen: string;
};

/** What was learned about one risk vector. */
export type MeasuredVector = {
  /** False: nothing was learned (no feed, no answer in time, not allowed); `note` says why, for a person. */
  measured: boolean;
  note?: string;
  /** Good ones too, so that a clean vector shows what was looked at. */
  findings: RatingFinding[];
};

export type ScoredVector = {
  name: string;
  category: string;
  categoryOrder: number;
  order: number;
  beta: boolean;
  /** Share of the rating, of 100; null where the provider does not say. */
  weight: number | null;
  /** 0 to 100; null for not measured. */
  score: number | null;
  grade: Grade;
  /** `#rrggbb` */
  gradeColor: string;
  /** On the scale of 250 to 900, steps of 10; null for not measured. */
  rating: number | null;
};

export type ScoredCategory = {
  name: string;
  order: number;
  grade: Grade;
  gradeColor: string;
  score: number | null;
  weight: number | null;
};

export type Scored = {
  /** 250 to 900 in steps of 10; null where too little was measured. */
  rating: number | null;
  /** Why the rating is limited, a sentence that names the limit; null where no limit applies. A limit may stand above the rating. */
  capReason: string | null;
  categories: ScoredCategory[];
  vectors: Record<string, ScoredVector>;
  /** `No events were found for the provided URL` where too little was measured. */
  error: string | null;
};

/** Something of the company's that was seen on the way, and why it counts as theirs. */
export type RatedAsset = {
  asset: string;
  kind: 'domain' | 'host' | 'address' | 'mail-server' | 'website';
  because: string;
};

/** What an engine of our own brings: observations, to be kept and scored. */
export type Measurement = {
  kind: 'measured';
  /** The registrable domain. */
  domain: string;
  measuredAt: string;
  vectors: Record<string, MeasuredVector>;
  assets: RatedAsset[];
};

/** What a rating agency brings: its verdict, with its own past. */
export type Verdict = {
  kind: 'verdict';
  domain: string;
  /** Newest first. */
  ratings: { rating: number; date: Day; color: string }[];
  industry: { name: string; average: number } | null;
  scored: Scored;
  /** Its own report. */
  pdf: Uint8Array | null;
};

export type RateRequest = {
  /** As the company wrote it; anything from a bare domain to an address of a page. */
  url: string;
  companyName: string;
  /** Code of platform.md 3. */
  industry: string | null;
  /** The company proved that the domain is its own: ports may be looked at. */
  verified: boolean;
  /** Names of signing keys that the company entered. */
  dkimSelectors: readonly string[];
};

export type RateProgress = { percent: number; activity: string };

/** Why there is no rating. `no-events`: nothing or too little was found for the address. */
export class RatingsFailure extends Error {
  readonly code: 'no-events' | 'quota' | 'refused' | 'unreachable';
  constructor(code: RatingsFailure['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RatingsFailure';
    this.code = code;
  }
}

/** The specification's words for an address about which nothing is known (modules.md 8). */
export const noEventsText = 'No events were found for the provided URL';

/** Where a company puts its token to prove that a domain is its own, one of the two; `prove` looks there. */
export const proofPlaces = (domain: string, token: string) => ({
  dns: { name: `_portal-verify.${domain}`, value: `portal-verification=${token}` },
  file: {
    url: `https://${domain}/.well-known/portal-verification.txt`,
    content: `portal-verification=${token}`,
  },
});

export type Ratings = {
  /** Whose word the rating is: our own estimate, or an agency's by its name. */
  source: { id: 'estimate' | 'bitsight'; label: string };
  /** Looks at the company from outside, within about a minute. Rejects with `RatingsFailure` or the signal's reason. */
  rate: (
    request: RateRequest,
    options: { signal: AbortSignal; now: () => Date; onProgress?: (progress: RateProgress) => void },
  ) => Promise<Measurement | Verdict>;
  /**
   * Works scores and rating out of observations, pure: for a day, without some of them, or with those of an earlier day.
   * What was last seen more than 60 days before `at` does not count. Null where the provider's arithmetic is its own.
   */
  score: ((vectors: Record<string, MeasuredVector>, at: Date) => Scored) | null;
  /**
   * Adds the observations that only the past can tell, pure: what the `firstSeen` of others says about patching, once the
   * caller has carried it over from earlier days. `score` counts them with or without this call.
   */
  withHistory?: (vectors: Record<string, MeasuredVector>, at: Date) => Record<string, MeasuredVector>;
  /**
   * Looks whether the company put the token at its domain: `by` says where, null for nowhere; `seen` says in a sentence
   * what was found instead. Rejects only with the signal's reason.
   */
  prove?: (
    input: { domain: string; token: string },
    options: { signal: AbortSignal; now: () => Date },
  ) => Promise<{ by: 'dns' | 'file' | null; seen: string }>;
};
