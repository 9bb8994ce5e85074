import { beginCall, endCall, type Call, type CallInHand } from './calls.ts';
import { openBrowser } from './browsers.ts';
import { describeFault, drawFault } from './faults.ts';
import type { KnownOrganization, Person } from './model.ts';
import * as monitoring from './monitoringCalls.ts';
import * as people from './peopleCalls.ts';
import * as plans from './planCalls.ts';
import type { Server } from './servers.ts';
import type { Task } from './flights.ts';
import { beginJob, endJob, queueDueJobs, type JobInHand } from './work.ts';
import type { Focus, World } from './world.ts';

/** What is under way, also across rounds where a program stands still. */
export type UnderWay = {
  calls: CallInHand[];
  jobs: JobInHand[];
  others: Task[];
  /** Calls that a browser sends again, with the same key. */
  again: Call[];
  /** Sessions that ended, and were not refused often enough to be believed. */
  ended: { person: Person; looks: number }[];
};
export const nothingUnderWay = (): UnderWay => ({ calls: [], jobs: [], others: [], again: [], ended: [] });

type Asked = { world: World; organization: KnownOrganization; person: Person };
type Kinds = readonly (readonly [weight: number, make: (asked: Asked) => Call | null])[];
const planKinds: Kinds = [
  [9, plans.openCheckout],
  [7, plans.finishCheckout],
  [6, plans.upgrade],
  [2, plans.cancelSubscription],
  [2, plans.resumeSubscription],
  [1, plans.takeFreePlan],
  [3, plans.readBilling],
];
const kinds: Kinds = [
  [8, monitoring.addWebsite],
  [3, monitoring.renameWebsite],
  [3, monitoring.removeWebsite],
  [9, monitoring.startScan],
  [3, monitoring.cancelScan],
  [6, monitoring.schedule],
  [5, monitoring.listWebsites],
  [7, people.addTrainees],
  [4, people.invite],
  [3, people.signOut],
  [2, people.removePerson],
  [5, people.listPeople],
  ...planKinds,
];

const sessionKinds: Kinds = [
  [6, people.listPeople],
  [2, people.signOut],
  [2, people.removePerson],
];
const kindsOf: Record<Focus, Kinds> = { plans: planKinds, sessions: sessionKinds };

const takesKey = ({ method, path }: Call): boolean =>
  method !== 'GET' && !path.startsWith('/accounts/logout');

/** Somebody does something; with a key, maybe in two windows at once. */
function beginSomeCall(world: World, underWay: UnderWay): void {
  const { random, model } = world;
  const organization = random.pick(model.organizations);
  const living = organization.people.filter(({ endedAt }) => endedAt === null);
  if (living.length === 0) return;
  const call = random.weighted(world.focus ? kindsOf[world.focus] : kinds)({
    world,
    organization,
    person: random.pick(living),
  });
  if (!call) return;
  if (takesKey(call) && random.chance(40)) call.key = `key-${random.whole(1_000_000_000)}`;
  underWay.calls.push(beginCall(world, call, { faults: true }));
  if (call.key && random.chance(35)) underWay.calls.push(beginCall(world, call, { faults: true }));
}

async function beginSomeJob(world: World, underWay: UnderWay): Promise<void> {
  const names = await world.queue.ready();
  if (names.length === 0) return;
  const inHand = await beginJob(world, world.random.pick(names), world.random.pick(world.servers), {
    faults: true,
  });
  if (!inHand) return;
  world.say(`   ${inHand.task.label}${describeFault(inHand.task.fault)}`);
  underWay.jobs.push(inHand);
}

/** A notice of the billing provider reaches a server; what is not taken is sent again. */
export function beginDelivery(world: World, underWay: UnderWay, options: { faults: boolean }): void {
  const { random, clock, turnstile } = world;
  const due = world.billingNotices.filter(({ dueAt }) => dueAt <= clock.ms());
  if (due.length === 0) return;
  const notice = random.pick(due);
  world.billingNotices.splice(world.billingNotices.indexOf(notice), 1);
  const server: Server = random.pick(world.servers);
  const fault = options.faults ? drawFault(random) : ({ kind: 'none' } as const);
  const label = `a billing notice ${String(notice.body.event_type)} reaches ${server.name}`;
  world.say(`   ${label}${describeFault(fault)}`);
  let status = 0;
  const task = turnstile.begin(label, fault, async () => {
    const authorization = server.base.providers.billing.noticeAuthorization!;
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/billing/webhook',
      headers: { authorization },
      payload: notice.body,
    });
    status = answer.statusCode;
    if (status === 500) throw new Error(`A billing notice was answered with 500: ${answer.body}`);
    if (status !== 200 && !task.hit)
      throw new Error(`A billing notice was answered with ${status} although nothing was broken.`);
    // an answer that does not arrive is none
    if (status !== 200 || task.dead)
      world.billingNotices.push({ ...notice, dueAt: clock.ms() + random.whole(600_000) });
  });
  underWay.others.push(task);
}

/** Ends what is over. @returns the first thing that is wrong */
async function endWhatIsOver(world: World, underWay: UnderWay): Promise<string | null> {
  const { random } = world;
  for (const inHand of underWay.calls.filter(({ task }) => task.done)) {
    underWay.calls.splice(underWay.calls.indexOf(inHand), 1);
    const wrong = endCall(world, inHand);
    if (wrong) return wrong;
    const answer = inHand.answer();
    const isOpen = !answer || answer.status === 503 || answer.body?.error?.code === 'idempotency-key-in-use';
    if (inHand.call.key && random.chance(isOpen ? 70 : 10)) underWay.again.push(inHand.call);
  }
  for (const inHand of underWay.jobs.filter(({ task }) => task.done)) {
    underWay.jobs.splice(underWay.jobs.indexOf(inHand), 1);
    const wrong = await endJob(world, inHand);
    if (wrong) return wrong;
  }
  for (const task of underWay.others.filter(({ done }) => done)) {
    underWay.others.splice(underWay.others.indexOf(task), 1);
    if (task.error && !task.dead) return String((task.error as Error).message);
  }
  return null;
}

/** Who signed out signs in again; who was removed is replaced. Their old sessions are watched. */
async function replacePeople(world: World, underWay: UnderWay): Promise<void> {
  const calls = [...underWay.calls.map(({ call }) => call), ...underWay.again];
  const busy = new Set(calls.flatMap(({ person, about }) => (about ? [person, about] : [person])));
  for (const organization of world.model.organizations)
    for (const person of organization.people.filter(({ endedAt }) => endedAt !== null)) {
      if (busy.has(person)) continue;
      if (person.endedAt !== Infinity) underWay.ended.push({ person, looks: 0 });
      const { rowCount } = await world.database.admin.query('select from admin where cognito_id = $1', [
        person.cognitoId,
      ]);
      organization.people.splice(organization.people.indexOf(person), 1);
      if (!rowCount) continue;
      const [server] = world.servers as [Server];
      const { cognitoId, email, orgId } = person;
      const browser = await openBrowser(
        server,
        world.clock.now(),
        { cognitoId, email, orgId },
        `198.51.100.${world.random.whole(250)}`,
      );
      organization.people.push({ ...person, endedAt: null, browser });
    }
}

/** A session that ended is refused everywhere a second later, whatever notices were lost. */
async function lookAtEnded(world: World, underWay: UnderWay): Promise<string | null> {
  const due = underWay.ended.filter(({ person }) => world.clock.ms() >= person.endedAt! + 1000);
  for (const look of due) {
    for (const server of world.servers) {
      const { status } = await look.person.browser.get(server, '/profile/getUserList');
      if (status !== 401)
        return `The ended session of ${look.person.name} is served at ${server.name} after more than a second: ${status}.`;
    }
    look.looks += 1;
  }
  underWay.ended = underWay.ended.filter(({ looks }) => looks < 3);
  return null;
}

function deliverChangeNotices(world: World): void {
  for (const notice of world.changeNotices.filter(({ dueAt }) => dueAt <= world.clock.ms())) {
    world.changeNotices.splice(world.changeNotices.indexOf(notice), 1);
    world.servers.find(({ name }) => name === notice.to)!.hear(notice.channel, notice.key);
  }
}

/** Time passes: mostly seconds, at times hours or days; the clock's own jobs come into being. */
export async function passTime(world: World, ms: number): Promise<void> {
  const before = world.clock.now();
  world.clock.pass(ms);
  await world.database.setQueueClock();
  deliverChangeNotices(world);
  await queueDueJobs(world, before);
  await world.queue.supervise();
}

/** Several things at the same moment, then some time. @returns what is wrong */
export async function playRound(world: World, underWay: UnderWay): Promise<string | null> {
  const { random, turnstile, clock } = world;
  world.say(clock.now().toISOString());
  await world.database.setQueueClock();
  for (const call of underWay.again.splice(0))
    if (call.person.endedAt === null) underWay.calls.push(beginCall(world, call, { faults: true }));
  const pieces = 1 + random.whole(4);
  for (let piece = 0; piece < pieces; piece++) {
    const kind = random.weighted([
      [10, 'call'],
      [9, 'job'],
      [4, 'notice'],
      [2, 'payment'],
    ] as const);
    if (kind === 'call') beginSomeCall(world, underWay);
    else if (kind === 'job') await beginSomeJob(world, underWay);
    else if (kind === 'notice') beginDelivery(world, underWay, { faults: true });
    else {
      const task = plans.beginPayment(
        world,
        random.pick(world.model.organizations),
        random.pick(world.servers),
      );
      if (task) underWay.others.push(task);
    }
  }
  await turnstile.drive();
  turnstile.endRound();
  const wrong = await endWhatIsOver(world, underWay);
  if (wrong) return wrong;
  await replacePeople(world, underWay);
  const ms = random.weighted([
    [40, random.whole(900)],
    [40, 1000 + random.whole(60_000)],
    [14, random.whole(3_600_000)],
    [5, random.whole(86_400_000)],
    [1, random.whole(20 * 86_400_000)],
  ] as const);
  await passTime(world, ms);
  return lookAtEnded(world, underWay);
}

/** Lets everything that stands still come to its end, without further faults. */
export async function finishUnderWay(world: World, underWay: UnderWay): Promise<string | null> {
  world.turnstile.resumeAll();
  await world.turnstile.drive();
  return endWhatIsOver(world, underWay);
}
