import type { OrgDb } from '#platform/server/database.ts';

/** Takes weaknesses, conversations and read marks of an organisation away; messages belong to none. */
export async function deleteAllConcierge(db: OrgDb): Promise<void> {
  await db.deleteFrom('conciergeThread').execute();
  await db.deleteFrom('weaknessCandidate').execute();
  await db.deleteFrom('weakness').execute();
  await db.deleteFrom('conciergeRead').execute();
}
