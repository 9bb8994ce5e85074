import type { Handlers } from '#platform/server/http/serve.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  catalogOf,
  selectOrganizationCounts,
  type CatalogChange,
  type ChannelValue,
} from '#modules/catalog/server/public.ts';
import type { staffCatalogContract } from '../../catalogContract.ts';
import type { ChannelFields } from '../../catalogSchemas.ts';
import {
  backToFile,
  findBrand,
  findChannel,
  historyOf,
  saveAndRecord,
  scopeOf,
  standingOf,
  type Scope,
} from './scope.ts';

type Calls = Handlers<typeof staffCatalogContract>;

export const listChannels: Calls['staffChannels'] = async (ctx) => {
  const { brands, channels, signUpCodes } = await scopeOf(ctx);
  const { plans } = catalogOf(ctx.settings);
  const nameOf = (planId: string) => plans.get(planId)?.planName ?? planId;
  const counts = await selectOrganizationCounts(
    ctx.global,
    channels.map(({ id }) => id),
  );
  return {
    data: channels.map((channel) => {
      const { brandId, defaultForBrand, trial, defaultPlan, eligiblePlans, validUntil, promotions } =
        channel.value;
      return {
        ...standingOf(channel),
        channelId: channel.id,
        brandId,
        brand: brands.find(({ id }) => id === brandId)?.value.brandNameShort ?? brandId,
        defaultForBrand: defaultForBrand ?? false,
        trialDays: trial.enabled ? trial.days : null,
        defaultPlan: nameOf(defaultPlan),
        plans: eligiblePlans.map(({ plan }) => nameOf(plan)),
        validUntil: validUntil ?? null,
        promotions: (promotions ?? []).length,
        subscriptionIds: signUpCodes.filter(({ value }) => value.channelId === channel.id).length,
        organizations: counts.get(channel.id) ?? 0,
      };
    }),
  };
};

const fieldsOf = (channel: ChannelValue): ChannelFields => ({
  brandId: channel.brandId,
  defaultForBrand: channel.defaultForBrand ?? false,
  trialEnabled: channel.trial.enabled,
  trialDays: channel.trial.days,
  defaultPlan: channel.defaultPlan,
  eligiblePlans: channel.eligiblePlans,
  discountTitle: channel.uiRules?.channelDiscountTitle ?? '',
  discountDescription: channel.uiRules?.channelDiscountDescription ?? '',
  promotions: (channel.promotions ?? []).map((promotion) => ({ ...promotion, from: promotion.from ?? '' })),
  validUntil: channel.validUntil ?? '',
});

/** The entry that fields make of one; what the form does not know, such as pictures, stays as it is. */
function valueOf(channelId: string, fields: ChannelFields, before?: ChannelValue): Record<string, unknown> {
  const { validUntil: _until, ...rest } = before ?? {};
  return {
    ...rest,
    channelId,
    brandId: fields.brandId,
    defaultForBrand: fields.defaultForBrand,
    trial: { enabled: fields.trialEnabled, days: fields.trialDays },
    defaultPlan: fields.defaultPlan,
    eligiblePlans: fields.eligiblePlans,
    ...(fields.validUntil ? { validUntil: fields.validUntil } : {}),
    uiRules: {
      ...before?.uiRules,
      channelDiscountTitle: fields.discountTitle,
      channelDiscountDescription: fields.discountDescription,
    },
    promotions: fields.promotions.map(({ from, ...promotion }) => ({
      ...promotion,
      ...(from ? { from } : {}),
    })),
  };
}

export const readChannel: Calls['staffChannel'] = async (ctx, { channelId }) => {
  const channel = findChannel(await scopeOf(ctx), channelId);
  return {
    data: {
      ...standingOf(channel),
      channelId,
      fields: fieldsOf(channel.value),
      history: await historyOf(ctx, 'channel', channelId),
    },
  };
};

/** A brand has one default channel: where another becomes it, the former one is it no longer. */
function formerDefault({ channels }: Scope, channelId: string, fields: ChannelFields): CatalogChange[] {
  if (!fields.defaultForBrand) return [];
  return channels
    .filter(({ id, value }) => id !== channelId && value.brandId === fields.brandId && value.defaultForBrand)
    .map(({ id, version, value }) => ({
      kind: 'channel',
      id,
      seen: version,
      value: { ...value, defaultForBrand: false },
    }));
}

export const saveChannel: Calls['saveChannel'] = async (ctx, { channelId, version, fields }) => {
  const scope = await scopeOf(ctx);
  const { value } = findChannel(scope, channelId);
  findBrand(scope, fields.brandId);
  const changed = valueOf(channelId, fields, value);
  await saveAndRecord(ctx, {
    changes: [
      { kind: 'channel', id: channelId, seen: version, value: changed },
      ...formerDefault(scope, channelId, fields),
    ],
  });
  return {};
};

export const createChannel: Calls['createChannel'] = async (ctx, { channelId, fields }) => {
  const scope = await scopeOf(ctx);
  findBrand(scope, fields.brandId);
  await saveAndRecord(ctx, {
    changes: [
      { kind: 'channel', id: channelId, seen: null, value: valueOf(channelId, fields) },
      ...formerDefault(scope, channelId, fields),
    ],
  });
  return {};
};

export const revertChannel: Calls['revertChannel'] = async (ctx, { channelId, version }) => {
  const { member, ...scope } = await scopeOf(ctx);
  const { file } = findChannel({ member, ...scope }, channelId);
  // the file may know it as another brand's
  if (file && member.brandId !== null && file.brandId !== member.brandId)
    throw new Refusal('no-such-channel');
  await saveAndRecord(
    ctx,
    { changes: [{ kind: 'channel', id: channelId, seen: version, value: null }] },
    backToFile,
  );
  return {};
};
