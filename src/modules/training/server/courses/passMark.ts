import type { OrgDb } from '#platform/server/database/database.ts';
import { policyPassMark } from '#modules/policies/server/public.ts';
import { selectSettings } from '../settings.store.ts';

const usualPassMark = 80;

/** What holds where the settings name no pass mark: what the policy says, or else 80. */
export const passMarkOfPolicy = async (db: OrgDb): Promise<number> =>
  (await policyPassMark(db)) ?? usualPassMark;

/** The score in percent that passes a course of the year. */
export const passMarkOf = async (db: OrgDb): Promise<number> =>
  (await selectSettings(db))?.passMark ?? (await passMarkOfPolicy(db));
