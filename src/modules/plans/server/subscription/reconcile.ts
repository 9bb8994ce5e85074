import type { BaseCtx } from '#platform/server/ctx.ts';
import { BillingError } from '#providers/billing/port.ts';
import { selectSilent, markChecked, selectSubscriptions } from './subscriptions.store.ts';
import { currentOf, isLiving } from './standing.ts';
import { takeUp } from '../checkout/takeUp.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A term that just ended is told of by notice, most likely. */
const patienceMs = 6 * hourMs;
const atOnce = 100;

async function askAfter(base: BaseCtx, orgId: string, id: string): Promise<void> {
  const scope = base.forOrg(orgId);
  const found = await base.providers.billing.findSubscription(id);
  // one that the provider lost is nobody's to end: it may be the wrong provider that was asked
  if (!found)
    base.log.error(
      { orgId, billingSubscriptionId: id },
      'the billing provider does not know a subscription whose term is over',
    );
  const outcome = found && (await takeUp(scope, found));
  if (outcome === 'taken')
    base.log.warn(
      { orgId, billingSubscriptionId: id, status: found?.status },
      'a billing notice was missed; taken up now',
    );
  else await scope.inOrg((db) => markChecked(db, orgId, id, base.now()));
}

/** Takes up what no notice told: of every subscription whose term is over, each once a day. */
export async function reconcileBilling(base: BaseCtx): Promise<void> {
  const now = base.now();
  const failed = new Set<string>();
  for (;;) {
    const rows = await selectSilent(
      base.global,
      new Date(now.getTime() - patienceMs),
      new Date(now.getTime() - dayMs / 2),
      atOnce + failed.size,
    );
    const open = rows.filter(({ id }) => !failed.has(id));
    if (open.length === 0) return;
    for (const { orgId, id } of open) {
      try {
        await askAfter(base, orgId, id);
      } catch (error) {
        // asked again with the next try of the job
        if (error instanceof BillingError && error.code === 'unavailable') throw error;
        base.log.error({ err: error, orgId, billingSubscriptionId: id }, 'subscription not reconciled');
        failed.add(id);
      }
    }
  }
}

/** Ends, at the end of its term, a subscription beside which a newer one runs. */
export async function endReplacedSubscription(
  base: BaseCtx,
  { orgId, subscriptionId: billingSubscriptionId }: { orgId: string; subscriptionId: string },
): Promise<void> {
  const scope = base.forOrg(orgId);
  const all = await scope.inOrg((db) => selectSubscriptions(db, orgId));
  const current = currentOf(all);
  const replaced = all.find((one) => one.id === billingSubscriptionId);
  if (
    !replaced ||
    !isLiving(replaced) ||
    replaced.status === 'ending' ||
    !current ||
    current.id === billingSubscriptionId
  )
    return;
  await takeUp(scope, await base.providers.billing.cancel(billingSubscriptionId));
}
