import { expect, test } from 'vitest';
import { aMeasurement, type Observed } from '#providers/ratings/testing/ratings.ts';
import { score } from '#providers/ratings/embedded/score/score.ts';
import { countedVectors, type Known } from './known.ts';
import { mergeMeasurement } from './merge.ts';

const start = new Date('2026-03-02T17:00:00Z');
const day = (n: number): Date => new Date(start.getTime() + n * 86_400_000);

/** What is known after a measurement, as the store would give it back. */
function after(
  known: Known,
  at: Date,
  observed: Observed,
  verified = false,
): { known: Known; closed: Record<string, string> } {
  const merged = mergeMeasurement(known, aMeasurement(at, observed), { at, verified });
  const gone = new Set(merged.closed.map(({ key }) => key));
  const seen = new Set(merged.seen.map(({ key }) => key));
  return {
    known: {
      vectors: merged.vectors,
      findings: [...known.findings.filter(({ key }) => !gone.has(key) && !seen.has(key)), ...merged.seen],
      assets: known.assets,
    },
    closed: Object.fromEntries(merged.closed.map(({ key, because }) => [key.split('|')[2], because])),
  };
}
const nothing: Known = { vectors: [], findings: [], assets: [] };
const factsOf = (known: Known): string[] => known.findings.map(({ fact }) => fact);

test('what goes on keeps the day of its beginning; what is fixed is closed at once', () => {
  const one = after(nothing, day(0), { facts: ['dmarc-missing', 'hsts-missing'] }).known;
  const two = after(one, day(3), { facts: ['dmarc-missing'] });
  expect(two.known.findings.find(({ fact }) => fact === 'dmarc-missing')).toMatchObject({
    firstSeen: day(0).toISOString(),
    lastSeen: day(3).toISOString(),
  });
  expect(two.closed).toEqual({ 'hsts-missing': 'fixed' });
});

test('what comes back after it was fixed begins anew', () => {
  const one = after(nothing, day(0), { facts: ['dmarc-missing'] }).known;
  const fixed = after(one, day(1), {}).known;
  const again = after(fixed, day(2), { facts: ['dmarc-missing'] }).known;
  expect(again.findings.find(({ fact }) => fact === 'dmarc-missing')?.firstSeen).toBe(day(2).toISOString());
});

test('a vector that cannot be measured keeps its findings for sixty days and counts as not measured from the next on', () => {
  const one = after(nothing, day(0), { facts: ['dmarc-missing'] }).known;
  const kept = after(one, day(60), { unmeasured: ['dmarc'] });
  expect(kept.closed).toEqual({});
  expect(score(countedVectors(kept.known, day(60)), day(60)).vectors.dmarc?.grade).toBe('F');
  const aged = after(kept.known, day(61), { unmeasured: ['dmarc'] });
  expect(aged.closed).toEqual({ 'dmarc-missing': 'aged' });
  const counted = countedVectors(aged.known, day(61));
  expect(counted.dmarc).toEqual({ measured: false, note: 'No answer in time.', findings: [] });
  expect(score(counted, day(61)).vectors.dmarc?.grade).toBe('N/A');
});

test('a breach is no observation that ages in sixty days', () => {
  const at = day(0);
  const breach = aMeasurement(at, { facts: ['breach-reported'] });
  const finding = {
    ...breach.vectors.data_breaches!.findings[0]!,
    effect: { penalty: 110 },
    firstSeen: day(-200).toISOString(),
    lastSeen: day(-200).toISOString(),
  };
  const known: Known = { ...nothing, findings: [{ ...finding, vector: 'data_breaches' }] };
  const closedOn = (n: number) =>
    mergeMeasurement(known, aMeasurement(day(n), { unmeasured: ['data_breaches'] }), {
      at: day(n),
      verified: false,
    }).closed;
  expect(closedOn(100)).toEqual([]);
  expect(closedOn(531)).toEqual([{ key: finding.key, because: 'aged' }]);
});

test('without a proof of ownership nothing is kept of the doors, whatever a measurement says', () => {
  const observed: Observed = { facts: ['port-rdp'] };
  const proved = after(nothing, day(0), observed, true).known;
  expect(factsOf(proved)).toContain('port-rdp');
  const lapsed = after(proved, day(1), observed, false);
  expect(lapsed.closed).toEqual({ 'port-rdp': 'unverified' });
  expect(countedVectors(lapsed.known, day(1)).open_ports?.measured).toBe(false);
});

test('what is said not to be theirs does not count, and a vector of which nothing else is known is not measured', () => {
  const one = after(nothing, day(0), {
    facts: [
      'cert-valid',
      ['cert-expired', 'old.acme-widgets.com:443'],
      ['dmarc-missing', 'old.acme-widgets.com'],
    ],
  }).known;
  const notOurs = { reason: 'Sold last year', by: 'ada', at: day(0).toISOString() };
  const assets = [
    {
      asset: 'old.acme-widgets.com',
      kind: 'host' as const,
      because: '',
      lastSeen: day(0).toISOString(),
      notOurs,
    },
  ];
  const counted = countedVectors({ ...one, assets }, day(0));
  expect(counted.ssl_certificates?.findings.map(({ fact }) => fact)).toEqual(['cert-valid']);
  expect(counted.dmarc?.measured).toBe(false);
});

test('a hostile server floods nothing and breaks no row', () => {
  const measurement = aMeasurement(day(0), { facts: ['csp-missing'] });
  const one = measurement.vectors.application_security!.findings[0]!;
  const flood = Array.from({ length: 5000 }, (_, i) => ({ ...one, key: `k${i}`, grade: 'GOOD' as const }));
  const evil = {
    ...one,
    key: `x${'y'.repeat(5000)}\u0000`,
    asset: 'a'.repeat(5000),
    evidence: `\u0000\ud800<script>${'z'.repeat(9000)}`,
  };
  measurement.vectors.application_security = { measured: true, findings: [...flood, evil] };
  const { seen } = mergeMeasurement(nothing, measurement, { at: day(0), verified: false });
  const web = seen.filter(({ vector }) => vector === 'application_security');
  expect(web).toHaveLength(200);
  expect(web[0]).toMatchObject({ grade: 'WARN' });
  expect(web[0]!.key.length).toBeLessThanOrEqual(400);
  expect(web[0]!.asset).toHaveLength(300);
  expect(web[0]!.evidence).not.toContain('\u0000');
  expect(web[0]!.evidence.isWellFormed()).toBe(true);
});
