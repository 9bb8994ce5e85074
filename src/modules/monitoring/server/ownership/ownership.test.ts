import { describe, expect, test } from 'vitest';
import { ScanFailure } from '#providers/scanner/port.ts';
import { startDueScans } from '../schedules/dueScans.ts';
import { openUnproved, url } from '../testing/ownership.ts';
import { runScan } from '../scans/runScan.ts';
import { aResult, aRun } from '../testing/world.ts';

describe('a website that nobody has proved', () => {
  test('keeps its level, and is looked at quickly until it is proved', async () => {
    const { world, call, targetId, scan, newest, notes, state } = await openUnproved();
    expect(await state()).toEqual({ state: 'missing', by: null, since: null, domain: null });
    expect(await scan()).toMatchObject({ scanProfile: 'lightning', askedProfile: 'safe', heldBack: 'proof' });
    expect(world.scanner.requests).toMatchObject([{ level: 'lightning' }]);
    expect(await newest()).toMatchObject({
      status: 'completed',
      scanProfile: 'lightning',
      askedProfile: 'safe',
      heldBack: 'proof',
    });
    expect(await notes()).toEqual([
      expect.stringContaining(
        'This scan ran at Lightning instead of Safe: your ownership of the website was not verified',
      ),
    ]);
    expect((await call('loadTargetList', {})).targetList).toMatchObject([{ targetId, scanProfile: 'safe' }]);
  });

  test('is not asked for a proof by a quick look, and says nothing of it', async () => {
    const { world, call, targetId, scan, newest, proofs, notes } = await openUnproved();
    await call('scheduleScan', {
      targetId,
      recurrence: 'q',
      dateTime: '2026-03-05T09:00:00Z',
      scan_profile: 'lightning',
    });
    await scan();
    expect(await newest()).toMatchObject({ scanProfile: 'lightning', askedProfile: null, heldBack: null });
    expect([await notes(), proofs.looks, world.scanner.requests.length]).toEqual([[], [], 1]);
  });

  test('is scanned by its schedule at the quick look too', async () => {
    const { world, call, targetId, acme, newest } = await openUnproved({ ownDatabase: true });
    await call('scheduleScan', { targetId, recurrence: 'd', dateTime: '2026-03-03T09:00:00Z' });
    world.clock.set('2026-03-03T09:00:30Z');
    await startDueScans(world.base);
    expect(await newest()).toMatchObject({
      startedBy: 'schedule',
      scanProfile: 'lightning',
      askedProfile: 'safe',
    });
    await runScan(world.base, { orgId: acme.orgId, websiteId: targetId }, aRun());
    expect(world.scanner.requests.map(({ level }) => level)).toEqual(['lightning']);
  });

  test('whose code was published meanwhile is scanned in full by the next scan, without anybody pressing a button', async () => {
    const { proofs, token, scan, newest, state, acts } = await openUnproved();
    proofs.published(await token(), 'meta');
    expect((await scan()).scanProfile).toBe('lightning');
    expect(await newest()).toMatchObject({ scanProfile: 'safe', askedProfile: null, heldBack: null });
    expect(await state()).toMatchObject({ state: 'proved', by: 'meta' });
    expect(await acts()).toEqual([['website-proved', 'Shop']]);
  });
});

describe('the proof', () => {
  test('is told in three ways, looked for at a press of a button, and what was seen instead is told', async () => {
    const { call, targetId, proofs, token, acts } = await openUnproved();
    const code = await token();
    expect(await call('loadWebsiteProof', { targetId })).toEqual({
      host: 'shop.acme-widgets.com',
      ownership: { state: 'missing', by: null, since: null, domain: null },
      places: {
        dns: { name: '_portal-verify.shop.acme-widgets.com', value: `portal-verification=${code}` },
        file: { url: `${url}/.well-known/portal-verification.txt`, value: `portal-verification=${code}` },
        meta: { url: `${url}/`, tag: `<meta name="portal-verification" content="${code}">` },
      },
    });
    expect(await call('checkWebsiteProof', { targetId })).toMatchObject({
      proved: false,
      seen: 'There is no TXT record. The file is missing.',
    });
    proofs.published(code, 'file');
    const checked = await call('checkWebsiteProof', { targetId });
    expect(checked).toMatchObject({
      proved: true,
      ownership: { state: 'proved', by: 'file', since: '2026-03-02T17:00:00Z' },
    });
    await call('checkWebsiteProof', { targetId });
    expect(await acts()).toEqual([['website-proved', 'Shop']]);
  });

  test('is another for each organisation and each host, and that of another organisation proves nothing', async () => {
    const { world, call, token, proofs, targetId } = await openUnproved();
    const other = await world.organization('premium');
    const theirs = (
      await call('createTarget', { targetName: 'Shop', targetUrl: url, urlConfirmed: true }, other)
    ).targetId;
    const www = (
      await call(
        'createTarget',
        { targetName: 'W', targetUrl: 'https://www.shop.acme-widgets.com', urlConfirmed: true },
        other,
      )
    ).targetId;
    const blog = (
      await call(
        'createTarget',
        { targetName: 'B', targetUrl: 'https://blog.acme-widgets.com', urlConfirmed: true },
        other,
      )
    ).targetId;
    const mine = await token();
    expect(new Set([mine, await token(other, theirs), await token(other, blog)]).size).toBe(3);
    expect(await token(other, www)).toBe(await token(other, theirs));
    expect(mine).toMatch(/^[\w-]{32}$/);
    proofs.published(mine);
    expect((await call('checkWebsiteProof', { targetId: theirs }, other)).proved).toBe(false);
    expect((await call('checkWebsiteProof', { targetId })).proved).toBe(true);
    for (const name of ['loadWebsiteProof', 'checkWebsiteProof'] as const)
      await expect(call(name, { targetId }, other)).rejects.toMatchObject({ code: 'no-such-website' });
  });

  test('is not looked for at a website that may not be scanned any more', async () => {
    const { world, call, targetId, proofs } = await openUnproved();
    world.scanner.forbid({ allowed: false, code: 'restricted', reason: 'It leads to 10.0.0.1.' });
    const answer = await call('checkWebsiteProof', { targetId });
    expect(answer).toMatchObject({
      proved: false,
      seen: 'shop.acme-widgets.com does not lead to a website on the public internet.',
    });
    expect(proofs.looks).toEqual([]);
  });

  test('goes with the website, and one that comes back has to be proved anew', async () => {
    const { call, targetId, token, proofs } = await openUnproved();
    proofs.published(await token());
    await call('checkWebsiteProof', { targetId });
    await call('deleteTarget', { targetId });
    proofs.stands({ by: null, seen: '' });
    await call('createTarget', { targetName: 'Shop', targetUrl: url, urlConfirmed: true });
    expect((await call('loadTargetList', {})).targetList[0].ownership.state).toBe('missing');
  });

  test('that is found for a website which is removed at that moment is forgotten', async () => {
    const { call, targetId, proofs, acts, acme } = await openUnproved();
    proofs.stands(async () => {
      await call('deleteTarget', { targetId });
      return { by: 'dns', seen: '' };
    });
    await call('checkWebsiteProof', { targetId });
    expect(await acts()).toEqual([]);
    expect(await acme.ctx.inOrg((db) => db.selectFrom('websiteProof').select('websiteId').execute())).toEqual(
      [],
    );
  });
});

const proved = async () => {
  const opened = await openUnproved();
  opened.proofs.published(await opened.token());
  await opened.call('checkWebsiteProof', { targetId: opened.targetId });
  return opened;
};
const inNextHours = (world: { clock: { advance: (seconds: number) => void } }) =>
  world.clock.advance(9 * 3600);

describe('a proof that was found', () => {
  test('is looked at again by each scan', async () => {
    const { proofs, scan, newest, acme } = await proved();
    await scan();
    expect(await newest()).toMatchObject({ scanProfile: 'safe', heldBack: null });
    expect(proofs.looks).toHaveLength(2);
    const rows = await acme.ctx.inOrg((db) => db.selectFrom('scan').select(['provedBy']).execute());
    expect(rows).toEqual([{ provedBy: 'dns' }]);
  });

  test('and withdrawn before the scan begins makes a quick look of it, which says why', async () => {
    const { world, call, targetId, acme, proofs, newest, notes, state, acts } = await proved();
    const { scan } = await call('startScan', { targetId });
    expect(scan).toMatchObject({ scanProfile: 'safe', heldBack: null });
    proofs.stands({ by: null, seen: 'There is no TXT record.' });
    await runScan(world.base, { orgId: acme.orgId, websiteId: targetId }, aRun());
    expect(world.scanner.requests).toMatchObject([{ level: 'lightning' }]);
    expect(await newest()).toMatchObject({
      status: 'completed',
      scanProfile: 'lightning',
      askedProfile: 'safe',
      heldBack: 'proof',
    });
    expect(await notes()).toEqual([
      expect.stringContaining('your ownership of the website was not verified'),
    ]);
    expect((await state()).state).toBe('missing');
    expect(await acts()).toEqual([
      ['website-proved', 'Shop'],
      ['website-proof-lapsed', 'Shop'],
    ]);
    expect(
      world.queued
        .filter(({ name }) => name === 'notify')
        .map(({ data }) => (data as { notice: object }).notice),
    ).toMatchObject([
      { event: 'proof-gone', facts: { website: 'Shop', url, path: '/webappscan/Shop' } },
      { event: 'report-ready' },
      { event: 'scan-done' },
    ]);
  });

  test('and that somebody finds while a scan misses it is kept', async () => {
    const { world, call, targetId, acme, proofs, token, newest, state } = await proved();
    const code = await token();
    await call('startScan', { targetId });
    proofs.stands(async () => {
      // the record comes back while the answer of before is on its way
      world.clock.advance(5);
      proofs.published(code);
      await Promise.all([call('checkWebsiteProof', { targetId }), call('checkWebsiteProof', { targetId })]);
      return { by: null, seen: 'There is no TXT record.' };
    });
    await runScan(world.base, { orgId: acme.orgId, websiteId: targetId }, aRun());
    expect((await state()).state).toBe('proved');
    expect(await newest()).toMatchObject({ scanProfile: 'safe', heldBack: null });
  });

  test('that cannot be looked for counts for some scans, and no longer', async () => {
    const { world, proofs, scan, newest, state, acts } = await proved();
    proofs.stands({ by: null, seen: 'The DNS did not answer.', unclear: true });
    const levels = [];
    for (let i = 0; i < 3; i++) {
      await scan();
      levels.push((await newest()).scanProfile);
      inNextHours(world);
    }
    expect(levels).toEqual(['safe', 'safe', 'lightning']);
    expect((await state()).state).toBe('missing');
    expect((await acts()).map(([act]) => act)).toEqual(['website-proved', 'website-proof-lapsed']);
  });

  test('begins anew to be forgiven once it was seen again', async () => {
    const { world, proofs, scan, newest, token } = await proved();
    const gone = { by: null, seen: '', unclear: true } as const;
    for (const answer of [gone, gone, null, gone, gone]) {
      if (answer) proofs.stands(answer);
      else proofs.published(await token());
      await scan();
      inNextHours(world);
    }
    expect(await newest()).toMatchObject({ scanProfile: 'safe', heldBack: null });
  });

  test('is not lost to a scanner that fails at looking', async () => {
    const { proofs, scan, newest, state, world } = await proved();
    proofs.stands(() => {
      throw new ScanFailure('provider', 'It broke.');
    });
    world.scanner.script(async (request) => aResult(request));
    await scan();
    expect(await newest()).toMatchObject({ status: 'failed', failureReason: 'It broke.' });
    expect((await state()).state).toBe('proved');
  });
});
