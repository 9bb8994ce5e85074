import { randomUUID } from 'node:crypto';
import type { PublicCtx } from '#platform/server/ctx.ts';
import { readQueuedMail } from '#platform/server/mail/outbox.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { makeIssueLink } from '../issueLinks/issueLinks.ts';
import { runRetests } from '../issues/runRetests.ts';
import { openIssues } from './issues.ts';
import { aFinding, aResult, aRun } from './world.ts';

export const dev = 'dev@agency.example';

export async function openLinks() {
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
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );
