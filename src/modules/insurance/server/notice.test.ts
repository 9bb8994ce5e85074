import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, testPortal } from '#app/testing/portal.ts';

/** The shipped configuration with the insurer of the first brand changed. */
function configWith(change: (insurer: string) => string): string {
  const folder = path.join(temporaryFolder('config'), 'config');
  cpSync(path.resolve(import.meta.dirname, '../../../../config'), folder, { recursive: true });
  const file = path.join(folder, 'brands.yaml');
  const text = readFileSync(file, 'utf8');
  const insurer = /^ {4}insurer:\n(?: {6}.*\n)+/m.exec(text)![0];
  writeFileSync(file, text.replace(insurer, change(insurer)));
  return folder;
}

test('the insurer of the brand is named with both of its desks', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const { data } = (await ada.get('/insurance/notice')).body;
  expect(data).toMatchObject({
    name: 'Example Mutual Insurance',
    claims: { phone: '+1 800 555 0143' },
    policies: { phone: '+1 800 555 0142' },
  });
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ channelId: 'harborline' }).execute(),
  );
  expect((await ada.get('/insurance/notice')).body.data.name).not.toBe(data.name);
});

test('an insurer with one desk answers claims there as well', async () => {
  const CONFIG_DIR = configWith((insurer) => insurer.replace(/^ {6}(claims\w+|website):.*\n/gm, ''));
  const portal = await testPortal({ env: { CONFIG_DIR } });
  const { data } = (await (await portal.member()).get('/insurance/notice')).body;
  expect([data.claims, data.website]).toEqual([data.policies, null]);
});

test('without an insurer the module is offered nowhere', async () => {
  const portal = await testPortal({ env: { CONFIG_DIR: configWith(() => '') } });
  const ada = await portal.member();
  const refused = await ada.get('/insurance/notice');
  expect([refused.status, refused.body.error.code]).toEqual([403, 'module-inactive']);
  expect((await ada.get('/plans/featureUsageProfile')).body.data.plans.insurance).toBe('NOT_AVAILABLE');
});
