import { expect, test } from 'vitest';
import { score } from '#providers/ratings/embedded/score/score.ts';
import { aMeasurement, type Observed } from '#providers/ratings/testing/ratings.ts';
import type { MeasuredVector } from '#providers/ratings/port.ts';
import { isAbout } from '../../rules.ts';
import { gradeMoves, whyMoved, type DayState } from './changes.ts';
import { isHarmful } from './known.ts';

const at = new Date('2026-03-02T17:00:00Z');
const titles: Record<string, { title: string; appeared?: string; gone?: string }> = {
  'cert-expired': {
    title: 'Certificate has expired',
    appeared: 'TLS certificate of {asset} expired',
    gone: 'TLS certificate of {asset} was renewed',
  },
};

function state(
  observed: Observed,
  more: { disowned?: string[]; vectors?: Record<string, MeasuredVector>; on?: Date } = {},
): DayState {
  const vectors = { ...aMeasurement(at, observed).vectors, ...more.vectors };
  const counted = Object.entries(vectors).flatMap(([vector, { findings }]) =>
    findings.filter(isHarmful).map(({ key, fact, asset, grade, firstSeen }) => ({
      key,
      vector,
      fact,
      asset,
      grade,
      firstSeen,
      gain: null,
    })),
  );
  return {
    scored: score(vectors, more.on ?? at),
    counted,
    disowned: more.disowned ?? [],
    measuredAt: at.toISOString(),
  };
}
const why = (
  before: DayState,
  after: DayState,
  because: 'fixed' | 'aged' | 'unverified' = 'fixed',
): [string, string][] =>
  whyMoved(before, after, {
    facts: (fact) => titles[fact] ?? { title: fact },
    goneBecause: () => because,
    isAbout,
  }).map(({ kind, text }) => [kind, text]);

const good = state({});
const expired = state({ facts: [['cert-expired', 'shop.acme-widgets.com:443']] });
const lifted = 'A limit of the rating was lifted';

test.each([
  ['something new', why(good, expired), [['worse', 'TLS certificate of shop.acme-widgets.com:443 expired']]],
  [
    'something fixed',
    why(expired, good),
    [['better', 'TLS certificate of shop.acme-widgets.com:443 was renewed']],
  ],
  [
    'something too old',
    why(expired, good, 'aged'),
    [['aged-out', 'Too old to count: Certificate has expired (shop.acme-widgets.com:443)']],
  ],
  [
    'a vector that was not known before',
    why(state({ unmeasured: ['dmarc'] }), state({ facts: ['dmarc-missing'] })),
    [['measured-now', 'DMARC was measured for the first time, or again after a while']],
  ],
  [
    'a vector of which nothing is known any more',
    why(state({ facts: ['dmarc-missing'] }), state({ unmeasured: ['dmarc'] }), 'aged'),
    [['aged-out', 'DMARC does not count: nothing newer than 60 days is known']],
  ],
  [
    'a limit that is lifted',
    why(state({ facts: ['https-missing'] }), good),
    [
      ['better', lifted],
      ['better', 'Fixed: https-missing (acme-widgets.com)'],
    ],
  ],
  [
    'an asset that is said not to be theirs',
    why(
      state({ facts: ['cert-valid', ['cert-expired', 'old.acme-widgets.com:443']] }),
      state({}, { disowned: ['old.acme-widgets.com'] }),
    ),
    [['not-ours', 'old.acme-widgets.com was marked as not yours and left out']],
  ],
  [
    'an asset that counts again',
    why(
      state({}, { disowned: ['old.acme-widgets.com'] }),
      state({ facts: ['cert-valid', ['cert-expired', 'old.acme-widgets.com:443']] }),
    ),
    [['not-ours', 'old.acme-widgets.com counts again as yours']],
  ],
  [
    'what carries no weight',
    why(good, state({ facts: ['dnssec-unsigned'] })),
    [['other', 'Small changes came together']],
  ],
  [
    'doors that may not be looked at any more',
    why(state({ facts: ['port-ssh'] }), good, 'unverified'),
    [['aged-out', 'Open Ports is no longer checked: the proof of ownership lapsed']],
  ],
])('%s is told in a sentence', (_what, told, expected) => {
  expect(told).toEqual(expected);
});

test('a limit is told with its reason, and the weightiest vector first', () => {
  const told = why(good, state({ facts: ['https-missing', 'spf-missing', 'dmarc-missing'] }));
  expect(told[0]).toEqual(['worse', expect.stringMatching(/^The rating is limited: .*HTTPS/)]);
  expect(told.slice(1).map(([, text]) => text)).toEqual(
    ['https-missing', 'dmarc-missing', 'spf-missing'].map((fact) => `${fact} (acme-widgets.com)`),
  );
});

test('what stays the same and weighs otherwise as time goes on is told without blame', () => {
  const breach = aMeasurement(at, { facts: ['breach-reported'] }).vectors.data_breaches!;
  const vectors = {
    data_breaches: {
      ...breach,
      findings: breach.findings.map((one) => ({ ...one, effect: { penalty: 90 } })),
    },
  };
  const then = state({}, { vectors });
  const now = state({}, { vectors, on: new Date(at.getTime() + 60 * 86_400_000) });
  expect(now.scored.vectors.data_breaches!.score).toBeGreaterThan(then.scored.vectors.data_breaches!.score!);
  expect(why(then, now).find(([, text]) => text.startsWith('Security Incidents'))).toEqual([
    'aged-out',
    'Security Incidents: what is past counts less',
  ]);
});

test('very many reasons end in their number', () => {
  const facts = [
    'spf-missing',
    'dkim-malformed',
    'dmarc-missing',
    'cert-expired',
    'tls-outdated',
    'csp-missing',
    'hsts-missing',
    'framing-missing',
    'git-exposed',
    'software-eol-long',
  ] as const;
  const told = why(good, state({ facts }));
  expect(told).toHaveLength(8);
  expect(told.at(-1)).toEqual(['other', 'And 3 more changes']);
});

test('an agency’s grades are told as they moved', () => {
  const [from, to] = [good.scored, expired.scored];
  expect(gradeMoves({ scored: from }, { scored: to })).toEqual([
    { text: 'TLS/SSL Certificates went from A to F', vector: 'ssl_certificates', kind: 'worse' },
  ]);
});
