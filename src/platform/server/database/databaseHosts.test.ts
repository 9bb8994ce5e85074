import { expect, test } from 'vitest';
import { readDatabaseAddress } from './databaseHosts.ts';

test.each([
  ['postgres://portal@db.example/portal', 'postgres://portal@db.example/portal', ['db.example:5432']],
  [
    'postgresql://portal:a%40b@one:5433,two,[2001:db8::7]:6000/portal?sslmode=require&target_session_attrs=read-write',
    'postgresql://portal:a%40b@one:5433/portal?sslmode=require',
    ['one:5433', 'two:5432', '2001:db8::7:6000'],
  ],
])('%s names its servers', (address, first, hosts) => {
  const read = readDatabaseAddress(address);
  expect([read.first, read.hosts.map(({ host, port }) => `${host}:${port}`)]).toEqual([first, hosts]);
});
