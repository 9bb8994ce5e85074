import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database.ts';

/** The organisation that a person administers, or null. */
export async function organizationOfPerson(db: GlobalDb, cognitoId: string): Promise<string | null> {
  const { rows } = await sql<{ org_id: string | null }>`select organization_of_person(${cognitoId}) as org_id`.execute(db);
  return rows[0]?.org_id ?? null;
}
