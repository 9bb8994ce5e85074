// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { button, openMaturity, type World } from '../testing/assessment.tsx';

const path = '/cybermaturity/report';

const complete = (world: World, levels: Record<string, number>, rest = 2) =>
  world.reach(Object.fromEntries(world.elementIds().map((id) => [id, levels[id] ?? rest])));
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }));
const bars = () => screen.findByRole('table', { name: /Level of each element/ });
const actions = async (world: World, element: string) =>
  (await world.call('/zimm/report')).data.elements.find(({ id }: { id: string }) => id === element).next
    .actions;

describe('the head of the report', () => {
  test('not completed: level so far, percent, the day, and the way to the next question', async () => {
    const world = await openMaturity();
    await world.reach({ leadership: 1 });
    const view = await world.open(path);
    expect(
      await screen.findByRole('heading', {
        level: 2,
        name: /Your company's Cyber Maturity Level so far: 0, Exposed\s*1 of 15 elements finished/,
      }),
    ).toBeTruthy();
    expect(
      within(screen.getByRole('list', { name: 'Levels of the finished elements' })).getByText(/Leadership/)
        .textContent,
    ).toBe('Leadership & Ownership Level 1');
    expect(screen.getByText('Questions Answered')).toBeTruthy();
    expect(screen.getByText('Last updated Mar 2, 2026')).toBeTruthy();
    await view.user.hover(screen.getByRole('button', { name: 'Level 0: Exposed' }));
    expect(await screen.findByRole('tooltip')).toHaveProperty(
      'textContent',
      expect.stringMatching(/^Level 0/),
    );
    await view.user.click(screen.getByRole('link', { name: 'Finish Assessment' }));
    await waitFor(() => expect(view.at()).toBe('/cybermaturity/assessment/awareness-1-key'));
  });

  test('completed: the weakest points first, and the day of the update', async () => {
    const world = await openMaturity();
    await complete(world, { backup: 0 });
    await world.open(path);
    await screen.findByText(/lowest level are your weakest points and should be addressed first/);
    expect(screen.getByText('Updated Mar 2, 2026')).toBeTruthy();
    expect(screen.queryByText('Questions Answered')).toBeNull();
    expect(screen.getByRole('button', { name: 'Level 0: Exposed' })).toBeTruthy();
  });

  test('before the first answer it says what will be here', async () => {
    const world = await openMaturity();
    const view = await world.open(path);
    await screen.findByText('Your report begins with the first answer');
    expect(screen.queryByRole('link', { name: 'Download PDF' })).toBeNull();
    await view.user.click(screen.getByRole('link', { name: 'Start Assessment' }));
    await waitFor(() => expect(view.at()).toBe('/cybermaturity/assessment/start'));
  });
});

describe('the bars', () => {
  test('fifteen by area, and the lowest says why', async () => {
    const world = await openMaturity();
    await complete(world, { backup: 1 });
    await world.open(path);
    const table = within(await bars());
    expect(table.getAllByRole('row')).toHaveLength(1 + 3 + 15);
    expect(row('Backup & Recovery').getByText('Fix first')).toBeTruthy();
    expect(
      row('Backup & Recovery').getByText(`Missing for level 2: ${world.question('backup-2-key').text}`),
    ).toBeTruthy();
    expect(table.getAllByText('Fix first')).toHaveLength(1);
  });

  test('the target is set at once, and what misses it says by how much', async () => {
    const world = await openMaturity();
    await complete(world, { backup: 1 });
    const view = await world.open(path);
    await bars();
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Target' }), 'Level 4');
    await waitFor(() => expect(row('Risk & Policy').getByText('2 to go')).toBeTruthy());
    await waitFor(async () => expect((await world.call('/zimm/report')).data.target).toBe(4));
  });

  test('a target that could not be saved is taken back', async () => {
    const world = await openMaturity();
    await complete(world, {});
    const { target } = (await world.call('/zimm/report')).data;
    const view = await world.open(path);
    await bars();
    world.cutOff('/setTarget');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Target' }), 'Level 5');
    expect(
      (await screen.findAllByText('Oops! Something went wrong. Please try again.')).length,
    ).toBeGreaterThan(0);
    expect(screen.getByRole('combobox', { name: 'Target' })).toHaveProperty('value', String(target));
  });

  test('two days stand side by side', async () => {
    const world = await openMaturity();
    await complete(world, { backup: 0, risk: 3 });
    await world.later(7);
    await world.answer(
      ...['key', 'coverage', 'evidence', 'upkeep'].map((kind) => ({
        questionId: `backup-1-${kind}`,
        answer: 'yes' as const,
      })),
      ...['key', 'coverage', 'evidence', 'upkeep'].map((kind) => ({
        questionId: `backup-2-${kind}`,
        answer: 'no' as const,
      })),
      ...['key', 'coverage', 'evidence', 'upkeep'].map((kind) => ({
        questionId: `risk-2-${kind}`,
        answer: 'no' as const,
      })),
    );
    const view = await world.open(path);
    await bars();
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), 'Mar 2, 2026');
    expect(row('Backup & Recovery').getByText('Up 1')).toBeTruthy();
    expect(row('Risk & Policy').getByText('Down 2')).toBeTruthy();
    expect(row('Data Protection').getByText('No change')).toBeTruthy();
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), 'Nothing');
    expect(row('Backup & Recovery').queryByText('Up 1')).toBeNull();
  });
});

describe('what to do next', () => {
  test('the weakest element comes first, with the steps to its next level', async () => {
    const world = await openMaturity();
    await complete(world, { network: 0, backup: 1, leadership: 5 });
    await world.open(path);
    const steps = within(await screen.findByRole('region', { name: 'What to do next' }));
    const titles = [...document.querySelectorAll('summary')].map((one) => one.textContent);
    expect(titles[0]).toContain('Network, Email & Web');
    expect(titles[1]).toContain('Backup & Recovery');
    expect(titles).toHaveLength(14);
    expect(steps.getByText(world.question('network-1-key').action)).toBeTruthy();
  });

  test('an action is ticked, given to somebody with a day, and unticked; each is saved at once', async () => {
    const world = await openMaturity();
    await complete(world, { network: 0 });
    const view = await world.open(path);
    const task = async () => (await actions(world, 'network'))[0].task;
    const name = world.question('network-1-key').action;
    await view.user.click(await screen.findByRole('checkbox', { name }));
    await waitFor(async () => expect(await task()).toMatchObject({ done: true, owner: '', due: null }));
    await view.user.type(screen.getAllByRole('textbox', { name: 'Owner' })[0]!, 'Bo Lind{Enter}');
    await waitFor(async () => expect(await task()).toMatchObject({ done: true, owner: 'Bo Lind' }));
    const due = screen.getAllByLabelText('Due')[0]!;
    // as browsers tell of a year that is typed digit by digit
    for (const value of ['0002-04-01', '0020-04-01', '0202-04-01', '2026-04-01'])
      fireEvent.change(due, { target: { value } });
    await waitFor(async () =>
      expect(await task()).toMatchObject({ done: true, owner: 'Bo Lind', due: '2026-04-01' }),
    );
    expect(screen.queryByText(/Not saved/)).toBeNull();
    await view.user.click(screen.getByRole('checkbox', { name }));
    await waitFor(async () =>
      expect(await task()).toMatchObject({ done: false, owner: 'Bo Lind', due: '2026-04-01' }),
    );
    expect(screen.getByRole('checkbox', { name })).toHaveProperty('checked', false);
  });

  test('changes that follow quicker than they are saved all stay', async () => {
    const world = await openMaturity();
    await complete(world, { network: 0 });
    await world.open(path);
    const tick = await screen.findByRole('checkbox', { name: world.question('network-1-key').action });
    const owner = screen.getAllByRole('textbox', { name: 'Owner' })[0]!;
    fireEvent.change(owner, { target: { value: 'Bo Lind' } });
    // the window was looked at again in this very moment
    fireEvent(document, new Event('visibilitychange'));
    fireEvent.blur(owner);
    fireEvent.change(screen.getAllByLabelText('Due')[0]!, { target: { value: '2026-04-01' } });
    fireEvent.click(tick);
    await waitFor(() => expect(world.sent('/saveTask')).toHaveLength(3));
    await waitFor(async () =>
      expect((await actions(world, 'network'))[0].task).toMatchObject({
        done: true,
        owner: 'Bo Lind',
        due: '2026-04-01',
      }),
    );
    expect(owner).toHaveProperty('value', 'Bo Lind');
  });

  test('a tick that could not be saved is taken back, and a name stays to be tried again', async () => {
    const world = await openMaturity();
    await complete(world, { network: 0 });
    const view = await world.open(path);
    const name = world.question('network-1-key').action;
    await screen.findByRole('checkbox', { name });
    world.cutOff('/saveTask');
    await view.user.click(screen.getByRole('checkbox', { name }));
    expect(
      (await screen.findAllByText('Oops! Something went wrong. Please try again.')).length,
    ).toBeGreaterThan(0);
    await waitFor(() => expect(screen.getByRole('checkbox', { name })).toHaveProperty('checked', false));
    const owner = screen.getAllByRole('textbox', { name: 'Owner' })[0]!;
    await view.user.type(owner, 'Bo Lind{Enter}');
    await waitFor(() => expect(world.sent('/saveTask')).toHaveLength(2));
    expect(owner).toHaveProperty('value', 'Bo Lind');
    world.cutOff(null);
    await view.user.type(owner, '{Enter}');
    await waitFor(async () =>
      expect((await actions(world, 'network'))[0].task).toMatchObject({ owner: 'Bo Lind' }),
    );
  });
});

test('the elements are explained by security area', async () => {
  const world = await openMaturity();
  await complete(world, {});
  const view = await world.open(path);
  await bars();
  await view.user.click(button('Elements'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Elements' }));
  for (const { title } of world.config.areas)
    expect(await dialog.findByRole('heading', { name: title })).toBeTruthy();
  expect(dialog.getAllByText('Leadership & Ownership')).toHaveLength(1);
});

test('the report is a PDF of the company', async () => {
  const world = await openMaturity();
  await complete(world, {});
  await world.open(path);
  const link = await screen.findByRole('link', { name: 'Download PDF' });
  expect(link.getAttribute('href')).toBe('/api/zimm/reportPdf/Acme_CyberMaturity_2026_03_02.pdf');
});
