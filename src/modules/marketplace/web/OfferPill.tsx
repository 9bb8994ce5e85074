import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { Partner } from '../contract.ts';

/** What a partner offers today, or that the company has it already. */
export function OfferPill({ partner }: { partner: Partner }) {
  if (partner.owned) return <StatusPill tone="success">You have it already</StatusPill>;
  if (!partner.offer) return null;
  return (
    <StatusPill tone="accent" icon={<IconTag size={14} stroke={1.5} aria-hidden />}>
      {partner.offer.text}
    </StatusPill>
  );
}
