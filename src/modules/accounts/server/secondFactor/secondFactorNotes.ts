import { recordAct } from '#platform/server/audit.ts';
import type { PublicCtx } from '#platform/server/ctx.ts';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { brandOfOrg, catalogOf, chooseBrand, toMailBrand } from '#modules/catalog/server/public.ts';
import { describeDevice } from './devices.ts';
import { queueSecurityMail, type SecurityMail } from '../securityMails.ts';

type Person = { cognitoId: string; email: string; orgId: string | null };

/** What happened to a person's second factor, as the audit log and the mail tell it. */
export type SecurityNote = {
  act: Exclude<SecurityMail['act'], 'second-factor-reset' | 'new-password'>;
  codesLeft?: number;
};

/**
 * Does `work`, tells the person by mail and writes the organisation's audit log, all or nothing. The actor is the person:
 * whoever does this has just proved to be.
 */
export async function noteSecondFactor(
  ctx: PublicCtx,
  person: Person,
  note: SecurityNote,
  work: (db: GlobalDb) => Promise<void>,
) {
  const { cognitoId, email, orgId } = person;
  const { ip, userAgent, host } = ctx.client;
  const scope =
    orgId === null
      ? null
      : ctx.forOrg(orgId, { id: cognitoId, email, ip, userAgent, requestId: ctx.requestId });
  const brand = toMailBrand(scope ? await brandOfOrg(scope) : chooseBrand(catalogOf(ctx.settings), { host }));
  const mail = { ...note, brand, email, at: ctx.now(), address: ip, device: describeDevice(userAgent).words };
  if (!scope) {
    await ctx.global.transaction().execute(async (db) => {
      await work(db);
      await queueSecurityMail(ctx, db, mail);
    });
    return;
  }
  await scope.inOrg(async (db) => {
    await work(db);
    await recordAct(db, { act: note.act, subject: 'admin', subjectId: cognitoId, subjectName: email });
    await queueSecurityMail(ctx, db, mail);
  });
}
