import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PublicCtx } from '#platform/server/ctx.ts';
import { linkToken } from '#platform/server/linkTokens.ts';
import { readQueuedMail } from '#platform/server/mail/outbox.ts';
import { Refusal } from '#platform/server/refusal.ts';

import { issueLinkCalls, issueLinkContract } from '../issueLinkCalls.ts';
import { issueLinkDays, issueLinkOpensPerDay, issueLinksAtOnce, retestsPerIssue } from '../rules.ts';
import { decideIssues } from './decisions.ts';
import { makeIssueLink, withdrawIssueLink } from './issueLinks.ts';
import { readIssue } from './issues.ts';
import { issueLinkStanding, openIssueLink, reportFixed } from './openIssueLink.ts';
import { runRetests } from './runRetests.ts';
import { openIssues } from './testIssues.ts';
import { aFinding, aResult, aRun } from './testWorld.ts';

const dev = 'dev@agency.example';

async function openLinks() {
  const shop = await openIssues();
  const { world, ctx, orgId, targetId } = shop;
  await shop.scan([aFinding('a', { severity: 'high', title: 'SQL injection <b>here</b>' }), aFinding('b')]);
  const visitor: PublicCtx = {
    ...world.base,
    requestId: randomUUID(),
    client: { ip: '198.51.100.7', userAgent: 'Firefox', host: '', origin: '', authorization: '' },
    session: null,
    upload: null,
  } as unknown as PublicCtx;
  // a signed-in administrator's context is that of a whole request
  const admin = ctx as unknown as Parameters<typeof makeIssueLink>[0];
  const make = async (findingId = 'a', email?: string) =>
    (await makeIssueLink(admin, { targetId, findingId, ...(email ? { email } : {}) })).link;
  const tokenIn = (address: string | null) => decodeURIComponent(address!.split('/').at(-1)!);
  const log = () =>
    world.database.inOrg(orgId, (db) =>
      db
        .selectFrom('auditEntry')
        .select(['act', 'actorEmail', 'ip', 'subjectId', 'newValue'])
        .where('act', 'like', 'issue-%')
        .orderBy('id')
        .execute(),
    );
  const mails = () =>
    world.queued
      .filter(({ name }) => name === 'send-mail')
      .map(({ data }) => readQueuedMail(world.base, data as { sealed: string })!);
  const look = (found: boolean) => {
    world.scanner.script(async (request) =>
      aResult(request, found ? { findings: [aFinding('a')] } : { passed: ['rule.a'] }),
    );
    return runRetests(world.base, { orgId, websiteId: targetId }, aRun());
  };
  return { ...shop, visitor, admin, make, tokenIn, log, mails, look };
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

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

describe('“fixed, please check”', () => {
  test('starts the check of an administrator once, whoever sends it again', async () => {
    const { make, tokenIn, visitor, look, ctx, targetId, log, world } = await openLinks();
    const token = tokenIn((await make('a', dev)).address);
    const fixed = (answers: number, note = '') => reportFixed(visitor, { token, answers, name: 'Dee', note });
    const both = await Promise.all([refusal(fixed(0, 'Prepared statements.')), refusal(fixed(0))]);
    expect(both.toSorted()).toEqual(['already-answered', null].toSorted());
    expect(await issueLinkStanding(visitor, { token })).toMatchObject({
      data: { retest: { status: 'waiting' }, answers: 1 },
    });
    await look(true);
    expect(await issueLinkStanding(visitor, { token })).toMatchObject({
      data: { state: 'open', retest: { status: 'still-there' } },
    });
    // a request that was caught on the way does nothing a second time
    expect(await refusal(fixed(0))).toBe('already-answered');
    world.clock.advance(60);
    await fixed(1);
    await look(false);
    expect(await issueLinkStanding(visitor, { token })).toMatchObject({
      data: { state: 'fixed', retest: { status: 'gone' } },
    });
    expect(await refusal(fixed(2))).toBe('issue-not-open');
    const { history, links } = await readIssue(ctx, { targetId, findingId: 'a' });
    expect(history.filter(({ kind }) => kind.startsWith('retest-'))).toMatchObject([
      { by: dev },
      { kind: 'retest-gone', by: dev },
    ]);
    expect(links[0]!.lastAnsweredAt).not.toBeNull();
    expect((await log()).filter(({ act }) => act === 'issue-fix-reported')).toMatchObject([
      { actorEmail: dev, newValue: expect.objectContaining({ name: 'Dee' }) },
      {},
    ]);
  });

  test('keeps the limits of checks and of the plan, and an answer that was refused is not used up', async () => {
    const { make, tokenIn, visitor, look, world } = await openLinks();
    const token = tokenIn((await make()).address);
    for (let answers = 0; answers < retestsPerIssue; answers++) {
      await reportFixed(visitor, { token, answers, name: '', note: '' });
      await look(true);
    }
    const again = () =>
      refusal(reportFixed(visitor, { token, answers: retestsPerIssue, name: '', note: '' }));
    expect(await again()).toBe('retest-limit-reached');
    world.clock.advance(86_400);
    expect(await again()).toBeNull();
  });

  test('does not take back what was decided', async () => {
    const { make, tokenIn, visitor, ctx, targetId } = await openLinks();
    const token = tokenIn((await make()).address);
    await decideIssues(ctx, {
      targetId,
      findingIds: ['a'],
      decision: 'false-positive',
      reason: 'A test page',
    });
    expect((await openIssueLink(visitor, { token })).data.state).toBe('false-positive');
    await reportFixed(visitor, { token, answers: 0, name: '', note: '' });
    expect((await openIssueLink(visitor, { token })).data.state).toBe('false-positive');
  });

  test('takes short words alone', () => {
    const { body } = issueLinkContract.reportFixed;
    const given = { token: 'x'.repeat(90), answers: 0 };
    expect(body.safeParse({ ...given, note: 'x'.repeat(501) }).success).toBe(false);
    expect(body.safeParse({ ...given, name: 'x'.repeat(81) }).success).toBe(false);
    expect(body.parse({ ...given, name: 'Dee\u0000\nBcc: x' }).name).not.toMatch(/\p{Cc}/u);
    expect(body.safeParse({ ...given, answers: -1 }).success).toBe(false);
  });
});
