import type { OrgScope } from '#platform/server/ctx.ts';
import {
  accessOf,
  brandOfChannel,
  catalogOf,
  fillBrand,
  planOf,
  type CatalogBrand,
} from '#modules/catalog/server/public.ts';
import type { RichBlock, RichText } from '#platform/richText.ts';
import type { Reader } from '../rules.ts';

/** An organisation as messages are chosen for it, with the brand that speaks to it. */
export type ReaderFacts = Reader & { signUpDate: Date; companyName: string; channelId: string };

/** Out of what every call knows of its organisation; asks nothing more. */
export async function readerOf(ctx: OrgScope): Promise<ReaderFacts> {
  const known = (await accessOf(ctx))!;
  const { channelId, planId, industry, signUpDate, companyName } = known;
  return {
    orgId: ctx.orgId,
    ...placeOf(ctx, { channelId, planId }),
    industry,
    signUpDate,
    companyName,
    channelId,
  };
}

/** Brand and plan as the catalogue reads them. */
export function placeOf(
  ctx: Pick<OrgScope, 'settings'>,
  { channelId, planId }: { channelId: string; planId: string },
) {
  const catalog = catalogOf(ctx.settings);
  return {
    brandId: brandOfChannel(catalog, channelId).wire.brandId,
    planId: planOf(catalog, planId, channelId).planId,
  };
}

export const brandOf = (
  ctx: Pick<OrgScope, 'settings'>,
  { channelId }: { channelId: string },
): CatalogBrand => brandOfChannel(catalogOf(ctx.settings), channelId);

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
