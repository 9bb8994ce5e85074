import { describe, expect, test } from 'vitest';
import { linksWorld, refusalOf } from '../testing/links.ts';

describe('asking to sign', () => {
  test('mails those who owe something new, once, and refuses what does not hold', async () => {
    const { portal, ada, approve, add, ask, mailCounts, save, sign, signingToken } = await linksWorld();
    await approve('backup');
    await save(ada, { id: 'incident' });
    await add('Dee Fox', 'Gil Ode');
    for (const wrong of ['incident', 'passwords', 'nothing'])
      expect(refusalOf(await ask('backup', wrong))).toEqual([404, 'no-such-policy']);
    expect((await ask('backup', 'backup')).body.data).toEqual({ mailed: 2 });
    expect((await ask('backup')).body.data).toEqual({ mailed: 0 });
    await sign(await signingToken('dee.fox@acme-widgets.com'), 'backup');
    await add('Hal Roe');
    expect((await ask('backup')).body.data).toEqual({ mailed: 1 });
    await approve('infosec');
    portal.clock.advance(1);
    expect((await ask('backup', 'infosec')).body.data).toEqual({ mailed: 3 });
    // two asks before the worker comes to either are one mail
    expect(await mailCounts('dee.fox', 'gil.ode', 'hal.roe')).toEqual([2, 2, 1]);
    const what = (await ada.get('/audit/entries?kind=policies')).body.data.map(
      (one: { what: string }) => one.what,
    );
    expect(what).toContain('Asked the team to sign the policy Backup & Recovery');
    expect((await ask()).body.data).toEqual({ mailed: 0 });
    expect((await ada.get('/policy/signOff')).body.data.done).toBe(0);
  });

  test('reminds by hand not twice within an hour, only those who owe, and not without end', async () => {
    const { portal, ada, approve, add, ask, sign, signingToken, memberId, mailsTo } = await linksWorld();
    await approve('backup');
    await add('Dee Fox', 'Gil Ode');
    await ask('backup');
    await sign(await signingToken('dee.fox@acme-widgets.com'), 'backup');
    const both = [await memberId('Dee'), await memberId('Gil')];
    expect((await ada.post('/policy/remindSigners', { memberIds: both })).body.data).toEqual({
      mailed: 0,
      skipped: 2,
    });
    portal.clock.advance(3600);
    const inside = await portal.signIn('ada@acme-widgets.com');
    const answers = await Promise.all(
      [1, 2].map(() => inside.post('/policy/remindSigners', { memberIds: both })),
    );
    expect(answers.map(({ body }) => body.data.mailed).toSorted()).toEqual([0, 1]);
    expect((await mailsTo('gil.ode@acme-widgets.com')).map(({ subject }) => subject)).toEqual([
      'Reminder: security policies are waiting for your signature',
      'Security policies to read and sign',
    ]);
    const what = (await inside.get('/audit/entries?kind=policies')).body.data.map(
      (one: { what: string }) => one.what,
    );
    expect(what).toContain('Reminded 1 person to sign policies');
    for (let i = 3; i < 20; i++) expect((await inside.post('/policy/remindSigners')).status).toBe(200);
    expect(refusalOf(await inside.post('/policy/remindSigners'))).toEqual([429, 'too-many-mails']);
  });

  test('never fills a mailbox, however often people are removed, added and asked', async () => {
    const { portal, ada, approve, add, memberId, mailsTo } = await linksWorld();
    await approve('backup');
    for (let i = 0; i < 8; i++) {
      await add('Dee Fox');
      await ada.post('/policy/askToSign', { policyTypes: [] });
      await ada.post('/policy/askToSign', { policyTypes: ['backup'] });
      await portal.runJobs();
      await ada.post('/policy/removeSigner', { memberId: await memberId('Dee') });
      portal.clock.advance(60);
    }
    expect(await mailsTo('dee.fox@acme-widgets.com')).toHaveLength(5);
  });
});
