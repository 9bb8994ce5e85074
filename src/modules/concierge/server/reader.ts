import { sql } from 'kysely';
import type { OrgScope } from '#platform/server/ctx.ts';
import { brandOfChannel, catalogOf, fillBrand, planOf, type CatalogBrand } from '#modules/brand/server/public.ts';
import type { RichBlock, RichText } from '#platform/richText.ts';
import type { Reader } from '../rules.ts';

/** An organisation as messages are chosen for it, with the brand that speaks to it. */
export type ReaderFacts = Reader & { signUpDate: Date; companyName: string; channelId: string };

type Row = { company_name: string; channel_id: string; plan_id: string; industry: string; sign_up_date: Date };

/** Remembered until the organisation changes. */
export const readerOf = (ctx: OrgScope): Promise<ReaderFacts> =>
  ctx.remember('organization', ctx.orgId, 'concierge-reader', async () => {
    const { rows } = await ctx.inOrg((db) =>
      sql<Row>`select company_name, channel_id, plan_id, industry, sign_up_date from organization where org_id = ${ctx.orgId}`.execute(db),
    );
    const row = rows[0]!;
    return {
      orgId: ctx.orgId,
      ...placeOf(ctx, { channelId: row.channel_id, planId: row.plan_id }),
      industry: row.industry,
      signUpDate: row.sign_up_date,
      companyName: row.company_name,
      channelId: row.channel_id,
    };
  });

/** Brand and plan as the catalogue reads them. */
export function placeOf(ctx: Pick<OrgScope, 'settings'>, { channelId, planId }: { channelId: string; planId: string }) {
  const catalog = catalogOf(ctx.settings);
  return { brandId: brandOfChannel(catalog, channelId).wire.brandId, planId: planOf(catalog, planId, channelId).planId };
}

export const brandOf = (ctx: Pick<OrgScope, 'settings'>, { channelId }: { channelId: string }): CatalogBrand =>
  brandOfChannel(catalogOf(ctx.settings), channelId);

/** `{brand}` and `{emailDomain}` of a text, filled in. */
export const filled = (brand: CatalogBrand, text: string): string => fillBrand(brand.wire, text);

/** The same in a formatted text. */
export function filledText(brand: CatalogBrand, text: RichText): RichText {
  const one = (block: RichBlock): RichBlock => {
    if (block.kind === 'code') return block;
    if (block.kind === 'list') return { ...block, items: block.items.map((item) => item.map(one)) };
    if (block.kind === 'quote') return { ...block, blocks: block.blocks.map(one) };
    return { ...block, spans: block.spans.map((span) => ({ ...span, text: filled(brand, span.text) })) };
  };
  return text.map(one);
}
