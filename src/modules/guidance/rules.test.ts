import { expect, test } from 'vitest';
import { introLineOf, maturityPrompt, newsOf, opensByItself, type IntroducedFeature } from './rules.ts';

const flags = { hasSeenReleaseNotes: true, dontShowRoadBlock: false, closedRoadBlock: false };
const seen = { introViewed: { dashboard: true }, cybermaturity: flags, firstSession: false };
const fresh = { ...seen, cybermaturity: { ...flags, hasSeenReleaseNotes: false } };
const open = { completed: false };

test.each([
  ['the release notes come first', fresh, open, false, 'release-notes'],
  [
    'and also to somebody who has completed the assessment',
    fresh,
    { completed: true },
    false,
    'release-notes',
  ],
  ['nothing comes before the introduction is done', { ...fresh, introViewed: {} }, open, false, null],
  ['nothing comes where the assessment cannot be used', fresh, null, false, null],
  ['the roadblock waits for another visit than that of the notes', seen, open, true, null],
  ['notes that could not be marked do not come twice in a visit', fresh, open, true, null],
  ['the roadblock comes once the notes were seen', seen, open, false, 'roadblock'],
  [
    'not to somebody who does not want it',
    { ...seen, cybermaturity: { ...flags, dontShowRoadBlock: true } },
    open,
    false,
    null,
  ],
  [
    'a roadblock that was closed stays closed',
    { ...seen, cybermaturity: { ...flags, closedRoadBlock: true } },
    open,
    false,
    null,
  ],
  [
    'no release notes open by themselves in the first session',
    { ...fresh, firstSession: true },
    open,
    false,
    null,
  ],
  ['no roadblock opens by itself in the first session', { ...seen, firstSession: true }, open, false, null],
  ['not once the assessment is completed', seen, { completed: true }, false, null],
] as const)('%s', (_name, data, assessment, notesShown, prompt) => {
  expect(maturityPrompt(data, assessment, notesShown)).toBe(prompt);
});

const all = new Set<IntroducedFeature>([
  'compliance',
  'monitoring',
  'ratings',
  'training',
  'cybermaturity',
  'cyberconcierge',
]);
const ids = (items: ReturnType<typeof newsOf>) => items.map(({ id }) => id);

test('what has not been seen waits behind the news, and leaves it once it was', () => {
  expect(ids(newsOf(fresh, open, all))).toEqual(['release-notes', ...all]);
  const viewed = {
    dashboard: true,
    compliance: true,
    monitoring: true,
    ratings: true,
    training: true,
    cybermaturity: true,
  };
  expect(ids(newsOf({ ...seen, introViewed: viewed }, open, all))).toEqual(['roadblock', 'cyberconcierge']);
});

test('a closed roadblock stays among the news, but is not new any more', () => {
  const closed = { introViewed: {}, cybermaturity: { ...flags, closedRoadBlock: true } };
  expect(newsOf(closed, open, new Set(['cybermaturity']))[0]).toEqual({ id: 'roadblock', fresh: false });
});

test.each([
  ['is not wanted', { ...flags, dontShowRoadBlock: true }, open],
  ['has nothing to remind of', flags, { completed: true }],
  ['does not know how far the assessment is', flags, null],
] as const)('a roadblock that %s is no news', (_why, cybermaturity, assessment) => {
  expect(ids(newsOf({ introViewed: {}, cybermaturity }, assessment, all))).not.toContain('roadblock');
});

test('features outside the plan are no news', () => {
  expect(ids(newsOf(fresh, open, new Set(['training'])))).toEqual(['training']);
});

test.each([
  ['/webappscan', 'monitoring'],
  ['/webappscan/Main%20shop', 'monitoring'],
  ['/attacksurface', 'ratings'],
  ['/securitypolicy', 'compliance'],
  ['/securitypolicy/passwords', null],
  ['/training/', 'training'],
  ['/training/courses', 'training'],
  ['/training/courses/phishing', null],
  ['/cybermaturity/assessment', 'cybermaturity'],
  ['/cybermaturity/assessment/leadership-1-key', null],
  ['/concierge/messages', 'cyberconcierge'],
  ['/concierge/incident', null],
  ['/dashboard', null],
] as const)('the first visit of %s is introduced by the line of %s', (path, feature) => {
  expect(introLineOf(path, { introViewed: { dashboard: true }, firstSession: true })).toBe(feature);
  expect(introLineOf(path, { introViewed: { dashboard: true }, firstSession: false })).toBeNull();
});

test('the pages of a feature open by themselves after the first session, once, and never before the introduction', () => {
  expect(opensByItself('training', seen)).toBe(true);
  expect(opensByItself('training', { ...seen, firstSession: true })).toBe(false);
  expect(opensByItself('training', { ...seen, introViewed: { dashboard: true, training: true } })).toBe(
    false,
  );
  expect(opensByItself('training', { ...seen, introViewed: {} })).toBe(false);
});
