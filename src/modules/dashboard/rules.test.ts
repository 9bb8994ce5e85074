import { expect, test } from 'vitest';
import { dashboardData as data } from './testing/dashboardData.ts';
import {
  cardWidth,
  complianceCardState,
  conciergeCardState,
  marketplaceCardState,
  maturityCardState,
  monitoringCardState,
  trainingCardState,
} from './rules.ts';

const modulesWith = (hidden: ('compliance' | 'training' | 'monitoring')[]) =>
  data({ modules: Object.fromEntries(hidden.map((name) => [name, 'NOT_AVAILABLE'])) }).modules;

test.each([
  [[], 'third'],
  [['compliance'], 'half'],
  [['training', 'monitoring'], 'half'],
  [['compliance', 'training', 'monitoring'], 'half'],
] as const)('without %j cards are a %s wide', (hidden, width) =>
  expect(cardWidth(modulesWith([...hidden]))).toBe(width),
);

test.each([
  [
    data({ modules: { monitoring: 'INACTIVE', training: 'INACTIVE', compliance: 'INACTIVE' } }).modules,
    'third',
  ],
] as const)('cards that only offer to subscribe count as well', (modules, width) =>
  expect(cardWidth(modules)).toBe(width),
);

test.each([
  ['nothing to look at', data(), 'learn'],
  ['weaknesses', data({ concierge: { numberOfWeaknesses: 2 } }), 'weaknesses'],
  ['messages', data({ concierge: { numberOfAlerts: 2 } }), 'messages'],
  ['both', data({ concierge: { numberOfWeaknesses: 1, numberOfAlerts: 1 } }), 'both'],
  ['locked', data({ modules: { cyberconcierge: 'INACTIVE' } }), 'subscribe'],
  ['not on offer', data({ modules: { cyberconcierge: 'NOT_AVAILABLE' } }), null],
])('card of the concierge: %s', (_name, given, state) => expect(conciergeCardState(given)).toBe(state));

test.each([
  ['partners', data(), 'open'],
  ['partners without an offer in percent', data({ marketplace: { maxPercent: null } }), 'open'],
  ['nobody in it', data({ marketplace: { partners: 0 } }), null],
  ['locked', data({ modules: { marketplace: 'INACTIVE' } }), 'subscribe'],
  ['not on offer', data({ modules: { marketplace: 'NOT_AVAILABLE' } }), null],
])('card of the marketplace: %s', (_name, given, state) => expect(marketplaceCardState(given)).toBe(state));

test.each([
  [data({ websites: { lastScanDate: null } }), 'no-scans'],
  [data({ websites: { isScanInProgress: true } }), 'scanning'],
  [data(), 'scanned'],
  [data({ modules: { monitoring: 'INACTIVE' } }), 'subscribe'],
  [data({ modules: { monitoring: 'NOT_AVAILABLE' } }), null],
])('state of the card of website scans %#', (given, state) => expect(monitoringCardState(given)).toBe(state));

test.each([
  [data({ maturity: { assessmentStatus: null } }), 'start'],
  [data({ maturity: { assessmentStatus: 'notCompleted' } }), 'finish'],
  [data(), 'done'],
  [data({ modules: { cybermaturity: 'INACTIVE' } }), 'subscribe'],
  [data({ modules: { cybermaturity: 'NOT_AVAILABLE' } }), null],
])('state of the card of the assessment %#', (given, state) => expect(maturityCardState(given)).toBe(state));

test.each([
  [data({ training: { teamMembers: 0 } }), 'enroll'],
  [data(), 'progress'],
  [data({ modules: { training: 'INACTIVE' } }), 'subscribe'],
  [data({ modules: { training: 'NOT_AVAILABLE' } }), null],
])('state of the card of training %#', (given, state) => expect(trainingCardState(given)).toBe(state));

test.each([
  ['nothing is in effect', data({ policies: { active: 0 } }), 'activate'],
  ['a draft stands open', data({ policies: { draft: 1 } }), 'finish'],
  ['some are in effect', data(), 'review'],
  ['all of ours are in effect', data({ policies: { inactive: 0 } }), 'add'],
  ['all are, and one is due', data({ policies: { inactive: 0, reviewDue: 1 } }), 'review'],
  ['locked', data({ modules: { compliance: 'INACTIVE' } }), 'subscribe'],
  ['not on offer', data({ modules: { compliance: 'NOT_AVAILABLE' } }), null],
])('card of security policies: %s', (_name, given, state) => expect(complianceCardState(given)).toBe(state));
