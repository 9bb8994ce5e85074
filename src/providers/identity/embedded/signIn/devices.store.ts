import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { hashToken } from '#platform/server/secrets/secrets.ts';

/** Devices of one person that are known at most; the one used longest ago is forgotten first. */
const mostDevices = 10;
export const deviceDays = 180;

/** What names a device that signed the person of an address or id in before; null for a device or person unknown. */
export async function knownDevice(db: GlobalDb, name: string, device: string): Promise<string | null> {
  const row = await db
    .selectFrom('userPoolDevice as d')
    .innerJoin('userPoolUser as u', 'u.cognitoId', 'd.cognitoId')
    .select(['d.cognitoId', 'd.deviceHash'])
    .where('d.deviceHash', '=', hashToken(device))
    .where((e) => e.or([e('u.email', '=', name), e('u.cognitoId', '=', name)]))
    .executeTakeFirst();
  return row ? `${row.cognitoId} device ${row.deviceHash}` : null;
}

/** Notes that a device proved to be its person's. */
export async function rememberDevice(db: GlobalDb, name: string, device: string, now: Date): Promise<void> {
  await sql`
    with person as (select cognito_id from user_pool_user where email = ${name} or cognito_id = ${name}),
    kept as (insert into user_pool_device (cognito_id, device_hash, used_at) select cognito_id, ${hashToken(device)}, ${now} from person
      on conflict (cognito_id, device_hash) do update set used_at = excluded.used_at)
    delete from user_pool_device d using person p where d.cognito_id = p.cognito_id and d.device_hash <> ${hashToken(device)}
      and d.device_hash in (select o.device_hash from user_pool_device o where o.cognito_id = p.cognito_id
        order by o.used_at desc offset ${mostDevices - 1})`.execute(db);
}
