import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import { catalogOf, planOf } from '#modules/catalog/server/public.ts';
import type { policyTextsContract } from '../contract.ts';
import type { ApprovalRequest, Policy } from '../entities.ts';
import { afterAction, type PolicyState } from '../rules.ts';
import { selectLatestRequests } from './approvals/requests.store.ts';
import { endWaitingRequest } from './approvals/requests.store.ts';
import { requestOf } from './approvals/requests.ts';
import { selectAdminNames, selectCompany } from './company.store.ts';
import { companyOf, frozenTemplate, type Company } from './texts/content.ts';
import { policyOf, storedVersionOf, summaryOf, untouchedPolicy } from './policyView.ts';
import { signOffCounts } from './signOff/signOff.store.ts';
import { policyTemplates } from './templates/templates.ts';
import {
  deleteDraft,
  lockPolicies,
  selectCurrent,
  selectVersion,
  selectVersions,
  type VersionNote,
} from './versions.store.ts';

type Calls = typeof policyTextsContract;

export async function listPolicies(ctx: OrgScope): Promise<ReplyOf<Calls['policyList']>> {
  const now = ctx.now();
  const { versions, requests, company, counts } = await ctx.inOrg(async (db) => ({
    versions: await selectCurrent(db),
    requests: await selectLatestRequests(db),
    company: await selectCompany(db),
    counts: await signOffCounts(db),
  }));
  const { securityPoliciesSignOff: signOffInPlan } = planOf(
    catalogOf(ctx.settings),
    company.planId,
    company.channelId,
  );
  const requestFor = (of: VersionNote) =>
    requests.find((row) => row.policyId === of.policyId && row.version === of.version);
  const saved = new Set(versions.map(({ policyId }) => policyId));
  return {
    data: versions.map((of) => {
      const request = of.status === 'Draft' ? requestFor(of) : undefined;
      const signOff = (signOffInPlan && of.inForce && counts.get(of.policyId)) || null;
      return summaryOf(of, request ? requestOf(request, now) : null, signOff, now);
    }),
    outOfBoxPolicyList: [...policyTemplates().values()].map(
      ({ id, name, summary, order, starter, minutes, templateVersion }) => ({
        id,
        name,
        summary,
        order,
        starter,
        minutes,
        templateVersion,
        saved: saved.has(id),
      }),
    ),
    signOffInPlan,
  };
}

/** What an organisation says for all policies. */
export const readCompany = async (ctx: OrgScope, db: OrgDb): Promise<Company> =>
  companyOf(ctx, await selectCompany(db));

async function requestNow(
  ctx: OrgScope,
  db: OrgDb,
  of: { policyId: string; version: number },
): Promise<ApprovalRequest | null> {
  const [row] = await selectLatestRequests(db, of);
  return row ? requestOf(row, ctx.now()) : null;
}

/** One version, whole. Refuses with `no-such-policy`. */
export async function readPolicy(
  ctx: OrgScope,
  db: OrgDb,
  company: Company,
  policyId: string,
  version: number,
): Promise<Policy> {
  const found = await selectVersion(db, policyId, version);
  if (!found) throw new Refusal('no-such-policy');
  return policyOf(company, found, await requestNow(ctx, db, found));
}

export async function loadPolicy(
  ctx: OrgScope,
  asked: BodyOf<Calls['policyLoad']>,
): Promise<ReplyOf<Calls['policyLoad']>> {
  const { policyType: id, version } = asked;
  return ctx.inOrg(async (db) => {
    const company = await readCompany(ctx, db);
    const versions = await selectVersions(db, id);
    const storageList = versions.map((of) => storedVersionOf(of, company.companyName));
    const chosen =
      version ??
      (versions.find(({ status }) => status === 'Draft') ?? versions.find(({ inForce }) => inForce))?.version;
    if (chosen !== undefined && versions.length > 0)
      return { data: await readPolicy(ctx, db, company, id, chosen), storageList };
    const template = policyTemplates().get(id);
    // of a template that was never saved, its first draft to be is the one version
    if (!template || (version ?? 1) !== 1) throw new Refusal('no-such-policy');
    return {
      data: untouchedPolicy(company, id, template.name, frozenTemplate(template), template.templateVersion),
      storageList,
    };
  });
}

export const policyHistory: Handler<Calls['policyHistory']> = async (ctx, asked) => {
  return ctx.inOrg(async (db) => {
    const versions = await selectVersions(db, asked.policyType);
    if (versions.length === 0 && !policyTemplates().has(asked.policyType))
      throw new Refusal('no-such-policy');
    const { companyName } = await selectCompany(db);
    return { data: versions.map((of) => storedVersionOf(of, companyName)) };
  });
};

/** The versions of a policy as the rules see them. */
export function stateOf(versions: readonly VersionNote[]): PolicyState {
  const draft = versions.find(({ status }) => status === 'Draft');
  return {
    draft: draft ? { version: draft.version, mode: draft.mode ?? 'customize' } : null,
    inForce: versions.find(({ inForce }) => inForce)?.version ?? null,
    past: versions
      .filter(({ status, inForce }) => status === 'Active' && !inForce)
      .map(({ version }) => version)
      .toReversed(),
  };
}

export const deletePolicyDraft: Handler<Calls['policyDelete']> = async (ctx, { id, version }) => {
  await ctx.inOrg(async (db) => {
    await lockPolicies(db);
    const versions = await selectVersions(db, id);
    const after = afterAction(stateOf(versions), { kind: 'delete', version });
    if (typeof after === 'string') throw new Refusal(after);
    await endWaitingRequest(db, id, { outcome: 'voided', at: ctx.now(), ip: null });
    await deleteDraft(db, id, version, versions.length === 1);
  });
  return {};
};

export async function listApprovers(ctx: OrgCtx): Promise<ReplyOf<Calls['approvers']>> {
  const admins = await ctx.inOrg((db) => selectAdminNames(db));
  const isYou = (cognitoId: string) =>
    cognitoId === ctx.session.cognitoId && ctx.session.supportStaff === null;
  return { data: admins.map(({ cognitoId, name, email }) => ({ name, email, you: isYou(cognitoId) })) };
}
