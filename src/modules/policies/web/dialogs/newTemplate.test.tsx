// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPolicies } from '../testing/policies.tsx';

test('a newer template shows what it changes, and opens the next draft beside the version in force', async () => {
  const world = await openPolicies();
  await world.fillCompany();
  await world.save({ id: 'backup', customValues: { rtoHours: 9 } });
  // as if the draft had been opened before the text was last edited
  const older = JSON.stringify([{ kind: 'paragraph', spans: [{ text: 'Older text.' }] }]);
  await world.portal.database.inOrg(world.ada.orgId, (db) =>
    db
      .updateTable('policyVersion')
      .set((e) => ({
        templateVersion: 0,
        template: e.fn('jsonb_set', ['template', e.val('{blocks}'), e.cast(e.val(older), 'jsonb')]),
      }))
      .execute(),
  );
  await world.save({ id: 'backup', status: 'Active' });
  const { user } = await world.open('/securitypolicy/backup');
  await user.click(await screen.findByRole('button', { name: 'Compare' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Newer template' }));
  const changes = within(await dialog.findByRole('region', { name: 'What changes' }));
  expect((await changes.findByText('Older text.')).closest('del')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Use newer template' }));
  await waitFor(async () =>
    expect(await world.load('backup')).toMatchObject({ version: 2, status: 'Draft', newerTemplate: false }),
  );
  expect(await screen.findByLabelText('Preview of the text')).toBeTruthy();
  expect(await world.load('backup', 1)).toMatchObject({
    status: 'Active',
    inForce: true,
    text: '<p>Older text.</p>',
  });
});
