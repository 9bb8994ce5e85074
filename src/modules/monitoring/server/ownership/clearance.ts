import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { ScanLevel } from '#providers/scanner/port.ts';
import type { Ownership } from '../../entities.ts';
import { isQuickLook, levelLabels, sendsForms } from '../../rules.ts';
import { ownershipOf, recheckOwnership } from './ownership.ts';
import { selectWebsite, type WebsiteRow } from '../websites/websites.store.ts';

/** What may be done to a website now, of what was asked for. */
export type Clearance = {
  level: ScanLevel;
  /** Why it is less than what was asked for. */
  heldBack: 'proof' | 'forms' | null;
  /** What shows that the website may be scanned at this level; null where nothing has to. */
  provedBy: 'dns' | 'file' | 'meta' | 'domain' | 'operator' | null;
};

/** The level at which a scan runs that was asked for at another. */
export function clearanceOf(asked: ScanLevel, ownership: Ownership, formsConfirmed: boolean): Clearance {
  if (isQuickLook(asked)) return { level: asked, heldBack: null, provedBy: null };
  if (ownership.state === 'missing') return { level: 'lightning', heldBack: 'proof', provedBy: null };
  const provedBy =
    ownership.state === 'not-needed' ? null : ownership.state === 'proved' ? ownership.by : ownership.state;
  // whoever runs the portal and opened an address of its own network for scans has decided that too
  if (sendsForms(asked) && !formsConfirmed && ownership.state !== 'operator')
    return { level: 'safe', heldBack: 'forms', provedBy };
  return { level: asked, heldBack: null, provedBy };
}

/** By what is known, when a scan is asked for; whoever carries it out looks again. */
export async function clearanceNow(
  ctx: Pick<OrgScope, 'settings' | 'providers' | 'orgId'>,
  db: OrgDb,
  website: Pick<WebsiteRow, 'id' | 'url' | 'formsConfirmedAt'>,
  asked: ScanLevel,
): Promise<Clearance> {
  return clearanceOf(asked, await ownershipOf(ctx, db, website), website.formsConfirmedAt !== null);
}

/** By what the website and its DNS say now. Never inside a transaction. Null when the website was removed. */
export async function recheckClearance(
  ctx: OrgScope,
  websiteId: string,
  asked: ScanLevel,
  signal: AbortSignal,
): Promise<Clearance | null> {
  const website = await ctx.inOrg((db) => selectWebsite(db, websiteId));
  if (!website) return null;
  if (isQuickLook(asked)) return { level: asked, heldBack: null, provedBy: null };
  return clearanceOf(asked, await recheckOwnership(ctx, website, signal), website.formsConfirmedAt !== null);
}

/** How a report says that less was done than what was asked for. */
export function heldBackNote(asked: ScanLevel, { level, heldBack }: Clearance): string[] {
  const instead = `This scan ran at ${levelLabels[level]} instead of ${levelLabels[asked]}`;
  if (heldBack === 'proof')
    return [
      `${instead}: your ownership of the website was not verified. Verify it, and the next scan checks everything.`,
    ];
  if (heldBack === 'forms')
    return [
      `${instead}: no one has agreed yet to have the website's forms sent. You can agree in its scan schedule.`,
    ];
  return [];
}
