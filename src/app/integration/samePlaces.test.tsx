// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditModule } from '#modules/audit/web/module.ts';
import { conciergeModule } from '#modules/concierge/web/module.ts';
import { aFinding, openScans } from '#modules/monitoring/web/testing/scans.tsx';
import { monitoringModule } from '#modules/monitoring/web/module.ts';
import { problemOfRule } from '#modules/monitoring/server/issues/problems.ts';
import { renderScreen } from '../testing/screens.tsx';

const rule = 'active.sql-injection';

/** An issue that a scan found, and a weakness of the concierge that is the same problem. */
async function openProblem() {
  const world = await openScans();
  const targetId = await world.add({ targetName: 'Shop' });
  world.finds({
    findings: [aFinding('a', { rule, title: 'SQL injection', severity: 'high' }), aFinding('b')],
  });
  await world.scan(targetId);
  const { ada, portal } = world;
  const weaknessId = randomUUID();
  await portal.database.inOrg(ada.orgId, (db) =>
    sql`insert into weakness (org_id, id, type, title, severity, status, reported_on, status_updated_on, body, source, asset)
      values (${ada.orgId}, ${weaknessId}, ${problemOfRule(rule)!.id}, 'Injection', 'High', 'Open', now(), now(), '[]', 'scan',
        'shop.acme-widgets.com')`.execute(db),
  );
  const open = (path: string) => renderScreen([monitoringModule, conciergeModule, auditModule], ada, path);
  return {
    ada,
    later: world.later,
    open,
    issue: `/webappscan/${targetId}/issues/a`,
    targetId,
    weakness: `/concierge/weaknesses/${weaknessId}`,
  };
}

test('a weakness lists the issues behind it, and each of the two leads to the other', async () => {
  const { open, issue, weakness } = await openProblem();
  const { user, at } = await open(weakness);
  const behind = within(await screen.findByRole('region', { name: 'Findings behind it' }));
  expect(behind.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'SQL injectionHighOpen, Shop',
  ]);
  await user.click(behind.getByRole('link', { name: 'SQL injection' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'SQL injection' })).toBeTruthy();
  expect(at()).toBe(issue);
  await user.click(await screen.findByRole('link', { name: 'Injection' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Injection' })).toBeTruthy();
  expect(at()).toBe(weakness);
});

test('the log leads from a decision about one issue to its page, and from one about many nowhere', async () => {
  const { ada, open, issue, targetId } = await openProblem();
  const decide = async (findingIds: string[]) => {
    const body = { targetId, findingIds, decision: 'false-positive', reason: 'It is a test.' };
    expect((await ada.post('/monitoring/webapps/decideIssues', body)).status).toBe(200);
  };
  await decide(['a', 'b']);
  const many = await open('/settings/organization/activity');
  await many.user.click(
    await screen.findByRole('button', { name: 'Details: Marked as a false alarm: 2 issues' }),
  );
  expect(screen.getByText('Browser as it names itself')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open this issue' })).toBeNull();
  many.unmount();
  await decide(['a']);
  const { user, at } = await open('/settings/organization/activity');
  await user.click(
    await screen.findByRole('button', { name: 'Details: Marked as a false alarm: SQL injection' }),
  );
  await user.click(screen.getByRole('link', { name: 'Open this issue' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'SQL injection' })).toBeTruthy();
  expect(at()).toBe(issue);
});
