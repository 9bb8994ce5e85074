import { randomUUID } from 'node:crypto';
import type { ReplyOf } from '#platform/endpoint.ts';
import { percentOf } from '#platform/percent.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { policyTextsContract } from '../contract.ts';
import { actingPerson, changedMeanwhile } from './acting.ts';
import { selectCompany, writeCompanyValues } from './company.store.ts';
import { acceptedValues } from './givenValues.ts';
import { readCompany } from './policies.ts';
import { selectPassMark } from './inForce.store.ts';
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

export const saveCompanyValues: Handler<Calls['saveCompanyValues']> = async (ctx, body) => {
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
};

/** The person everyone notifies when something looks wrong, and how to reach them; null where the company named nobody. */
export async function securityContact(db: OrgDb): Promise<{ name: string; reach: string } | null> {
  const { given } = await selectCompany(db);
  const textOf = (key: string): string => {
    const value = Object.hasOwn(given, key) ? given[key] : '';
    return typeof value === 'string' ? value.trim() : '';
  };
  const [name, reach] = [textOf('securityContactName'), textOf('securityContactEmail')];
  return name || reach ? { name: name || reach, reach } : null;
}

/** The pass mark of training in percent that the policy on people says, as it holds now; null where none holds. */
export async function policyPassMark(db: OrgDb): Promise<number | null> {
  const mark = await selectPassMark(db);
  return typeof mark === 'number' && mark >= 50 && mark <= 100 ? percentOf(mark, 100) : null;
}
