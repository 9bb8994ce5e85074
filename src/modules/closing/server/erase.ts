import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { forgetJobsOf } from '#platform/server/jobs/jobRecords.ts';
import { endSessionsOf } from '#platform/server/session.ts';
import { forgetPerson } from '#modules/accounts/server/public.ts';
import { brandOfChannel, catalogOf, toMailBrand } from '#modules/catalog/server/public.ts';
import { exportsPrefix } from '#modules/exports/server/public.ts';
import { endPlan, renewingPlans } from '#modules/plans/server/public.ts';
import * as closings from './closing.store.ts';
import * as store from './erase.store.ts';
import { eraseOrganizationSpec } from './jobSpecs.ts';
import { queueClosingMails } from './mails.ts';

export const erasurePurpose = 'erasure-people';

/** What the last steps need to know after the rows are gone. */
type People = { companyName: string; channelId: string; readers: closings.Reader[] };

const rowsAtOnce = 2000;
const filesAtOnce = 500;

/**
 * The point of no return, as one transaction: whoever administered is signed out and signs in no more.
 * @returns false where nothing is due, or the erasure has begun before
 */
async function begin(scope: OrgScope): Promise<boolean> {
  const { orgId } = scope;
  const now = scope.now();
  const people = await scope.inOrg(async (db) => {
    const closing = await closings.holdClosing(db, orgId);
    const company = await closings.selectCompany(db, orgId);
    if (!closing || !company || closing.dueAt > now || (await store.isErasing(db, orgId))) return null;
    const readers = await closings.selectReaders(db, orgId);
    const kept: People = { ...company, readers };
    const sealedPeople = scope.secrets.seal(erasurePurpose, JSON.stringify(kept));
    await store.insertErasure(db, {
      orgId,
      askedAt: closing.begunAt,
      byStaff: closing.byStaff,
      begunAt: now,
      sealedPeople,
    });
    await store.endAdministration(db, orgId);
    return readers;
  });
  for (const { cognitoId } of people ?? []) await endSessionsOf(scope, cognitoId);
  return people !== null;
}

async function eraseRows(ctx: BaseCtx, orgId: string, signal: AbortSignal): Promise<void> {
  for (const table of await store.tenantTablesInOrder(ctx.global))
    for (;;) {
      signal.throwIfAborted();
      const rows = await store.eraseSomeRows(ctx.global, orgId, table, rowsAtOnce);
      if (rows > 0) await store.countErased(ctx.global, orgId, { rows });
      if (rows < rowsAtOnce) break;
    }
}

/** Files of an organization, whatever module put them there. */
async function eraseFiles(ctx: BaseCtx, orgId: string, signal: AbortSignal): Promise<void> {
  const { files } = ctx.providers;
  for (const prefix of [`organizations/${orgId}/`, exportsPrefix(orgId)])
    for (;;) {
      const found = await files.list(prefix, { limit: filesAtOnce });
      for (const { key } of found) {
        signal.throwIfAborted();
        await files.remove(key);
      }
      if (found.length === 0) break;
      await store.countErased(ctx.global, orgId, { files: found.length });
    }
}

async function eraseAccounts(ctx: BaseCtx, orgId: string, { readers }: People): Promise<void> {
  for (const person of readers) {
    if (await store.isNeededElsewhere(ctx.global, person.cognitoId)) continue;
    const isThere = (await ctx.providers.identity.findUser(person.email))?.cognitoId === person.cognitoId;
    await ctx.providers.identity.deleteUser(person.cognitoId);
    await forgetPerson(ctx.global, person);
    if (isThere) await store.countErased(ctx.global, orgId, { accounts: 1 });
  }
}

/** What was written or queued while the erasure was under way. */
async function eraseLeftovers(ctx: BaseCtx, orgId: string, signal: AbortSignal): Promise<void> {
  await eraseFiles(ctx, orgId, signal);
  await ctx.providers.mail.forget?.({ orgId, addresses: [] });
  await forgetJobsOf(ctx.global, orgId, eraseOrganizationSpec.name);
}

const hourMs = 3_600_000;

/**
 * Erases everything of an organization whose time has come. Each step may be done again, and the organization's own row and
 * the end of the record go last and together: whatever is cut short goes on from there.
 */
export async function eraseOrganization(
  ctx: BaseCtx,
  { orgId, again }: { orgId: string; again: boolean },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const scope = ctx.forOrg(orgId);
  await begin(scope);
  const erasure = await store.selectErasure(ctx.global, orgId);
  if (!erasure) return;
  if (erasure.finishedAt !== null) return again ? eraseLeftovers(ctx, orgId, signal) : undefined;
  const text = ctx.secrets.open(erasurePurpose, erasure.sealedPeople!);
  if (text === null)
    throw new Error('The people of an erasure were sealed with another secret: set SECRET_KEY_OLD.');
  const people = JSON.parse(text) as People;
  for (const { billingSubscriptionId } of await renewingPlans(scope))
    await endPlan(scope, billingSubscriptionId);
  await eraseRows(ctx, orgId, signal);
  await eraseFiles(ctx, orgId, signal);
  await eraseAccounts(ctx, orgId, people);
  await ctx.providers.mail.forget?.({ orgId, addresses: people.readers.map(({ email }) => email) });
  await forgetJobsOf(ctx.global, orgId, eraseOrganizationSpec.name);
  const { companyName, channelId, readers } = people;
  const now = ctx.now();
  await ctx.global.transaction().execute(async (db) => {
    if (!(await store.finishErasure(db, orgId, now))) return;
    const facts = {
      companyName,
      begunBy: '',
      byStaff: erasure.byStaff,
      reason: '',
      begunAt: erasure.askedAt,
      dueAt: now,
      planName: null,
    };
    const brand = toMailBrand(brandOfChannel(catalogOf(ctx.settings), channelId));
    // of no organization: what belongs to this one is removed from the queue
    await queueClosingMails({ jobs: ctx.jobs, secrets: ctx.secrets }, db, 'erased', {
      brand,
      facts,
      readers,
    });
    await ctx.jobs.enqueue(
      db,
      eraseOrganizationSpec,
      { orgId, again: true },
      { key: `${orgId} again`, startAfter: new Date(now.getTime() + hourMs) },
    );
  });
  ctx.log.info({ orgId }, 'an organization was erased');
}
