// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogOf, listed, openTraining, person } from '../testing/training.tsx';

const rows = (dialog: Awaited<ReturnType<typeof dialogOf>>) =>
  dialog.getAllByRole('group', { name: /^Person \d+$/ }).map((one) => within(one));

async function openAdding(world: Awaited<ReturnType<typeof openTraining>>) {
  const { user, at } = await world.open('/training/trainees?add=1');
  return { user, at, dialog: await dialogOf('Enroll people') };
}

test('before anybody is trained the team that signs is offered, as far as there are seats', async () => {
  const world = await openTraining();
  await world.ada.post('/policy/addSigners', {
    people: Array.from({ length: 17 }, (_, at) => ({
      name: `Team P${String(at).padStart(2, '0')}`,
      email: `p${at}@acme-widgets.com`,
    })),
  });
  await world.usePlan('essential');
  const { user } = await world.open('/training');
  await user.click(await screen.findByRole('button', { name: 'Enroll your 17 team members' }));
  const dialog = await dialogOf('Choose from your team');
  expect(await dialog.findByRole('checkbox', { name: 'Team P00' })).toMatchObject({ checked: true });
  expect(dialog.getByRole('checkbox', { name: 'Team P16' })).toMatchObject({ checked: false });
  await user.click(dialog.getByRole('checkbox', { name: 'Team P16' }));
  expect(dialog.getByText(/Only 15 seats of your plan are free\. 1 of your list finds none\./)).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/plan');
  await user.click(dialog.getByRole('checkbox', { name: 'Team P16' }));
  await user.click(dialog.getByRole('button', { name: 'Enroll 15 people' }));
  expect(await screen.findByRole('heading', { name: 'No one has finished a course yet' })).toBeTruthy();
  expect(world.said).toHaveBeenCalledWith('15 people were added to training.', { duration: 10_000 });
  expect((await world.overview()).seats).toEqual({ total: 15, taken: 15, left: 0 });
});

test('people are typed; what is missing is said under its row before anything is sent', async () => {
  const world = await openTraining();
  const { user, at, dialog } = await openAdding(world);
  expect(at()).toBe('/training/trainees');
  await user.click(dialog.getByRole('button', { name: 'Add to training' }));
  expect(dialog.getByRole('alert').textContent).toBe(
    'Enter at least one person with a name and an email address.',
  );
  await user.type(rows(dialog)[0]!.getByRole('textbox', { name: 'First name' }), 'Ann');
  await user.click(dialog.getByRole('button', { name: 'Add another person' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(rows(dialog)[1]!.getByRole('textbox', { name: 'First name' })),
  );
  await user.keyboard('Bo{Tab}Lind{Tab}bo@acme-widgets.com{Enter}');
  expect(dialog.getByRole('alert').textContent).toBe('1 row needs a correction before anyone is added.');
  const email = rows(dialog)[0]!.getByRole('textbox', { name: 'Email' });
  expect(rows(dialog)[0]!.getByText('Please enter a valid email address.')).toBeTruthy();
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(world.asked.some(({ url }) => url.includes('saveTrainees'))).toBe(false);
  await user.type(email, 'ann@acme-widgets.com');
  await user.click(dialog.getByRole('button', { name: 'Add 2 people' }));
  await waitFor(() => expect(listed()).toEqual(['Ann', 'Bo Lind']));
  expect(world.said).toHaveBeenCalledWith('2 people were added to training.', { duration: 10_000 });
});

test('rows copied from a spreadsheet become people; whoever could not be added keeps a row with the reason', async () => {
  const world = await openTraining({ plan: 'essential' });
  await world.add('Ann', ...Array.from({ length: 12 }, (_, at) => person(`P${at}`)));
  const { user, dialog } = await openAdding(world);
  await user.click(rows(dialog)[0]!.getByRole('textbox', { name: 'First name' }));
  await user.paste(
    'Name\tE-mail\tDepartment\nAnn Miller\tANN@acme-widgets.com\tLab\nBo Lind\tbo@acme-widgets.com\tSales\nCy Dale\tcy@acme-widgets.com\t\nDee Fox\tdee@acme-widgets.com\t\n',
  );
  expect(rows(dialog)).toHaveLength(4);
  expect(dialog.getByText(/Only 2 seats of your plan are free\. 2 of your list find none\./)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add 4 people' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('2 rows were not added. Each row says why.');
  expect(
    rows(dialog)
      .map((row) => row.getByRole('textbox', { name: 'Email' }))
      .map((one) => (one as HTMLInputElement).value),
  ).toEqual(['ANN@acme-widgets.com', 'dee@acme-widgets.com']);
  expect(dialog.getByText('ANN@acme-widgets.com is already being trained.')).toBeTruthy();
  expect(dialog.getByText('No seat is left for dee@acme-widgets.com.')).toBeTruthy();
  expect(world.said).toHaveBeenCalledWith(expect.stringMatching(/^2 people were added to training\./), {
    duration: 10_000,
  });
  expect((await world.overview()).seats.taken).toBe(15);
});

test('only the courses that were chosen are given', async () => {
  const world = await openTraining();
  const { user, dialog } = await openAdding(world);
  await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Ann');
  await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'ann@acme-widgets.com');
  await user.click(dialog.getByRole('radio', { name: 'Choose courses' }));
  const boxes = dialog.getAllByRole('checkbox');
  expect(boxes).toHaveLength(12);
  for (const box of boxes) await user.click(box);
  await user.click(dialog.getByRole('button', { name: 'Add to training' }));
  expect(dialog.getByRole('alert').textContent).toBe('Choose at least one course.');
  await user.click(boxes[1]!);
  await user.click(dialog.getByRole('button', { name: 'Add to training' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await world.overview()).courses.map((one: { course: string }) => one.course)).toEqual([
    '02-phishing',
  ]);
});

test('a call that gets lost keeps what was typed', async () => {
  const world = await openTraining();
  const { user, dialog } = await openAdding(world);
  await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Ann');
  await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'ann@acme-widgets.com');
  world.cutOff('saveTrainees');
  await user.click(dialog.getByRole('button', { name: 'Add to training' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'The portal cannot be reached. Check your internet connection and try again.',
  );
  world.cutOff();
  await user.click(dialog.getByRole('button', { name: 'Add to training' }));
  expect(await screen.findByRole('link', { name: 'Ann' })).toBeTruthy();
});
