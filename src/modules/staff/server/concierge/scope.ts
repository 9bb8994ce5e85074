import type { BaseCtx, StaffCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { brandOfChannel, catalogOf } from '#modules/catalog/server/public.ts';
import type { MemberRow } from '../members.store.ts';
import { channelsOf, isVisible, memberOf } from '../organizations.ts';
import { selectNameAndChannel } from '../organizations.store.ts';

/** Who of the staff does it, as the conversations with customers name them. */
export type Expert = { id: string; name: string; email: string };
export type Desk = {
  member: MemberRow;
  expert: Expert;
  /** Channels whose organisations the member sees; null for all. */
  channels: string[] | null;
};

export async function deskOf(ctx: StaffCtx): Promise<Desk> {
  const member = await memberOf(ctx);
  return {
    member,
    expert: { id: member.id, name: member.name, email: member.email },
    channels: channelsOf(ctx, member),
  };
}

export const brandName = (ctx: Pick<BaseCtx, 'settings'>, channelId: string): string =>
  brandOfChannel(catalogOf(ctx.settings), channelId).wire.brandNameShort;

/** An organisation that a member of staff acts in without acting for anybody. */
export type Within = {
  /** Whatever this context does in the organisation is part of the one transaction. */
  ctx: BaseCtx;
  db: OrgDb;
  expert: Expert;
  orgId: string;
  companyName: string;
  brand: string;
};

/**
 * Work in one organisation as one transaction, which its log tells as done by this member of staff. Refuses with
 * `no-such-organization` where the member does not see it.
 */
export async function inOrganization<T>(
  ctx: StaffCtx,
  orgId: string,
  work: (within: Within) => Promise<T>,
): Promise<T> {
  const { member, expert } = await deskOf(ctx);
  const { client, requestId } = ctx;
  const scope = ctx.forOrg(orgId, {
    staff: expert.email,
    ip: client.ip,
    userAgent: client.userAgent,
    requestId,
  });
  return scope.inOrg(async (db) => {
    const row = await selectNameAndChannel(db, orgId);
    if (!row || !isVisible(ctx, member, row.channelId)) throw new Refusal('no-such-organization');
    const inside: BaseCtx = {
      ...ctx,
      forOrg: (other) => {
        if (other !== orgId) throw new Error('This transaction is of one organisation.');
        return { ...scope, inOrg: (inner) => inner(db) };
      },
    };
    return work({
      ctx: inside,
      db,
      expert,
      orgId,
      companyName: row.companyName,
      brand: brandName(ctx, row.channelId),
    });
  });
}

export const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Where a row of a list belongs. */
export const placeOf = (
  ctx: Pick<BaseCtx, 'settings'>,
  { orgId, companyName, channelId }: { orgId: string; companyName: string; channelId: string },
) => ({ orgId, companyName, brand: brandName(ctx, channelId) });
