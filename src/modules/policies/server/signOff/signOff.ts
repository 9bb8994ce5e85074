import type { ReplyOf } from '#platform/endpoint.ts';
import { recordAct } from '#platform/server/audit.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { countUse } from '#platform/server/http/rateLimit.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import { addTeamMembers, removeTeamMember } from '#modules/organization/server/public.ts';
import type { Signer, signOffContract } from '../../signOffContract.ts';
import { selectSignaturesOf } from './signatures.store.ts';
import * as store from './signOff.store.ts';
import { byStage } from './reminders.ts';
import { askPeople, sendLinks, signOffInPlan } from './requests.ts';
import { selectOpenRequests } from './requests.store.ts';
import { selectInForce } from '../inForce.store.ts';
import { lockPolicies } from '../versions.store.ts';

type Calls = typeof signOffContract;

/** Nobody is reminded by hand twice within this time. */
const restMs = 3_600_000;
/** How often an organisation may remind by hand within a day. */
const remindersPerDay = 20;

async function mustBeInPlan(ctx: OrgScope): Promise<void> {
  if (!(await signOffInPlan(ctx))) throw new Refusal('sign-off-not-in-plan');
}

const signerOf = (row: store.SignerRow): Signer => ({
  ...row,
  sentAt: row.sentAt?.toISOString() ?? null,
  lastSignedAt: row.lastSignedAt?.toISOString() ?? null,
});

export async function readSignOff(ctx: OrgScope): Promise<ReplyOf<Calls['signOff']>> {
  await mustBeInPlan(ctx);
  return { data: await ctx.inOrg((db) => store.selectOverview(db)) };
}

export const listSigners: Handler<Calls['signers']> = async (ctx, asked) => {
  await mustBeInPlan(ctx);
  const { page, pageSize } = asked;
  const found = await ctx.inOrg((db) =>
    store.selectSigners(db, {
      ...asked,
      down: asked.down === '1',
      limit: pageSize,
      skip: (page - 1) * pageSize,
    }),
  );
  return { data: { people: found.people.map(signerOf), total: found.total } };
};

export const readSigner: Handler<Calls['signer']> = async (ctx, { memberId }) => {
  await mustBeInPlan(ctx);
  return ctx.inOrg(async (db) => {
    const person = await store.selectSigner(db, memberId);
    if (!person) throw new Refusal('no-such-person');
    const signed = await selectSignaturesOf(db, memberId);
    return { data: { person: signerOf(person), signed, waiting: await store.selectOwedBy(db, memberId) } };
  });
};

/** Whoever is added is asked with the next reminders, or at once where an administrator reminds. */
export const addSigners: Handler<Calls['addSigners']> = async (ctx, { people }) => {
  await mustBeInPlan(ctx);
  return { data: await addTeamMembers(ctx, people) };
};

export const removeSigner: Handler<Calls['removeSigner']> = async (ctx, { memberId }) => {
  await mustBeInPlan(ctx);
  await ctx.inOrg((db) => removeTeamMember(db, memberId, ctx.now()));
  return {};
};

/** Policies that were asked before ask nobody again; the rest of the list is asked no longer, and what was signed stays. */
export const askToSign: Handler<Calls['askToSign']> = async (ctx, { policyTypes }) => {
  await mustBeInPlan(ctx);
  const ids = [...new Set(policyTypes)];
  return ctx.inOrg(async (db) => {
    await lockPolicies(db);
    const policies = (await selectInForce(db)).filter(({ policyId }) => ids.includes(policyId));
    if (policies.length < ids.length) throw new Refusal('no-such-policy');
    const fresh = await store.replaceAsked(db, ctx.orgId, policies, ctx.now());
    const { mailed, notice } = await askPeople(ctx, db, fresh, 'ask');
    return { data: { mailed, ...(notice ? { notice } : {}) } };
  });
};

export const remindSigners: Handler<Calls['remindSigners']> = async (ctx, given) => {
  await mustBeInPlan(ctx);
  const now = ctx.now();
  const wait = await countUse(ctx.global, `policy-reminders:${ctx.orgId}`, remindersPerDay, 86_400, now);
  if (wait !== null) throw new Refusal('too-many-mails', { retryAfterSeconds: wait });
  const named = given.memberIds && [...new Set(given.memberIds)];
  return ctx.inOrg(async (db) => {
    const open = await selectOpenRequests(db, named ?? null);
    const fresh = open.filter(({ askedAt }) => askedAt === null).map(({ memberId }) => memberId);
    let { mailed, notice } = await sendLinks(ctx, db, fresh, { reason: 'ask', how: 'ask', stage: 0 });
    const asked = open.filter(({ askedAt }) => askedAt !== null);
    const how = { unlessSince: new Date(now.getTime() - restMs) };
    for (const [stage, memberIds] of byStage(asked, now)) {
      const sent = await sendLinks(ctx, db, memberIds, { reason: 'reminder', how, stage });
      mailed += sent.mailed;
      notice = sent.notice ?? notice;
    }
    const skipped = (named?.length ?? open.length) - mailed;
    if (mailed > 0)
      await recordAct(db, {
        act: 'signers-reminded',
        subject: 'policy_sign_request',
        subjectName: mailed === 1 ? '1 person' : `${mailed} people`,
      });
    return { data: { mailed, skipped, ...(notice ? { notice } : {}) } };
  });
};
