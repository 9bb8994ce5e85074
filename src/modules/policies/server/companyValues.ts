import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx, OrgScope } from '#platform/server/ctx.ts';
import type { policyTextsContract } from '../contract.ts';
import { actingPerson, changedMeanwhile } from './acting.ts';
import { writeCompanyValues } from './company.store.ts';
import { acceptedValues } from './givenValues.ts';
import { readCompany } from './policies.ts';
import { lockPolicies } from './versions.store.ts';

type Calls = typeof policyTextsContract;

/** What all policies say about the company; a value that nobody gave has its default in its `ValueSpec`. */
export async function readCompanyValues(ctx: OrgScope): Promise<ReplyOf<Calls['companyValues']>> {
  const company = await ctx.inOrg((db) => readCompany(ctx, db));
  const values = company.specs.map((spec) =>
    spec.key === 'companyName' && spec.type === 'text' ? { ...spec, default: company.companyName } : spec,
  );
  return { data: { values, given: company.given, etag: company.etag } };
}

export async function saveCompanyValues(
  ctx: OrgCtx,
  body: BodyOf<Calls['saveCompanyValues']>,
): Promise<ReplyOf<Calls['saveCompanyValues']>> {
  await ctx.inOrg(async (db) => {
    await lockPolicies(db);
    const company = await readCompany(ctx, db);
    const acting = await actingPerson(ctx, db);
    const isOwnLast = company.etag === null || company.savedByPerson === acting.person;
    if (body.etag ? body.etag !== company.etag : !isOwnLast) throw changedMeanwhile(company);
    const given = acceptedValues(company.specs, body.values, 'values');
    await writeCompanyValues(db, {
      orgId: ctx.orgId,
      given,
      etag: randomUUID(),
      at: ctx.now(),
      by: acting.name,
      person: acting.person,
    });
  });
  return {};
}
