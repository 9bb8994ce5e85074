import type { OrgDb } from '#platform/server/database.ts';
import type { QuietWindow } from '../quietHours.ts';
import type { SignInKept } from '../scanSettings.ts';

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
    .selectFrom('website_scan_setting')
    .selectAll()
    .where('website_id', '=', websiteId)
    .executeTakeFirst();
  if (!row) return usual;
  const kind = row.sign_in_kind as SignInKept['kind'] | null;
  return {
    signIn: kind && {
      kind,
      url: row.sign_in_url,
      user: row.sign_in_user,
      header: row.sign_in_header,
      sealed: row.sign_in_sealed!,
      setAt: row.sign_in_set_at!,
    },
    exclude: row.exclude,
    quietHours: row.quiet_hours as unknown as QuietWindow[],
  };
}

export async function upsertSettings(
  db: OrgDb,
  { orgId, websiteId, now }: { orgId: string; websiteId: string; now: Date },
  { signIn, exclude, quietHours }: SettingsRow,
): Promise<void> {
  const values = {
    sign_in_kind: signIn?.kind ?? null,
    sign_in_url: signIn?.url ?? null,
    sign_in_user: signIn?.user ?? null,
    sign_in_header: signIn?.header ?? null,
    sign_in_sealed: signIn?.sealed ?? null,
    sign_in_set_at: signIn?.setAt ?? null,
    exclude,
    quiet_hours: JSON.stringify(quietHours),
    updated_at: now,
  };
  await db
    .insertInto('website_scan_setting')
    .values({ org_id: orgId, website_id: websiteId, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'website_id']).doUpdateSet(values))
    .execute();
  // whoever waits for the end of quiet hours looks at the new ones
  await db
    .updateTable('website_schedule')
    .set({ held_until: null })
    .where('website_id', '=', websiteId)
    .execute();
}
