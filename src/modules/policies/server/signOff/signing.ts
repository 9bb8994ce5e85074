import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import { oneLine } from '#platform/text.ts';
import type { policyLinksContract } from '../../signOffContract.ts';
import { openLinkToken } from '#platform/server/secrets/linkTokens.ts';
import { policyPdf } from '../pdf/policyPdf.ts';
import * as store from './signatures.store.ts';
import { signOffInPlan } from './requests.ts';

type Calls = typeof policyLinksContract;
type Opened = { scope: OrgScope; memberId: string; round: number };

/** Checks what the link says of itself. Unknown, forged, of a plan without signatures: all the same to whoever holds one. */
async function openLink(ctx: PublicCtx, token: string): Promise<Opened> {
  const place = openLinkToken(ctx, 'policy-signing-link', token);
  if (!place) throw new Refusal('link-invalid');
  const { ip, userAgent } = ctx.client;
  const scope = ctx.forOrg(place.orgId, { ip, userAgent, requestId: ctx.requestId });
  if (!(await signOffInPlan(scope))) throw new Refusal('link-invalid');
  return { scope, memberId: place.id, round: place.round };
}

/** Whose link it is. Refuses with `link-invalid`, `link-expired`. */
async function personOf({ scope, memberId, round }: Opened, db: OrgDb): Promise<store.SigningPerson> {
  const person = await store.selectSigningPerson(db, memberId);
  if (!person) throw new Refusal('link-invalid');
  if (person.linkRound !== round || person.expiresAt <= scope.now()) throw new Refusal('link-expired');
  return person;
}

export const openSigning: Handler<Calls['openSigning']> = async (ctx, { token }) => {
  const opened = await openLink(ctx, token);
  return opened.scope.inOrg(async (db) => {
    const person = await personOf(opened, db);
    const policies = await store.selectAskedOf(db, opened.memberId);
    return {
      data: {
        companyName: person.companyName,
        person: person.name,
        expiresAt: person.expiresAt.toISOString(),
        policies: policies.map(({ textHash: _hash, again, note, signedAt, ...policy }) => ({
          ...policy,
          note: again ? note : '',
          signedAt: signedAt?.toISOString() ?? null,
        })),
      },
    };
  });
};

export const readToSign: Handler<Calls['readToSign']> = async (ctx, { token, policyType }) => {
  const opened = await openLink(ctx, token);
  return opened.scope.inOrg(async (db) => {
    await personOf(opened, db);
    const data = await store.selectTextToSign(db, policyType);
    if (!data) throw new Refusal('no-such-policy');
    return { data };
  });
};

/** What was shown is signed, by the name that was typed; it stays on record whatever becomes of person, address or policy. */
export const sign: Handler<Calls['sign']> = async (ctx, given) => {
  const opened = await openLink(ctx, given.token);
  const { scope, memberId } = opened;
  const now = scope.now();
  return scope.inOrg(async (db) => {
    const person = await personOf(opened, db);
    const policies = await store.selectAskedOf(db, memberId);
    const policy = policies.find(({ id }) => id === given.policyType);
    if (!policy) throw new Refusal('no-such-policy');
    if (policy.signedAt) throw new Refusal('already-signed');
    if (policy.version !== given.version || policy.textHash !== given.textHash)
      throw new Refusal('text-changed');
    const signed = await store.insertSignature(db, {
      orgId: scope.orgId,
      memberId,
      policyId: policy.id,
      policyName: policy.name,
      version: policy.version,
      textHash: policy.textHash,
      typedName: oneLine(given.name),
      personName: person.name,
      personEmail: person.email,
      now,
      ip: ctx.client.ip,
      userAgent: oneLine(ctx.client.userAgent).slice(0, 400),
    });
    if (!signed) throw new Refusal('already-signed');
    const left = policies.filter(({ id, signedAt }) => signedAt === null && id !== policy.id).length;
    return { data: { signedAt: now.toISOString(), left } };
  });
};

export const signingPdf: Handler<Calls['signingPdf']> = async (ctx, { token, policyType }) => {
  const opened = await openLink(ctx, token);
  const policy = await opened.scope.inOrg(async (db) => {
    await personOf(opened, db);
    return store.selectTextToSign(db, policyType);
  });
  if (!policy) throw new Refusal('no-such-policy');
  return policyPdf(opened.scope, policy.id, policy.version);
};
