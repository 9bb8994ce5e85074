import type { OrgDb } from '#platform/server/database/database.ts';
import type { QuietWindow } from '../../quietHours.ts';
import type { SignInKept } from '../../scanSettings.ts';

export type SignInRow = {
  kind: SignInKept['kind'];
  url: string | null;
  user: string | null;
  header: string | null;
  /** The whole of it, sealed. */
  sealed: string;
  setAt: Date;
};
export type SettingsRow = { signIn: SignInRow | null; exclude: string[]; quietHours: QuietWindow[] };

const usual: SettingsRow = { signIn: null, exclude: [], quietHours: [] };

/** How a website is scanned; a website of which nothing was said is scanned as usual. */
export async function selectSettings(db: OrgDb, websiteId: string): Promise<SettingsRow> {
  const row = await db
    .selectFrom('websiteScanSetting')
    .selectAll()
    .where('websiteId', '=', websiteId)
    .executeTakeFirst();
  if (!row) return usual;
  const kind = row.signInKind as SignInKept['kind'] | null;
  return {
    signIn: kind && {
      kind,
      url: row.signInUrl,
      user: row.signInUser,
      header: row.signInHeader,
      sealed: row.signInSealed!,
      setAt: row.signInSetAt!,
    },
    exclude: row.exclude,
    quietHours: row.quietHours as unknown as QuietWindow[],
  };
}

export async function upsertSettings(
  db: OrgDb,
  { orgId, websiteId, now }: { orgId: string; websiteId: string; now: Date },
  { signIn, exclude, quietHours }: SettingsRow,
): Promise<void> {
  const values = {
    signInKind: signIn?.kind ?? null,
    signInUrl: signIn?.url ?? null,
    signInUser: signIn?.user ?? null,
    signInHeader: signIn?.header ?? null,
    signInSealed: signIn?.sealed ?? null,
    signInSetAt: signIn?.setAt ?? null,
    exclude,
    quietHours: JSON.stringify(quietHours),
    updatedAt: now,
  };
  await db
    .insertInto('websiteScanSetting')
    .values({ orgId, websiteId, ...values })
    .onConflict((conflict) => conflict.columns(['orgId', 'websiteId']).doUpdateSet(values))
    .execute();
  // whoever waits for the end of quiet hours looks at the new ones
  await db
    .updateTable('websiteSchedule')
    .set({ heldUntil: null })
    .where('websiteId', '=', websiteId)
    .execute();
}
