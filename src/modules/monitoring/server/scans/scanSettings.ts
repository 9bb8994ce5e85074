import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import { blackoutEnd } from '#platform/server/blackout.ts';
import type { BaseCtx, OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { ScanRequest, SignIn } from '#providers/scanner/port.ts';
import type { monitoringContract } from '../../contract.ts';
import { freeMinutes, leastFreeMinutes, type QuietWindow } from '../../quietHours.ts';
import { portalZone, toWire } from '../../rules.ts';
import type { SignInGiven } from '../../scanSettings.ts';
import { wakeScan } from './scanRuns.store.ts';
import { selectSettings, upsertSettings, type SettingsRow, type SignInRow } from './scanSettings.store.ts';
import { selectWebsite } from '../websites/websites.store.ts';

type Calls = typeof monitoringContract;
type Opens = Pick<BaseCtx, 'secrets'>;

/** Bound to the website, so that what one row holds is of no use in another. */
export const signInPurpose = (websiteId: string) => `scan sign-in ${websiteId}`;

function openSignIn({ secrets }: Opens, websiteId: string, kept: SignInRow): SignIn | null {
  const text = secrets.open(signInPurpose(websiteId), kept.sealed);
  return text === null ? null : (JSON.parse(text) as SignIn);
}

function settingsWire(
  ctx: Opens,
  websiteId: string,
  { signIn, exclude, quietHours }: SettingsRow,
): ReplyOf<Calls['loadScanSettings']> {
  return {
    signIn: signIn && {
      kind: signIn.kind,
      url: signIn.url,
      user: signIn.user,
      header: signIn.header,
      setAt: toWire(signIn.setAt),
      readable: openSignIn(ctx, websiteId, signIn) !== null,
    },
    exclude,
    quietHours,
  };
}

export async function loadScanSettings(
  ctx: OrgScope,
  { targetId }: BodyOf<Calls['loadScanSettings']>,
): Promise<ReplyOf<Calls['loadScanSettings']>> {
  return ctx.inOrg(async (db) => {
    if (!(await selectWebsite(db, targetId))) throw new Refusal('no-such-website');
    return settingsWire(ctx, targetId, await selectSettings(db, targetId));
  });
}

/** The sign-in page on the website itself, under its name with or without `www`: nobody else is shown the password. */
function signInPage(websiteUrl: string, given: string): string {
  const base = new URL(websiteUrl);
  const plain = (host: string) => host.replace(/^www\./, '');
  const page = URL.canParse(given, base.href) ? new URL(given, base) : null;
  const isOwn =
    page !== null &&
    /^https?:$/.test(page.protocol) &&
    page.username === '' &&
    plain(page.hostname) === plain(base.hostname) &&
    (page.port === base.port || (base.protocol === 'http:' && page.protocol === 'https:')) &&
    !(base.protocol === 'https:' && page.protocol === 'http:');
  if (!isOwn) throw new Refusal('sign-in-elsewhere', { host: base.host });
  page.hash = '';
  return page.href;
}

type Entered = Exclude<SignInGiven, { kind: 'keep' | 'none' }>;

function sealSignIn(
  { secrets }: Opens,
  website: { id: string; url: string },
  given: Entered,
  now: Date,
): SignInRow {
  const shown = { url: null, user: null, header: null, setAt: now };
  const sealed = (signIn: SignIn) => secrets.seal(signInPurpose(website.id), JSON.stringify(signIn));
  switch (given.kind) {
    case 'form': {
      const { user, password, signedInText } = given;
      const url = signInPage(website.url, given.url);
      const signIn: SignIn = {
        kind: 'form',
        url,
        user,
        password,
        ...(signedInText === '' ? {} : { signedInText }),
      };
      return { ...shown, kind: 'form', url, user, sealed: sealed(signIn) };
    }
    case 'bearer':
      return { ...shown, kind: 'bearer', sealed: sealed({ kind: 'bearer', token: given.token.trim() }) };
    case 'header':
      return {
        ...shown,
        kind: 'header',
        header: given.name,
        sealed: sealed({ kind: 'header', name: given.name, value: given.value }),
      };
    case 'cookie':
      return { ...shown, kind: 'cookie', sealed: sealed({ kind: 'cookie', cookie: given.cookie.trim() }) };
  }
}

export async function saveScanSettings(
  ctx: OrgScope,
  body: BodyOf<Calls['saveScanSettings']>,
): Promise<ReplyOf<Calls['saveScanSettings']>> {
  const { targetId, signIn: given, exclude, quietHours } = body;
  if (freeMinutes(quietHours) < leastFreeMinutes) throw new Refusal('always-quiet');
  const now = ctx.now();
  return ctx.inOrg(async (db) => {
    const website = await selectWebsite(db, targetId, { lock: true });
    if (!website) throw new Refusal('no-such-website');
    const before = await selectSettings(db, targetId);
    const signIn =
      given.kind === 'keep'
        ? before.signIn
        : given.kind === 'none'
          ? null
          : sealSignIn(ctx, website, given, now);
    const settings: SettingsRow = { signIn, exclude: [...new Set(exclude)], quietHours };
    await upsertSettings(db, { orgId: ctx.orgId, websiteId: targetId, now }, settings);
    await wakeScan(db, targetId, now);
    return settingsWire(ctx, targetId, settings);
  });
}

/** The end of the quiet hours in which a website is left alone at this time; null when it is not. */
export const quietUntil = (quietHours: readonly QuietWindow[], at: Date): Date | null =>
  quietHours.length === 0 ? null : blackoutEnd(at, { zone: portalZone, windows: quietHours });

/** What the settings of a website make of a scan, with what could not be done of it. */
export async function scanAsSet(
  ctx: OrgScope,
  websiteId: string,
  { signsIn }: { signsIn: boolean },
): Promise<{ request: Pick<ScanRequest, 'signIn' | 'exclude' | 'blackout'>; notes: string[] }> {
  const settings = await ctx.inOrg((db) => selectSettings(db, websiteId));
  const signIn = signsIn && settings.signIn ? openSignIn(ctx, websiteId, settings.signIn) : undefined;
  return {
    request: {
      ...(signIn ? { signIn } : {}),
      ...(settings.exclude.length > 0 ? { exclude: settings.exclude } : {}),
      ...(settings.quietHours.length > 0
        ? { blackout: { zone: portalZone, windows: settings.quietHours } }
        : {}),
    },
    notes:
      signIn === null
        ? [
            'The scan was not signed in: what was kept for it cannot be opened any more. Enter the sign-in again in the scan settings.',
          ]
        : [],
  };
}
