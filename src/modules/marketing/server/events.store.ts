import type { GlobalDb } from '#platform/server/database.ts';

export async function deleteEventsBefore(db: GlobalDb, before: Date): Promise<void> {
  await db.deleteFrom('marketing_event').where('at', '<', before).execute();
}
