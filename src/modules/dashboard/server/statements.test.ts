import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { addFindings, addPeople, addWebsite } from '../testing/rows.ts';

/** Every statement that a connection of this process sends, as it is handed to the wire. */
const sent: { text: string; values: unknown[] }[] = [];
const { query } = pg.Client.prototype;
beforeEach(() => {
  sent.length = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...given: any[]) {
    sent.push(
      typeof given[0] === 'string'
        ? { text: given[0], values: [] }
        : { text: given[0].text, values: given[0].values ?? [] },
    );
    return (query as (...args: any[]) => any).apply(this, given);
  } as typeof query;
});
afterEach(() => {
  pg.Client.prototype.query = query;
});

type Member = Awaited<ReturnType<TestPortal['member']>>;

/** What one call costs where nothing is remembered: a portal of a test hears no notices of changes. */
async function statementsOf(who: Member, path: string) {
  sent.length = 0;
  const answer = await who.get(path);
  expect(answer.status).toBe(200);
  return { statements: sent.map(({ text }) => text), data: answer.body.data };
}

/** Very much of everything that the dashboard counts. */
async function fill(portal: TestPortal, who: Member) {
  const scope = portal.base.forOrg(who.orgId);
  const at = portal.clock.now();
  for (const name of ['Shop', 'Blog', 'Desk']) {
    const website = await addWebsite(scope, { name, at, scans: 400 });
    await addFindings(scope, website, { high: 500, medium: 1000, low: 1500 }, at);
  }
  await addPeople(scope, { trained: 1000, untrained: 50, at });
  for (const id of ['ai', 'backup', 'passwords', 'infosec', 'suppliers'])
    expect((await who.post('/policy/policySave', { policy: { id, customValues: {} } })).status).toBe(200);
  for (const questionId of ['leadership-1-key', 'leadership-1-coverage'])
    await who.post('/zimm/saveAssessment', { data: { questionId, answer: 'yes' } });
  await who.post('/dashboard/snoozeAction', { action: 'fix-high' });
  await who.post('/evidence/makePack', { audience: 'broker' });
}

test('a request costs three statements at most when nothing is remembered, and the same ones however much there is', async () => {
  const portal = await testPortal();
  const [empty, full] = [await portal.member(), await portal.member()];
  await fill(portal, full);
  for (const path of ['/dashboard/getModuleActivity', '/dashboard/monitoring']) {
    const [little, much] = [await statementsOf(empty, path), await statementsOf(full, path)];
    expect(little.statements.length).toBeLessThanOrEqual(3);
    expect(much.statements).toEqual(little.statements);
    // neither hides anything: no statement holds several
    expect(little.statements.filter((text) => /;\s*\S/.test(text))).toEqual([]);
  }
  const { data } = await statementsOf(full, '/dashboard/getModuleActivity');
  expect(data).toMatchObject({
    monitoring: { webAppsScanned: 3, webAppsIssues: { highs: 1500, mediums: 3000, lows: 4500 } },
    training: { teamMembers: 1000, others: 50, isNotFinished: 1000 },
    compliance: { draft: 5 },
    zimm: { assessmentStatus: 'notCompleted' },
    snoozed: [{ id: 'fix-high' }],
  });
  expect(data.evidence.lastMadeAt).not.toBeNull();
});

/** Rows that the steps of a plan took from tables and indexes, those thrown away included. */
function rowsTaken(step: any): number {
  const own = /Scan/.test(step['Node Type'])
    ? (step['Actual Rows'] +
        (step['Rows Removed by Filter'] ?? 0) +
        (step['Rows Removed by Index Recheck'] ?? 0)) *
      step['Actual Loops']
    : 0;
  return (step.Plans ?? []).reduce((sum: number, part: any) => sum + rowsTaken(part), own);
}

test('that statement takes no more rows where there are a thousand times as many', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const scope = portal.base.forOrg(ada.orgId);
  const at = portal.clock.now();
  const website = await addWebsite(scope, { name: 'Shop', at, scans: 5 });
  await addFindings(scope, website, { high: 5 }, at);
  await addPeople(scope, { trained: 5, untrained: 5, at });
  const taken = async () => {
    await statementsOf(ada, '/dashboard/getModuleActivity');
    const { text, values } = sent.find((one) => one.text.includes('finding_tally'))!;
    const { rows } = await portal.database.pool.query({
      text: `explain (analyze, format json) ${text}`,
      values,
    });
    return rowsTaken(rows[0]['QUERY PLAN'][0].Plan);
  };
  const before = await taken();
  await addFindings(scope, website, { low: 10_000 }, at);
  await addWebsite(scope, { name: 'Blog', at, scans: 5000 });
  await addPeople(scope, { trained: 5000, untrained: 0, at });
  // one website and one severity more
  expect(await taken()).toBeLessThan(before + 20);
});
