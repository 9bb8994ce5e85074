import { toDay } from '#platform/days.ts';
import { sampleRating, type RatingFindingView, type RatingsData, type VectorView } from '../../entities.ts';
import { ratingColor } from '../../rules.ts';
import { factTexts, vectorTexts } from './texts.ts';

export const sampleCompany = 'Sample Company';
const domain = 'sample.example';
const measuredAt = '2026-01-15T18:00:00.000Z';

const colors = {
  A: '#2c4d7f',
  B: '#526d96',
  C: '#ecb870',
  D: '#c77481',
  F: '#b24053',
  'N/A': '#495057',
} as const;
type Grade = keyof typeof colors;

const compromised = { category: 'Compromised Systems', category_order: 0 };
const diligence = { category: 'Diligence', category_order: 1 };
const behavior = { category: 'User Behavior', category_order: 2 };
const disclosures = { category: 'Public Disclosures', category_order: 3 };

type Seen = [
  fact: string,
  grade: RatingFindingView['grade'],
  gain: number | null,
  evidence: string,
  asset?: string,
];

const shownVectors: [
  id: string,
  name: string,
  where: typeof diligence,
  grade: Grade,
  weight: number,
  seen: Seen[],
][] = [
  [
    'botnet_infections',
    'Botnet Infections',
    compromised,
    'A',
    4,
    [['botnet-clean', 'GOOD', null, 'No report in 60 days']],
  ],
  [
    'spam_propagation',
    'Spam Propagation',
    compromised,
    'A',
    4,
    [['spam-clean', 'GOOD', null, 'No report in 60 days']],
  ],
  [
    'spf',
    'SPF Domains',
    diligence,
    'D',
    4,
    [['spf-neutral-end', 'WARN', 10, 'v=spf1 include:mail.sample.example ?all']],
  ],
  [
    'dmarc',
    'DMARC',
    diligence,
    'F',
    6,
    [['dmarc-missing', 'BAD', 30, 'No TXT record at _dmarc.sample.example']],
  ],
  [
    'ssl_certificates',
    'TLS/SSL Certificates',
    diligence,
    'F',
    11,
    [['cert-expired', 'BAD', 60, 'Valid until Jan 3, 2026', 'shop.sample.example:443']],
  ],
  [
    'ssl_configurations',
    'TLS/SSL Configurations',
    diligence,
    'C',
    14,
    [['tls-old-versions', 'WARN', 40, 'TLS 1.0, TLS 1.1', 'www.sample.example:443']],
  ],
  [
    'open_ports',
    'Open Ports',
    diligence,
    'D',
    13,
    [['port-rdp', 'BAD', 50, 'Port 3389 takes connections', 'office.sample.example:3389']],
  ],
  [
    'application_security',
    'Web Application Security',
    diligence,
    'D',
    9,
    [['csp-missing', 'WARN', 20, 'No Content-Security-Policy', 'https://www.sample.example/']],
  ],
  [
    'server_software',
    'Server Software',
    diligence,
    'B',
    5,
    [['software-version-shown', 'FAIR', null, 'Server: nginx/1.28.0', 'www.sample.example']],
  ],
  ['file_sharing', 'File Sharing', behavior, 'N/A', 2, []],
  [
    'data_breaches',
    'Security Incidents',
    disclosures,
    'A',
    0,
    [['breach-none', 'GOOD', null, 'None in two years']],
  ],
];

function finding(vector: string, [fact, grade, gain, evidence, asset = domain]: Seen): RatingFindingView {
  const { title, minutes, remedy, check } = factTexts(fact, vector);
  const key = `${vector}|${asset}|${fact}`;
  return {
    key,
    fact,
    title,
    asset,
    evidence,
    grade,
    firstSeen: '2025-12-20T18:00:00.000Z',
    lastSeen: measuredAt,
    gain,
    minutes,
    remedy,
    check,
    notOurs: false,
  };
}

const days = [
  '2025-10-15',
  '2025-11-01',
  '2025-11-15',
  '2025-12-01',
  '2025-12-15',
  '2026-01-03',
  '2026-01-15',
].map(toDay);
const ratings = [560, 560, 580, 580, 600, 520, sampleRating.rating];

/** Made-up numbers of nobody (modules.md 9: rating 490, industry average 790). */
export const sampleData = (): RatingsData => ({
  ratings: days
    .map((day, i) => ({ rating: ratings[i]!, rating_date: day, rating_color: ratingColor(ratings[i]!) }))
    .toReversed(),
  industry_grade: {
    average_rating: sampleRating.industryAverage,
    industry: 'Sample industry',
    basis: 'reference',
  },
  rating_details: Object.fromEntries(
    shownVectors.map(([id, name, where, grade, weight, seen], order): [string, VectorView] => {
      const { description, why, remedy } = vectorTexts(id);
      const note = grade === 'N/A' ? 'No list of such machines is available.' : null;
      const info = {
        description,
        why,
        weight,
        note,
        measuredAt,
        findings: seen.map((one) => finding(id, one)),
        remedy,
      };
      return [
        id,
        { name, ...where, order, beta: false, grade, grade_color: colors[grade], rating: null, info },
      ];
    }),
  ),
  categories: (
    [
      ['Compromised Systems', 'A', 20],
      ['Diligence', 'D', 78],
      ['User Behavior', 'N/A', 2],
      ['Public Disclosures', 'A', 0],
    ] as const
  ).map(([name, grade, weight], order) => ({ name, order, grade, grade_color: colors[grade], weight })),
  source: { id: 'estimate', label: 'our estimate' },
  domain,
  measuredAt,
  capReason: null,
  changes: [
    {
      date: toDay('2026-01-03'),
      from: 600,
      to: 520,
      reasons: [
        {
          text: 'The certificate of shop.sample.example:443 expired',
          vector: 'ssl_certificates',
          kind: 'worse',
        },
      ],
    },
  ],
  assets: [
    {
      asset: domain,
      kind: 'domain',
      because: 'The address that the company entered.',
      findings: 2,
      notOurs: null,
    },
    {
      asset: 'shop.sample.example',
      kind: 'host',
      because: 'A name below the domain.',
      findings: 1,
      notOurs: null,
    },
  ],
  canPlan: true,
  verified: true,
  dkimSelectors: [],
});
