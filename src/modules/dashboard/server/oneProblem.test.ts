import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { sql } from 'kysely';
import { nextActions } from '../nextActions.ts';
import type { DashboardData } from '../contract.ts';
import { fixesOfTheirOwn, sameAsIssues } from './oneProblem.ts';
import { addFindings, addWebsite } from '../testing/rows.ts';

const weakness = (type: string, asset: string, urgent = true) => ({ type, asset, urgent });

test('a weakness is the same problem as an open issue of its kind at its place, and no other', () => {
  const issues = [
    { rule: 'tls.no-https', url: 'http://Shop.example:80/cart' },
    { rule: 'headers.csp-missing', url: 'https://shop.example' },
    { rule: 'active.command-injection', url: 'https://shop.example' },
  ];
  const weaknesses = [
    weakness('no-https', 'shop.example'),
    weakness('browser-protections', 'shop.example', false),
    weakness('no-https', 'www.shop.example'),
    weakness('remote-desktop', 'shop.example:3389'),
  ];
  expect(sameAsIssues(weaknesses, issues)).toEqual({ weaknesses: 2, urgent: 1 });
  expect(sameAsIssues(weaknesses, [])).toEqual({ weaknesses: 0, urgent: 0 });
});

test('a fix of the rating is proposed only where neither an issue nor a weakness is the same problem', () => {
  const fix = (fact: string, asset = 'shop.example') => ({ fact, asset });
  const fixes = [
    fix('https-missing', 'shop.example:443'),
    fix('dmarc-missing'),
    fix('spf-missing'),
    fix('caa-missing'),
  ];
  const own = fixesOfTheirOwn(
    fixes,
    [weakness('dmarc-missing', 'shop.example')],
    [{ rule: 'tls.no-https', url: 'http://shop.example' }],
  );
  expect(own.map(({ fact }) => fact)).toEqual(['spf-missing', 'caa-missing']);
});

test('the dashboard counts and proposes one problem once', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const scope = portal.base.forOrg(ada.orgId);
  const website = await addWebsite(scope, { name: 'Shop', at: portal.clock.now() });
  await addFindings(scope, website, { high: 2 }, portal.clock.now());
  await scope.inOrg(async (db) => {
    const { url } = await db.selectFrom('website').select('url').executeTakeFirstOrThrow();
    await sql`update finding set rule = 'tls.no-https' where id = 'high-1'`.execute(db);
    for (const [type, asset] of [
      ['no-https', new URL(url).host],
      ['remote-desktop', 'office.example:3389'],
    ])
      await sql`insert into weakness (org_id, id, type, title, severity, status, reported_on, status_updated_on, body, source, asset)
        values (${ada.orgId}, gen_random_uuid(), ${type}, ${type}, 'High', 'Open', now(), now(), '[]', 'scan', ${asset})`.execute(
        db,
      );
  });
  const read = async () => (await ada.get('/dashboard/getModuleActivity')).body.data as DashboardData;
  const data = await read();
  // the card counts what is listed there (platform.md 3); what is counted twice is said
  expect(data.cyberConcierge).toMatchObject({
    numberOfWeaknesses: 2,
    urgentWeaknesses: 2,
    sameAsIssues: { weaknesses: 1, urgent: 1 },
  });
  const amounts = (of: DashboardData) =>
    Object.fromEntries(nextActions(of).map(({ id, amount }) => [id, amount]));
  expect(amounts(data)).toMatchObject({ 'fix-high': 2, 'close-weaknesses': 1 });
  // once the issue is fixed, the weakness counts by itself until the experts have looked
  await scope.inOrg((db) =>
    sql`update finding set state = 'fixed', fixed_at = last_seen where id = 'high-1'`.execute(db),
  );
  expect(amounts(await read())).toMatchObject({ 'fix-high': 1, 'close-weaknesses': 2 });
});
