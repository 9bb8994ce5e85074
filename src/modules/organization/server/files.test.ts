import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, testPortal } from '#app/testing/portal.ts';

const bytes = (text: string) => Buffer.from(text);

test('a private file is handed to its own organisation alone, under the name that is wished for', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  const { files } = portal.base.providers;
  await files.put(`organizations/${ada.orgId}/reports/march.pdf`, bytes('%PDF-1.7 march'), 'application/pdf');
  const address = (filePath: string) =>
    `/s3/getPrivateAsset?${new URLSearchParams({ filePath, desiredFileName: 'Zürich "March"' })}`;
  const got = await ada.get(address('reports/march.pdf'));
  expect(got.status).toBe(200);
  expect(got.body.toString()).toBe('%PDF-1.7 march');
  expect(got.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(got.headers['content-disposition']).toBe(
    `inline; filename="Z_rich _March_.pdf"; filename*=UTF-8''Z%C3%BCrich%20_March_.pdf`,
  );
  const missing = await eve.get(address('reports/nothing.pdf'));
  for (const asked of [
    'reports/march.pdf',
    `organizations/${ada.orgId}/reports/march.pdf`,
    `../${ada.orgId}/reports/march.pdf`,
  ]) {
    const refused = await eve.get(address(asked));
    expect([refused.status, refused.body.error.code], asked).toEqual([
      missing.status,
      missing.body.error.code,
    ]);
  }
  expect(missing.status).toBe(404);
  expect((await portal.browser().get(address('reports/march.pdf'))).status).toBe(401);
});

test('what could run in a browser is saved, never shown', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await portal.base.providers.files.put(
    `organizations/${ada.orgId}/page.html`,
    bytes('<script>alert(1)</script>'),
    'text/html',
  );
  const got = await ada.get('/s3/getPrivateAsset?filePath=page.html');
  expect(got.headers['content-type']).toBe('application/octet-stream');
  expect(got.headers['content-disposition']).toMatch(/^attachment/);
});

test("anybody may have public files, the brand's own first", async () => {
  const configDir = temporaryFolder('config');
  const { cpSync } = await import('node:fs');
  cpSync('config', configDir, { recursive: true });
  mkdirSync(path.join(configDir, 'brands/harborline/resources'));
  writeFileSync(path.join(configDir, 'brands/harborline/resources/guide.txt'), 'From Harborline');
  const portal = await testPortal({ env: { CONFIG_DIR: configDir } });
  await portal.base.providers.files.put('public/guide.txt', bytes('For everyone'), 'text/plain');
  const read = async (host: string, name = 'guide.txt') => {
    const { status, body } = await portal
      .browser({ host })
      .get(`/resources/asset?fileName=${encodeURIComponent(name)}`);
    return status === 200 ? body.toString() : status;
  };
  expect(await read('localhost')).toBe('For everyone');
  expect(await read('shield.localhost')).toBe('From Harborline');
  for (const name of [
    'missing.txt',
    '../brands.yaml',
    '..%2f..%2fbrands.yaml',
    '../../../organizations/x',
    '.hidden',
    '',
  ])
    expect(await read('localhost', name)).toBe(404);
});
