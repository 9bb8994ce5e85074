import { expect } from 'vitest';
import type { TestAnswer } from '#app/testing/browser.ts';
import {
  testPortal,
  type TestBrowser,
  type TestPortal,
  type TestPortalOptions,
} from '#app/testing/portal.ts';
import { testRatings } from '#providers/ratings/testing/ratings.ts';
import type { RatingsData } from '../../entities.ts';
import { startDueRatings } from '../runs/dueRatings.ts';

type Person = TestBrowser & { orgId: string };

/** Changes what a company says of itself. */
export async function setCompany(
  person: Person,
  companyUrl: string,
  companyName = 'Acme Widgets Inc.',
): Promise<void> {
  const { status, body } = await person.post('/profile/companyUpdate', {
    orgId: person.orgId,
    companyName,
    companyUrl,
    industry: 'RETAIL',
    numberOfEmployees: '11-20',
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** A plan that is paid for, so that no trial ends in between. */
export const usePlan = (portal: TestPortal, orgId: string, planId: string): Promise<unknown> =>
  portal.base
    .forOrg(orgId)
    .inOrg((db) =>
      db
        .updateTable('organization')
        .set({ planId, subscriptionStatus: 'ACTIVE', expirationDate: null })
        .execute(),
    );

/** A company on a paid plan whose address is acme-widgets.com, its administrator, and measurements that the test names. */
export async function ratingsWorld(options: TestPortalOptions = {}) {
  const ratings = testRatings();
  const portal = await testPortal({ ratings, env: { SESSION_INACTIVITY_SECONDS: '0' }, ...options });
  const ada = await portal.member('ada@acme-widgets.com');
  await usePlan(portal, ada.orgId, 'plus');
  await setCompany(ada, 'https://www.acme-widgets.com/shop');
  const scope = portal.base.forOrg(ada.orgId);
  // tests look on over months, longer than anybody stays signed in
  await portal.database.global
    .updateTable('appSession')
    .set({ expiresAt: new Date('2099-01-01') })
    .execute();
  const ask = (body: object = {}, who: Pick<TestBrowser, 'post'> = ada): Promise<TestAnswer> =>
    who.post('/ratings/fastRatings', { url: 'acme-widgets.com', pdf: false, ...body });
  /** The rating as the page shows it. */
  const data = async (who: Pick<TestBrowser, 'post'> = ada): Promise<RatingsData> => {
    const answer = await ask({}, who);
    expect(answer.body.data, JSON.stringify(answer.body)).not.toBeNull();
    return answer.body.data;
  };
  /** The first look, measured. */
  const first = async (): Promise<RatingsData> => {
    await ask();
    await portal.runJobs();
    return data();
  };
  /** The daily round, so many days later. */
  const later = async (days: number): Promise<void> => {
    portal.clock.advance(days * 86_400);
    // its turn is some hour of the day
    await scope.inOrg((db) => db.updateTable('ratingSetting').set({ nextAt: portal.clock.now() }).execute());
    await startDueRatings(portal.base);
    await portal.runJobs();
  };
  const log = async (): Promise<string[]> => {
    const rows = await scope.inOrg((db) => db.selectFrom('auditEntry').select('act').orderBy('id').execute());
    return rows.map(({ act }) => act);
  };
  return { portal, ratings, ada, scope, ask, data, first, later, log };
}
