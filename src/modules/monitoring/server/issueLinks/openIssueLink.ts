import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { openLinkToken } from '#platform/server/secrets/linkTokens.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { howConfirmed } from '../../confirmation.ts';
import { fixForStack } from '../../fixForStack.ts';
import type { issueLinkContract } from '../../issueLinkCalls.ts';
import { issueSubject } from '../../paths.ts';
import { issueLinkOpensPerDay, toWire } from '../../rules.ts';
import { placeForDeveloper } from './issueLinkProof.ts';
import { noteOpened, selectLink, takeAnswer, type OpenedLink } from './issueLinks.store.ts';
import { retestWire } from '../issues/issues.ts';
import { selectIssue, type IssueRow } from '../issues/issues.store.ts';
import { askForRetests } from '../issues/retests.ts';
import { selectWebsite } from '../websites/websites.store.ts';

type Calls = typeof issueLinkContract;
type Opened = { scope: OrgScope; linkId: string };

/** Places shown with their request and answer. */
const placesWithExcerpts = 3;
const placesShown = 50;
/** Who did it, where a link was copied and nobody is named. */
const someone = 'A developer with a link';

/** Checks what a link says of itself; a forged one is answered like one whose issue is gone. */
function openLink(ctx: PublicCtx, token: string): { linkId: string; orgId: string } {
  const place = openLinkToken(ctx, 'issue-link', token);
  if (!place || place.round !== 0) throw new Refusal('link-invalid');
  return { linkId: place.id, orgId: place.orgId };
}

/** The organization of a link; what is written there is written as the one who has the link. */
async function enter(ctx: PublicCtx, token: string): Promise<Opened> {
  const { linkId, orgId } = openLink(ctx, token);
  const found = await ctx.forOrg(orgId).inOrg((db) => selectLink(db, linkId));
  const { ip, userAgent } = ctx.client;
  const email = found?.email ?? someone;
  const scope = ctx.forOrg(orgId, { id: `link:${linkId}`, email, ip, userAgent, requestId: ctx.requestId });
  if (!found) throw new Refusal('link-invalid');
  if (found.closing || !(await moduleIsActive(scope, 'monitoring'))) throw new Refusal('link-closed');
  return { scope, linkId };
}

/** A link that works, with its issue. Refuses with `link-invalid`, `link-withdrawn`, `link-expired`. */
async function openIssue(
  { scope, linkId }: Opened,
  db: OrgDb,
  { lock = false } = {},
): Promise<{ link: OpenedLink; issue: IssueRow }> {
  const link = await selectLink(db, linkId, { lock });
  if (!link) throw new Refusal('link-invalid');
  if (link.withdrawnAt) throw new Refusal('link-withdrawn');
  if (link.expiresAt <= scope.now()) throw new Refusal('link-expired');
  const issue = await selectIssue(db, link.websiteId, link.findingId);
  if (!issue) throw new Refusal('link-invalid');
  return { link, issue };
}

const standingOf = ({
  link,
  issue,
}: {
  link: OpenedLink;
  issue: IssueRow;
}): ReplyOf<Calls['issueLinkStanding']>['data'] => {
  const retest = issue.retest && retestWire(issue.retest);
  return {
    state: issue.status,
    retest: retest && {
      status: retest.status,
      endedAt: retest.endedAt,
      reason: retest.reason,
      percent: retest.percent,
    },
    answers: link.answers,
  };
};

const subjectOf = ({ link, issue }: { link: OpenedLink; issue: IssueRow }) => ({
  subject: 'finding',
  subjectId: issueSubject(link.websiteId, link.findingId),
  subjectName: issue.details.title.slice(0, 200),
});

export async function openIssueLink(
  ctx: PublicCtx,
  { token }: BodyOf<Calls['openIssueLink']>,
): Promise<ReplyOf<Calls['openIssueLink']>> {
  const opened = await enter(ctx, token);
  const now = ctx.now();
  const wait = await countUse(
    ctx.global,
    `issue-link-open:${opened.linkId}`,
    issueLinkOpensPerDay,
    86_400,
    now,
  );
  if (wait !== null) throw new Refusal('too-many-requests', { retryAfterSeconds: wait });
  return opened.scope.inOrg(async (db) => {
    const found = await openIssue(opened, db);
    const { link, issue } = found;
    const website = (await selectWebsite(db, link.websiteId))!;
    await noteOpened(db, link.id, now);
    await recordAct(db, { act: 'issue-link-opened', ...subjectOf(found) });
    const { details } = issue;
    const { fix, stacks, others } = fixForStack(details.fix, details.places);
    return {
      data: {
        companyName: link.companyName,
        sentBy: link.sentBy,
        expiresAt: toWire(link.expiresAt),
        website: { name: website.name, url: website.url },
        issue: {
          title: details.title,
          severity: issue.severity,
          score: details.cvss.score,
          vector: details.cvss.vector,
          cwe: details.cwe,
          owasp: details.owasp,
          explanation: details.explanation,
          // the picture stays inside: it may show the page of a visitor who is signed in
          confirmed: howConfirmed({
            confidence: details.confidence,
            hasScreenshot: false,
            payloads: details.places.map(({ payload }) => payload ?? ''),
          }),
          fix,
          stacks,
          otherFixes: others,
          references: details.references,
          places: details.places
            .slice(0, placesShown)
            .map((place, i) => placeForDeveloper(details.rule, place, i < placesWithExcerpts)),
          placesTotal: Math.max(details.placesTotal ?? 0, details.places.length),
          firstSeen: toWire(issue.firstSeen),
          lastSeen: toWire(issue.lastSeen),
        },
        ...standingOf(found),
      },
    };
  });
}

export async function issueLinkStanding(
  ctx: PublicCtx,
  { token }: BodyOf<Calls['issueLinkStanding']>,
): Promise<ReplyOf<Calls['issueLinkStanding']>> {
  const opened = await enter(ctx, token);
  return opened.scope.inOrg(async (db) => ({ data: standingOf(await openIssue(opened, db)) }));
}

/** Takes "fixed, please check": the same look, with the same limits, that an administrator can ask for. Each page answers once. */
export async function reportFixed(
  ctx: PublicCtx,
  body: BodyOf<Calls['reportFixed']>,
): Promise<ReplyOf<Calls['reportFixed']>> {
  const opened = await enter(ctx, body.token);
  const { scope } = opened;
  return scope.inOrg(async (db) => {
    const before = await openIssue(opened, db, { lock: true });
    const { link } = before;
    if (!(await takeAnswer(db, link.id, body.answers, ctx.now()))) throw new Refusal('already-answered');
    await askForRetests(scope, db, {
      websiteId: link.websiteId,
      ids: [link.findingId],
      by: link.email ?? someone.toLowerCase(),
    });
    await recordAct(db, {
      act: 'issue-fix-reported',
      ...subjectOf(before),
      after: { ...(body.name ? { name: body.name } : {}), ...(body.note ? { comment: body.note } : {}) },
    });
    return { data: standingOf(await openIssue(opened, db)) };
  });
}
