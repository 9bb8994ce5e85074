import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/portal.ts';
import { openSecrets } from './secrets.ts';
import { SettingsError } from '../settings/settings.ts';

const open = (dataDir: string) => openSecrets({ dataDir, secretKey: undefined });

test('the key of an installation is made once, for its owner alone', () => {
  const dataDir = temporaryFolder('secrets');
  const sealed = open(dataDir).seal('mail', 'clear');
  expect(open(dataDir).open('mail', sealed)).toBe('clear');
  expect(open(dataDir).open('session', sealed)).toBeNull();
  expect(open(temporaryFolder('secrets')).open('mail', sealed)).toBeNull();
  expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('a file that a killed start left behind blocks no later start', () => {
  const dataDir = temporaryFolder('secrets');
  writeFileSync(path.join(dataDir, `secret.key.${process.pid}`), 'half');
  open(dataDir);
  expect(readFileSync(path.join(dataDir, 'secret.key'), 'utf8').length).toBeGreaterThanOrEqual(32);
});

test.each(['', 'short', ' '.repeat(64)])('a key file that anybody could guess is refused: %j', (content) => {
  const dataDir = temporaryFolder('secrets');
  writeFileSync(path.join(dataDir, 'secret.key'), content);
  expect(() => open(dataDir)).toThrow(SettingsError);
});
