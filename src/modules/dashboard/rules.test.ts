import { expect, test } from 'vitest';
import { dashboardData as data } from './testDashboard.ts';
import { cardWidth, complianceCardState, maturityCardState, monitoringCardState, trainingCardState } from './rules.ts';

test.each([
  [0, 'full'],
  [1, 'full'],
  [2, 'half'],
  [3, 'third'],
] as const)('%i cards are %s wide', (shown, width) => expect(cardWidth(shown)).toBe(width));

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
