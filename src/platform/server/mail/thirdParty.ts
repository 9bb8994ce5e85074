import { sql } from 'kysely';
import type { BaseCtx } from '../ctx.ts';
import { hashCode } from '../secrets/secrets.ts';
import { mailboxKey } from './limits.ts';

/** An email that an organization has the portal send to someone outside its administrators. */
type ThirdParty = { orgId: string; recipient: string };

/** A mailbox as one organization's emails to it are counted: the same for every spelling and after a rotation of the secret, so that a report stays in force. */
export function recipientOf(ctx: Pick<BaseCtx, 'secrets'>, orgId: string, email: string): string {
  const hash = Buffer.from(
    hashCode(ctx.secrets.lasting('third-party-recipient'), orgId, mailboxKey(email)),
    'base64url',
  );
  // version 8 of RFC 9562: bits of our own
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether an email may no longer be handed over: its sender was stopped, or its recipient reported the sender. Counts it then. */
export const isWithheld = (ctx: BaseCtx, { orgId, recipient }: ThirdParty): Promise<boolean> =>
  ctx.forOrg(orgId).inOrg(async (db) => {
    const { rows } = await sql<{
      withheld: boolean;
    }>`select exists (select from third_party_sender where stopped)
      or exists (select from third_party_report where recipient = ${recipient}) as withheld`.execute(db);
    if (!rows[0]!.withheld) return false;
    await sql`update third_party_email set withheld = withheld + 1 where recipient = ${recipient}
      and day = (select max(day) from third_party_email where recipient = ${recipient})`.execute(db);
    return true;
  });
