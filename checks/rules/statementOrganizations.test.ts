import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { readStatements } from '../tenancy/statementOrganizations.ts';

const tenant = new Set(['scan', 'website']);
const looseOf = (text: string) => readStatements(parseSync(text), tenant).loose;

beforeAll(async () => {
  await loadModule();
});

describe('a statement that ties every tenant table to one organization in its text', () => {
  test.each([
    'select 1 from scan where org_id = $1',
    'select 1 from "scan" as s where s.status = 1 and $1::uuid = s.org_id',
    'select 1 from scan s join website w on w.org_id = s.org_id and w.id = s.website_id where w.org_id = $1',
    'select 1 from scan s left join website w on (w.org_id, w.id) = (s.org_id, s.website_id) where s.org_id = $1',
    'select (select count(*) from scan c where c.org_id = w.org_id) from website w where w.org_id = $1',
    'with w as (select org_id, id from website where org_id = $1) select 1 from w join scan s on s.org_id = w.org_id',
    'insert into scan (id, org_id) values ($1, $2), ($3, $2)',
    'insert into scan (org_id, id) select w.org_id, w.id from website w where w.org_id = $1',
    'update scan s set status = $1 from website w where w.org_id = s.org_id and s.org_id = $2',
    'delete from scan where org_id = $1 and id = $2',
    'select 1 from rate_window',
  ])('%s', (text) => {
    expect(looseOf(text)).toEqual([]);
  });
});

describe('a statement that leaves a tenant table to its policy', () => {
  test.each([
    ['select 1 from scan', ['scan']],
    ['select 1 from scan where org_id = $1 or id = $2', ['scan']],
    ['select 1 from scan where not (org_id = $1)', ['scan']],
    ['select 1 from scan where org_id = current_org()', ['scan']],
    ['select 1 from scan s join website w on w.id = s.website_id where s.org_id = $1', ['website']],
    ['select (select count(*) from scan) from website w where w.org_id = $1', ['scan']],
    [
      'with w as (select org_id from website) select 1 from w join scan s on s.org_id = w.org_id',
      ['website', 'scan'],
    ],
    ['select 1 from scan where org_id = $1 union all select 1 from website', ['website']],
    ['insert into scan (org_id, id) values (current_org(), $1)', ['scan']],
    ['update scan set status = $1 where id = $2', ['scan']],
    ['with gone as (delete from scan where id = $1 returning org_id) select 1 from gone', ['scan']],
  ])('%s', (text, loose) => {
    expect(looseOf(text)).toEqual(loose);
  });
});

test('columns that a statement sets in rows that are there are named, and functions that it calls for that', () => {
  const { changes, functions } = readStatements(
    parseSync(
      'insert into scan (org_id) values ($1) on conflict (org_id) do update set org_id = $2, token = gen_random_uuid()',
    ),
    tenant,
  );
  expect([changes, functions]).toEqual([['org_id', 'token'], ['gen_random_uuid']]);
});
