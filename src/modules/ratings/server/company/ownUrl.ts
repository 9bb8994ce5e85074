import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { registrableDomain } from './domain.ts';
import { selectCompany } from '../runs/runs.store.ts';

/** The company's own domain now. Refuses with the code given where it has entered none. */
export async function requireDomain(db: OrgDb, code: 'no-company-url' | 'no-rating'): Promise<string> {
  const domain = registrableDomain((await selectCompany(db)).url);
  if (domain === null) throw new Refusal(code);
  return domain;
}
