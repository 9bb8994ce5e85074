// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { evidenceModule } from './module.ts';

const saved: { href: string; name: string }[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ href: this.getAttribute('href')!, name: this.download });
  });
});

async function open(path = '/evidence') {
  const portal = await testPortal();
  const ada = await portal.member();
  return { portal, ada, ...(await renderScreen(evidenceModule, ada, path)) };
}

test('one click makes a pack of everything, saves it, and lists it with its fingerprint', async () => {
  const { user, ada } = await open();
  expect(await screen.findByText('No pack yet')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Make evidence pack' }));
  const table = within(await screen.findByRole('table'));
  const [pack] = (await ada.get('/evidence/packs')).body.data.packs;
  expect(table.getByText(pack.name)).toBeDefined();
  expect(table.getByRole('button', { name: `Copy the SHA-256 fingerprint of ${pack.name}` })).toBeDefined();
  expect(table.getByRole('link', { name: `Download ${pack.documentId}` }).getAttribute('href')).toContain(
    pack.id,
  );
  expect(saved).toEqual([
    { href: `/api/evidence/pack/${pack.id}/${encodeURIComponent(pack.name)}`, name: pack.name },
  ]);
  expect(pack).toMatchObject({ audience: 'customer', addressee: '' });
  expect(pack.sections).toHaveLength(5);
});

test('for whom, under which name and about what is the administrator’s to choose', async () => {
  const { user, ada } = await open('/evidence?for=insurer');
  expect(await screen.findByRole('radio', { name: 'An insurer' })).toHaveProperty('checked', true);
  await user.type(screen.getByRole('textbox', { name: /Name on the cover/ }), '  Harbor Mutual ');
  for (const part of ['Website scans', 'Training', 'Cyber maturity', 'Security rating'])
    await user.click(screen.getByRole('checkbox', { name: part }));
  await user.click(screen.getByRole('button', { name: 'Make evidence pack' }));
  await screen.findByRole('table');
  expect((await ada.get('/evidence/packs')).body.data.packs[0]).toMatchObject({
    audience: 'insurer',
    addressee: 'Harbor Mutual',
    sections: ['policies'],
  });
  await user.click(screen.getByRole('checkbox', { name: 'Policies in force' }));
  expect(screen.getByRole('button', { name: 'Make evidence pack' })).toHaveProperty('disabled', true);
  expect(screen.getByText('Choose at least one part.')).toBeDefined();
});

test('a pack is withdrawn after a question, and its check page says so', async () => {
  const { user, ada } = await open();
  await user.click(await screen.findByRole('button', { name: 'Make evidence pack' }));
  const check = await screen.findByRole('link', { name: /^Check page of EP-/ });
  const [pack] = (await ada.get('/evidence/packs')).body.data.packs;
  expect([check.getAttribute('href'), check.getAttribute('aria-label')]).toEqual([
    `/evidence-check/${pack.code}`,
    `Check page of ${pack.documentId}`,
  ]);
  await user.click(screen.getByRole('button', { name: `Withdraw ${pack.documentId}` }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw evidence pack?' }));
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Withdrawn Mar 2, 2026')).toBeDefined();
  expect(screen.queryByRole('button', { name: `Withdraw ${pack.documentId}` })).toBeNull();
  expect((await ada.post('/evidence/checkPack', { code: pack.code })).body.data.withdrawnAt).not.toBeNull();
});

describe('the page that checks a pack', () => {
  async function openCheck() {
    const portal = await testPortal();
    const ada = await portal.member();
    const pack = (await ada.post('/evidence/makePack', { audience: 'customer', sections: ['scans'] })).body
      .data;
    const bytes = (await ada.get(`/evidence/pack/${pack.id}/x.pdf`)).body as Buffer;
    const view = await renderScreen(evidenceModule, portal.browser(), `/evidence-check/${pack.code}`);
    const choose = async (content: Uint8Array, name = 'pack.pdf') =>
      view.user.upload(
        await screen.findByLabelText(/Choose the PDF/),
        new File([content as BlobPart], name, { type: 'application/pdf' }),
      );
    return { ...view, ada, pack, bytes, choose };
  }

  test('shows the record without an account, and tells the very file from any other', async () => {
    const { pack, bytes, choose } = await openCheck();
    const record = within(await screen.findByRole('region', { name: 'Record of the evidence pack' }));
    for (const words of ['Valid', 'Acme Widgets Inc.', pack.documentId, pack.fingerprint, pack.code])
      expect(record.getByText(words)).toBeDefined();
    await choose(bytes);
    expect(await screen.findByText('Genuine')).toBeDefined();
    const other = Buffer.from(bytes);
    other[other.length - 1]! ^= 1;
    await choose(other, 'changed.pdf');
    expect(await screen.findByText('Not the same file')).toBeDefined();
    expect(screen.queryByText('Genuine')).toBeNull();
  });

  test('says of a withdrawn pack that it is genuine and withdrawn', async () => {
    const { ada, pack, bytes } = await openCheck();
    await ada.post('/evidence/withdrawPack', { id: pack.id });
    cleanup();
    const { user } = await renderScreen(evidenceModule, ada, `/evidence-check/${pack.code}`);
    expect(await screen.findByText('Withdrawn', { selector: 'span' })).toBeDefined();
    await user.upload(
      await screen.findByLabelText(/Choose the PDF/),
      new File([bytes as BlobPart], 'pack.pdf', { type: 'application/pdf' }),
    );
    expect(await screen.findByText('Genuine, but withdrawn')).toBeDefined();
  });

  test('says of an unknown code that there is none, and takes another one', async () => {
    const { pack } = await openCheck();
    cleanup();
    const portal = await testPortal();
    const { user, at } = await renderScreen(evidenceModule, portal.browser(), '/evidence-check');
    expect(await screen.findByRole('heading', { name: 'Check an evidence pack' })).toBeDefined();
    await user.type(
      screen.getByRole('textbox', { name: 'Code of the evidence pack' }),
      'abcd-efgh-jklm-nopq',
    );
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(at()).toBe('/evidence-check/ABCD-EFGH-JKLM-NOPQ');
    expect(await screen.findByRole('heading', { name: 'No evidence pack has this code' })).toBeDefined();
    expect(screen.queryByText(pack.fingerprint)).toBeNull();
  });
});
