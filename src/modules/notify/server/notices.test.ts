import { describe, expect, test } from 'vitest';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { noticeEvents } from '../entities.ts';
import { bitsOf, eventsOf, eventWords } from '../rules.ts';
import { noticesWorld, samples, unsubscribePath } from '#app/testing/notices.ts';
import { sendHeldToAll } from './sendHeld.ts';

const hour = 3600;

test('a link names events by numbers that stay, and unknown ones are left out', () => {
  expect(eventsOf(bitsOf(noticeEvents))).toEqual(noticeEvents);
  expect(bitsOf(['scan-done'])).toBe(1);
  expect(bitsOf(['weekly-digest'])).toBe(512);
  expect(bitsOf(['report-ready'])).toBe(4096);
  expect(eventsOf(2 ** 31 + 2)).toEqual(['scan-failed']);
});

describe('what happened is told', () => {
  test('to every administrator who wants to know, once, however often it is told and by how many workers', async () => {
    const { tell, mails, choose, bo, portal } = await noticesWorld();
    await tell(samples['scan-failed']);
    await tell(samples['scan-failed']);
    expect(await mails()).toEqual(['ada: The scan of Shop failed', 'bo: The scan of Shop failed']);
    await choose(bo, { 'scan-failed': false });
    portal.clock.advance(hour);
    await tell(samples['scan-failed'], 'two');
    expect(await mails()).toHaveLength(3);
    // two that run at the same moment
    await tell(samples['rating-drop']);
    await tell(samples['rating-drop']);
    await Promise.all([portal.runJobs(), portal.runJobs()]);
    expect((await mails()).filter((mail) => mail.includes('rating'))).toEqual([
      'ada: Your security rating fell from 742 to 718',
      'bo: Your security rating fell from 742 to 718',
    ]);
  });

  test('as everybody gets it who never chose: each event has its mail, with a reason, a way to choose and a way out', async () => {
    const { tell, mails, newest, choose, ada } = await noticesWorld();
    await choose(ada, { 'scan-done': true });
    for (const [event, notice] of Object.entries(samples)) {
      const before = (await mails()).length;
      await tell(notice, `only ${event}`, [ada.cognitoId]);
      expect(await mails(), event).toHaveLength(before + 1);
      const mail = await newest('ada');
      expect(mail.text).toContain(`“${eventWords[notice.event].label}” is switched on for you`.split(' ')[0]);
      expect(mail.text).toMatch(/Choose which emails you get: http:\/\/localhost:4000\/settings\/you/);
      expect(mail.headers).toMatch(/^List-Unsubscribe: <http:\/\/localhost:4000\/unsubscribe\/[\w-]+>$/m);
      expect(mail.headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
      expect(mail.html.match(/class="fill"/g)!.length, 'one button').toBeGreaterThan(0);
      expect(mail.text).toContain(`http://localhost:4000${notice.facts.path}`);
    }
  });

  test('about one scan only once: who hears of new high issues hears nothing more of it', async () => {
    const { tell, mails, choose, ada, bo } = await noticesWorld();
    for (const who of [ada, bo]) await choose(who, { 'scan-done': true });
    await choose(bo, { 'new-high': false });
    const done = { ...samples['scan-done'], facts: { ...samples['scan-done'].facts, freshHighs: 1 } };
    await tell(done);
    await tell(samples['new-high']);
    expect(await mails()).toEqual([
      'ada: 4 new high issues on Shop',
      'bo: Scan of Shop: 1 high and 2 medium',
    ]);
  });

  test('about a scan that somebody waits for, by its report alone to those who want that, else as before', async () => {
    const { tell, mails, choose, ada, bo } = await noticesWorld();
    await choose(ada, { 'scan-done': true });
    await choose(bo, { 'report-ready': false });
    const awaited = { awaited: true, freshHighs: 4 };
    await tell({ ...samples['scan-done'], facts: { ...samples['scan-done'].facts, ...awaited } });
    await tell({ ...samples['new-high'], facts: { ...samples['new-high'].facts, awaited: true } });
    await tell(samples['report-ready']);
    expect(await mails()).toEqual(['ada: Your report is ready: Shop', 'bo: 4 new high issues on Shop']);
  });
});

describe('what happened is told safely', () => {
  test('to nobody who administers no more, and to nobody of another organisation', async () => {
    const { tell, mails, ada, bo } = await noticesWorld();
    await ada.post('/profile/removeUser', { cognitoId: bo.cognitoId });
    const before = (await mails()).length;
    await tell(samples['new-high']);
    expect((await mails()).length - before).toBe(1);
    expect((await mails()).some((mail) => mail.startsWith('eve'))).toBe(false);
  });

  test('in words that nobody can turn into markup or a link', async () => {
    const { tell, newest } = await noticesWorld();
    const website = '<img src=x onerror=alert(1)> http://evil.example\r\nBcc: all@evil.example';
    await tell({
      ...samples['new-high'],
      facts: { ...samples['new-high'].facts, website, titles: ['<script>alert(1)</script>'.repeat(30)] },
    });
    const mail = await newest('ada');
    expect(mail.html).not.toMatch(/<img src=x|<script/);
    expect(mail.html).not.toContain('href="http://evil.example');
    expect(mail.headers).not.toMatch(/^Bcc:/m);
    expect(mail.subject).not.toContain('\n');
  });

  test('with each issue linked to its page, and the button of a single one leading there', async () => {
    const { tell, newest, portal } = await noticesWorld();
    const { facts } = samples['new-high'];
    const places = facts.titles.map((_, i) => `/webappscan/x/issues/${i}`);
    await tell({ ...samples['new-high'], facts: { ...facts, places } });
    const { html } = await newest('ada');
    for (const place of places) expect(html).toMatch(new RegExp(`href="https?://[^"/]+${place}"`));
    expect(html).toMatch(/href="https?:\/\/[^"/]+\/webappscan\/Shop"/);
    portal.clock.advance(hour);
    await tell(
      {
        ...samples['new-high'],
        facts: { ...facts, titles: [facts.titles[0]!], places: [places[0]!], total: 1 },
      },
      'another',
    );
    expect((await newest('ada')).html).not.toContain('/webappscan/Shop"');
  });

  test('so often a day and no more', async () => {
    const { tell, mails, portal, ada } = await noticesWorld();
    const used = async (most: number) =>
      portal.database.global
        .updateTable('rateWindow')
        .set({ used: most })
        .where('key', 'like', 'notices-to:%')
        .execute();
    await tell(samples['scan-failed'], 'first', [ada.cognitoId]);
    expect(await mails()).toHaveLength(1);
    await used(25);
    await tell(samples['new-high'], 'second', [ada.cognitoId]);
    await tell(samples['new-high'], 'third', [ada.cognitoId]);
    await portal.runJobs();
    portal.clock.advance(hour);
    await sendHeldToAll(portal.base);
    expect(await mails()).toHaveLength(1);
    // nothing is lost: it waits for a day with room
    portal.clock.advance(24 * hour);
    await sendHeldToAll(portal.base);
    expect(await mails()).toEqual(['ada: New high issues in 2 scans', 'ada: The scan of Shop failed']);
  });
});

describe('choosing', () => {
  test('holds for the person alone, is written into the log, and is refused in a support session', async () => {
    const { portal, choose, ada, bo, eve } = await noticesWorld();
    const choices = async (who: typeof ada | typeof bo) =>
      Object.fromEntries(
        (await who.get('/notifications/choices')).body.data.choices.map(
          (one: { event: string; wanted: boolean }) => [one.event, one.wanted],
        ),
      );
    expect(await choices(ada)).toMatchObject({
      'scan-done': false,
      'scan-failed': true,
      'weekly-digest': true,
    });
    expect((await choose(ada, { 'scan-done': true, 'weekly-digest': false })).status).toBe(200);
    expect(await choices(ada)).toMatchObject({ 'scan-done': true, 'weekly-digest': false });
    expect(await choices(bo)).toMatchObject({ 'scan-done': false, 'weekly-digest': true });
    expect(await choices(eve)).toMatchObject({ 'scan-done': false, 'weekly-digest': true });
    const log = (await ada.get('/audit/entries?kind=people')).body.data.map(
      ({ what }: { what: string }) => what,
    );
    expect(log).toContain(
      'Chose which emails to get: Completed scans on, Weekly summary off (ada@acme-widgets.com)',
    );
    expect((await choose(ada, { 'no-such': true })).status).toBe(400);
    const sam = await portal.support(ada);
    const refused = await sam.post('/notifications/choices', {
      choices: [{ event: 'scan-done', wanted: false }],
    });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'not-in-support-session']);
  });
});

describe('the link of a mail', () => {
  const oneClick = (
    portal: Awaited<ReturnType<typeof noticesWorld>>['portal'],
    path: string,
    body = 'List-Unsubscribe=One-Click',
  ) => portal.browser().send('POST', path, body, { 'content-type': 'application/x-www-form-urlencoded' });

  test('switches off by one click without a session, again and again the same; looking at it changes nothing', async () => {
    const { portal, tell, newest, mails, ada } = await noticesWorld();
    await tell(samples['scan-failed']);
    const path = unsubscribePath(await newest('ada'));
    const token = path.split('/').at(-1)!;
    const stranger = portal.browser({ ip: '198.51.100.9' });
    const link = () => stranger.get(`/notifications/link/${token}`);
    // a program that looks through links
    await stranger.send('GET', path);
    await stranger.send('GET', `/api/notifications/link/${token}`);
    expect((await link()).body.data).toEqual({
      email: 'a••••@acme-widgets.com',
      companyName: 'Acme Widgets Inc.',
      choices: [{ event: 'scan-failed', wanted: true }],
    });
    expect((await oneClick(portal, path, 'hello=world')).statusCode).toBe(400);
    expect((await link()).body.data.choices[0].wanted).toBe(true);
    for (let i = 0; i < 2; i++) expect((await oneClick(portal, path)).statusCode).toBe(200);
    const form =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    const multipart = await stranger.send('POST', path, form, {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect(multipart.statusCode).toBe(200);
    const log = (await ada.get('/audit/entries?kind=people')).body.data.map(
      ({ what }: { what: string }) => what,
    );
    expect(log.filter((what: string) => what.includes('with a link'))).toEqual([
      'Chose which emails to get, with a link from an email: Failed scans off (ada@acme-widgets.com)',
    ]);
    const before = (await mails()).length;
    portal.clock.advance(hour);
    await tell(samples['scan-failed'], 'two');
    expect((await mails()).slice(before)).toHaveLength(1);
  });

  test('is taken back on its page', async () => {
    const { portal, tell, newest } = await noticesWorld();
    await tell(samples['scan-failed']);
    const token = unsubscribePath(await newest('bo'))
      .split('/')
      .at(-1)!;
    const stranger = portal.browser();
    const off = await stranger.post('/notifications/link', { token, wanted: false });
    expect(off.body.data.choices).toEqual([{ event: 'scan-failed', wanted: false }]);
    const on = await stranger.post('/notifications/link', { token, wanted: true });
    expect(on.body.data.choices).toEqual([{ event: 'scan-failed', wanted: true }]);
  });

  test('is worth nothing when forged, of another kind or organisation, or when its person is gone', async () => {
    const { portal, ada, bo, eve, tell, newest } = await noticesWorld();
    await tell(samples['scan-failed']);
    const path = unsubscribePath(await newest('bo'));
    const good = path.split('/').at(-1)!;
    const place = { orgId: eve.orgId, id: ada.cognitoId, round: 1 };
    const forged = [
      good.slice(0, -1) + (good.endsWith('0') ? '1' : '0'),
      `${good}0`,
      linkToken(portal.base, 'training-link', { ...place, orgId: ada.orgId }),
      // vouched for, but the person does not administer that organisation
      linkToken(portal.base, 'mail-choice', place),
      linkToken(portal.base, 'mail-choice', { ...place, orgId: ada.orgId, round: 0 }),
      'x'.repeat(80),
    ];
    for (const token of forged) {
      expect((await portal.browser().get(`/notifications/link/${token}`)).status).toBe(404);
      expect((await portal.browser().post('/notifications/link', { token, wanted: false })).status).toBe(404);
      expect((await oneClick(portal, `/unsubscribe/${token}`)).statusCode).toBe(404);
    }
    await ada.post('/profile/removeUser', { cognitoId: bo.cognitoId });
    expect((await oneClick(portal, path)).statusCode).toBe(404);
  });
});
