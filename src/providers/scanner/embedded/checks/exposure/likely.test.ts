import { describe, expect, it } from 'vitest';
import { isDotted, isLikely } from './likely.ts';

const on = (...tech: string[]) => new Set(tech);

describe('isLikely', () => {
  it.each([
    ['telescope/requests', on()],
    ['rails/info/properties', on('nginx')],
    ['php.php', on('php', 'apache')],
    ['actuator/mappings', on('java')],
    ['.env', on('node')],
    ['backup.sql', on('files')],
    ['server-status', on('files')],
    ['phpinfo.php', on('python')],
    ['wp-config.php.bak', on('files')],
    ['actuator/env', on('php')],
    ['package.json', on('python')],
  ])('asks for %s', (path, tech) => expect(isLikely(path, tech)).toBe(true));
  it.each([
    ['telescope/requests', on('node')],
    ['rails/info/properties', on('php')],
    ['php.php', on('java')],
    ['actuator/mappings', on('python')],
    ['trace.axd', on('files')],
    ['swagger-ui/', on('files')],
    ['api/graphql?query=x', on('files')],
  ])('leaves %s out', (path, tech) => expect(isLikely(path, tech)).toBe(false));
});

describe('isDotted', () => {
  it.each(['/.env', '/a/.git/HEAD', '/.vscode/sftp.json'])('%s', (path) => expect(isDotted(path)).toBe(true));
  it.each(['/env', '/a.b', '/.well-known/security.txt'])('not %s', (path) =>
    expect(isDotted(path)).toBe(false),
  );
});
