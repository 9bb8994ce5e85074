import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { linkToken } from '#platform/server/secrets/linkTokens.ts';
import { mailboxKey } from '#platform/server/mail/limits.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { hashCode } from '#platform/server/secrets/secrets.ts';
import { brandOfChannel, catalogOf } from '#modules/catalog/server/public.ts';
import { reserveEmail } from '#modules/sending/server/public.ts';
import type { monitoringContract } from '../../contract.ts';
import type { IssueLinkWire } from '../../issueEntities.ts';
import { issueSubject, monitoringPaths } from '../../paths.ts';
import { issueLinkDays, issueLinksAtOnce, issueLinksPerDay, toWire } from '../../rules.ts';
import { queueIssueLink } from './issueLinkMail.ts';
import { countLinks, insertLink, selectMaker, withdrawLink, type IssueLinkRow } from './issueLinks.store.ts';
import { selectIssue } from '../issues/issues.store.ts';
import { selectWebsite } from '../websites/websites.store.ts';

type Calls = typeof monitoringContract;

const dayMs = 86_400_000;
/** An issue is no means of filling one stranger's mailbox. */
const perAddressAndDay = 5;

/** The secret of a link follows from its row, so that it can be copied again while nothing of it is kept (decision 15). */
const tokenOf = (ctx: OrgScope, linkId: string): string =>
  linkToken(ctx, 'issue-link', { orgId: ctx.orgId, id: linkId, round: 0 });

const isOpen = (row: IssueLinkRow, now: Date): boolean => row.withdrawnAt === null && row.expiresAt > now;

/** A link as the issue lists it. */
const linkWire = (ctx: OrgScope, row: IssueLinkRow, webAddress: string): IssueLinkWire => ({
  linkId: row.id,
  email: row.email,
  madeBy: row.madeBy,
  madeAt: toWire(row.madeAt),
  expiresAt: toWire(row.expiresAt),
  state: row.withdrawnAt ? 'withdrawn' : row.expiresAt <= ctx.now() ? 'expired' : 'open',
  opens: row.opens,
  lastOpenedAt: row.lastOpenedAt && toWire(row.lastOpenedAt),
  lastAnsweredAt: row.lastAnsweredAt && toWire(row.lastAnsweredAt),
  address: isOpen(row, ctx.now()) ? webAddress + monitoringPaths.issueLink(tokenOf(ctx, row.id)) : null,
});

/** Links as an issue lists them, at the address of the organization's brand. */
export async function linksWire(
  ctx: OrgScope,
  db: OrgDb,
  rows: readonly IssueLinkRow[],
): Promise<IssueLinkWire[]> {
  if (rows.length === 0) return [];
  const { channelId } = await selectMaker(db, '');
  const { webAddress } = brandOfChannel(catalogOf(ctx.settings), channelId).wire;
  return rows.map((row) => linkWire(ctx, row, webAddress));
}

/** Refuses with `too-many-emails`. */
async function countEmail(ctx: OrgScope, email: string): Promise<void> {
  const address = hashCode(ctx.secrets.key('issue-link-limit'), ctx.orgId, mailboxKey(email));
  const wait = await countUse(ctx.global, `issue-link-to:${address}`, perAddressAndDay, 86_400, ctx.now());
  if (wait !== null)
    throw new Refusal('too-many-emails', {
      notice: 'This address got five of these emails within 24 hours. Try again tomorrow.',
    });
}

/** Makes a link to one open issue, and the email that brings it where somebody is named. */
export async function makeIssueLink(
  ctx: OrgCtx,
  body: BodyOf<Calls['makeIssueLink']>,
): Promise<ReplyOf<Calls['makeIssueLink']>> {
  const { targetId: websiteId, findingId } = body;
  const email = body.email ?? null;
  const now = ctx.now();
  if (email !== null) await countEmail(ctx, email);
  return ctx.inOrg(async (db) => {
    // of two at once, the second counts the first
    const website = await selectWebsite(db, websiteId, { lock: true });
    if (!website) throw new Refusal('no-such-website');
    const issue = await selectIssue(db, websiteId, findingId);
    if (!issue) throw new Refusal('no-such-issue');
    if (issue.status === 'fixed') throw new Refusal('issue-not-open');
    const made = await countLinks(db, { websiteId, findingId, now, since: new Date(now.getTime() - dayMs) });
    if (made.open >= issueLinksAtOnce || made.recent >= issueLinksPerDay) throw new Refusal('too-many-links');
    if (email !== null) await reserveEmail(ctx, db, email, 'too-many-emails');
    const until = new Date(now.getTime() + issueLinkDays * dayMs);
    const row = await insertLink(db, {
      orgId: ctx.orgId,
      websiteId,
      findingId,
      id: randomUUID(),
      by: ctx.session.email,
      now,
      email,
      until,
    });
    const maker = await selectMaker(db, ctx.session.cognitoId);
    if (email !== null)
      await queueIssueLink(ctx, db, {
        linkId: row.id,
        email,
        token: tokenOf(ctx, row.id),
        companyName: maker.companyName,
        channelId: maker.channelId,
        sentBy: maker.name,
        website: { name: website.name, url: website.url },
        issue: { title: issue.details.title, severity: issue.severity },
        expiresAt: until,
      });
    await recordAct(db, {
      act: email === null ? 'issue-link-made' : 'issue-link-sent',
      subject: 'finding',
      subjectId: issueSubject(websiteId, findingId),
      subjectName: issue.details.title.slice(0, 200),
      after: { ...(email === null ? {} : { email }), until: toWire(until) },
    });
    return {
      link: linkWire(ctx, row, brandOfChannel(catalogOf(ctx.settings), maker.channelId).wire.webAddress),
    };
  });
}

/** Ends a link; one that has ended stays as it was. */
export async function withdrawIssueLink(
  ctx: OrgCtx,
  body: BodyOf<Calls['withdrawIssueLink']>,
): Promise<Record<string, never>> {
  const { targetId: websiteId, findingId, linkId } = body;
  await ctx.inOrg(async (db) => {
    const found = await withdrawLink(db, { websiteId, findingId, id: linkId }, ctx.now());
    if (!found) throw new Refusal('no-such-link');
    if (!found.ended) return;
    const issue = await selectIssue(db, websiteId, findingId);
    await recordAct(db, {
      act: 'issue-link-withdrawn',
      subject: 'finding',
      subjectId: issueSubject(websiteId, findingId),
      subjectName: issue?.details.title.slice(0, 200) ?? findingId,
      ...(found.row.email === null ? {} : { before: { email: found.row.email } }),
    });
  });
  return {};
}
