import { percentOf } from '#platform/percent.ts';
import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import { selectCompany } from './company.store.ts';

/** Whom everybody tells when something looks wrong, and how to reach them; null where the company named nobody. */
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
  const { rows } = await sql<{ mark: unknown }>`
    select coalesce(given_values -> 'passMark', defaults -> 'passMark') as mark
    from policy_version where policy_id = 'people' and in_force and template is not null`.execute(db);
  const mark = rows[0]?.mark;
  return typeof mark === 'number' && mark >= 50 && mark <= 100 ? percentOf(mark, 100) : null;
}
