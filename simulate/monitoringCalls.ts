import type { Call } from './calls.ts';
import type { KnownOrganization, KnownWebsite, Person } from './model.ts';
import type { World } from './world.ts';

type Asked = { world: World; organization: KnownOrganization; person: Person };

let counter = 0;
/** Begins to count names anew with each episode. */
export const restartNames = (): void => {
  counter = 0;
};
const nextName = (): string => `site-${++counter}`;

const living = ({ websites }: KnownOrganization): KnownWebsite[] =>
  [...websites.values()].filter((one) => !one.removalAsked);

export function addWebsite({ organization, person }: Asked): Call {
  const name = nextName();
  const url = `https://${name}.${organization.name}.com`;
  return {
    what: `adds ${name}`,
    person,
    path: '/monitoring/webapps/createTarget',
    body: { targetName: name, targetUrl: url, urlConfirmed: true, formsConfirmed: true },
    onSuccess: ({ body }) => {
      const id = body.targetId as string;
      if (!organization.websites.has(id))
        organization.websites.set(id, {
          id,
          orgId: organization.orgId,
          url,
          removalAsked: false,
          names: new Set([name]),
          openNames: new Set(),
        });
    },
  };
}

export function renameWebsite({ world, organization, person }: Asked): Call | null {
  const known = living(organization);
  if (known.length === 0) return null;
  const website = world.random.pick(known);
  const name = nextName();
  // until it is over, either name may be there
  website.openNames.add(name);
  return {
    what: `renames a website to ${name}`,
    person,
    path: '/monitoring/webapps/editTarget',
    body: { zeguroTargetId: website.id, appName: name },
    onSuccess: () => void website.names.add(name),
    onUnknown: () => void website.names.add(name),
  };
}

export function removeWebsite({ world, organization, person }: Asked): Call | null {
  const known = living(organization);
  if (known.length === 0) return null;
  const website = world.random.pick(known);
  website.removalAsked = true;
  return {
    what: 'removes a website',
    person,
    path: '/monitoring/webapps/deleteTarget',
    body: { targetId: website.id },
  };
}

export function startScan({ world, organization, person }: Asked): Call | null {
  const known = living(organization);
  if (known.length === 0) return null;
  const website = world.random.pick(known);
  return {
    what: 'starts a scan',
    person,
    path: '/monitoring/webapps/startScan',
    body: { targetId: website.id },
    onSuccess: ({ body }) => void world.model.scans.add(body.scan.scanId as string),
  };
}

export function cancelScan({ world, organization, person }: Asked): Call | null {
  const known = living(organization);
  const scans = [...world.model.scans];
  if (known.length === 0 || scans.length === 0) return null;
  return {
    what: 'cancels a scan',
    person,
    path: '/monitoring/webapps/cancelScan',
    body: { zeguroTargetId: world.random.pick(known).id, zeguroScanId: world.random.pick(scans.slice(-3)) },
  };
}

/** UTC without milliseconds, as the wire has it. */
const wire = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');

export function schedule({ world, organization, person }: Asked): Call | null {
  const known = living(organization);
  if (known.length === 0) return null;
  const { random, clock } = world;
  const recurrence = random.pick(['d', 'w', 'm', 'q'] as const);
  const first = new Date(Math.ceil((clock.ms() + (5 + random.whole(600)) * 60_000) / 60_000) * 60_000);
  return {
    what: `schedules a website (${recurrence})`,
    person,
    path: '/monitoring/webapps/scheduleScan',
    body: { targetId: random.pick(known).id, recurrence, dateTime: wire(first), scan_profile: 'lightning' },
  };
}

export function listWebsites({ organization, person }: Asked): Call {
  return {
    what: 'lists websites',
    person,
    path: '/monitoring/webapps/loadTargetList',
    body: {},
    onSuccess: ({ body }) => {
      const foreign = (body.targetList as { targetUrl: string }[]).find(
        ({ targetUrl }) => !targetUrl.includes(`.${organization.name}.com`),
      );
      return foreign
        ? `${organization.name} sees a website of another organization: ${foreign.targetUrl}.`
        : null;
    },
  };
}
