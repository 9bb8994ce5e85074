import { describe, expect, test } from 'vitest';
import { facts } from '#providers/ratings/embedded/facts.ts';
import { placeKey, problems, severityOfIssue } from '#modules/monitoring/server/public.ts';
import { checks } from '#providers/scanner/embedded/registry.ts';
import type { Severity } from '../../rules.ts';
import { conciergeContent, readLetter } from '../content.ts';
import { settle, sightingsOf, type Known, type Look, type Observation } from './sightings.ts';

const types = conciergeContent().weaknessTypes;
const seen = (
  name: string,
  asset = 'shop.example',
  source: Observation['source'] = 'rating',
  severity?: Severity,
): Observation => ({
  source,
  name,
  asset,
  evidence: `evidence of ${name}`,
  ...(severity ? { severity } : {}),
});
const look = (observations: Observation[], absent: ReturnType<Look['absent']> = 'clean'): Look => ({
  observations,
  absent: () => absent,
});
const known = (given: Partial<Known> = {}): Known => ({
  type: 'remote-desktop',
  asset: 'shop.example:3389',
  source: 'rating',
  fact: 'port-rdp',
  state: 'published',
  present: true,
  weaknessId: 'w1',
  weaknessStatus: 'Open',
  ...given,
});

/** How severe the scanner calls each of its rules. A library is as bad as the worst that is published about it. */
const severities = new Map(
  checks
    .flatMap((check) => check.rules)
    .map(({ id, severity }) => [id, new Set<string>([severityOfIssue[severity]])] as const),
);
severities.get('libraries.known-flaw')!.add('High').add('Low');

describe('the content', () => {
  test('ties together only observations that the rating makes and rules that the scanner has', () => {
    expect(
      problems()
        .flatMap((problem) => Object.keys(problem.facts))
        .filter((fact) => !Object.hasOwn(facts, fact)),
    ).toEqual([]);
    expect(
      problems()
        .flatMap((problem) => problem.rules)
        .filter((rule) => !severities.has(rule)),
    ).toEqual([]);
    // everything grave that the rating sees becomes a weakness
    const grave = Object.entries(facts).filter(([, fact]) => fact.grade === 'BAD' && 'cap' in fact);
    expect(grave.map(([name]) => name).filter((name) => !types.some((type) => name in type.facts))).toEqual(
      [],
    );
  });

  test('gives what the rating saw no severity that the same finding of a scan does not have', () => {
    const apart = problems().flatMap(({ rules, facts: seenAs }) =>
      Object.entries(seenAs).filter(
        ([, severity]) => rules.length > 0 && !rules.some((rule) => severities.get(rule)!.has(severity)),
      ),
    );
    expect(apart).toEqual([]);
    // the pair that once was Medium in one list and High in the other
    expect(severities.get('tls.no-https')).toEqual(new Set(['High']));
    expect(problems().find(({ id }) => id === 'no-https')!.facts).toEqual({ 'https-missing': 'High' });
  });

  test('has twelve letters, of which three reach every customer by themselves', () => {
    const letters = [...conciergeContent().letters.values()];
    expect(letters).toHaveLength(12);
    expect(letters.filter(({ send }) => send).map(({ id }) => id)).toEqual([
      'certificate-lifetimes',
      'first-week',
      'welcome',
    ]);
    expect(letters.filter(({ template }) => template).map(({ id }) => id)).toEqual([
      'critical-flaw',
      'phishing-wave',
      'supplier-breach',
    ]);
    for (const { template, title, summary } of letters) expect(/\[\w/.test(title + summary)).toBe(template);
  });

  test('is refused with file, line and what is wrong', () => {
    const head = '---\ntitle: A\nsummary: B\ncategory: news\n---\n';
    expect(() => readLetter('x.md', `${head}# Big`)).toThrow(
      'concierge/v1/messages/x.md: line 6 has heading of level 1',
    );
    expect(() => readLetter('x.md', `${head}Hi [there](javascript:alert(1))`)).toThrow(
      /line 6 has a link to/,
    );
    expect(() => readLetter('x.md', `${head}<b>Hi</b>`)).toThrow(/line 6 has html/);
    expect(() => readLetter('x.md', '---\ntitle: A\n---\n')).toThrow(/summary/);
  });
});

describe('sightings', () => {
  test('are one for each type and place, whoever saw it, the gravest of it', () => {
    const found = sightingsOf(
      [
        seen('cert-expired', 'shop.example:443'),
        seen('tls.certificate-expired', 'https://Shop.example/', 'scan', 'Medium'),
        seen('library-medium', 'shop.example:443'),
        seen('library-high', 'shop.example:443'),
        seen('port-ssh', 'shop.example:22'),
        seen('nothing-known'),
        seen('', 'Backups', 'assessment'),
      ],
      types,
    );
    expect(found.map(({ type, asset, severity, source }) => [type, asset, severity, source])).toEqual([
      ['certificate-expired', 'shop.example', 'Medium', 'scan'],
      ['vulnerable-library', 'shop.example', 'High', 'rating'],
      ['ssh-open', 'shop.example:22', 'Low', 'rating'],
      ['maturity-zero', 'Backups', 'Info', 'assessment'],
    ]);
    expect(found[3]!.title).toBe('Nothing is in place yet: Backups');
    expect(placeKey('x'.repeat(500))).toHaveLength(300);
    // half a character would be no text for the database
    const long = { ...seen('port-rdp'), evidence: `x${'🔥'.repeat(2000)}` };
    expect(sightingsOf([long], types)[0]!.evidence.isWellFormed()).toBe(true);
  });
});

describe('a problem that a scan and the rating both saw', () => {
  test('is as severe as the finding of the scan, in whatever order they come', () => {
    const both = [
      seen('library-high', 'shop.example:443'),
      seen('libraries.known-flaw', 'shop.example', 'scan', 'Low'),
      seen('libraries.known-flaw', 'shop.example', 'scan', 'Medium'),
    ];
    for (const observations of [both, both.toReversed()])
      expect(sightingsOf(observations, types)).toMatchObject([
        { type: 'vulnerable-library', severity: 'Medium', source: 'scan' },
      ]);
  });
});

describe('what follows', () => {
  const rdp = seen('port-rdp', 'shop.example:3389');
  test.each<[string, Known[], Partial<Record<Observation['source'], Look>>, boolean, object[]]>([
    ['new: proposed', [], { rating: look([rdp]) }, false, [{ do: 'propose', publish: false }]],
    [
      'new, where the brand wants that: published',
      [],
      { rating: look([rdp]) },
      true,
      [{ do: 'propose', publish: true }],
    ],
    ['still there: seen', [known()], { rating: look([rdp]) }, true, [{ do: 'seen' }]],
    [
      'proved to be gone: resolved',
      [known()],
      { rating: look([]) },
      false,
      [{ do: 'gone', weaknessId: 'w1', status: 'Resolved' }],
    ],
    [
      'nobody looks any more: no status',
      [known()],
      { rating: look([], 'unwatched') },
      false,
      [{ do: 'gone', status: 'No Status' }],
    ],
    ['not looked for: nothing', [known()], { rating: look([], 'unknown') }, false, []],
    ['its source did not look: nothing', [known()], { scan: look([]) }, false, []],
    [
      'gone, but staff set it before: only noted',
      [known({ weaknessStatus: 'Not Relevant' })],
      { rating: look([]) },
      false,
      [{ do: 'gone', status: null }],
    ],
    [
      'back: open under the same id',
      [known({ present: false, weaknessStatus: 'Resolved' })],
      { rating: look([rdp]) },
      false,
      [{ do: 'returned', reopen: 'w1' }],
    ],
    [
      'back, but staff said not relevant: stays so',
      [known({ present: false, weaknessStatus: 'Not Relevant' })],
      { rating: look([rdp]) },
      false,
      [{ do: 'returned', reopen: null }],
    ],
    [
      'back, and set aside: stays so',
      [known({ present: false, state: 'dismissed', weaknessId: null, weaknessStatus: null })],
      { rating: look([rdp]) },
      true,
      [{ do: 'returned', publish: false }],
    ],
    [
      'its type is no longer looked for: no status',
      [known({ type: 'old-type' })],
      { rating: look([]) },
      false,
      [{ do: 'gone', status: 'No Status' }],
    ],
    [
      'one source is clean, the other still sees it: seen',
      [known({ type: 'certificate-expired', asset: 'shop.example' })],
      { rating: look([]), scan: look([seen('tls.certificate-expired', 'shop.example', 'scan')]) },
      false,
      [{ do: 'seen' }],
    ],
  ])('%s', (_name, before, looks, autoPublish, steps) => {
    const got = settle(before, looks, types, autoPublish);
    expect(got).toHaveLength(steps.length);
    got.forEach((step, i) => expect(step).toMatchObject(steps[i]!));
  });
});
