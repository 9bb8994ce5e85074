import { catalogOf } from '#modules/catalog/server/public.ts';
import type { World } from './world.ts';

const rowsOf = async <Row extends object>(
  world: World,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await world.database.admin.query<Row>(text, values)).rows;

type Stored = { id: string; status: string; price_id: string; version: number };
type Account = { plan_id: string; subscription_status: string; expiration_date: Date | null };

/** The organization has what the provider says that it pays for. */
async function checkPlans(world: World): Promise<string | null> {
  const { base } = world.servers[0]!;
  const { plans } = catalogOf(base.settings);
  for (const { orgId, name } of world.model.organizations) {
    const ids = await rowsOf<{ id: string }>(
      world,
      'select s.id from billing_sandbox_subscription s join billing_sandbox_customer c on c.id = s.customer_id where c.cf_organization_id = $1',
      [orgId],
    );
    if (ids.length === 0) continue;
    const stored = await rowsOf<Stored>(
      world,
      'select id, status, price_id, version::int from billing_subscription where org_id = $1',
      [orgId],
    );
    const told = await Promise.all(
      ids.map(async ({ id }) => (await base.providers.billing.findSubscription(id))!),
    );
    for (const { id, status, priceId } of told) {
      const own = stored.find((one) => one.id === id);
      if (!own) return `${name} paid for a subscription that the portal does not know.`;
      if (own.status !== status || own.price_id !== priceId)
        return `${name} has a subscription that is ${own.status} at ${own.price_id}; the provider says ${status} at ${priceId}.`;
    }
    const living = told.find(({ status }) => status !== 'cancelled');
    const wanted = living
      ? [...plans.values()].find((plan) => plan.chargebeePlanId === living.priceId)!.planId
      : 'free';
    const [account] = await rowsOf<Account>(
      world,
      'select plan_id, subscription_status, expiration_date from organization where org_id = $1',
      [orgId],
    );
    if (
      account!.plan_id !== wanted ||
      account!.subscription_status !== 'ACTIVE' ||
      account!.expiration_date !== null
    )
      return `${name} has the plan ${account!.plan_id} (${account!.subscription_status}); it should have ${wanted}.`;
  }
  return null;
}

/** Each purchase is announced and written down once. */
async function checkGrants(world: World): Promise<string | null> {
  for (const { orgId, name, people } of world.model.organizations) {
    const [bought] = await rowsOf<{ acts: number; subscriptions: number }>(
      world,
      `select (select count(*)::int from audit_entry where org_id = $1 and act = 'plan-bought') as acts,
        (select count(*)::int from billing_subscription where org_id = $1) as subscriptions`,
      [orgId],
    );
    if (bought!.acts > bought!.subscriptions)
      return `The log of ${name} names ${bought!.acts} purchases of ${bought!.subscriptions}.`;
    for (const { email } of people) {
      const keys = new Set(
        world.mails
          .filter(({ to, subject }) => to.address === email && subject.endsWith(' plan is active'))
          .map((mail) => mail.idempotencyKey),
      );
      if (keys.size > bought!.subscriptions)
        return `${email} was told of ${keys.size} purchases of ${bought!.subscriptions}.`;
    }
  }
  return null;
}

/** Every scan that was accepted has come to an end. */
async function checkScansEnded(world: World): Promise<string | null> {
  const [open] = await rowsOf<{ id: string; status: string; tries: number }>(
    world,
    `select id, status, tries from scan where status not in ('completed', 'failed', 'canceled') limit 1`,
  );
  return open ? `A scan never ended: ${open.id} is ${open.status} after ${open.tries} tries.` : null;
}

/** What people did has an entry in the log of their organization, and one only. */
async function checkLog(world: World): Promise<string | null> {
  const [wrong] = await rowsOf<{ name: string; entries: number }>(
    world,
    `select w.name, count(a.id)::int as entries from website w left join audit_entry a
      on a.org_id = w.org_id and a.subject = 'website' and a.act = 'insert' and a.subject_id = w.id::text
      group by w.org_id, w.id, w.name having count(a.id) <> 1`,
  );
  if (wrong) return `The log has ${wrong.entries} entries of the addition of ${wrong.name}.`;
  const [scan] = await rowsOf<{ id: string; entries: number }>(
    world,
    `select s.id, count(a.id)::int as entries from scan s left join audit_entry a
      on a.org_id = s.org_id and a.subject = 'scan' and a.act = 'insert' and a.subject_id = s.id::text
      where s.started_by = 'administrator' group by s.org_id, s.id having count(a.id) > 1`,
  );
  return scan ? `The log has ${scan.entries} entries of the start of one scan.` : null;
}

/** What must hold once everything that can arrive has arrived. @returns the first thing that does not */
export async function checkHealed(world: World): Promise<string | null> {
  return (
    (await checkPlans(world)) ??
    (await checkGrants(world)) ??
    (await checkScansEnded(world)) ??
    (await checkLog(world))
  );
}
