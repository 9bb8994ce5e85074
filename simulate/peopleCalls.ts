import type { Call } from './calls.ts';
import type { KnownOrganization, Person } from './model.ts';
import type { World } from './world.ts';

type Asked = { world: World; organization: KnownOrganization; person: Person };

let counter = 0;
/** Begins to count people anew with each episode. */
export const restartPeople = (): void => {
  counter = 0;
};

export function addTrainees({ world, organization, person }: Asked): Call {
  const people = Array.from({ length: 1 + world.random.whole(9) }, () => {
    const first = `trainee${++counter}`;
    return { firstName: first, lastName: 'Miller', email: `${first}@${organization.name}.com` };
  });
  return {
    what: `adds ${people.length} trainees`,
    person,
    path: '/training/saveTrainees',
    body: { trainees: people },
    onSuccess: ({ body }) => {
      for (const row of body.data.rows as { fate: string; email: string }[])
        if (['added', 'restored', 'duplicate'].includes(row.fate)) organization.trainees.add(row.email);
    },
  };
}

export function invite({ world, organization, person }: Asked): Call {
  const email = `invited${++counter}@${organization.name}.com`;
  world.model.invitesAsked.set(email, 1);
  return {
    what: `invites ${email}`,
    person,
    path: '/accounts/invite_user',
    body: { email, firstName: 'Ivy', lastName: 'Long', jobTitle: '' },
  };
}

export function signOut({ world, person }: Asked): Call {
  // an answer on its way may still be one of a living session, or of none
  person.endedAt = Infinity;
  return {
    what: 'signs out',
    person,
    path: '/accounts/logout',
    body: {},
    onSuccess: () => {
      person.endedAt = world.clock.ms();
    },
  };
}

export function removePerson({ world, organization, person }: Asked): Call | null {
  const others = organization.people.filter((one) => one !== person && one.endedAt === null);
  if (others.length < 2) return null;
  const removed = world.random.pick(others);
  removed.endedAt = Infinity;
  return {
    what: `removes ${removed.name}`,
    person,
    about: removed,
    path: '/profile/removeUser',
    body: { cognitoId: removed.cognitoId },
    onSuccess: () => {
      removed.endedAt = world.clock.ms();
    },
  };
}

export function listPeople({ organization, person }: Asked): Call {
  return {
    what: 'lists administrators',
    person,
    method: 'GET',
    path: '/profile/getUserList',
    onSuccess: ({ body }) => {
      const foreign = (body.data as { email: string }[]).find(
        ({ email }) => !email.endsWith(`@${organization.name}.com`),
      );
      return foreign ? `${organization.name} sees an administrator of another organization.` : null;
    },
  };
}
