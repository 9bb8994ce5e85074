// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogOf, listOf, openTraining, person } from '../testing/training.tsx';

async function openUpload(world: Awaited<ReturnType<typeof openTraining>>) {
  const { user } = await world.open('/training/trainees');
  const way = await screen.findByRole('button', { name: /^(Upload a list|Enroll people)$/ });
  await user.click(way);
  if (way.textContent === 'Enroll people')
    await user.click(await screen.findByRole('menuitem', { name: /^Upload a list/ }));
  const dialog = await dialogOf('Upload a list');
  return { user, dialog, give: (file: File) => user.upload(dialog.getByLabelText('List of people'), file) };
}

const csv = (...lines: string[]) => `First name,Last name,Email,Department\n${lines.join('\n')}\n`;

test('a list shows the fate of every row, problems first, before anything is saved; then it is added', async () => {
  const world = await openTraining({ plan: 'essential' });
  await world.add('Ann', ...Array.from({ length: 12 }, (_, at) => person(`P${at}`)));
  const { user, give } = await openUpload(world);
  const lines = [
    'Ann,Miller,ann@acme-widgets.com,',
    'Bo,Lind,bo@acme-widgets.com,Sales',
    'Cy,Dale,nowhere,',
    ',,dee@acme-widgets.com,',
    'Eli,Fox,eli@acme-widgets.com,',
    'Gia,Fox,gia@acme-widgets.com,',
  ];
  await give(listOf(csv(...lines)));
  const preview = await dialogOf('Check your list');
  expect(preview.getByText('2 people of 6 will be added.', { exact: false })).toBeTruthy();
  expect((await world.overview()).seats.taken).toBe(13);
  const results = within(preview.getByRole('table', { name: 'What will become of each row' }));
  const texts = () =>
    results
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(texts()[0]).toMatch(/nowhere.*Address not valid“nowhere” is not an email address\.$/);
  expect(texts()[1]).toMatch(/Name is missing/);
  expect(texts()[2]).toMatch(/gia@acme-widgets\.com.*No seat left/);
  expect(texts()[3]).toMatch(/Already there/);
  expect(texts()).toHaveLength(6);
  expect(preview.getByText(/Only 2 seats of your plan are free\. 1 of your list finds none\./)).toBeTruthy();
  await user.click(preview.getByRole('button', { name: 'Will be added 2' }));
  expect(texts()).toHaveLength(2);
  await user.click(preview.getByRole('button', { name: 'Add 2 people' }));
  const after = await dialogOf('What became of your list');
  expect(after.getByText('2 people were added to training. 4 rows were left out.')).toBeTruthy();
  expect(world.said).toHaveBeenCalledWith('2 people were added to training. 4 rows were left out.', {
    duration: 10_000,
  });
  expect(after.getByRole('button', { name: 'Added 2' })).toBeTruthy();
  await user.click(after.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('15 of 15 seats taken.', { exact: false })).toBeTruthy();
});

test('what is no list says so in words, and another one can be chosen', async () => {
  const world = await openTraining();
  const { dialog, give } = await openUpload(world);
  await give(new File(['\u0000\u0001\u0002PK not really'], 'people.xlsx'));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^This file cannot be read\./);
  await give(listOf('Color,Size\nred,4\n'));
  await waitFor(() =>
    expect(dialog.getByRole('alert').textContent).toMatch(/^No column with email addresses was found\./),
  );
  await give(listOf('x'.repeat(5_000_001)));
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/^This file is too large\./));
  expect(world.asked.filter(({ url }) => url.includes('previewTrainees'))).toHaveLength(2);
  world.cutOff('previewTrainees');
  await give(listOf(csv('Bo,Lind,bo@acme-widgets.com,')));
  await waitFor(() =>
    expect(dialog.getByRole('alert').textContent).toMatch(/^The portal cannot be reached\./),
  );
  world.cutOff();
  await give(listOf(csv('Bo,Lind,bo@acme-widgets.com,')));
  expect(
    await (await dialogOf('Check your list')).findByRole('button', { name: 'Add 1 person' }),
  ).toBeTruthy();
});

test('a fault of the server is told as such: Cannot upload file.', async () => {
  const world = await openTraining();
  const { user, give, dialog } = await openUpload(world);
  await give(new File([csv()], 'empty.csv'));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'This file is empty: it lists no one. Add a row for each person, as in the template, then choose it again.',
  );
  await give(listOf(csv('Bo,Lind,bo@acme-widgets.com,')));
  const preview = await dialogOf('Check your list');
  world.breakDown('saveTraineesBulk');
  await user.click(preview.getByRole('button', { name: 'Add 1 person' }));
  expect(await screen.findAllByText('Cannot upload file.')).not.toEqual([]);
  // the list is still there to be tried again
  expect((await dialogOf('Check your list')).getByRole('button', { name: 'Add 1 person' })).toBeTruthy();
});

test('ten thousand rows are looked through ten at a time', async () => {
  const world = await openTraining();
  const { user, give } = await openUpload(world);
  await give(
    listOf(
      csv(
        ...Array.from({ length: 10_000 }, (_, at) =>
          at === 7_000 ? 'Bad,Row,nowhere,' : `P${at},Miller,p${at}@acme-widgets.com,`,
        ),
      ),
    ),
  );
  const preview = await dialogOf('Check your list');
  const table = within(preview.getByRole('table', { name: 'What will become of each row' }));
  expect(table.getAllByRole('row')).toHaveLength(11);
  expect(table.getAllByRole('row')[1]!.textContent).toMatch(/^7,002.*nowhere/);
  expect(preview.getByText('Rows 1 to 10 of 10,000')).toBeTruthy();
  expect(preview.getByRole('button', { name: 'Will be added 50' })).toBeTruthy();
  await user.click(preview.getByRole('button', { name: 'Page 5 of 1000' }));
  expect(preview.getByText('Rows 41 to 50 of 10,000')).toBeTruthy();
  expect(preview.getByRole('button', { name: 'Add 50 people' })).toBeTruthy();
  expect((await world.overview()).seats.taken).toBe(0);
});
