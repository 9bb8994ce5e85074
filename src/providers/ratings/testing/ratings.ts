import { facts, type FactId } from '../embedded/facts.ts';
import { makeFinding, notMeasured } from '../embedded/finding.ts';
import { withHistory } from '../embedded/score/history.ts';
import { score } from '../embedded/score/score.ts';
import type { MeasuredVector, Measurement, RatedAsset, RateRequest, Ratings, Verdict } from '../port.ts';
import { vectorIds, type VectorId } from '../vectors.ts';

/** A company in order: every vector that is observable without proof, at its best. */
const inOrder: readonly FactId[] = [
  'spf-hard-fail',
  'dkim-strong',
  'dmarc-reject',
  'cert-valid',
  'tls-modern',
  'web-headers-good',
  'systems-clean',
  'software-hidden',
  'dnssec-signed',
];

export type Observed = {
  domain?: string;
  /** What was observed instead of the best, each at its asset; the domain itself where none is given. */
  facts?: readonly (FactId | readonly [fact: FactId, asset: string])[];
  /** Vectors of which nothing was learned this time. */
  unmeasured?: readonly VectorId[];
  assets?: readonly RatedAsset[];
};

/** A measurement as the engine makes one, of observations that a test names. */
export function aMeasurement(
  at: Date,
  { domain = 'acme-widgets.com', facts: seen = [], unmeasured = [], assets }: Observed = {},
): Measurement {
  const given = seen.map((one) => (typeof one === 'string' ? ([one, domain] as const) : one));
  const vectors = Object.fromEntries(
    vectorIds.map((id): [string, MeasuredVector] => {
      if (unmeasured.includes(id)) return [id, notMeasured('No answer in time.')];
      const own = given.filter(([fact]) => facts[fact].vector === id);
      const all =
        own.length > 0
          ? own
          : inOrder.filter((fact) => facts[fact].vector === id).map((fact) => [fact, domain] as const);
      if (all.length === 0) return [id, notMeasured('Nothing to look at.')];
      return [
        id,
        {
          measured: true,
          findings: all.map(([fact, asset]) => makeFinding(fact, asset, `Seen: ${facts[fact].means}`, at)),
        },
      ];
    }),
  );
  return {
    kind: 'measured',
    domain,
    measuredAt: at.toISOString(),
    vectors,
    assets: [
      ...(assets ?? [{ asset: domain, kind: 'domain', because: 'The address that the company entered.' }]),
    ],
  };
}

type Run = (request: RateRequest, options: Parameters<Ratings['rate']>[1]) => Promise<Measurement | Verdict>;

export type TestRatings = Ratings & {
  /** What the next measurements do; without a script a company is in order. */
  script: (run: Run) => void;
  /** The same, for observations alone. */
  observe: (observed: Observed) => void;
  requests: RateRequest[];
  /** Tokens that companies put up, by domain. */
  proofs: Map<string, { by: 'dns' | 'file'; token: string }>;
};

/** Ratings with the engine's own arithmetic and observations that a test names, without a network. */
export function testRatings(): TestRatings {
  const domainOf = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?|\/.*$/g, '');
  const ordinary: Run = async ({ url }, { now }) => aMeasurement(now(), { domain: domainOf(url) });
  let run = ordinary;
  const requests: RateRequest[] = [];
  const proofs: TestRatings['proofs'] = new Map();
  return {
    source: { id: 'estimate', label: 'our estimate' },
    rate: async (request, options) => {
      requests.push(request);
      return run(request, options);
    },
    score,
    withHistory,
    prove: async ({ domain, token }) => {
      const found = proofs.get(domain);
      return found?.token === token
        ? { by: found.by, seen: 'The token is there.' }
        : { by: null, seen: 'No such record and no such file.' };
    },
    script: (next) => {
      run = next;
    },
    observe: (observed) => {
      run = async ({ url }, { now }) => aMeasurement(now(), { domain: domainOf(url), ...observed });
    },
    requests,
    proofs,
  };
}
