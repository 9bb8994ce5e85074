import type { staffCatalogContract } from '../../catalogContract.ts';
import type { Handlers } from '#platform/server/http/serve.ts';
import type { StaffCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  catalogOf,
  readDesk,
  saveChanges,
  selectVersions,
  type BrandEntry,
  type CatalogChange,
  type ChangedEntry,
  type ChannelValue,
  type Coupon,
  type DeskEntry,
  type SignUpCodeValue,
} from '#modules/catalog/server/public.ts';
import type { History, Standing } from '../../catalogSchemas.ts';
import { isInScope } from '../../rules.ts';
import { memberOf } from '../organizations.ts';
import { recordStaffAct } from '../staffActs.ts';
import type { MemberRow } from '../members.store.ts';

type Calls = Handlers<typeof staffCatalogContract>;

/** What a member of staff sees of the catalogue. */
export type Scope = {
  member: MemberRow;
  brands: DeskEntry<BrandEntry>[];
  channels: DeskEntry<ChannelValue>[];
  signUpCodes: DeskEntry<SignUpCodeValue>[];
};

export async function scopeOf(ctx: StaffCtx): Promise<Scope> {
  const member = await memberOf(ctx);
  const desk = readDesk(ctx.settings);
  const sees = (brandId: string) => isInScope(member.brandId, brandId);
  const channels = desk.channel.filter(({ value }) => sees(value.brandId));
  const ids = new Set(channels.map(({ id }) => id));
  return {
    member,
    brands: desk.brand.filter(({ id }) => sees(id)),
    channels,
    signUpCodes: desk['subscription-id'].filter(({ value }) => ids.has(value.channelId)),
  };
}

export const findBrand = ({ brands }: Scope, brandId: string): DeskEntry<BrandEntry> => {
  const found = brands.find(({ id }) => id === brandId);
  if (!found) throw new Refusal('no-such-brand');
  return found;
};

export const findChannel = ({ channels }: Scope, channelId: string): DeskEntry<ChannelValue> => {
  const found = channels.find(({ id }) => id === channelId);
  if (!found) throw new Refusal('no-such-channel');
  return found;
};

export const standingOf = ({ version, isEdited, file, edited, problem }: DeskEntry<unknown>): Standing => ({
  version,
  isEdited,
  isOwn: file === null,
  edited: edited && { by: edited.by, at: edited.at.toISOString() },
  problem,
});

const versionsShown = 20;
export const historyOf = async (ctx: StaffCtx, kind: 'brand' | 'channel', id: string): Promise<History> =>
  (await selectVersions(ctx.global, kind, id, versionsShown)).map(
    ({ version, document, editedBy, editedAt }) => ({
      version,
      by: editedBy,
      at: editedAt.toISOString(),
      isFile: document === null,
    }),
  );

const kindWords = { brand: 'brand', channel: 'channel', 'subscription-id': 'subscription id' } as const;

/** Saves changes with their entries in the desk log. */
export async function saveAndRecord(
  ctx: StaffCtx,
  asked: { changes: CatalogChange[]; pictures?: { brandId: string; field: string; svg: string }[] },
  verb: (changed: ChangedEntry) => string = ({ before }) => (before ? 'Changed' : 'Created'),
): Promise<void> {
  await saveChanges(ctx, ctx.session.email, asked, async (db, all) => {
    for (const changed of all)
      await recordStaffAct(db, ctx, {
        kind: changed.kind,
        subjectId: changed.id,
        what: `${verb(changed)} the ${kindWords[changed.kind]} ${String(changed.after?.id ?? changed.before?.id ?? changed.id)}`,
        ...(changed.before ? { before: changed.before } : {}),
        ...(changed.after ? { after: changed.after } : {}),
      });
  });
}

export const backToFile = (): string => "Put back the file's version of";

const couponText = (coupon: Coupon): string => {
  const off =
    coupon.discountType === 'percentage'
      ? `${coupon.discountPercentage}% off`
      : `$${(coupon.discountAmount / 100).toFixed(2)} off a month`;
  return `${coupon.couponCode}: ${off}${coupon.months ? ` for ${coupon.months} months` : ''}`;
};

/** What a member of staff can choose from. */
export const readOptions: Calls['catalogOptions'] = async (ctx) => {
  const { member, brands, channels } = await scopeOf(ctx);
  const { plans, coupons } = catalogOf(ctx.settings);
  return {
    data: {
      brands: brands.map(({ id, value }) => ({ brandId: id, name: value.brandNameLong })),
      channels: channels.map(({ id, value }) => ({ channelId: id, brandId: value.brandId })),
      plans: [...plans.values()].map(({ planId, planName, planPrice }) => ({
        planId,
        planName,
        cents: planPrice,
      })),
      coupons: [...coupons.values()].map((coupon) => ({ code: coupon.couponCode, text: couponText(coupon) })),
      everyBrand: member.brandId === null,
    },
  };
};
