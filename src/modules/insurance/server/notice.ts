import type { ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { brandOfOrg } from '#modules/catalog/server/public.ts';
import type { insuranceContract } from '../contract.ts';

/** The insurer of the organisation's brand. Refuses with `no-insurer`, where an operator took it away a moment ago. */
export async function insuranceNotice(
  ctx: OrgScope,
): Promise<ReplyOf<(typeof insuranceContract)['insuranceNotice']>> {
  const { insurer } = (await brandOfOrg(ctx)).entry;
  if (!insurer) throw new Refusal('no-insurer');
  const {
    name,
    phone,
    email,
    hours,
    website,
    claimsPhone = phone,
    claimsEmail = email,
    claimsHours = hours,
  } = insurer;
  return {
    data: {
      name,
      website: website ?? null,
      policies: { phone, email, hours },
      claims: { phone: claimsPhone, email: claimsEmail, hours: claimsHours },
    },
  };
}
