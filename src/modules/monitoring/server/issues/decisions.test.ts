import { describe, expect, test } from 'vitest';
import { toDay } from '#platform/days.ts';
import { issuesSince } from '../week.store.ts';
import { decideIssues, endDueAcceptances, endOfAcceptance, undoDecision } from './decisions.ts';
import { listScanFindings, readIssue } from './issues.ts';
import { openFindings } from './openFindings.store.ts';
import { monitoringSummary } from '../public.ts';
import { keepResult } from '../scans/runScan.ts';
import { startScan } from '../scans/scans.ts';
import { openIssues } from '../testing/issues.ts';
import { aFinding, aResult, openServer } from '../testing/world.ts';
import { listWebsites } from '../websites/websites.ts';

const high = (id: string) => aFinding(id, { severity: 'high' });
const counted = { highs: 0, mediums: 1, lows: 0 };

describe('an accepted risk', () => {
  test('leaves every count, and stays accepted when it goes and comes back', async () => {
    const { world, ctx, targetId, scan, states, scans } = await openIssues();
    await scan([high('a'), aFinding('b')]);
    await decideIssues(ctx, {
      targetId,
      findingIds: ['a'],
      decision: 'accepted',
      reason: 'Behind a wall',
      until: toDay('2026-06-01'),
    });
    expect(await states()).toEqual({ a: 'accepted', b: 'new' });
    expect((await monitoringSummary(ctx)).webAppsIssues).toEqual(counted);
    expect((await listWebsites(ctx)).targetList[0]?.issues).toEqual(counted);
    expect((await openFindings(ctx)).findings.map(({ title }) => title)).toEqual(['Issue b']);
    expect(await ctx.inOrg((db) => issuesSince(db, new Date('2026-01-01')))).toMatchObject({
      fresh: 1,
      ...counted,
    });
    // the newest report follows
    expect((await scans())[0]).toMatchObject({ ...counted, decided: 1, changes: { new: 1 } });
    await scan([aFinding('b')]);
    expect(await states()).toEqual({ a: 'fixed', b: 'open' });
    await scan([high('a'), aFinding('b')]);
    expect(await states()).toEqual({ a: 'accepted', b: 'open' });
    expect((await scans())[0]).toMatchObject({
      ...counted,
      decided: 1,
      changes: { new: 0, reopened: 0, open: 1 },
    });
    expect((await monitoringSummary(ctx)).webAppsIssues).toEqual(counted);
    expect(world.clock.now().getTime()).toBeLessThan(Date.parse('2026-06-01'));
  });

  test('is open again after its date, and said so, in the newest report too', async () => {
    const { world, ctx, targetId, scan, states, scans, issues } = await openIssues();
    await scan([high('a')]);
    await decideIssues(ctx, {
      targetId,
      findingIds: ['a'],
      decision: 'accepted',
      reason: 'Until the move',
      until: toDay('2026-03-10'),
    });
    world.clock.set(new Date('2026-03-11T06:59:58Z'));
    await endDueAcceptances(world.base);
    expect(await states()).toEqual({ a: 'accepted' });
    world.clock.set(new Date('2026-03-11T07:00:00Z'));
    world.queued.splice(0);
    await Promise.all([endDueAcceptances(world.base), endDueAcceptances(world.base)]);
    await endDueAcceptances(world.base);
    expect(world.queued).toMatchObject([
      {
        name: 'notify',
        data: {
          notice: { event: 'acceptance-ended', facts: { website: 'Shop', titles: ['Issue a'], total: 1 } },
        },
      },
    ]);
    expect((await issues()).issues[0]).toMatchObject({
      state: 'new',
      decision: null,
      acceptanceEndedAt: '2026-03-11T06:59:59Z',
    });
    expect((await scans())[0]).toMatchObject({ highs: 1, decided: 0 });
    const { history } = await readIssue(ctx, { targetId, findingId: 'a' });
    expect(history.map(({ kind, by, note }) => ({ kind, by, note }))).toEqual([
      { kind: 'found', by: null, note: '' },
      { kind: 'accepted', by: ctx.session.email, note: 'Until the move' },
      { kind: 'acceptance-ended', by: null, note: '' },
    ]);
  });

  test.each([
    ['2026-03-01', null],
    ['2026-03-02', '2026-03-03T07:59:59.000Z'],
    ['2026-03-08', '2026-03-09T06:59:59.000Z'],
    ['2027-03-03', '2027-03-04T07:59:59.000Z'],
    ['2027-03-04', null],
    ['2026-02-30', null],
  ])('may last until %s', (day, end) => {
    expect(endOfAcceptance(day, new Date('2026-03-02T17:00:00Z'))?.toISOString() ?? null).toBe(end);
  });
});

describe('a false alarm', () => {
  test('stays one over every scan, and comes up for a second look when it is more severe', async () => {
    const { ctx, targetId, scan, states, scans, issues } = await openIssues();
    await scan([aFinding('a')]);
    await decideIssues(ctx, {
      targetId,
      findingIds: ['a'],
      decision: 'false-positive',
      reason: 'A test page',
    });
    await scan([]);
    // it never was there
    expect(await states()).toEqual({ a: 'false-positive' });
    expect((await scans())[0]).toMatchObject({ changes: { fixed: 0 } });
    await scan([aFinding('a')]);
    expect(await states()).toEqual({ a: 'false-positive' });
    await scan([high('a')]);
    expect((await issues({ state: 'open' })).issues).toMatchObject([
      { findingId: 'a', state: 'open', secondLook: true, decision: { kind: 'false-positive' } },
    ]);
    expect((await scans())[0]).toMatchObject({ highs: 1, decided: 0 });
    await decideIssues(ctx, {
      targetId,
      findingIds: ['a'],
      decision: 'false-positive',
      reason: 'Still a test page',
    });
    await scan([high('a')]);
    expect(await states()).toEqual({ a: 'false-positive' });
    expect((await readIssue(ctx, { targetId, findingId: 'a' })).history.map(({ kind }) => kind)).toEqual([
      'found',
      'false-positive',
      'fixed',
      'reopened',
      'second-look',
      'false-positive',
    ]);
  });
});

test('a decision is taken back, for many at once; older reports keep what they told', async () => {
  const { ctx, targetId, scan, states, scans } = await openIssues();
  const older = await scan([high('a'), aFinding('b'), aFinding('c')]);
  await decideIssues(ctx, {
    targetId,
    findingIds: ['a', 'b', 'a'],
    decision: 'false-positive',
    reason: 'Not ours',
  });
  const newer = await scan([high('a'), aFinding('b'), aFinding('c')]);
  expect(await undoDecision(ctx, { targetId, findingIds: ['a', 'b', 'c'] })).toEqual({ undone: 2 });
  expect(await states()).toEqual({ a: 'open', b: 'open', c: 'open' });
  const [last, before] = await scans();
  expect(last).toMatchObject({ scanId: newer, highs: 1, mediums: 2, decided: 0 });
  expect(before).toMatchObject({ scanId: older, highs: 0, mediums: 1, decided: 2 });
  const told = (await listScanFindings(ctx, { scanId: older, page: 1 })).findings.map(
    ({ findingId, state }) => [findingId, state],
  );
  expect(told).toEqual([
    ['c', 'new'],
    ['a', 'false-positive'],
    ['b', 'false-positive'],
  ]);
});

test('two decisions at the same moment leave one of them, whole, and both in the history', async () => {
  const { ctx, targetId, scan, issues, scans } = await openIssues();
  await scan([high('a'), aFinding('b')]);
  const body = { targetId, findingIds: ['a', 'b'] };
  await Promise.all([
    decideIssues(ctx, { ...body, decision: 'accepted', reason: 'Behind a wall', until: toDay('2026-06-01') }),
    decideIssues(ctx, { ...body, decision: 'false-positive', reason: 'Not ours' }),
    undoDecision(ctx, { targetId, findingIds: ['a'] }),
  ]);
  const { history } = await readIssue(ctx, { targetId, findingId: 'b' });
  expect(history.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'false-positive', 'found']);
  const { decision } = (await issues()).issues.find(({ findingId }) => findingId === 'b')!;
  expect(decision?.kind).toBe(history.at(-1)!.kind);
  expect(decision?.until === null).toBe(decision?.kind === 'false-positive');
  const told = (await issues()).issues.filter((one) => one.decision !== null).length;
  expect((await scans())[0]).toMatchObject({ decided: told });
});

test('a decision at the moment in which a scan is kept is neither lost nor counted twice', async () => {
  const { world, ctx, orgId, targetId, scan, issues, scans } = await openIssues();
  await scan([high('a'), aFinding('b')]);
  const result = aResult(
    { url: 'https://shop.acme-widgets.com', level: 'safe' },
    { findings: [high('a'), aFinding('b')] },
  );
  for (let round = 0; round < 4; round++) {
    const { scan: begun } = await startScan(ctx, { targetId });
    const decide =
      round % 2 === 0
        ? decideIssues(ctx, { targetId, findingIds: ['a'], decision: 'false-positive', reason: 'Not ours' })
        : undoDecision(ctx, { targetId, findingIds: ['a'] });
    const keep = keepResult(world.base.forOrg(orgId), { id: begun.scanId, websiteId: targetId }, result);
    await Promise.all(round < 2 ? [decide, keep] : [keep, decide]);
    const decided = round % 2 === 0;
    expect((await issues()).issues.filter((one) => one.decision !== null)).toHaveLength(decided ? 1 : 0);
    expect((await scans())[0]).toMatchObject({
      decided: decided ? 1 : 0,
      highs: decided ? 0 : 1,
      mediums: 1,
    });
    world.clock.advance(86_400);
  }
});

test('a call about issues that are not all there changes nothing', async () => {
  const { world, ctx, targetId, scan, states } = await openIssues();
  await scan([high('a')]);
  const body = { targetId, decision: 'false-positive', reason: 'Not ours' } as const;
  await expect(decideIssues(ctx, { ...body, findingIds: ['a', 'nowhere'] })).rejects.toMatchObject({
    code: 'no-such-issue',
  });
  const other = (await world.organization()).ctx;
  await expect(decideIssues(other, { ...body, findingIds: ['a'] })).rejects.toMatchObject({
    code: 'no-such-website',
  });
  await expect(undoDecision(other, { targetId, findingIds: ['a'] })).rejects.toMatchObject({
    code: 'no-such-website',
  });
  expect(await states()).toEqual({ a: 'new' });
});

test('over HTTP: a reason and a date are needed, and the date must lie ahead', async () => {
  const { world, targetId, scan, cookie } = await openIssues();
  await scan([high('a')]);
  // the day of a scan is longer than a session
  world.clock.set(new Date('2026-03-02T17:05:00Z'));
  const { post } = await openServer(world);
  const decide = async (more: object) => {
    const answer = await post(cookie, 'decideIssues', {
      targetId,
      findingIds: ['a'],
      decision: 'accepted',
      reason: 'Behind a wall',
      until: toDay('2026-06-01'),
      ...more,
    });
    return { status: answer.statusCode, code: answer.json<{ error?: { code: string } }>().error?.code };
  };
  expect(await decide({ reason: ' ' })).toEqual({ status: 400, code: 'invalid' });
  expect(await decide({ until: undefined })).toEqual({ status: 400, code: 'invalid' });
  expect(await decide({ until: '2026-02-01' })).toEqual({ status: 400, code: 'until-not-valid' });
  expect(await decide({ until: '2031-02-01' })).toEqual({ status: 400, code: 'until-not-valid' });
  expect(await decide({ findingIds: [] })).toEqual({ status: 400, code: 'invalid' });
  expect(await decide({ reason: 'x'.repeat(1001) })).toEqual({ status: 400, code: 'invalid' });
  expect(await decide({ findingIds: Array.from({ length: 101 }, (_, at) => `${at}`) })).toEqual({
    status: 400,
    code: 'invalid',
  });
  expect(await decide({ decision: 'fixed' })).toEqual({ status: 400, code: 'invalid' });
  expect(await decide({ reason: 'a\u0000b <script>' })).toEqual({ status: 400, code: 'invalid' });
  expect(await decide({ reason: '<script>alert(1)</script>' })).toEqual({ status: 200, code: undefined });
  expect(await decide({})).toEqual({ status: 200, code: undefined });
});
