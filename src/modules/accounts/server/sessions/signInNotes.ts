import type { z } from 'zod';
import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { Database, GlobalDb } from '#platform/server/database/database.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { deleteOtherSessions } from '#platform/server/session.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import { brandOfOrg, catalogOf, chooseBrand, toMailBrand } from '#modules/catalog/server/public.ts';
import type { GuessableWords, IdentityEvents } from '#providers/identity/port.ts';
import { describeDevice } from '../secondFactor/devices.ts';
import { noteNewPasswordSpec } from '../jobSpecs.ts';
import { noteFailedSignIn } from '../measures.ts';
import { organizationOfPerson } from '../people.store.ts';
import { deleteResetLinksOf } from '../password/resetLinks.store.ts';
import { queueSecurityMail } from '../securityMails.ts';
import * as store from './signInNotes.store.ts';

/** Failures of one account within it are one entry of the log, so that nobody floods a log with wrong passwords. */
const quarterHourMs = 900_000;

/**
 * What follows in the portal from what happens at its own user pool. The log and the email of a new password are a job on the
 * transaction of the change: finding out the organization and its brand there would take a second connection.
 */
export function identityEvents({
  global,
  jobs,
  now,
}: {
  global: GlobalDb;
  jobs: Jobs;
  now: () => Date;
}): IdentityEvents {
  return {
    passwordChanged: async (db, { keptSignInId, origin, ...change }) => {
      await deleteOtherSessions(db, change.cognitoId, keptSignInId);
      await deleteResetLinksOf(db, change.cognitoId);
      await jobs.enqueue(db, noteNewPasswordSpec, { ...change, ...origin, at: now().toISOString() });
    },
    signInFailed: (cognitoId, origin) => {
      noteFailedSignIn();
      return store.countFailedSignIn(global, cognitoId, origin, now());
    },
  };
}

/** The names of the portal's brands, and the name of a person's company. */
export const guessableWords =
  (settings: Settings, database: Pick<Database, 'global' | 'inOrg'>): GuessableWords =>
  async (cognitoId) => {
    const brands = [...catalogOf(settings).brands.values()].flatMap(({ wire }) => [
      wire.brandNameShort,
      wire.brandNameLong,
    ]);
    const orgId = cognitoId === null ? null : await organizationOfPerson(database.global, cognitoId);
    if (orgId === null) return brands;
    return [...brands, await database.inOrg(orgId, (db) => store.selectCompanyName(db, orgId))];
  };

const actOf = {
  'reset-link': 'password-reset-by-link',
  'reset-code': 'password-reset-by-code',
  'own-password': 'password-changed',
  'temporary-password': 'temporary-password-replaced',
} as const;

/** Tells a person by email that the password is a new one, and the organization by its log, all or nothing. */
export async function noteNewPassword(
  ctx: BaseCtx,
  data: z.output<typeof noteNewPasswordSpec.data>,
  key: string,
): Promise<void> {
  const { cognitoId, email, how, ip, userAgent } = data;
  // a reset link from before the portal noted addresses
  if (email === '') return;
  const at = new Date(data.at);
  const orgId = await organizationOfPerson(ctx.global, cognitoId);
  const scope = orgId === null ? null : ctx.forOrg(orgId, { id: cognitoId, email, ip, userAgent });
  const brand = toMailBrand(scope ? await brandOfOrg(scope) : chooseBrand(catalogOf(ctx.settings), {}));
  const act = 'new-password';
  const mail = { act, brand, email, at, address: ip, device: describeDevice(userAgent).words, key } as const;
  if (!scope) return ctx.global.transaction().execute((db) => queueSecurityMail(ctx, db, mail));
  await scope.inOrg(async (db) => {
    await recordAct(db, { act: actOf[how], subject: 'admin', subjectId: cognitoId, subjectName: email });
    await queueSecurityMail(ctx, db, mail);
  });
}

/** Writes failed sign-ins of the last quarter of an hour into the logs; those of people without an organization are forgotten. */
export async function noteFailedSignIns(ctx: BaseCtx): Promise<void> {
  const before = new Date(ctx.now().getTime() - quarterHourMs);
  await store.deleteFailedOfNoOrganization(ctx.global, before);
  for (const cognitoId of await store.selectFailedBefore(ctx.global, before)) {
    const orgId = await organizationOfPerson(ctx.global, cognitoId);
    if (orgId !== null) await noteFailuresOf(ctx, orgId, cognitoId, before);
  }
}

async function noteFailuresOf(ctx: BaseCtx, orgId: string, cognitoId: string, before: Date): Promise<void> {
  // from where the last one came: who sends wrong passwords is no person of the organization
  const scope = ctx.forOrg(orgId, (await store.selectFailedPlace(ctx.global, cognitoId)) ?? {});
  await scope.inOrg(async (db) => {
    const failed = await store.takeFailedSignIns(db, cognitoId, before);
    const email = await store.selectAdminAddress(db, orgId, cognitoId);
    if (!failed || email === null) return;
    const after = {
      tries: failed.tries,
      first: failed.firstAt.toISOString(),
      last: failed.lastAt.toISOString(),
    };
    await recordAct(db, {
      act: 'sign-in-failed',
      subject: 'admin',
      subjectId: cognitoId,
      subjectName: email,
      after,
    });
  });
}
