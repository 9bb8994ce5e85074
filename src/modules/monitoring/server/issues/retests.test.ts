import { describe, expect, test } from 'vitest';
import { ScanFailure, type ScanRequest, type ScanResult } from '#providers/scanner/port.ts';
import { retestsPerIssue } from '../../rules.ts';
import { readIssue } from './issues.ts';
import { retestIssues } from './retests.ts';
import { mindRetests, runRetests } from './runRetests.ts';
import { keepResult } from '../scans/runScan.ts';
import { startScan } from '../scans/scans.ts';
import { openIssues } from '../testing/issues.ts';
import { aFinding, aResult, aRun } from '../testing/world.ts';

const payload = `'"><svg onload=x>`;
const found = aFinding('a', {
  places: [
    {
      ...aFinding('a').places[0]!,
      parameter: 'q',
      payload,
      foundOn: 'https://shop.acme-widgets.com/search',
      method: 'POST',
    },
  ],
});

async function openFixed() {
  const shop = await openIssues();
  const { world, ctx, orgId, targetId } = shop;
  const ask = (...findingIds: string[]) => retestIssues(ctx, { targetId, findingIds });
  const answers = (changes: Partial<ScanResult> | Error) =>
    world.scanner.script(async (request: ScanRequest) => {
      if (changes instanceof Error) throw changes;
      return aResult(request, changes);
    });
  const work = (changes: Parameters<typeof aRun>[0] = {}) =>
    runRetests(world.base, { orgId, websiteId: targetId }, aRun(changes));
  const read = async (findingId = 'a') => {
    const { issue, history, seen } = await readIssue(ctx, { targetId, findingId });
    return { state: issue.state, retest: issue.retest, history: history.map(({ kind }) => kind), seen };
  };
  return { ...shop, ask, answers, work, read };
}

describe('a look after a fix', () => {
  test('asks the scanner for that finding alone, and turns it fixed when it is gone', async () => {
    const { world, scan, ask, answers, work, read, ctx, scans } = await openFixed();
    await scan([found, aFinding('b')]);
    const { retests } = await ask('a');
    expect(retests).toMatchObject([{ findingId: 'a', status: 'waiting', requestedBy: ctx.session.email }]);
    expect(world.queued.at(-1)).toMatchObject({ name: 'run-retests' });
    answers({ passed: ['rule.a'], requests: 7 });
    await work();
    expect(world.scanner.requests.at(-1)).toMatchObject({
      level: 'safe',
      only: {
        rule: 'rule.a',
        places: [
          {
            method: 'POST',
            url: found.places[0]!.url,
            parameter: 'q',
            foundOn: 'https://shop.acme-widgets.com/search',
          },
        ],
      },
    });
    expect(await read()).toMatchObject({
      state: 'fixed',
      retest: { status: 'gone', requests: 7 },
      history: ['found', 'retest-gone', 'fixed'],
    });
    expect((await read('b')).state).toBe('new');
    // it is no scan
    expect(await scans()).toHaveLength(1);
    await scan([found, aFinding('b')]);
    expect(await read()).toMatchObject({
      state: 'reopened',
      history: ['found', 'retest-gone', 'fixed', 'reopened'],
    });
  });

  test('says what was sent and seen where it is still there', async () => {
    const { scan, ask, answers, work, read } = await openFixed();
    await scan([found]);
    await ask('a');
    answers({ findings: [{ ...found, places: [{ ...found.places[0]!, evidence: 'seen again' }] }] });
    await work();
    expect(await read()).toMatchObject({
      state: 'new',
      retest: { status: 'still-there' },
      seen: { places: [{ payload, evidence: 'seen again' }] },
    });
  });

  test.each<[string, Partial<ScanResult> | Error, RegExp]>([
    [
      'the website cannot be reached',
      new ScanFailure('unreachable', 'shop did not answer.'),
      /did not answer/,
    ],
    [
      'a firewall stands before it',
      { passed: ['rule.a'], coverage: { blocked: ['A firewall answered.'], timedOut: [], skipped: [] } },
      /firewall/,
    ],
    ['something breaks on our side', new Error('broken'), /on our side/],
  ])('leaves the issue as it is when %s', async (_what, answer, reason) => {
    const { scan, ask, answers, work, read } = await openFixed();
    await scan([found]);
    await ask('a');
    answers(answer);
    await work();
    expect(await read()).toMatchObject({
      state: 'new',
      retest: { status: 'unchecked', reason: expect.stringMatching(reason) },
      history: ['found', 'retest-unchecked'],
    });
  });
});

describe('a look after a fix that has to wait', () => {
  test('waits while a scan runs, and is woken when it ended without a result', async () => {
    const { world, ctx, orgId, targetId, scan, ask, answers, work, read } = await openFixed();
    await scan([found]);
    await startScan(ctx, { targetId });
    await ask('a');
    const asked = world.scanner.requests.length;
    await work();
    expect((await read()).retest?.status).toBe('waiting');
    expect(world.scanner.requests).toHaveLength(asked);
    const wakes = async () => {
      const before = world.queued.length;
      await mindRetests(world.base);
      return world.queued.slice(before).some(({ name, key }) => name === 'run-retests' && key === targetId);
    };
    world.clock.advance(120);
    expect(await wakes()).toBe(false);
    await world.database.inOrg(orgId, (db) =>
      db
        .updateTable('scan')
        .set({ status: 'canceled', completedAt: world.clock.now() })
        .where('status', '=', 'started')
        .execute(),
    );
    expect(await wakes()).toBe(true);
    answers({ passed: ['rule.a'] });
    await work();
    expect((await read()).state).toBe('fixed');
  });

  test('goes on in another worker when its own stops, and is given up in the end', async () => {
    const { world, scan, ask, work, read } = await openFixed();
    await scan([found]);
    await ask('a');
    for (let i = 0; i < 3; i++) {
      const stop = new AbortController();
      world.scanner.script(async () => {
        stop.abort(new Error('stopped'));
        throw stop.signal.reason;
      });
      await expect(work({ signal: stop.signal })).rejects.toThrow('stopped');
      expect((await read()).retest?.status).toBe('running');
      world.clock.advance(61);
    }
    await work();
    expect((await read()).retest).toMatchObject({
      status: 'unchecked',
      reason: expect.stringContaining('again and again'),
    });
  });
});

test('a look that ends after a scan saw the issue again leaves it open', async () => {
  const { world, orgId, targetId, ctx, scan, ask, work, read } = await openFixed();
  await scan([found]);
  await ask('a');
  world.scanner.script(async (request) => {
    world.clock.advance(60);
    const { scan: begun } = await startScan(ctx, { targetId });
    await keepResult(
      world.base.forOrg(orgId),
      { id: begun.scanId, websiteId: targetId },
      aResult(request, { findings: [found] }),
    );
    return aResult(request, { passed: ['rule.a'] });
  });
  await work();
  expect(await read()).toMatchObject({
    state: 'open',
    retest: { status: 'gone' },
    history: ['found', 'retest-gone'],
  });
});

describe('asking for looks', () => {
  test('twice at the same moment is one look, which two workers carry out once', async () => {
    const { world, scan, ask, answers, work, read } = await openFixed();
    await scan([found]);
    const [one, other] = await Promise.all([ask('a'), ask('a')]);
    expect(other!.retests[0]?.retestId).toBe(one!.retests[0]?.retestId);
    answers({ passed: ['rule.a'] });
    await Promise.all([work(), work()]);
    expect(world.scanner.requests.filter(({ only }) => only)).toHaveLength(1);
    expect((await read()).history).toEqual(['found', 'retest-gone', 'fixed']);
  });

  test('again while one waits changes nothing; too often is refused with the time', async () => {
    const { scan, ask, answers, work } = await openFixed();
    await scan([found, aFinding('b')]);
    const [first, second] = [await ask('a'), await ask('a')];
    expect(second.retests[0]?.retestId).toBe(first.retests[0]?.retestId);
    answers({ findings: [found] });
    await work();
    for (let i = 1; i < retestsPerIssue; i++) {
      await ask('a');
      await work();
    }
    await expect(ask('a')).rejects.toMatchObject({
      code: 'retest-limit-reached',
      detail: { nextAllowed: '2026-03-04T17:00:00Z' },
    });
    expect((await ask('b')).retests).toHaveLength(1);
  });

  test('about what is fixed, unknown or of others is refused', async () => {
    const { world, targetId, scan, ask } = await openFixed();
    await scan([found]);
    await scan([]);
    await expect(ask('a')).rejects.toMatchObject({ code: 'issue-not-open' });
    await expect(ask('nowhere')).rejects.toMatchObject({ code: 'no-such-issue' });
    const other = (await world.organization()).ctx;
    await expect(retestIssues(other, { targetId, findingIds: ['a'] })).rejects.toMatchObject({
      code: 'no-such-website',
    });
    await expect(readIssue(other, { targetId, findingId: 'a' })).rejects.toMatchObject({
      code: 'no-such-website',
    });
  });
});
