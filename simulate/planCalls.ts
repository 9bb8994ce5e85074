import { payOnPage } from './browsers.ts';
import type { Call } from './calls.ts';
import { drawFault } from './faults.ts';
import type { KnownOrganization, Person } from './model.ts';
import type { Server } from './servers.ts';
import type { Task } from './flights.ts';
import type { World } from './world.ts';

type Asked = { world: World; organization: KnownOrganization; person: Person };

export function openCheckout({ world, organization, person }: Asked): Call {
  const planId = world.random.pick(['essential', 'plus', 'premium']);
  return {
    what: `opens a checkout of ${planId}`,
    person,
    path: '/plans/checkout',
    body: { planId },
    onSuccess: ({ body }) => {
      const { id, url } = body.data.page as { id: string; url: string };
      if (!organization.openPages.some((page) => page.id === id)) organization.openPages.push({ id, url });
    },
  };
}

const goodCard = '4242 4242 4242 4242';

/** Somebody pays on a page that is open, maybe in two windows at once; not every buyer comes back to the portal. */
export function beginPayment(world: World, organization: KnownOrganization, server: Server): Task | null {
  const { random } = world;
  if (organization.openPages.length === 0) return null;
  const page = random.pick(organization.openPages);
  organization.paidPages.push(page.id);
  if (random.chance(70)) organization.openPages = organization.openPages.filter((one) => one !== page);
  world.say(`   ${organization.name} pays on a page`);
  return world.turnstile.begin(`${organization.name} pays at ${server.name}`, drawFault(random), async () => {
    await payOnPage(server, page.url, goodCard);
  });
}

export function finishCheckout({ world, organization, person }: Asked): Call | null {
  if (organization.paidPages.length === 0) return null;
  return {
    what: 'comes back from a checkout',
    person,
    path: '/plans/checkoutDone',
    body: { hostedPageId: world.random.pick(organization.paidPages) },
  };
}

export function upgrade({ world, person }: Asked): Call {
  const planId = world.random.pick(['essential', 'plus', 'premium']);
  return { what: `upgrades to ${planId}`, person, path: '/plans/updatePlan', body: { planId } };
}

export const cancelSubscription = ({ person }: Asked): Call => ({
  what: 'cancels the subscription',
  person,
  path: '/plans/cancelSubscription',
  body: {},
});

export const resumeSubscription = ({ person }: Asked): Call => ({
  what: 'resumes the subscription',
  person,
  path: '/plans/resumeSubscription',
  body: {},
});

export const takeFreePlan = ({ person }: Asked): Call => ({
  what: 'takes the free plan',
  person,
  path: '/plans/subscribePlan',
  body: { planId: 'free' },
});

export const readBilling = ({ person }: Asked): Call => ({
  what: 'reads the bills',
  person,
  method: 'GET',
  path: '/plans/billing',
});
