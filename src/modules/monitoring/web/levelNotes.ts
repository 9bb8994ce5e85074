import type { LevelCode } from '../entities.ts';

/** What a scan level does, for somebody who has to choose one. */
export const levelNotes: Record<LevelCode, string> = {
  lightning: 'A quick look at encryption, security headers and cookies.',
  safe: 'Looks for every kind of weakness without sending anything that could change data. Recommended.',
  normal: 'Also fills in and sends forms, so it may create test entries. Best outside business hours.',
  full: 'Like Normal with many more attempts; takes the longest. Best on a copy of the website.',
  log4shell: 'Looks for the Log4j weakness and nothing else.',
  sandbox_lightning: 'A quick look at a website in a test environment.',
  sandbox_normal: 'A scan with forms of a website in a test environment.',
};
