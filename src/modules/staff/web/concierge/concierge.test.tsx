// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { staffPaths } from '../../paths.ts';
import { staffModule } from '../module.ts';
import { letter } from '../../testing/letter.ts';

const messages = '/staff/concierge/messages';

test('of two who write one message the second is told who saved, keeps what they typed, and saves it when they have looked', async () => {
  const portal = await testPortal();
  const sam = await portal.staff('sam@support.example');
  const save = async (title: string, version: number, conciergeMessageId: string | null) =>
    (
      await sam.post(messages + '/save', {
        conciergeMessageId,
        version,
        status: 'draft',
        fields: { ...letter, title },
      })
    ).body.data;
  const { conciergeMessageId: id } = await save('First', 0, null);
  const { user } = await renderScreen(staffModule, sam, staffPaths.message(id));
  const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
  await user.clear(title);
  await user.type(title, 'Mine');
  await save('Theirs', 1, id);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/Sam Rivera saved version 2/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
  expect(title.value).toBe('Mine');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Version 3: Draft')).toBeTruthy();
  const { history } = (await sam.get(`${messages}/${id}`)).body.data;
  expect(history.map(({ fields }: { fields: { title: string } }) => fields.title)).toEqual([
    'Mine',
    'Theirs',
    'First',
  ]);
});

test('candidates are chosen and published together, after saying how many', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const at = portal.clock.now();
  await portal.base.forOrg(ada.orgId).inOrg((db) =>
    db
      .insertInto('weaknessCandidate')
      .values(
        ['a.acme-widgets.com:3389', 'b.acme-widgets.com:3389'].map((asset) => ({
          orgId: ada.orgId,
          type: 'remote-desktop',
          asset,
          state: 'proposed',
          present: true,
          severity: 'Critical',
          title: 'Remote desktop is open',
          source: 'rating',
          firstSeen: at,
          lastSeen: at,
        })),
      )
      .execute(),
  );
  const { user } = await renderScreen(staffModule, await portal.staff(), staffPaths.candidates);
  await user.click(await screen.findByRole('button', { name: 'Choose all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Publish 2' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish 2' }));
  expect(await screen.findByText('Nothing waits for a decision')).toBeTruthy();
  await waitFor(async () =>
    expect((await ada.get('/cyberconcierge/cyberConciergeWeaknesses')).body.total).toBe(2),
  );
});
