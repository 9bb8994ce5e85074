import { describe, expect, test } from 'vitest';
import { moduleIsActive } from '#modules/plans/server/public.ts';
import { policiesWorld } from '../testing/policies.ts';
import { daysUntilReview, remindOfReviews, reviewStage } from './reminders.ts';

test.each([
  [32, null],
  [31, null],
  [30, 30],
  [29, 30],
  [28, null],
  [8, null],
  [7, 7],
  [6, 7],
  [5, null],
  [2, null],
  [1, 1],
  [0, 1],
  [-1, -1],
  [-2, -1],
  [-3, null],
])('%i days before a review the reminder is %o', (daysLeft, stage) =>
  expect(reviewStage(daysLeft)).toBe(stage),
);

test('days are counted by the calendar in Pacific time', () => {
  const due = new Date('2027-03-09T07:59:00Z');
  expect(daysUntilReview(due, new Date('2027-03-08T08:01:00Z'))).toBe(0);
  expect(daysUntilReview(due, new Date('2027-03-09T08:01:00Z'))).toBe(-1);
});

/** Two administrators of a company that pays; `approve` puts templates into force, `mails` gives what came to an address. */
async function reviewWorld() {
  const world = await policiesWorld({ start: '2026-03-02T17:00:00Z' });
  const { portal, ada, save, fillCompany } = world;
  const standing = (subscriptionStatus: 'ACTIVE' | 'INTRIAL') =>
    portal.database.inOrg(ada.orgId, (db) =>
      db
        .updateTable('organization')
        .set({ subscriptionStatus, planId: 'premium', subscriptionDate: portal.clock.now() })
        .execute(),
    );
  await standing('ACTIVE');
  await fillCompany();
  const approve = async (...ids: string[]): Promise<void> => {
    // a session is over long before a review is due
    const who = await portal.signIn(ada.email);
    for (const id of ids) {
      const { data } = await world.load(who, id);
      const approved = await save(who, {
        id,
        customValues: valuesFor(data.template.values),
        status: 'Active',
      });
      expect([approved.status, approved.body.error]).toEqual([200, undefined]);
    }
  };
  const mails = async (to = ada.email) => {
    await portal.runJobs();
    return (await portal.mailbox.list({ to })).filter(({ subject }) => /review/i.test(subject)).toReversed();
  };
  const subjects = async (to?: string): Promise<string[]> => (await mails(to)).map(({ subject }) => subject);
  const at = (iso: string): void => portal.clock.set(iso);
  return { ...world, standing, approve, mails, subjects, at };
}

/** Something for each value that has no default. */
const valuesFor = (
  specs: { key: string; type: string; required: boolean; default?: unknown }[],
): Record<string, unknown> =>
  Object.fromEntries(
    specs
      .filter((spec) => spec.required && spec.default === undefined && spec.type !== 'table')
      .map((spec) => [spec.key, spec.type === 'email' ? 'security@acme-widgets.com' : 'Someone']),
  );

describe('reminders of reviews', () => {
  test('come 30, 7 and 1 days before the review and on the day after, once each, whatever the number of runs', async () => {
    const { portal, approve, subjects } = await reviewWorld();
    await approve('backup');
    const told: string[] = [];
    for (let day = 0; day <= 400; day++) {
      portal.clock.set(new Date(Date.parse('2026-03-02T17:37:00Z') + day * 86_400_000));
      const before = (await subjects()).length;
      for (let run = 0; run < 2; run++) await remindOfReviews(portal.base);
      for (const subject of (await subjects()).slice(before))
        told.push(`${portal.clock.now().toISOString().slice(0, 10)} ${subject}`);
    }
    expect(told).toEqual([
      '2027-01-31 Please review: Backup & Recovery, due in 30 days',
      '2027-02-23 Please review: Backup & Recovery, due in 7 days',
      '2027-03-01 Please review: Backup & Recovery, due tomorrow',
      '2027-03-03 Review overdue: Backup & Recovery',
    ]);
  });

  test('are one mail a day to every administrator, which lists all that is due; two workers at once send one', async () => {
    const { portal, ada, approve, mails, cora, at } = await reviewWorld();
    await approve('backup', 'passwords');
    at('2026-03-10T17:00:00Z');
    await approve('infosec');
    at('2027-02-23T18:00:00Z');
    await Promise.all([remindOfReviews(portal.base), remindOfReviews(portal.base)]);
    await remindOfReviews(portal.base);
    for (const to of [ada.email, cora.email]) {
      const received = await mails(to);
      expect(received.map(({ subject }) => subject)).toEqual([
        '3 policies to review, the first due in 7 days',
      ]);
      const { text } = (await portal.mailbox.read(received[0]!.id))!;
      for (const line of [
        'Backup & Recovery · due in 7 days, Mar 2, 2027',
        'Passwords & Sign-in · due in 7 days',
        'Information Security Policy · due in 15 days, Mar 10, 2027',
        '/securitypolicy',
      ])
        expect(text).toContain(line);
    }
  });

  test('come a day late where no worker ran, and not for a stage that is long past', async () => {
    const { portal, approve, subjects, at } = await reviewWorld();
    await approve('backup');
    at('2027-02-01T20:00:00Z');
    await remindOfReviews(portal.base);
    at('2027-02-26T20:00:00Z');
    await remindOfReviews(portal.base);
    at('2027-03-04T20:00:00Z');
    await remindOfReviews(portal.base);
    // mails of one moment have no order
    expect((await subjects()).toSorted()).toEqual([
      'Please review: Backup & Recovery, due in 29 days',
      'Review overdue: Backup & Recovery',
    ]);
  });
});

describe('the content of review reminders', () => {
  test('begin anew with a version that was approved since, and say nothing of the one before or of drafts', async () => {
    const { portal, ada, approve, save, subjects, at } = await reviewWorld();
    await approve('backup');
    at('2027-01-31T18:00:00Z');
    await remindOfReviews(portal.base);
    const session = await portal.signIn(ada.email);
    expect((await save(session, { id: 'backup', version: 1, status: 'Active' })).status).toBe(200);
    await save(session, { id: 'backup', customValues: { rtoHours: 4 } });
    for (const day of ['2027-02-23', '2027-03-01', '2027-03-03', '2027-06-01']) {
      at(`${day}T18:00:00Z`);
      await remindOfReviews(portal.base);
    }
    at('2028-01-01T18:00:00Z');
    await remindOfReviews(portal.base);
    expect(await subjects()).toEqual([
      'Please review: Backup & Recovery, due in 30 days',
      'Please review: Backup & Recovery, due in 30 days',
    ]);
  });

  test('never reach a company that may not use policies now', async () => {
    const { portal, ada, approve, standing, subjects, at } = await reviewWorld();
    await approve('backup');
    await standing('INTRIAL');
    at('2027-02-23T18:00:00Z');
    expect(await moduleIsActive(portal.base.forOrg(ada.orgId), 'compliance')).toBe(false);
    await remindOfReviews(portal.base);
    expect(await subjects()).toEqual([]);
    await standing('ACTIVE');
    await remindOfReviews(portal.base);
    expect(await subjects()).toHaveLength(1);
  });

  test('tell nobody of the policies of another company', async () => {
    const { portal, approve, subjects, at } = await reviewWorld();
    const mallory = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
    await portal.database.inOrg(mallory.orgId, (db) =>
      db.updateTable('organization').set({ subscriptionStatus: 'ACTIVE', planId: 'premium' }).execute(),
    );
    await approve('backup');
    at('2027-02-23T18:00:00Z');
    await remindOfReviews(portal.base);
    expect([(await subjects()).length, await subjects(mallory.email)]).toEqual([1, []]);
  });

  test('say names of policies as text that no mail program takes for a link', async () => {
    const { portal, ada, save, mails, at } = await reviewWorld();
    await save(ada, {
      custom: true,
      name: 'https://evil.example/<b>pay</b>',
      customPolicy: '<p>x</p>',
      status: 'Active',
    });
    at('2027-02-23T18:00:00Z');
    await remindOfReviews(portal.base);
    const mail = (await portal.mailbox.read((await mails())[0]!.id))!;
    expect(mail.html).not.toContain('<b>pay');
    expect(mail.html + mail.text + mail.subject).not.toContain('https://evil.example');
  });
});
