import type { OrgDb } from '#platform/server/database/database.ts';
import { giveTimeAgain } from '../progress/replan.store.ts';
import { setArchived } from './trainees.store.ts';

/** Frees the seats of people; their history stays, and their links end. */
export const archive = async (db: OrgDb, ids: readonly string[], now: Date): Promise<void> => {
  await setArchived(db, ids, true, now);
};

/** People come back with their history. Whether there are seats is for the caller to know. */
export async function bringBack(db: OrgDb, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await setArchived(db, ids, false, now);
  await giveTimeAgain(db, ids, now);
}
