import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import { isDuplicate, type OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { brandOfChannel, catalogOf } from '#modules/catalog/server/public.ts';
import type { monitoringContract } from '../../contract.ts';
import type { Ownership } from '../../entities.ts';
import {
  coveredWebsites,
  frequencies,
  levelLabels,
  nameKey,
  parseWebAddress,
  toWire,
  type WebAddress,
} from '../../rules.ts';
import { entitlementOf, isFrequencyAllowed } from './entitlement.ts';
import { knownProofs } from '../ownership/ownership.ts';
import { restrictionOf } from '../ownership/restrictions.ts';
import {
  confirmForms,
  countWebsites,
  deleteWebsite,
  insertWebsite,
  isUrlUsed,
  selectAcceptance,
  selectWebsites,
  updateWebsiteName,
  type StandingConsent,
  type WebsiteStanding,
} from './websites.store.ts';

type Calls = typeof monitoringContract;
/** Inside an organisation, for a known person. */
export type ActingCtx = OrgScope & Pick<OrgCtx, 'session'>;

function addressOrRefuse(text: string, protocol?: string): WebAddress {
  const address = parseWebAddress(text, protocol);
  if (!address) throw new Refusal('url-invalid');
  return address;
}

/** Says what the wizard must know before its second step (modules.md 4). */
export async function checkUrl(
  ctx: OrgScope,
  body: BodyOf<Calls['checkAppUrl']>,
): Promise<ReplyOf<Calls['checkAppUrl']>> {
  const address = addressOrRefuse(body.url);
  const usedInTargets = await ctx.inOrg((db) => isUrlUsed(db, address.key));
  const restriction = await restrictionOf(ctx, address);
  if (restriction?.kind === 'unresolved') throw new Refusal('url-invalid', { reason: restriction.reason });
  return {
    usedInTargets,
    inAlexaTopSites: restriction?.kind === 'top-site',
    restricted: restriction !== null,
    reason: restriction?.reason ?? null,
    url: address.url,
  };
}

async function refuseRestricted(ctx: OrgScope, address: WebAddress): Promise<void> {
  const restriction = await restrictionOf(ctx, address);
  if (!restriction) return;
  throw new Refusal(restriction.kind === 'unresolved' ? 'url-invalid' : 'url-restricted', {
    reason: restriction.reason,
  });
}

/** How it is kept who confirmed something. */
export const confirmer = ({ session: { email, supportStaff } }: ActingCtx): string =>
  supportStaff ? `${supportStaff} for ${email}` : email;

/** Names that two people took at the same moment are told apart by the database. */
async function refuseDuplicates<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isDuplicate(error, 'website_name')) throw new Refusal('name-taken', undefined, error);
    if (isDuplicate(error, 'website_url')) throw new Refusal('url-in-use', undefined, error);
    throw error;
  }
}

/** The terms that the account works under, and when the person who asks accepted them. */
async function standingConsent(ctx: ActingCtx, db: OrgDb, channelId: string): Promise<StandingConsent> {
  const { terms } = brandOfChannel(catalogOf(ctx.settings), channelId).wire.links;
  return { terms, acceptedAt: await selectAcceptance(db, ctx.session.cognitoId) };
}

/**
 * Adds a website for a person who confirmed to be allowed to have it scanned; who and when is kept. A call that says nothing
 * about it relies on the terms that the account accepted, and which ones is kept as well (modules.md 7).
 */
export async function addWebsite(
  ctx: ActingCtx,
  body: BodyOf<Calls['createTarget']>,
): Promise<ReplyOf<Calls['createTarget']>> {
  const address = addressOrRefuse(body.targetUrl, body.protocol);
  // left out, the account's acceptance of the terms stands for it; a plain no does not
  if (body.urlConfirmed === false) throw new Refusal('consent-missing');
  await refuseRestricted(ctx, address);
  const id = randomUUID();
  const remaining = await refuseDuplicates(
    ctx.inOrg(async (db) => {
      const entitlement = await entitlementOf(ctx, db, { lock: true });
      const { maximumAllowed } = entitlement;
      const used = await countWebsites(db);
      if (used >= maximumAllowed)
        throw new Refusal('limit-reached', { maximumAllowed, isHighestPlan: entitlement.isHighestPlan });
      const scanProfile = body.scanProfile ?? entitlement.defaultLevel;
      if (!entitlement.levels.includes(scanProfile))
        throw new Refusal('level-not-available', { levels: entitlement.levels });
      if (body.recurrence && !isFrequencyAllowed(entitlement, body.recurrence))
        throw new Refusal('frequency-not-in-plan');
      await insertWebsite(db, {
        orgId: ctx.orgId,
        id,
        name: body.targetName,
        nameKey: nameKey(body.targetName),
        url: address.url,
        urlKey: address.key,
        scanProfile,
        confirmedBy: confirmer(ctx),
        confirmedByPerson: ctx.session.cognitoId,
        standing: body.urlConfirmed ? null : await standingConsent(ctx, db, entitlement.channelId),
        now: ctx.now(),
      });
      if (body.formsConfirmed) await confirmForms(db, id, confirmer(ctx), ctx.now());
      return maximumAllowed - used - 1;
    }),
  );
  return { targetId: id, zeguroTargetId: id, targetName: body.targetName, targetUrl: address.url, remaining };
}

export async function renameWebsite(
  ctx: OrgScope,
  body: BodyOf<Calls['editTarget']>,
): Promise<ReplyOf<Calls['editTarget']>> {
  const exists = await refuseDuplicates(
    ctx.inOrg((db) => updateWebsiteName(db, body.zeguroTargetId, body.appName, nameKey(body.appName))),
  );
  if (!exists) throw new Refusal('no-such-website');
  return { targetId: body.zeguroTargetId, targetName: body.appName };
}

export async function removeWebsite(
  ctx: OrgScope,
  body: BodyOf<Calls['deleteTarget']>,
): Promise<ReplyOf<Calls['deleteTarget']>> {
  if (!(await ctx.inOrg((db) => deleteWebsite(db, body.targetId)))) throw new Refusal('no-such-website');
  return { targetId: body.targetId };
}

const targetOf = (website: WebsiteStanding, covered: ReadonlySet<string>, ownership: Ownership) => ({
  targetId: website.id,
  zeguroTargetId: website.id,
  targetName: website.name,
  targetUrl: website.url,
  protocol: website.url.startsWith('https:') ? 'https://' : 'http://',
  scanProfile: website.scanProfile,
  recurrence: website.recurrence,
  urlConfirmed: website.standing === null,
  confirmedBy: website.confirmedBy,
  confirmedAt: toWire(website.confirmedAt),
  standingConsent: website.standing && {
    terms: website.standing.terms,
    acceptedAt: toWire(website.standing.acceptedAt),
  },
  isScanInProgress: website.running,
  lastScanDate: website.lastScanAt && toWire(website.lastScanAt),
  issues: { highs: website.highs, mediums: website.mediums, lows: website.lows },
  isInPlan: covered.has(website.id),
  ownership,
  formsConfirmedBy: website.formsConfirmedBy,
  formsConfirmedAt: website.formsConfirmedAt && toWire(website.formsConfirmedAt),
});

export async function listWebsites(ctx: OrgScope): Promise<ReplyOf<Calls['loadTargetList']>> {
  return ctx.remember('organization', ctx.orgId, 'websites', () => readWebsites(ctx));
}

async function readWebsites(ctx: OrgScope): Promise<ReplyOf<Calls['loadTargetList']>> {
  const { websites, entitlement, ownership } = await ctx.inOrg(async (db) => ({
    websites: await selectWebsites(db),
    entitlement: await entitlementOf(ctx, db),
    ownership: await knownProofs(ctx, db),
  }));
  const { maximumAllowed } = entitlement;
  const covered = coveredWebsites(websites, maximumAllowed);
  return {
    targetList: websites.map((website) => targetOf(website, covered, ownership(website))),
    companyName: entitlement.companyName,
    companyUrl: entitlement.companyUrl,
    numberOfTargets: { maximumAllowed, remaining: Math.max(0, maximumAllowed - websites.length) },
    frequencies: frequencies.map((frequency) => ({
      ...frequency,
      allowed: entitlement.frequencies.includes(frequency.name),
    })),
    scanLevels: entitlement.levels.map((code) => ({ code, label: levelLabels[code] })),
    defaultScanLevel: entitlement.defaultLevel,
    isHighestPlan: entitlement.isHighestPlan,
  };
}
