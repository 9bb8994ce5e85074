import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';

import { issueLinkCalls } from '../../issueLinkCalls.ts';
import { issueLinkDays, issueLinkOpensPerDay, issueLinksAtOnce } from '../../rules.ts';
import { makeIssueLink, withdrawIssueLink } from './issueLinks.ts';
import { readIssue } from '../issues/issues.ts';
import { issueLinkStanding, openIssueLink, reportFixed } from './openIssueLink.ts';
import { aFinding } from '../testing/world.ts';
import { dev, openLinks, refusal } from '../testing/issueLinks.ts';

describe('a link to an issue', () => {
  test('shows that issue with proof and fix to someone without an account, and every opening is in the log', async () => {
    const { make, tokenIn, visitor, log, world, ctx, targetId } = await openLinks();
    const link = await make('a', dev);
    expect(link.address).toMatch(/^https:\/\/[^/]+\/issue-link\//);
    const token = tokenIn(link.address);
    const { data } = await openIssueLink(visitor, { token });
    expect(data).toMatchObject({
      companyName: 'Acme Widgets Inc.',
      website: { name: 'Shop', url: 'https://shop.acme-widgets.com' },
      issue: { title: 'SQL injection <b>here</b>', severity: 'high', fix: 'What to do.', placesTotal: 1 },
      state: 'open',
      retest: null,
      answers: 0,
    });
    expect(JSON.stringify(data)).not.toContain('Issue b');
    await openIssueLink(visitor, { token });
    expect(await log()).toMatchObject([
      { act: 'issue-link-sent', subjectId: `${targetId}/a`, newValue: { email: dev } },
      { act: 'issue-link-opened', actorEmail: dev, ip: '198.51.100.7', subjectId: `${targetId}/a` },
      { act: 'issue-link-opened' },
    ]);
    expect((await readIssue(ctx, { targetId, findingId: 'a' })).links).toMatchObject([
      {
        email: dev,
        state: 'open',
        opens: 2,
        lastOpenedAt: world.clock.now().toISOString().replace('.000', ''),
      },
    ]);
  });

  test('is mailed in the look of the brand, with what websites wrote as text, and can be reported', async () => {
    const { make, mails, tokenIn } = await openLinks();
    const link = await make('a', dev);
    const [mail] = mails();
    expect(mail).toMatchObject({ to: { address: dev }, subject: 'A security issue for you to fix' });
    expect(mail!.html).not.toContain('<b>here</b>');
    expect(mail!.text).toContain(`/issue-link/${tokenIn(link.address)}`);
    expect(mail!.text).toContain('Report it');
  });

  test('keeps nothing of its secret', async () => {
    const { make, tokenIn, world, orgId } = await openLinks();
    const token = tokenIn((await make()).address);
    const kept = await world.database.inOrg(orgId, (db) => db.selectFrom('issueLink').selectAll().execute());
    expect(JSON.stringify(kept)).not.toContain(token.slice(48));
  });

  test('ends after 30 days, when it is withdrawn, with the account, and with the plan', async () => {
    const { make, tokenIn, visitor, admin, world, orgId, targetId, log } = await openLinks();
    const [late, withdrawn] = [await make('a', dev), await make('a')];
    await withdrawIssueLink(admin, { targetId, findingId: 'a', linkId: withdrawn.linkId });
    await withdrawIssueLink(admin, { targetId, findingId: 'a', linkId: withdrawn.linkId });
    expect((await log()).filter(({ act }) => act === 'issue-link-withdrawn')).toHaveLength(1);
    expect(await refusal(openIssueLink(visitor, { token: tokenIn(withdrawn.address) }))).toBe(
      'link-withdrawn',
    );
    const token = tokenIn(late.address);
    const now = world.clock.now();
    const closing = {
      orgId,
      begunAt: now,
      dueAt: new Date(now.getTime() + 1e9),
      begunBy: 'Ada',
      byStaff: false,
    };
    await world.database.inOrg(orgId, (db) => db.insertInto('organizationClosing').values(closing).execute());
    expect(await refusal(openIssueLink(visitor, { token }))).toBe('link-closed');
    await world.database.inOrg(orgId, (db) =>
      db.updateTable('organizationClosing').set({ keptAt: now }).execute(),
    );
    await world.database.inOrg(orgId, (db) =>
      db
        .updateTable('organization')
        .set({ subscriptionStatus: 'INTRIAL', expirationDate: new Date(now.getTime() - 3 * 86_400_000) })
        .execute(),
    );
    expect(await refusal(openIssueLink(visitor, { token }))).toBe('link-closed');
    await world.database.inOrg(orgId, (db) =>
      db.updateTable('organization').set({ subscriptionStatus: 'ACTIVE', expirationDate: null }).execute(),
    );
    expect(await refusal(openIssueLink(visitor, { token }))).toBeNull();
    world.clock.advance(issueLinkDays * 86_400 - 1);
    expect(await refusal(openIssueLink(visitor, { token }))).toBeNull();
    world.clock.advance(1);
    for (const call of [
      () => openIssueLink(visitor, { token }),
      () => issueLinkStanding(visitor, { token }),
      () => reportFixed(visitor, { token, answers: 0, name: '', note: '' }),
    ])
      expect(await refusal(call())).toBe('link-expired');
    await world.database.inOrg(orgId, (db) => db.deleteFrom('website').execute());
    expect(await refusal(openIssueLink(visitor, { token }))).toBe('link-invalid');
  });
});

describe('the limits of a link to an issue', () => {
  test('opens nothing that it was not made for: guessed, changed, of another organization, or another kind of link', async () => {
    const { make, tokenIn, visitor, admin, world, orgId, targetId, ctx } = await openLinks();
    const link = await make();
    const token = tokenIn(link.address);
    const other = await world.organization('premium');
    const place = { orgId, id: link.linkId, round: 0 };
    const forged = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `x${token.slice(1)}`,
      token.slice(0, 60),
      `${token}A`,
      linkToken(world.base, 'policy-approval-link', place),
      linkToken(world.base, 'issue-link', { ...place, round: 1 }),
      linkToken(world.base, 'issue-link', { ...place, orgId: other.orgId }),
      linkToken(world.base, 'issue-link', { ...place, id: randomUUID() }),
    ];
    for (const one of forged)
      expect(await refusal(openIssueLink(visitor, { token: one }))).toBe('link-invalid');
    // nobody of another organization makes, lists or ends one
    const eve = other.ctx as unknown as typeof admin;
    expect(await refusal(makeIssueLink(eve, { targetId, findingId: 'a' }))).toBe('no-such-website');
    expect(await refusal(withdrawIssueLink(eve, { targetId, findingId: 'a', linkId: link.linkId }))).toBe(
      'no-such-link',
    );
    // an issue's link is not in another issue's list, and is not ended from there
    expect((await readIssue(ctx, { targetId, findingId: 'b' })).links).toEqual([]);
    expect(await refusal(withdrawIssueLink(admin, { targetId, findingId: 'b', linkId: link.linkId }))).toBe(
      'no-such-link',
    );
    expect(await refusal(openIssueLink(visitor, { token }))).toBeNull();
  });

  test('is opened 200 times a day at most, so that nobody fills the log', async () => {
    const { make, tokenIn, visitor, log } = await openLinks();
    const token = tokenIn((await make()).address);
    for (let n = 0; n < issueLinkOpensPerDay; n++) await openIssueLink(visitor, { token });
    expect(await refusal(openIssueLink(visitor, { token }))).toBe('too-many-requests');
    expect((await log()).filter(({ act }) => act === 'issue-link-opened')).toHaveLength(issueLinkOpensPerDay);
  });
});

describe('making links', () => {
  test('is limited for an issue, a mailbox and an organization', async () => {
    const { make, world, orgId } = await openLinks();
    for (let n = 0; n < 5; n++) await make('a', dev);
    // a plus and capitals reach the same mailbox
    expect(await refusal(make('a', 'Dev+x@agency.example'))).toBe('too-many-emails');
    for (let n = 5; n < issueLinksAtOnce; n++) await make('a');
    expect(await refusal(make('a'))).toBe('too-many-links');
    // thirty strangers a day is what a company may write to that has proved nothing
    const strangers = async (n: number) => refusal(make('b', `dev${n}@agency.example`));
    for (let n = 1; n < 30; n++) {
      if (n % 10 === 0)
        await world.database.inOrg(orgId, (db) =>
          db.updateTable('issueLink').set({ withdrawnAt: world.clock.now() }).execute(),
        );
      expect(await strangers(n)).toBeNull();
    }
    expect(await strangers(30)).toBe('too-many-emails');
    world.clock.advance((issueLinkDays + 1) * 86_400);
    expect(await refusal(make('a', dev))).toBeNull();
  });

  test('takes one address, not a list or a page of text, and no issue that is fixed', async () => {
    const { make, scan } = await openLinks();
    const { body } = issueLinkCalls.makeIssueLink;
    const given = { targetId: randomUUID(), findingId: 'a' };
    for (const email of [
      'a@b.example, c@d.example',
      'a@b.example\nBcc: c@d.example',
      `${'x'.repeat(250)}@b.example`,
      'Ada <a@b.example>',
      '<script>',
    ])
      expect(body.safeParse({ ...given, email }).success).toBe(false);
    await scan([aFinding('b')]);
    expect(await refusal(make('a'))).toBe('issue-not-open');
  });
});
