import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { fillWords, usePortal } from '#platform/web/boot.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { PlanProfile } from '../contract.ts';
import { planPath } from '../paths.ts';
import { BillingPanels } from './billing/BillingPanels.tsx';
import { useCheckout } from './changes.ts';
import { messageOf } from './messages.ts';
import { PlanCards } from './PlanCards.tsx';
import { Standing } from './billing/Standing.tsx';
import { PlanCardsSkeleton } from './PlanSkeleton.tsx';
import { usePlanProfile } from './queries.ts';

/** Coming back from a page of the billing provider that was not a window of ours: finishes, and takes the traces off the address. */
function useReturn(finish: (hostedPageId: string) => void) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const taken = useRef(new Set<string>());
  // Chargebee adds its own two words; neither is believed, the server asks the provider
  const state = query.get('state');
  const outcome = query.get('checkout') ?? (state === 'succeeded' ? 'done' : state);
  const page = query.get('page') ?? query.get('id');
  useEffect(() => {
    if (outcome === null) return;
    void navigate(planPath, { replace: true });
    if (outcome !== 'done' || !page || taken.current.has(page)) return;
    taken.current.add(page);
    finish(page);
  }, [outcome, page, finish, navigate]);
}

function Content({ plan }: { plan: PlanProfile }) {
  const checkout = useCheckout();
  useReturn(checkout.finish);
  const pays = plan.chargebeeSubscriptionStatus !== null;
  const cards = <PlanCards profile={plan} checkout={checkout} />;
  return (
    <div className="stack gap-card">
      {pays ? (
        <BillingPanels plan={plan}>{cards}</BillingPanels>
      ) : (
        <>
          <Standing plan={plan} />
          {cards}
        </>
      )}
    </div>
  );
}

/** The plan of the organisation, what it pays, and the plans it may choose (platform.md 2, My Plan). */
export function PlanScreen() {
  const { brand } = usePortal();
  const profile = usePlanProfile();
  return (
    <>
      <PageHeader
        title={fillWords('My {brand} Plan')}
        purpose="Your current plan and the other plans you can choose."
        helpCenterHref={brand.helpCenter}
      />
      {profile.data ? (
        <Content plan={profile.data} />
      ) : profile.isError ? (
        <Panel>
          <ErrorState
            title="Your plan could not be loaded"
            onRetry={() => void profile.refetch()}
            retrying={profile.isFetching}
            retryLabel="Retry"
          >
            {messageOf(profile.error)}
          </ErrorState>
        </Panel>
      ) : (
        <div className="stack gap-card">
          <SkeletonPanel height={114} lines={1} label="Loading your plan" />
          <PlanCardsSkeleton />
        </div>
      )}
    </>
  );
}
