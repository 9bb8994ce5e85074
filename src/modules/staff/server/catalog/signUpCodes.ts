import type { Handlers } from '#platform/server/http/serve.ts';
import { randomInt } from 'node:crypto';
import { pacificDay, addDays } from '#platform/days.ts';
import type { StaffCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { accountsPaths } from '#modules/accounts/paths.ts';
import {
  catalogOf,
  selectSignUps,
  type Catalog,
  type DeskEntry,
  type SignUpCodeValue,
} from '#modules/catalog/server/public.ts';
import type { staffCatalogContract } from '../../catalogContract.ts';
import type { SignUpCodeRow } from '../../catalogSchemas.ts';
import { pageSize } from '../../rules.ts';
import { backToFile, findChannel, saveAndRecord, scopeOf, standingOf } from './scope.ts';

type Calls = Handlers<typeof staffCatalogContract>;

const linkOf = (catalog: Catalog, { id, channelId }: SignUpCodeValue): string =>
  `${catalog.channels.get(channelId)?.brand.wire.webAddress ?? ''}${accountsPaths.signUp(id)}`;

function described(
  catalog: Catalog,
  today: string,
  entry: DeskEntry<SignUpCodeValue>,
): Omit<SignUpCodeRow, 'organizations' | 'lastSignUp'> {
  const { value } = entry;
  const link = catalog.signUpCodes.get(entry.id);
  const channel = catalog.channels.get(value.channelId);
  const plan = value.plan ? catalog.plans.get(value.plan) : channel?.defaultPlan;
  const goodUntil = link?.validUntil ?? value.validUntil ?? null;
  return {
    ...standingOf(entry),
    id: value.id,
    channelId: value.channelId,
    brand: channel?.brand.wire.brandNameShort ?? '',
    plan: value.plan ?? '',
    planName: plan?.planName ?? value.plan ?? '',
    validUntil: value.validUntil ?? '',
    goodUntil,
    state: goodUntil !== null && today > goodUntil ? 'ended' : 'good',
    link: linkOf(catalog, value),
  };
}

export const listSignUpCodes: Calls['staffSubscriptionIds'] = async (ctx, asked) => {
  const { signUpCodes } = await scopeOf(ctx);
  const catalog = catalogOf(ctx.settings);
  const today = pacificDay(ctx.now());
  const search = asked.search.toLowerCase();
  const found = signUpCodes
    .map((entry) => described(catalog, today, entry))
    .filter(
      (row) =>
        (asked.channelId === '' || row.channelId === asked.channelId) &&
        (asked.state === '' || row.state === asked.state) &&
        `${row.id} ${row.channelId} ${row.planName}`.toLowerCase().includes(search),
    )
    .toSorted((one, other) => one.id.localeCompare(other.id, 'en', { sensitivity: 'base' }));
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = asked.page > pages ? 1 : asked.page;
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  const signUps = await selectSignUps(
    ctx.global,
    shown.map(({ id }) => id.toLowerCase()),
  );
  const rows = shown.map((row) => {
    const came = signUps.get(row.id.toLowerCase());
    return { ...row, organizations: came?.organizations ?? 0, lastSignUp: came?.last.toISOString() ?? null };
  });
  return { data: { rows, total: found.length, page, pages } };
};

// without letters that are mistaken for one another
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const madeUp = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]!).join('');

/** What is asked for, as an entry; blanks are left out. */
const valueOf = (
  id: string,
  channelId: string,
  { plan, validUntil }: { plan: string; validUntil: string },
) => ({
  id,
  channelId,
  ...(plan ? { plan } : {}),
  ...(validUntil ? { validUntil } : {}),
});

export const createSignUpCode: Calls['createSubscriptionId'] = async (ctx, asked) => {
  const { id: channelId } = findChannel(await scopeOf(ctx), asked.channelId);
  const id = asked.id || madeUp();
  await saveAndRecord(ctx, {
    changes: [
      { kind: 'subscription-id', id: id.toLowerCase(), seen: null, value: valueOf(id, channelId, asked) },
    ],
  });
  return { data: { id, link: linkOf(catalogOf(ctx.settings), { id, channelId }) } };
};

async function findId(ctx: StaffCtx, id: string): Promise<DeskEntry<SignUpCodeValue>> {
  const found = (await scopeOf(ctx)).signUpCodes.find((entry) => entry.id === id.toLowerCase());
  if (!found) throw new Refusal('no-such-id');
  return found;
}

async function change(
  ctx: StaffCtx,
  id: string,
  version: number,
  to: { plan: string; validUntil: string },
  verb?: () => string,
): Promise<Record<string, never>> {
  const { value } = await findId(ctx, id);
  const changed = valueOf(value.id, value.channelId, to);
  await saveAndRecord(
    ctx,
    { changes: [{ kind: 'subscription-id', id: id.toLowerCase(), seen: version, value: changed }] },
    verb,
  );
  return {};
}

export const saveSignUpCode: Calls['saveSubscriptionId'] = (ctx, { id, version, ...to }) =>
  change(ctx, id, version, to);

/** Its last day was yesterday: whoever opens its link from now on reads that it has ended. */
export const endSignUpCode: Calls['endSubscriptionId'] = async (ctx, { id, version }) => {
  const { value } = await findId(ctx, id);
  const yesterday = addDays(pacificDay(ctx.now()), -1);
  return change(ctx, id, version, { plan: value.plan ?? '', validUntil: yesterday }, () => 'Ended');
};

export const revertSignUpCode: Calls['revertSubscriptionId'] = async (ctx, { id, version }) => {
  const { value } = await findId(ctx, id);
  await saveAndRecord(
    ctx,
    { changes: [{ kind: 'subscription-id', id: value.id.toLowerCase(), seen: version, value: null }] },
    backToFile,
  );
  return {};
};
