import { describe, expect, test } from 'vitest';
import { openUnproved } from '../testing/ownership.ts';

describe('levels that send forms', () => {
  const proved = async () => {
    const opened = await openUnproved();
    opened.proofs.published(await opened.token());
    return opened;
  };
  const weekly = (targetId: string, more: object = {}) => ({
    targetId,
    recurrence: 'w',
    dateTime: '2026-03-05T09:00:00Z',
    scan_profile: 'normal',
    ...more,
  });

  test('run as Safe until somebody agrees, and the first one who does is kept', async () => {
    const { world, call, targetId, scan, newest, notes, acme } = await proved();
    await call('scheduleScan', weekly(targetId));
    await scan();
    expect(await newest()).toMatchObject({ scanProfile: 'safe', askedProfile: 'normal', heldBack: 'forms' });
    expect(await notes()).toEqual([expect.stringContaining('no one has agreed yet')]);
    await call('scheduleScan', weekly(targetId, { formsConfirmed: true }));
    world.clock.advance(9 * 3600);
    await call('scheduleScan', weekly(targetId, { formsConfirmed: true }));
    const [target] = (await call('loadTargetList', {})).targetList;
    expect(target).toMatchObject({
      formsConfirmedBy: acme.ctx.session.email,
      formsConfirmedAt: '2026-03-02T17:00:00Z',
    });
    await scan();
    expect(await newest()).toMatchObject({ scanProfile: 'normal', askedProfile: null, heldBack: null });
  });

  test('need the proof first', async () => {
    const { call, targetId, scan, newest } = await openUnproved();
    await call('scheduleScan', weekly(targetId, { formsConfirmed: true }));
    await scan();
    expect(await newest()).toMatchObject({
      scanProfile: 'lightning',
      askedProfile: 'normal',
      heldBack: 'proof',
    });
  });

  test('can be agreed to when the website is added', async () => {
    const { call } = await proved();
    await call('createTarget', {
      targetName: 'Blog',
      targetUrl: 'https://blog.acme-widgets.com',
      urlConfirmed: true,
      scanProfile: 'normal',
      formsConfirmed: true,
    });
    expect((await call('loadTargetList', {})).targetList[0].formsConfirmedAt).toBe('2026-03-02T17:00:00Z');
  });
});
