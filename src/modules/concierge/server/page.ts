import type { ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { brandOfOrg } from '#modules/catalog/server/public.ts';
import type { conciergeContract } from '../contract.ts';
import { conciergeContent } from './content.ts';

/** Words of the page as the brand says them; what it says nothing about is said as content/concierge says it. */
export async function readPage(ctx: OrgCtx): Promise<ReplyOf<typeof conciergeContract.cyberConciergeConfig>> {
  const { wire, entry } = await brandOfOrg(ctx);
  const { page } = conciergeContent();
  const { autoPublish: _ours, offerings: chosen, ...words } = entry.concierge;
  const offerings = chosen
    ? chosen.flatMap((id) => page.offerings.find((offering) => offering.id === id) ?? [])
    : page.offerings;
  const given = Object.fromEntries(Object.entries(words).filter(([, text]) => text !== undefined));
  return {
    config: {
      ...page,
      ...given,
      emailCta: { ...page.emailCta, link: `mailto:${wire.conciergeEmail}` },
      callCta:
        wire.conciergeSchedulingLink === '' ? null : { ...page.callCta, link: wire.conciergeSchedulingLink },
      offerings,
      knowledgeBaseLink: wire.helpCenter,
    },
  };
}
