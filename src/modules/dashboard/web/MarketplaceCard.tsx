import { marketplacePaths } from '#modules/marketplace/paths.ts';
import { planPath } from '#modules/plans/paths.ts';
import { DrawingGoals } from '#ui/drawings/DrawingGoals.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { DashboardData } from '../contract.ts';
import { marketplaceCardState } from '../rules.ts';
import { Card } from './Card.tsx';

/** The card of the marketplace (platform.md 2, Dashboard); the saving is that of the offers of today. */
export function MarketplaceCard({ data }: { data: DashboardData }) {
  const state = marketplaceCardState(data);
  if (state === null) return null;
  const { maxPercent, partners } = (state === 'open' && data.marketplace) || {
    maxPercent: null,
    partners: 0,
  };
  return (
    <Card
      id="marketplace"
      title="Marketplace"
      status={
        <StatusPill tone={state === 'open' ? 'accent' : 'neutral'}>
          {state === 'open' ? `${partners} partner tools` : 'Not active'}
        </StatusPill>
      }
      drawing={<DrawingGoals />}
      buttons={[
        state === 'open'
          ? { label: 'View Partner Tools', href: marketplacePaths.home }
          : { label: 'Subscribe to Use', href: planPath },
      ]}
    >
      <div className="flex flex-col gap-0.5">
        <p className="text-title">Connect and Secure</p>
        <p className={`measure-62 text-dimmed`}>
          {maxPercent === null
            ? 'Partner tools that fix what is open.'
            : `Partner tools with up to ${maxPercent}% savings.`}
        </p>
      </div>
    </Card>
  );
}
