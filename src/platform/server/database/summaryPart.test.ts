import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { readSummaries, readSummary, summaryPart } from './summaryPart.ts';

const companies = summaryPart({
  value: () => sql<string[]>`(select jsonb_agg(company_name) from organization)`,
  read: (names) => names,
});
const nobody = summaryPart({
  value: (now) =>
    sql<{
      at: string;
    } | null>`(select jsonb_build_object('at', ${now}::timestamptz) from organization where false)`,
  read: (json, now) => json?.at ?? `nothing on ${now.toISOString().slice(0, 10)}`,
});

test('parts are read in one statement, each as its organisation and no other', async () => {
  const portal = await testPortal();
  const [ada, eve] = [await portal.member(), await portal.member(undefined, 'Evil Ltd.')];
  const scope = (orgId: string) => portal.base.forOrg(orgId);
  expect(await readSummaries(scope(ada.orgId), { companies, nobody })).toEqual({
    companies: ['Acme Widgets Inc.'],
    nobody: 'nothing on 2026-03-02',
  });
  // many at once on few connections: none sees through another's eyes
  const asked = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? ada : eve));
  const answers = await Promise.all(asked.map((who) => readSummary(scope(who.orgId), companies)));
  expect(answers.map(([name]) => name)).toEqual(
    asked.map((who) => (who === ada ? 'Acme Widgets Inc.' : 'Evil Ltd.')),
  );
});

test('a connection belongs to no organization afterwards', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await readSummary(portal.base.forOrg(ada.orgId), companies);
  const seen = await Promise.all(
    Array.from({ length: 8 }, () => sql`select from organization`.execute(portal.database.global)),
  );
  expect(seen.map(({ rows }) => rows.length)).toEqual(Array(8).fill(0));
});

test('an invalid organization id is refused', async () => {
  const portal = await testPortal();
  await expect(readSummary(portal.base.forOrg("x' or true --"), companies)).rejects.toThrow(
    'invalid input syntax for type uuid',
  );
});

test('no statement runs without parts', async () => {
  const portal = await testPortal();
  expect(await readSummaries(portal.base.forOrg('none'), {})).toEqual({});
});
