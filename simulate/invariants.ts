import { startsPerDay } from '#modules/monitoring/rules.ts';
import { catalogOf } from '#modules/catalog/server/public.ts';
import type { World } from './world.ts';

type Usage = { org_id: string; plan_id: string; websites: number; trainees: number };

/** What the last look saw, to tell what is new. */
export type Seen = {
  usage: Map<string, Usage>;
  /** A plan that was left may be remembered for a second; by clocks that differ, for some more. */
  plans: { orgId: string; planId: string; at: number }[];
  schedules: Map<string, { at: number; updatedAt: number }>;
  scheduledScans: Set<string>;
};

export const nothingSeen = (): Seen => ({
  usage: new Map(),
  plans: [],
  schedules: new Map(),
  scheduledScans: new Set(),
});

const rowsOf = async <Row extends object>(
  world: World,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await world.database.admin.query<Row>(text, values)).rows;

async function checkAcknowledged(world: World): Promise<string | null> {
  const websites = new Map(
    (await rowsOf<{ id: string; name: string }>(world, 'select id, name from website')).map((row) => [
      row.id,
      row.name,
    ]),
  );
  const trainees = new Set(
    (
      await rowsOf<{ email: string }>(
        world,
        'select m.email from trainee t join team_member m on m.org_id = t.org_id and m.id = t.member_id where t.archived_at is null',
      )
    ).map((row) => row.email),
  );
  for (const organization of world.model.organizations) {
    for (const known of organization.websites.values()) {
      if (known.removalAsked) continue;
      const name = websites.get(known.id);
      if (name === undefined) return `An acknowledged website is gone: ${known.url}.`;
      if (!known.names.has(name) && !known.openNames.has(name))
        return `A website has a name that nobody gave it: ${name}.`;
    }
    for (const email of organization.trainees)
      if (!trainees.has(email)) return `An acknowledged trainee is gone: ${email}.`;
  }
  return null;
}

/** Limits of the plan hold for what is added, whatever is added at the same moment. */
async function checkLimits(world: World, seen: Seen): Promise<string | null> {
  const { plans } = catalogOf(world.servers[0]!.base.settings);
  const usage = await rowsOf<Usage>(
    world,
    `select o.org_id, o.plan_id, (select count(*)::int from website w where w.org_id = o.org_id) as websites,
      (select count(*)::int from trainee t where t.org_id = o.org_id and t.archived_at is null) as trainees from organization o`,
  );
  const now = world.clock.ms();
  for (const { org_id: orgId, plan_id: planId } of usage) seen.plans.push({ orgId, planId, at: now });
  for (const row of usage) {
    const { org_id, websites, trainees } = row;
    const before = seen.usage.get(org_id);
    seen.usage.set(org_id, row);
    if (!before) continue;
    // the plan at the last look counts however long ago that was: somebody may have added before the plan changed
    const possible = seen.plans.filter(
      ({ orgId, planId, at }) => orgId === org_id && (at > now - 5000 || planId === before.plan_id),
    );
    const most = (limit: 'probelyNumberOfTargets' | 'trainingNumberOfSeats') =>
      Math.max(...possible.map(({ planId }) => plans.get(planId)![limit]));
    if (websites > before.websites && websites > most('probelyNumberOfTargets'))
      return `An organization has ${websites} websites, more than its plan allows.`;
    if (trainees > before.trainees && trainees > most('trainingNumberOfSeats'))
      return `An organization has ${trainees} trainees, more than its plan has seats.`;
  }
  return null;
}

type ScanRow = { id: string; website_id: string; started_by: string; status: string; started_at: Date };

async function checkScans(world: World): Promise<string | null> {
  const scans = await rowsOf<ScanRow>(
    world,
    'select id, website_id, started_by, status, started_at from scan order by started_at',
  );
  const running = new Set<string>();
  const byHand = new Map<string, number[]>();
  for (const { website_id, started_by, status, started_at } of scans) {
    if (status === 'started') {
      if (running.has(website_id)) return `Two scans of one website run at the same time: ${website_id}.`;
      running.add(website_id);
    }
    if (started_by !== 'administrator') continue;
    const starts = byHand.get(website_id) ?? [];
    byHand.set(website_id, starts);
    starts.push(started_at.getTime());
    // the clocks of two servers may differ by ten seconds
    const since = started_at.getTime() - 86_400_000 + 20_000;
    if (starts.filter((at) => at > since).length > startsPerDay)
      return `A website was scanned by hand more than ${startsPerDay} times a day.`;
  }
  return null;
}

/** A date begins one scan at most, and schedules move forward unless somebody changes them. */
async function checkSchedules(world: World, seen: Seen): Promise<string | null> {
  const rows = await rowsOf<{ website_id: string; next_scan: Date; updated_at: Date }>(
    world,
    'select website_id, next_scan, updated_at from website_schedule',
  );
  const moved = new Map<string, boolean>();
  for (const { website_id, next_scan, updated_at } of rows) {
    const before = seen.schedules.get(website_id);
    const edited = !before || before.updatedAt !== updated_at.getTime();
    if (!edited && next_scan.getTime() < before.at)
      return `A schedule went back in time without being changed: ${website_id}.`;
    moved.set(website_id, edited || next_scan.getTime() > before.at);
    seen.schedules.set(website_id, { at: next_scan.getTime(), updatedAt: updated_at.getTime() });
  }
  const begun = new Map<string, number>();
  for (const { id, website_id } of await rowsOf<ScanRow>(
    world,
    `select id, website_id from scan where started_by = 'schedule'`,
  )) {
    if (seen.scheduledScans.has(id)) continue;
    seen.scheduledScans.add(id);
    begun.set(website_id, (begun.get(website_id) ?? 0) + 1);
    if (begun.get(website_id)! > 1) return `One date began two scans of a website: ${website_id}.`;
    if (moved.get(website_id) === false)
      return `A scheduled scan began, and its date is still to come: ${website_id}.`;
  }
  return null;
}

/** No card is charged twice for one thing. */
async function checkCharges(world: World): Promise<string | null> {
  const twice = await rowsOf<{ what: string }>(
    world,
    `select 'two paid subscriptions of one customer' as what from billing_sandbox_subscription where status <> 'cancelled'
        group by customer_id having count(*) > 1
      union all select 'two charges for one change of plan' from billing_sandbox_change group by subscription_id, price_id having count(*) > 1
      union all select 'two invoices for one thing' from billing_sandbox_invoice
        group by subscription_id, period_start, period_end, total_cents having count(*) > 1`,
  );
  return twice[0] ? `The billing provider has ${twice[0].what}.` : null;
}

/** A message that is handed over again is the same message; an invitation is one message. */
function checkMails({ mails, model }: World): string | null {
  const byKey = new Map<string, string>();
  const invitations = new Map<string, Set<string>>();
  for (const { idempotencyKey, to, subject, text } of mails) {
    const whole = `${to.address} ${subject} ${text}`;
    if ((byKey.get(idempotencyKey) ?? whole) !== whole) return `One key names two emails: ${subject}.`;
    byKey.set(idempotencyKey, whole);
    if (!model.invitesAsked.has(to.address)) continue;
    const keys = invitations.get(to.address) ?? new Set();
    invitations.set(to.address, keys.add(idempotencyKey));
    if (keys.size > model.invitesAsked.get(to.address)!)
      return `An invitation was sent as two emails: ${to.address}.`;
  }
  return null;
}

/** What must hold at any moment. @returns the first thing that does not */
export const checkState = async (world: World): Promise<string | null> =>
  (await checkAcknowledged(world)) ??
  (await checkScans(world)) ??
  (await checkCharges(world)) ??
  checkMails(world);

/** What must hold from one round to the next. @returns the first thing that does not */
export const checkRound = async (world: World, seen: Seen): Promise<string | null> =>
  (await checkState(world)) ?? (await checkLimits(world, seen)) ?? (await checkSchedules(world, seen));
