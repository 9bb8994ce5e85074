import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';

test('the disclaimer is a page of the brand that is looked at', async () => {
  const portal = await testPortal();
  const page = async (host: string, url = '/disclaimer.html') =>
    portal.app.inject({ url, headers: { host } });
  const own = await page('localhost');
  expect(own.statusCode).toBe(200);
  expect(own.body).toContain('support@cybersafety.example');
  expect(own.headers['content-security-policy']).not.toContain('script');
  const theirs = await page('shield.localhost', '/api/disclaimer.html');
  expect(theirs.body).toContain('Harborline Business Shield');
  expect(theirs.body).not.toMatch(/cyber ?safety/i);
});

test('at an address of no brand, the disclaimer is of the organization that is signed in, and at sign-up of the subscription id', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const bodyFor = async (browser: Pick<typeof ada, 'send'>, url = '/disclaimer.html') =>
    (await browser.send('GET', url)).body;
  const guest = portal.browser();
  expect(await bodyFor(guest)).toContain('support@cybersafety.example');
  expect(await bodyFor(guest, '/disclaimer.html?subscriptionId=harbor')).toContain(
    'support@harborline.example',
  );
  for (const odd of ['NOPE', 'x'.repeat(5000), 'a&subscriptionId=b'])
    expect(await bodyFor(guest, `/disclaimer.html?subscriptionId=${odd}`)).toContain(
      'support@cybersafety.example',
    );
  expect(await bodyFor(ada)).toContain('support@cybersafety.example');
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ channelId: 'harborline' }).execute(),
  );
  const answer = await ada.send('GET', '/disclaimer.html');
  expect(answer.body).toContain('Harborline Business Shield');
  expect(answer.body).toContain('support@harborline.example');
  expect(answer.body).not.toMatch(/cyber ?safety/i);
  // the next person at this browser reads their own
  expect(answer.headers['cache-control']).toBe('private, no-cache');
});
