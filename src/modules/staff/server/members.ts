import { randomInt, randomUUID } from 'node:crypto';
import { oneLine } from '#platform/text.ts';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { isDuplicate } from '#platform/server/database/database.ts';
import { endSessionsOf } from '#platform/server/session.ts';
import { catalogOf } from '#modules/catalog/server/public.ts';
import { emailSchema } from '#modules/accounts/contract.ts';
import { deleteMember, insertMember, selectMembers, type MemberRow } from './members.store.ts';

/** What an operator asked for cannot be done; the message is one sentence. */
export class StaffError extends Error {}

export type NewMember = {
  email: string;
  name: string;
  brandId: string | null;
  /** For an account that does not exist yet, instead of a temporary one. */
  password?: string;
};

// without letters that are mistaken for one another
const letters = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;

/** Twenty letters and digits in groups, of every kind that the pool asks for. */
const makePassword = (): string => {
  const of = (kind: string) => kind[randomInt(kind.length)]!;
  const all = letters.join('');
  const group = () => letters.map(of).join('') + of(all) + of(all);
  return [group(), group(), group(), group()].join('-');
};

function checkMember(ctx: BaseCtx, { email, name, brandId }: NewMember): { email: string; name: string } {
  const address = emailSchema.safeParse(email);
  if (!address.success) throw new StaffError(`${oneLine(email)} is not an e-mail address.`);
  const named = oneLine(name);
  if (named.length === 0 || named.length > 100)
    throw new StaffError('Give a name of 1 to 100 characters: --name "Sam Rivera".');
  const { brands } = catalogOf(ctx.settings);
  if (brandId !== null && !brands.has(brandId))
    throw new StaffError(
      `There is no brand '${oneLine(brandId)}'; there are ${[...brands.keys()].join(', ')}.`,
    );
  return { email: address.data, name: named };
}

/**
 * Makes a person a member of staff, with an account of the user pool where there is none. Sessions that the person has end,
 * so that the next sign-in is one of staff. Throws `StaffError`.
 * @returns the temporary password of an account made now, which is kept nowhere; null where there was one
 */
export async function addStaff(
  ctx: BaseCtx,
  asked: NewMember,
): Promise<{ member: MemberRow; temporaryPassword: string | null }> {
  const { email, name } = checkMember(ctx, asked);
  const { identity } = ctx.providers;
  const known = await identity.findUser(email);
  const temporaryPassword = known || asked.password ? null : makePassword();
  const user =
    known ??
    (await identity.createUser({
      email,
      password: asked.password ?? temporaryPassword!,
      temporary: temporaryPassword !== null,
    }));
  const member: MemberRow = {
    id: randomUUID(),
    cognitoId: user.cognitoId,
    email,
    name,
    brandId: asked.brandId,
    addedAt: ctx.now(),
  };
  try {
    await insertMember(ctx.global, member);
  } catch (error) {
    if (isDuplicate(error, 'staff_is_no_admin'))
      throw new StaffError(`${email} administers an organization: staff need an address of their own.`, {
        cause: error,
      });
    if (isDuplicate(error)) throw new StaffError(`${email} is a member of staff already.`, { cause: error });
    throw error;
  }
  await endSessionsOf(ctx, member.cognitoId);
  return { member, temporaryPassword };
}

/** Takes somebody off the staff; their sessions end at once, a support session with its entry in the log. Throws `StaffError`. */
export async function removeStaff(ctx: BaseCtx, email: string): Promise<MemberRow> {
  const member = await deleteMember(ctx.global, email);
  if (!member) throw new StaffError(`${oneLine(email)} is no member of staff.`);
  // their tokens of the pool open nothing either
  await ctx.providers.identity.signOutEverywhere(member.cognitoId);
  return member;
}

export const listStaff = (ctx: BaseCtx): Promise<MemberRow[]> => selectMembers(ctx.global);
