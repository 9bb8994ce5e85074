import type { Handlers } from '#platform/server/http/serve.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  catalogOf,
  defaultChannelOf,
  readDrawing,
  selectOrganizationCounts,
  type BrandEntry,
  type CatalogBrand,
} from '#modules/catalog/server/public.ts';
import type { staffCatalogContract } from '../../catalogContract.ts';
import type { BrandFields, Drawings } from '../../catalogSchemas.ts';
import { backToFile, findBrand, historyOf, saveAndRecord, scopeOf, standingOf, type Scope } from './scope.ts';

type Calls = Handlers<typeof staffCatalogContract>;

const markOf = (brand: CatalogBrand | undefined): string => brand?.wire.brandMark ?? '';

export const listBrands: Calls['staffBrands'] = async (ctx) => {
  const { brands, channels } = await scopeOf(ctx);
  const catalog = catalogOf(ctx.settings);
  const counts = await selectOrganizationCounts(
    ctx.global,
    channels.map(({ id }) => id),
  );
  return {
    data: brands.map((brand) => {
      const own = channels.filter(({ value }) => value.brandId === brand.id);
      return {
        ...standingOf(brand),
        brandId: brand.id,
        brandNameLong: brand.value.brandNameLong,
        brandNameShort: brand.value.brandNameShort,
        webDomain: catalog.brands.get(brand.id)?.wire.webDomain ?? brand.value.webDomain ?? '',
        accent: brand.value.colours.accent,
        mark: markOf(catalog.brands.get(brand.id)),
        channels: own.length,
        organizations: own.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0),
      };
    }),
  };
};

const fieldsOf = (entry: BrandEntry): BrandFields => ({
  brandNameLong: entry.brandNameLong,
  brandNameShort: entry.brandNameShort,
  webDomain: entry.webDomain ?? '',
  hosts: entry.hosts,
  emailDomain: entry.emailDomain,
  mailFrom: entry.mailFrom ?? '',
  conciergeEmail: entry.conciergeEmail,
  conciergeSchedulingLink: entry.conciergeSchedulingLink,
  helpCenter: entry.helpCenter,
  marketingCollateral: entry.marketingCollateral,
  accent: entry.colours.accent,
  radius: entry.radius,
  links: entry.links,
});

/** The entry that fields make; what is blank is left out. */
const entryOf = ({
  accent,
  webDomain,
  mailFrom,
  hosts,
  ...fields
}: BrandFields): Record<string, unknown> => ({
  ...fields,
  hosts: hosts.map((host) => host.trim()).filter(Boolean),
  ...(webDomain.trim() ? { webDomain: webDomain.trim() } : {}),
  ...(mailFrom.trim() ? { mailFrom: mailFrom.trim() } : {}),
  colours: { accent: accent.trim() },
});

const pictureOf = (brand: CatalogBrand | undefined, file: string, address: string) => {
  const picture = brand?.pictures.get(file);
  return { address, width: picture?.width ?? 0, height: picture?.height ?? 0 };
};

export const readBrand: Calls['staffBrand'] = async (ctx, { brandId }) => {
  const entry = findBrand(await scopeOf(ctx), brandId);
  const brand = catalogOf(ctx.settings).brands.get(brandId);
  const { brandLogo, brandLogoDark, brandMark } = entry.value;
  return {
    data: {
      ...standingOf(entry),
      brandId,
      fields: fieldsOf(entry.value),
      logos: {
        brandLogo: pictureOf(brand, brandLogo, brand?.wire.brandLogo ?? ''),
        brandLogoDark: pictureOf(brand, brandLogoDark ?? brandLogo, brand?.wire.brandLogoDark ?? ''),
        brandMark: pictureOf(brand, brandMark, brand?.wire.brandMark ?? ''),
      },
      webAddress: brand?.wire.webAddress ?? '',
      history: await historyOf(ctx, 'brand', brandId),
    },
  };
};

/** Where a brand is reached and what its mails come from decides which brand an address shows: for staff of every brand alone. */
const addressFields = ['webDomain', 'hosts', 'mailFrom'] as const;

function refuseAddress({ member }: Scope, before: BrandEntry, after: Record<string, unknown>): void {
  if (member.brandId === null) return;
  const given = after as Partial<BrandEntry>;
  const differs = addressFields.some(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(given[name] ?? null),
  );
  if (differs) throw new Refusal('every-brand-only');
}

const picturesOf = (brandId: string, drawings: Drawings) =>
  (['brandLogo', 'brandLogoDark', 'brandMark'] as const).flatMap((field) => {
    const svg = drawings[field];
    return svg ? [{ brandId, field, svg }] : [];
  });

export const saveBrand: Calls['saveBrand'] = async (ctx, { brandId, version, fields, drawings }) => {
  const scope = await scopeOf(ctx);
  const { value } = findBrand(scope, brandId);
  // what the form does not know stays as it is
  const { brandLogoDark, webDomain: _domain, mailFrom: _from, ...rest } = value;
  const dark = brandLogoDark && drawings.brandLogoDark !== '' ? { brandLogoDark } : {};
  const entry = { ...rest, ...dark, ...entryOf(fields) };
  refuseAddress(scope, value, entry);
  await saveAndRecord(ctx, {
    changes: [{ kind: 'brand', id: brandId, seen: version, value: entry }],
    pictures: picturesOf(brandId, drawings),
  });
  return {};
};

/** A brand needs a channel that signs its people up: its first one sells what the default brand's sells. */
export const createBrand: Calls['createBrand'] = async (ctx, { brandId, fields, drawings }) => {
  const { member, channels } = await scopeOf(ctx);
  if (member.brandId !== null) throw new Refusal('every-brand-only');
  const catalog = catalogOf(ctx.settings);
  const missing = (['brandLogo', 'brandMark'] as const).filter((field) => !drawings[field]);
  if (missing.length > 0)
    throw new Refusal('cannot-be-used', {
      fields: missing.map((field) => ({ field, message: 'Please choose an SVG file.' })),
    });
  const pattern = channels.find(
    ({ id }) => id === defaultChannelOf(catalog, catalog.defaultBrand).channelId,
  )!.value;
  const { trial, defaultPlan, eligiblePlans } = pattern;
  const plainPlans = eligiblePlans.map(({ plan }) => ({ plan, planDiscountMessage: '', coupons: [] }));
  await saveAndRecord(ctx, {
    changes: [
      { kind: 'brand', id: brandId, seen: null, value: { brandId, ...entryOf(fields) } },
      {
        kind: 'channel',
        id: brandId,
        seen: null,
        value: {
          channelId: brandId,
          brandId,
          defaultForBrand: true,
          trial,
          defaultPlan,
          eligiblePlans: plainPlans,
        },
      },
    ],
    pictures: picturesOf(brandId, drawings),
  });
  return {};
};

export const revertBrand: Calls['revertBrand'] = async (ctx, { brandId, version }) => {
  const scope = await scopeOf(ctx);
  const { value, file } = findBrand(scope, brandId);
  if (file) refuseAddress(scope, value, file);
  await saveAndRecord(
    ctx,
    { changes: [{ kind: 'brand', id: brandId, seen: version, value: null }] },
    backToFile,
  );
  return {};
};

export const checkDrawing: Calls['checkDrawing'] = async (_ctx, { svg }) => ({
  data: readDrawing(svg),
});
