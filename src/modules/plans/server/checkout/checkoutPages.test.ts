import { describe, expect, test } from 'vitest';
import { pathOf, payPage, visitor } from '#providers/billing/testing/sandbox.ts';
import { BillingError } from '#providers/billing/port.ts';
import { openPlansWorld } from '../testing/plansWorld.ts';
import { takeUpPurchases } from './purchases.ts';
import { goodCard, openBuyer } from '../testing/purchases.ts';

describe('a page on which somebody may pay', () => {
  test('is kept sealed: nobody who reads the database can open it', async () => {
    const { open, kept } = await openBuyer();
    const { id, url } = await open('plus');
    const rows = JSON.stringify(await kept());
    expect(rows).toContain('ada@acme-widgets.com');
    expect(rows).not.toContain(id);
    expect(rows).not.toContain(url);
  });

  test('is left alone at first, then asked about every five minutes, and forgotten once it ended', async () => {
    const { portal, open, runJob, kept } = await openBuyer();
    const asked: string[] = [];
    const { billing } = portal.base.providers;
    const { findPage } = billing;
    billing.findPage = async (id) => {
      asked.push(id);
      return findPage(id);
    };
    const [first, second] = [await open('plus'), await open('premium')];
    asked.length = 0;
    await runJob(60);
    expect(asked).toEqual([]);
    await runJob(240);
    await runJob();
    expect(asked.toSorted()).toEqual([first.id, first.id, second.id, second.id].toSorted());
    await visitor(portal.app).submit(pathOf(first.url), { do: 'cancel' });
    await runJob();
    expect(await kept()).toHaveLength(1);
    await runJob(3 * 3600);
    expect(await kept()).toHaveLength(1);
    await runJob(3600);
    expect(await kept()).toEqual([]);
    asked.length = 0;
    await runJob();
    expect(asked).toEqual([]);
  });

  test('is one of at most ten that the next checkout waits for, the newest; the job asks after all', async () => {
    const { portal, billing, openPage } = await openPlansWorld();
    const opened: string[] = [];
    for (let n = 0; n < 12; n++) {
      opened.push(await openPage('plus'));
      portal.clock.advance(1);
    }
    const asked: string[] = [];
    const { findPage } = billing;
    billing.findPage = async (id) => {
      asked.push(id);
      return findPage(id);
    };
    opened.push(await openPage('plus'));
    expect(asked.toSorted()).toEqual(opened.slice(2, 12).toSorted());
    asked.length = 0;
    portal.clock.advance(300);
    await takeUpPurchases(portal.base);
    expect(asked.toSorted()).toEqual(opened.toSorted());
  });

  test('is forgotten when its buyer finished it', async () => {
    const { portal, ada, open, kept } = await openBuyer();
    const page = await open('plus');
    await payPage(portal.app, page, goodCard);
    expect((await ada.post('/plans/checkoutDone', { hostedPageId: page.id })).status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  test('of another organisation is neither asked about nor taken up by who opens a checkout', async () => {
    const { portal, billing, ada, openPage, organization } = await openPlansWorld();
    const mallory = await portal.member('mallory@elsewhere-tools.com');
    const pageId = await openPage('premium');
    billing.pay(pageId);
    const asked: string[] = [];
    const { findPage } = billing;
    billing.findPage = async (id) => {
      asked.push(id);
      return findPage(id);
    };
    await openPage('plus', mallory);
    expect(asked).toEqual([]);
    expect((await organization(mallory.orgId)).planId).toBe('trial');
    portal.clock.advance(300);
    await takeUpPurchases(portal.base);
    expect([(await organization(mallory.orgId)).planId, (await organization(ada.orgId)).planId]).toEqual([
      'trial',
      'premium',
    ]);
  });
});

describe('a page among others', () => {
  test('that fails every time, belongs to nobody here or was sealed elsewhere does not hold up the others', async () => {
    const { portal, billing, openPage, organization } = await openPlansWorld();
    const people = [];
    for (const name of ['bo', 'cy', 'di', 'ed']) people.push(await portal.member(`${name}@acme-widgets.com`));
    const bought: string[] = [];
    for (const person of people) {
      const pageId = await openPage('plus', person);
      billing.pay(pageId);
      bought.push(pageId);
    }
    await portal.base
      .forOrg(people[2]!.orgId)
      .inOrg((db) =>
        db
          .updateTable('checkoutPage')
          .set({ sealedId: 'bm90IG91cnMsIG5vdCBvdXJzLCBub3Qgb3Vycywgbm90' })
          .execute(),
      );
    const { findPage } = billing;
    billing.findPage = async (id) => {
      if (id === bought[0]) throw new TypeError('broken');
      if (id === bought[1]) throw new BillingError('conflict', 'This was bought for someone else.');
      return findPage(id);
    };
    for (let run = 0; run < 2; run++) {
      portal.clock.advance(300);
      await takeUpPurchases(portal.base);
    }
    const plans = [];
    for (const { orgId } of people) plans.push((await organization(orgId)).planId);
    expect(plans).toEqual(['trial', 'trial', 'trial', 'plus']);
    const left = await portal.base
      .forOrg(people[0]!.orgId)
      .inOrg((db) => db.selectFrom('checkoutPage').selectAll().execute());
    expect(left).toHaveLength(1);
  });
});
