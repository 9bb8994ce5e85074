import { expect, test } from 'vitest';
import { maturityPrompt } from './rules.ts';

const seen = { introViewed: { dashboard: true }, cybermaturity: { hasSeenReleaseNotes: true, dontShowRoadBlock: false } };
const fresh = { ...seen, cybermaturity: { hasSeenReleaseNotes: false, dontShowRoadBlock: false } };
const open = { completed: false };

test.each([
  ['the release notes come first', fresh, open, false, 'release-notes'],
  ['and also to somebody who has completed the assessment', fresh, { completed: true }, false, 'release-notes'],
  ['nothing comes before the introduction is done', { ...fresh, introViewed: {} }, open, false, null],
  ['nothing comes where the assessment cannot be used', fresh, null, false, null],
  ['the roadblock waits for another visit than that of the notes', seen, open, true, null],
  ['notes that could not be marked do not come twice in a visit', fresh, open, true, null],
  ['the roadblock comes once the notes were seen', seen, open, false, 'roadblock'],
  [
    'not to somebody who does not want it',
    { ...seen, cybermaturity: { hasSeenReleaseNotes: true, dontShowRoadBlock: true } },
    open,
    false,
    null,
  ],
  ['not once the assessment is completed', seen, { completed: true }, false, null],
] as const)('%s', (_name, data, assessment, notesShown, prompt) => {
  expect(maturityPrompt(data, assessment, notesShown)).toBe(prompt);
});
