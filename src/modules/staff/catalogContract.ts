import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import {
  brandDetail,
  brandFields,
  brandRow,
  channelDetail,
  channelFields,
  channelRow,
  drawing,
  drawings,
  id,
  options,
  signUpCodeRow,
  text,
  version,
} from './catalogSchemas.ts';
import { dataOf, everyBrandOnly, get, pageOf } from './callParts.ts';

/** `cannot-be-used` names the fields and what is wrong, in the words of an operator. */
const saving = { 'cannot-be-used': 422, stale: 409 } as const;
const making = { 'cannot-be-used': 422, taken: 409, ...everyBrandOnly } as const;
const noBrand = { 'no-such-brand': 404 } as const;
const noChannel = { 'no-such-channel': 404 } as const;
const noId = { 'no-such-id': 404 } as const;
const post = { access: 'staff', method: 'POST', rate: { max: 60, perSeconds: 60 } } as const;
const saved = z.object({});

export const staffCatalogContract = {
  catalogOptions: endpoint({
    ...get,
    path: '/staff/catalog',
    summary: 'Brands, channels, plans and coupons that a member of staff can choose from.',
    body: z.object({}),
    reply: dataOf(options),
    refusals: {},
  }),
  staffBrands: endpoint({
    ...get,
    path: '/staff/brands',
    summary: 'Brands that a member of staff sees.',
    body: z.object({}),
    reply: dataOf(z.array(brandRow)),
    refusals: {},
  }),
  staffBrand: endpoint({
    ...get,
    path: '/staff/brands/:brandId',
    summary: 'One brand with everything that can be edited.',
    body: z.object({ brandId: id }),
    reply: dataOf(brandDetail),
    refusals: noBrand,
  }),
  checkDrawing: endpoint({
    ...post,
    path: '/staff/drawing',
    summary: 'Whether a drawing can be a logo; keeps nothing.',
    body: z.object({ svg: drawing }),
    reply: dataOf(z.object({ width: z.number(), height: z.number() })),
    refusals: { 'cannot-be-used': 422 },
  }),
  saveBrand: endpoint({
    ...post,
    path: '/staff/brands/save',
    summary: 'Saves a brand above its file; the address is for staff of every brand to change.',
    body: z.object({ brandId: id, version, fields: brandFields, drawings }),
    reply: saved,
    refusals: { ...noBrand, ...saving, ...everyBrandOnly },
    maxBytes: 512 * 1024,
  }),
  createBrand: endpoint({
    ...post,
    path: '/staff/brands/create',
    summary: "Makes a brand with its first channel, which sells what the default brand's sells.",
    body: z.object({ brandId: text(100), fields: brandFields, drawings }),
    reply: saved,
    refusals: making,
    maxBytes: 512 * 1024,
  }),
  revertBrand: endpoint({
    ...post,
    path: '/staff/brands/revert',
    summary: "Puts the file's version of a brand back.",
    body: z.object({ brandId: id, version }),
    reply: saved,
    refusals: { ...noBrand, ...saving, 'no-file': 409, ...everyBrandOnly },
  }),
  staffChannels: endpoint({
    ...get,
    path: '/staff/channels',
    summary: 'Channels of the brands that a member of staff sees.',
    body: z.object({}),
    reply: dataOf(z.array(channelRow)),
    refusals: {},
  }),
  staffChannel: endpoint({
    ...get,
    path: '/staff/channels/:channelId',
    summary: 'One channel with everything that can be edited.',
    body: z.object({ channelId: id }),
    reply: dataOf(channelDetail),
    refusals: noChannel,
  }),
  saveChannel: endpoint({
    ...post,
    path: '/staff/channels/save',
    summary:
      "Saves a channel above its file. One that becomes its brand's default takes the place of the other.",
    body: z.object({ channelId: id, version, fields: channelFields }),
    reply: saved,
    refusals: { ...noChannel, ...noBrand, ...saving },
  }),
  createChannel: endpoint({
    ...post,
    path: '/staff/channels/create',
    summary: 'Makes a channel.',
    body: z.object({ channelId: text(100), fields: channelFields }),
    reply: saved,
    refusals: { ...noBrand, 'cannot-be-used': 422, taken: 409 },
  }),
  revertChannel: endpoint({
    ...post,
    path: '/staff/channels/revert',
    summary: "Puts the file's version of a channel back.",
    body: z.object({ channelId: id, version }),
    reply: saved,
    refusals: { ...noChannel, ...saving, 'no-file': 409 },
  }),
  staffSubscriptionIds: endpoint({
    ...get,
    path: '/staff/subscriptionIds',
    summary: 'Subscription ids with what came by each, page by page.',
    body: z.object({
      search: z.string().trim().max(100).default(''),
      channelId: z.string().max(100).default(''),
      state: z.enum(['', 'good', 'ended']).default(''),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    }),
    reply: pageOf(signUpCodeRow),
    refusals: {},
  }),
  createSubscriptionId: endpoint({
    ...post,
    path: '/staff/subscriptionIds/create',
    summary: 'Makes a subscription id of a channel; an empty one is made up.',
    body: z.object({
      id: z.string().trim().max(200),
      channelId: id,
      plan: text(100).default(''),
      validUntil: text(20).default(''),
    }),
    reply: dataOf(z.object({ id: z.string(), link: z.string() })),
    refusals: { ...noChannel, 'cannot-be-used': 422, taken: 409 },
  }),
  saveSubscriptionId: endpoint({
    ...post,
    path: '/staff/subscriptionIds/save',
    summary: 'Changes plan and last day of a subscription id.',
    body: z.object({ id, version, plan: text(100), validUntil: text(20) }),
    reply: saved,
    refusals: { ...noId, ...saving },
  }),
  endSubscriptionId: endpoint({
    ...post,
    path: '/staff/subscriptionIds/end',
    summary: 'Ends a subscription id now: its last day was yesterday.',
    body: z.object({ id, version }),
    reply: saved,
    refusals: { ...noId, ...saving },
  }),
  revertSubscriptionId: endpoint({
    ...post,
    path: '/staff/subscriptionIds/revert',
    summary: "Puts the file's version of a subscription id back.",
    body: z.object({ id, version }),
    reply: saved,
    refusals: { ...noId, ...saving, 'no-file': 409 },
  }),
};
