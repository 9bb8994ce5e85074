import { Button, Modal, Text } from '@mantine/core';
import { supportAddress } from '#platform/web/boot.ts';
import { endSubscribePrompt, useSubscribePrompt } from './prompts/subscription.ts';
import { Link } from '#ui/text/Link.tsx';
import type { PlanProfile } from '../contract.ts';
import { planPath } from '../paths.ts';
import { mailTo } from './billing/mailTo.ts';

function textOf(plan: PlanProfile, feature: string): string {
  if (plan.trialExpired && plan.chargebeeSubscriptionStatus === null)
    return `Your free trial has expired. Subscribe to a plan to use ${feature}. Your settings and results are kept.`;
  if (plan.subscriptionStatus === 'INTRIAL')
    return `Subscribe to a plan to use ${feature}. Your settings and results are kept.`;
  if (plan.isHighestPlan)
    return `${plan.planName} is the largest plan, and does not include ${feature}. Write to ${supportAddress()} and we will find a way.`;
  return `Your ${plan.planName} plan does not include ${feature}. A larger plan does, and what you have set up is kept.`;
}

/** Opens when somebody used what the plan does not include, and leads to where that can be changed (platform.md 2). */
export function SubscribeDialog({ plan }: { plan: PlanProfile }) {
  const feature = useSubscribePrompt();
  const isHighest = plan.subscriptionStatus === 'ACTIVE' && plan.isHighestPlan;
  return (
    <Modal
      opened={feature !== null}
      onClose={endSubscribePrompt}
      title="Subscribe or Upgrade"
      size={480}
      zIndex={300}
    >
      <Text size="md">{textOf(plan, feature ?? 'it')}</Text>
      <div className="flex flex-wrap justify-end gap-2 mt-6">
        <Button variant="default" onClick={endSubscribePrompt}>
          Not now
        </Button>
        {isHighest ? (
          <Button component="a" href={mailTo('More than our plan includes')} data-autofocus>
            Contact us
          </Button>
        ) : (
          <Button component={Link} href={planPath} onClick={endSubscribePrompt} data-autofocus>
            See plans
          </Button>
        )}
      </div>
    </Modal>
  );
}
