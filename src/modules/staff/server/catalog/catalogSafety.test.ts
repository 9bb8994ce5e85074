import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openTestDatabase, temporaryFolder, testPortal } from '#app/testing/portal.ts';
import { catalogOf, followCatalog } from '#modules/catalog/server/public.ts';
import { openChangeMemory } from '#platform/server/memory/memory.ts';
import { channelOf, saveBrand, saveChannel } from '../../testing/catalog.ts';
import { putFileVersionBack } from './operator.ts';

test('an edit that no longer fits the files is left out, shown at the desk, and stops nothing', async () => {
  const configDir = path.join(temporaryFolder('config'), 'config');
  cpSync(path.resolve(import.meta.dirname, '../../../../../config'), configDir, { recursive: true });
  const portal = await testPortal({ env: { CONFIG_DIR: configDir } });
  const sam = await portal.staff();
  await saveChannel(sam, 'chamber', { defaultPlan: 'premium' });
  await saveBrand(sam, 'cyber-safety', { brandNameShort: 'Acme' });
  // an operator takes the plan away and starts the program anew
  const other = path.join(temporaryFolder('config'), 'config');
  cpSync(configDir, other, { recursive: true });
  const edit = (file: string, from: RegExp, to: string) =>
    writeFileSync(path.join(other, file), readFileSync(path.join(other, file), 'utf8').replaceAll(from, to));
  edit('plans.yaml', /planId: premium/g, 'planId: ultimate');
  edit('channels.yaml', /premium/g, 'ultimate');
  const settings = { ...portal.settings, configDir: other };
  const followed = await followCatalog({ settings, global: portal.database.global, log: portal.base.log });
  const catalog = catalogOf(settings);
  expect([
    catalog.channels.get('chamber')!.defaultPlan.planId,
    catalog.defaultBrand.wire.brandNameShort,
  ]).toEqual(['trial', 'Acme']);
  await followed.close();
  // the desk of that program
  portal.settings.configDir = other;
  await (
    await followCatalog({ settings: portal.settings, global: portal.database.global, log: portal.base.log })
  ).close();
  expect(await channelOf(sam, 'chamber')).toMatchObject({
    version: 1,
    problem: expect.stringContaining("names the plan 'premium', which does not exist"),
  });
  expect((await saveChannel(sam, 'chamber', { defaultPlan: 'ultimate' })).status).toBe(200);
  expect(await channelOf(sam, 'chamber')).toMatchObject({
    version: 2,
    problem: null,
    fields: { defaultPlan: 'ultimate' },
  });
});

test('an edit is effective in another program as soon as its notice comes', async () => {
  const { database, connections } = await openTestDatabase();
  const portal = await testPortal();
  const settings = { ...portal.settings };
  const { log } = portal.base;
  const followed = await followCatalog({ settings, global: database.global, log });
  const memory = openChangeMemory(connections.app, log, { watched: { catalog: followed.refresh } });
  try {
    await database.global
      .insertInto('catalogEdit')
      .values({
        kind: 'brand',
        id: 'harborline',
        version: 1,
        document: '{"brandNameShort":"Elsewhere"}',
        editedBy: 'sam',
        editedAt: new Date(),
      })
      .execute();
    await vi.waitFor(
      () => expect(catalogOf(settings).brands.get('harborline')!.wire.brandNameShort).toBe('Elsewhere'),
      { timeout: 5000 },
    );
    expect(catalogOf(portal.settings).brands.get('harborline')!.wire.brandNameShort).toBe('Harborline');
  } finally {
    await memory.close();
    await followed.close();
  }
});

test('nobody changes or removes what was written down, the program neither', async () => {
  const portal = await testPortal();
  await saveBrand(await portal.staff(), 'cyber-safety', { brandNameShort: 'Acme' });
  const { global } = portal.database;
  for (const table of ['staffAct', 'catalogEdit'] as const)
    await expect(global.deleteFrom(table).execute()).rejects.toThrow(/permission denied/);
  await expect(global.updateTable('staffAct').set({ what: 'nothing' }).execute()).rejects.toThrow(
    /permission denied/,
  );
});

test("an operator puts the file's version back where an edit keeps staff from their desk", async () => {
  const portal = await testPortal();
  const sam = await portal.staff();
  await saveBrand(sam, 'cyber-safety', { webDomain: 'portal.typo.example' });
  expect((await portal.browser().get('/config')).body.brand.webDomain).toBe('portal.typo.example');
  await putFileVersionBack(portal.base, { kind: 'brand', id: 'cyber-safety' });
  expect((await portal.browser().get('/config')).body.brand.webDomain).toBe('localhost');
  await expect(putFileVersionBack(portal.base, { kind: 'brand', id: 'cyber-safety' })).rejects.toThrow(
    'No one has edited the brand cyber-safety.',
  );
  const log = await portal.database.global
    .selectFrom('staffAct')
    .select(['staffName', 'staffEmail', 'what'])
    .orderBy('id')
    .execute();
  expect(log.at(-1)).toEqual({
    staffName: 'Operator',
    staffEmail: null,
    what: "Put back the file's version of the brand cyber-safety",
  });
});
