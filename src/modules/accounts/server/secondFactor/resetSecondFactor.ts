import { recordAct } from '#platform/server/audit.ts';
import type { BaseCtx, OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { endSessionsOf } from '#platform/server/session.ts';
import { brandOfOrg, catalogOf, chooseBrand, toMailBrand } from '#modules/catalog/server/public.ts';
import { asRefusal } from '../identityRefusal.ts';
import { organizationOfPerson } from '../people.store.ts';
import { endTokens, stepUp, type Tokens } from './secondFactor.ts';
import * as store from './secondFactor.store.ts';
import { queueSecurityMail } from '../securityMails.ts';

type Person = { cognitoId: string; email: string };
type Reset = { act: 'second-factor-reset' | 'second-factor-reset-by-operator'; doneBy: string };

/**
 * Lets a person in by password alone. Every session and token ends; the rows go last, so that a reset that failed half way can
 * be asked for again.
 * @param scope the organisation whose log tells it; null for somebody of none
 */
async function endSecondFactor(
  ctx: BaseCtx,
  scope: OrgScope | null,
  { cognitoId, email }: Person,
  { act, doneBy }: Reset,
): Promise<void> {
  const { identity } = ctx.providers;
  await identity.disableSecondFactor(cognitoId);
  await identity.signOutEverywhere(cognitoId);
  const brand = toMailBrand(scope ? await brandOfOrg(scope) : chooseBrand(catalogOf(ctx.settings), {}));
  const work = async (db: GlobalDb) => {
    await store.deleteSecondFactor(db, cognitoId);
    await store.deleteRecoveryCodes(db, cognitoId);
    await queueSecurityMail(ctx, db, { act: 'second-factor-reset', brand, email, at: ctx.now(), doneBy });
  };
  if (scope)
    await scope.inOrg(async (db) => {
      await work(db);
      await recordAct(db, { act, subject: 'admin', subjectId: cognitoId, subjectName: email });
    });
  else await ctx.global.transaction().execute(work);
  // also what began between, on tokens of before
  await endSessionsOf(ctx, cognitoId);
}

/**
 * Resets the second factor of another administrator of the organisation, who lost the app and the recovery codes. Whoever asks
 * proves to be themself once more. Refuses with `own-account`, `no-such-person`, `nothing-to-reset`, `invalid-token`.
 */
export async function resetSecondFactor(
  ctx: OrgCtx,
  { cognitoId, ...tokens }: Tokens & { cognitoId: string },
): Promise<Record<string, never>> {
  if (cognitoId === ctx.session.cognitoId) throw new Refusal('own-account');
  const admins = await ctx.inOrg((db) => store.selectAdminFactors(db, ctx.orgId));
  const self = admins.find((one) => one.cognitoId === ctx.session.cognitoId);
  const person = admins.find((one) => one.cognitoId === cognitoId);
  if (!self) throw new Refusal('unauthenticated');
  if (!person) throw new Refusal('no-such-person');
  if (!person.since) throw new Refusal('nothing-to-reset');
  await stepUp(ctx, tokens);
  const doneBy = self.name ? `${self.name} (${self.email})` : self.email;
  await endSecondFactor(ctx, ctx, person, { act: 'second-factor-reset', doneBy }).catch(asRefusal);
  await endTokens(ctx, tokens);
  return {};
}

/**
 * The same for the last administrator standing and for staff, at the operator's hand: whatever the portal knows of a second
 * factor, the pool asks for none afterwards. Throws `IdentityError`.
 * @returns who it was; null when nobody has that address
 */
export async function resetSecondFactorOf(ctx: BaseCtx, email: string): Promise<Person | null> {
  const person = await ctx.providers.identity.findUser(email);
  if (!person) return null;
  const orgId = await organizationOfPerson(ctx.global, person.cognitoId);
  const scope = orgId === null ? null : ctx.forOrg(orgId);
  await endSecondFactor(ctx, scope, person, {
    act: 'second-factor-reset-by-operator',
    doneBy: 'Our support team',
  });
  return person;
}
