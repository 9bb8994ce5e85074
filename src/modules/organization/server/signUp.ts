import { signUpLinkOf } from '#modules/accounts/server/public.ts';
import type { SessionCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import {
  findSignUpCode,
  chooseBrand,
  defaultChannelOf,
  isSignUpCodeExpired,
  type Catalog,
  type Channel,
  type Plan,
} from '#modules/catalog/server/public.ts';
import { IdentityError } from '#providers/identity/port.ts';

/** What a new organisation starts with. */
export type SignUp = { signUpCode: string | null; channel: Channel; plan: Plan; invited: Invited | null };
/** What is known of somebody who came by the link of a mail. */
type Invited = { firstName: string; lastName: string; companyName: string };

/**
 * Channel and plan of whoever signed up, from the subscription id that the user pool keeps. The id came from a browser:
 * an unknown or expired one counts for nothing, and the portal's own address decides.
 * @param options.whenUnknown while the pool cannot be asked: `default` answers without the id, `refuse` with `identity-unavailable`
 */
export async function signUpOf(
  ctx: SessionCtx,
  catalog: Catalog,
  options: { whenUnknown: 'default' | 'refuse' },
): Promise<SignUp> {
  // the link's word counts for more: an account that a stranger began with the address kept the stranger's id
  const invited = await signUpLinkOf(ctx, ctx.session.cognitoId);
  const user = await ctx.providers.identity.findUser(ctx.session.email).catch((error: unknown) => {
    if (!(error instanceof IdentityError)) throw error;
    if (options.whenUnknown === 'refuse') throw new Refusal('identity-unavailable', undefined, error);
    ctx.log.warn({ err: error }, 'subscription id of a sign-up');
    return null;
  });
  const given = invited?.signUpCode ?? (user?.cognitoId === ctx.session.cognitoId ? user.signUpCode : null);
  const link = given ? findSignUpCode(catalog, given) : null;
  if (link && !isSignUpCodeExpired(link, ctx.now()))
    return { signUpCode: link.signUpCode, channel: link.channel, plan: link.plan, invited };
  const channel = defaultChannelOf(
    catalog,
    chooseBrand(catalog, { host: ctx.client.host, signUpCode: given }),
  );
  return { signUpCode: null, channel, plan: channel.defaultPlan, invited };
}

const dayMs = 86_400_000;

/** Trial or not, from when to when. */
export function subscriptionStart(channel: Channel, now: Date) {
  return channel.trial.enabled
    ? {
        subscriptionStatus: 'INTRIAL' as const,
        subscriptionDate: null,
        expirationDate: new Date(now.getTime() + channel.trial.days * dayMs),
      }
    : { subscriptionStatus: 'ACTIVE' as const, subscriptionDate: now, expirationDate: null };
}
