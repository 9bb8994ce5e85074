import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { provedDomains, tokenOf } from '#modules/domains/server/public.ts';
import type { WebsiteProof } from '#providers/scanner/port.ts';
import type { monitoringContract } from '../../contract.ts';
import type { Ownership } from '../../entities.ts';
import { isWebPort, webPorts } from '../../ports.ts';
import { mostProofMisses, parseWebAddress, toWire } from '../../rules.ts';
import { deleteProof, saveFound, saveMissed, selectProofs, type ProofRow } from './ownership.store.ts';
import { isOpened, openedTo, restrictionOf } from './restrictions.ts';
import { notifyOfLapse } from '../scans/scanNotices.ts';
import { holdWebsite } from '../scans/scanRuns.store.ts';
import { selectWebsite, type WebsiteRow } from '../websites/websites.store.ts';

type Calls = typeof monitoringContract;
type Site = Pick<WebsiteRow, 'id' | 'name' | 'url'>;

/** Longest that somebody waits for a look. */
const lookMs = 20_000;

const unproved = { by: null, since: null, domain: null } as const;

/** What the standing of a website follows from. */
type Scope = Pick<OrgScope, 'settings' | 'providers' | 'orgId'>;

/** Whoever runs the portal opened this very address for scans of this organization. */
function isVouchedFor(ctx: Scope, url: string): boolean {
  const address = parseWebAddress(url);
  return address !== null && isOpened(ctx, address);
}

/** What is known of the organisation's proofs, to tell how each of its websites stands. */
export async function knownProofs(
  ctx: Scope,
  db: OrgDb,
): Promise<(site: Pick<Site, 'id' | 'url'>) => Ownership> {
  const [proofs, domains] = [await selectProofs(db), await provedDomains(db)];
  return ({ id, url }) => standing(ctx, url, proofs.get(id), domains);
}

function standing(
  ctx: Scope,
  url: string,
  proof: ProofRow | undefined,
  domains: readonly string[],
): Ownership {
  if (isVouchedFor(ctx, url)) return { ...unproved, state: 'operator' };
  if (!ctx.providers.scanner.prove || !ctx.providers.scanner.proofPlaces)
    return { ...unproved, state: 'not-needed' };
  if (proof) return { ...unproved, state: 'proved', by: proof.provedBy, since: toWire(proof.provedAt) };
  const host = parseWebAddress(url)?.host ?? '';
  const domain = domains.find((one) => host === one || host.endsWith(`.${one}`));
  return domain === undefined ? { ...unproved, state: 'missing' } : { ...unproved, state: 'domain', domain };
}

export const ownershipOf = async (
  ctx: Scope,
  db: OrgDb,
  site: Pick<Site, 'id' | 'url'>,
): Promise<Ownership> => (await knownProofs(ctx, db))(site);

/** Why a website may not be scanned at its port: it is an unusual one, and the website is not proved. Null where it may. */
export async function portRestriction(
  ctx: Scope,
  db: OrgDb,
  site: Pick<Site, 'id' | 'url'>,
): Promise<string | null> {
  const address = parseWebAddress(site.url);
  if (!address || isWebPort(address.port) || (await ownershipOf(ctx, db, site)).state !== 'missing')
    return null;
  return `Port ${address.port} is not a usual port of websites (${webPorts.join(', ')}), so this website is scanned only after you verify that you own it.`;
}

/** With and without `www` a website is the same. */
const tokenFor = (ctx: OrgScope, url: string) =>
  tokenOf(ctx, ctx.orgId, new URL(url).hostname.replace(/^www\./, ''));

async function siteOrRefuse(db: OrgDb, targetId: string): Promise<Site> {
  const site = await selectWebsite(db, targetId);
  if (!site) throw new Refusal('no-such-website');
  return site;
}

export async function loadWebsiteProof(
  ctx: OrgScope,
  body: BodyOf<Calls['loadWebsiteProof']>,
): Promise<ReplyOf<Calls['loadWebsiteProof']>> {
  const { site, ownership } = await ctx.inOrg(async (db) => {
    const found = await siteOrRefuse(db, body.targetId);
    return { site: found, ownership: await ownershipOf(ctx, db, found) };
  });
  const { host } = new URL(site.url);
  const places = ctx.providers.scanner.proofPlaces?.(site.url, tokenFor(ctx, site.url));
  if (!places || ownership.state === 'not-needed' || ownership.state === 'operator')
    return { ownership, host, places: null };
  return { ownership, host, places: { ...places, dns: places.dns.name === '' ? null : places.dns } };
}

/** Looks for the proof of a website, as the scanner does. Never inside a transaction. */
async function look(ctx: OrgScope, url: string, signal: AbortSignal): Promise<WebsiteProof> {
  const { prove } = ctx.providers.scanner;
  if (!prove) return { by: null, seen: 'This scanner asks for no proof.' };
  const over = AbortSignal.timeout(lookMs);
  try {
    return await prove(
      { url, token: tokenFor(ctx, url), allowPrivate: openedTo(ctx) },
      { signal: AbortSignal.any([signal, over]) },
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!over.aborted) throw error;
    return { by: null, seen: `${new URL(url).host} did not answer in time.`, unclear: true };
  }
}

const aboutProof = ({ id, name }: Site) => ({ subject: 'website_proof', subjectId: id, subjectName: name });

async function keepFound(ctx: OrgScope, site: Site, by: ProofRow['provedBy']): Promise<void> {
  await ctx.inOrg(async (db) => {
    // removed while it was looked at
    if (!(await holdWebsite(db, site.id))) return;
    if (await saveFound(db, { orgId: ctx.orgId, websiteId: site.id, by, at: ctx.now() }))
      await recordAct(db, { act: 'website-proved', ...aboutProof(site), after: { by } });
  });
}

/** A proof that is gone, or that could not be looked for too often; one that somebody found since the look began stays. */
async function lapse(ctx: OrgScope, db: OrgDb, site: Site, lookedAt: Date): Promise<void> {
  if (!(await deleteProof(db, site.id, lookedAt))) return;
  await recordAct(db, { act: 'website-proof-lapsed', ...aboutProof(site) });
  await notifyOfLapse(ctx, db, site, lookedAt);
}

/** Looks for the proof now, for somebody who waits. */
export async function checkWebsiteProof(
  ctx: OrgScope,
  body: BodyOf<Calls['checkWebsiteProof']>,
): Promise<ReplyOf<Calls['checkWebsiteProof']>> {
  const { site, before } = await ctx.inOrg(async (db) => {
    const found = await siteOrRefuse(db, body.targetId);
    return { site: found, before: await ownershipOf(ctx, db, found) };
  });
  if (before.state === 'not-needed' || before.state === 'operator')
    return { proved: true, seen: '', ownership: before };
  const address = parseWebAddress(site.url);
  const restriction = address ? await restrictionOf(ctx, address) : null;
  if (restriction && restriction.kind !== 'unresolved')
    return { proved: false, seen: restriction.reason, ownership: before };
  const { by, seen } = await look(ctx, site.url, new AbortController().signal);
  if (by) await keepFound(ctx, site, by);
  const ownership = await ctx.inOrg((db) => ownershipOf(ctx, db, site));
  return { proved: ownership.state !== 'missing', seen, ownership };
}

/**
 * Looks at the proof again before a scan uses it. One that is gone counts no longer; one that could not be looked for still
 * counts for some times.
 */
export async function recheckOwnership(ctx: OrgScope, site: Site, signal: AbortSignal): Promise<Ownership> {
  const before = await ctx.inOrg((db) => ownershipOf(ctx, db, site));
  // what is proved elsewhere is looked at again there
  if (before.state !== 'proved' && before.state !== 'missing') return before;
  const lookedAt = ctx.now();
  const { by, unclear } = await look(ctx, site.url, signal);
  if (by) await keepFound(ctx, site, by);
  else if (before.state === 'proved')
    await ctx.inOrg(async (db) => {
      const misses = unclear ? await saveMissed(db, site.id, lookedAt) : null;
      if (misses === null || misses >= mostProofMisses) await lapse(ctx, db, site, lookedAt);
    });
  return ctx.inOrg((db) => ownershipOf(ctx, db, site));
}
