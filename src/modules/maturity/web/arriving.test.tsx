// @vitest-environment happy-dom
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { useAssessmentProgress } from './assessmentProgress.ts';
import { asks, at, button, first, isChosen, openMaturity } from './testing/assessment.tsx';

describe('where an address leads', () => {
  test.each([
    ['/cybermaturity', '/cybermaturity/assessment'],
    ['/assessment', '/cybermaturity/assessment'],
    ['/assessment/start', '/cybermaturity/assessment/start'],
    [`/assessment/${first}`, at(first)],
    ['/report', '/cybermaturity/report'],
  ])('%s to %s', async (from, to) => {
    const world = await openMaturity();
    const view = await world.open(from);
    await waitFor(() => expect(view.at()).toBe(to));
    await screen.findByRole('heading', { level: 1 });
  });

  test.each([['no-such-question'], ['leadership-3-key'], ['%2e%2e%2fplan']])(
    'a link to %s, which is not there or not yet, leads to the real next one',
    async (id) => {
      const world = await openMaturity();
      await world.answer({ questionId: first, answer: 'yes' });
      const view = await world.open(at(id));
      await asks(world, 'leadership-1-coverage');
      expect(view.at()).toBe(at('leadership-1-coverage'));
    },
  );

  test('opened again, the assessment goes on at the exact question', async () => {
    const world = await openMaturity();
    await world.answer(
      { questionId: first, answer: 'yes' },
      { questionId: 'leadership-1-coverage', answer: 'mostly' },
    );
    const view = await world.open('/cybermaturity');
    await view.user.click(await screen.findByRole('link', { name: 'Finish Assessment' }));
    await asks(world, 'leadership-1-evidence');
    expect(screen.getByText(/Level 1, question 3 of 4/)).toBeTruthy();
  });
});

describe('the first page', () => {
  test('begins with a welcome, then the first area, then the first question', async () => {
    const world = await openMaturity();
    const view = await world.open();
    await view.user.click(await screen.findByRole('link', { name: 'Start Assessment' }));
    const page = (trigger: string) => world.config.interstitials.find((one) => one.trigger === trigger)!;
    for (const trigger of ['welcome', 'before:people']) {
      await screen.findByRole('heading', { level: 1, name: page(trigger).title });
      await view.user.click(button(page(trigger).button));
    }
    await asks(world, first);
    expect(view.at()).toBe(at(first));
  });

  test('the card that explains shows above 900 pixels only', async () => {
    const world = await openMaturity();
    let wide = false;
    const media = vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: wide && query === '(min-width: 56.3125em)',
          media: query,
          addEventListener() {},
          removeEventListener() {},
        }) as never,
    );
    const narrow = await world.open();
    await screen.findByRole('link', { name: 'Start Assessment' });
    expect(screen.queryByText('Find out where your company stands')).toBeNull();
    narrow.unmount();
    wide = true;
    await world.open();
    await screen.findByText('Find out where your company stands');
    expect(screen.getAllByRole('link', { name: 'Start Assessment' })).toHaveLength(1);
    media.mockRestore();
  });

  test('each element says where it stands and leads to its answers', async () => {
    const world = await openMaturity();
    await world.reach({ leadership: 2 });
    await world.answer({ questionId: 'awareness-1-key', answer: 'unsure' });
    const view = await world.open();
    const people = within(await screen.findByRole('region', { name: 'People' }));
    expect(people.getByText('1 of 4 complete')).toBeTruthy();
    expect(people.getByText('Level 2: Basic')).toBeTruthy();
    expect(people.getByText('1 answer, not complete')).toBeTruthy();
    await view.user.click(people.getByText('Leadership & Ownership'));
    await view.user.click(
      people.getByRole('link', { name: `${world.question('leadership-2-key').text} Yes` }),
    );
    await asks(world, 'leadership-2-key');
    expect(isChosen('Yes')).toBe(true);
  });

  test('answers to an older model are looked through, then confirmed', async () => {
    const world = await openMaturity();
    await world.reach({ leadership: 2 });
    await world.makeAnswersOld();
    const view = await world.open();
    await screen.findByText('The questions have changed since you answered them');
    await view.user.click(button('My answers still hold'));
    await waitFor(() =>
      expect(screen.queryByText('The questions have changed since you answered them')).toBeNull(),
    );
    expect((await world.state()).reconfirm).toBe(false);
  });

  test('starting over asks, then takes back every answer', async () => {
    const world = await openMaturity();
    await world.reach({ leadership: 2 });
    const view = await world.open();
    await view.user.click(await screen.findByRole('button', { name: 'More' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Start over…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start over?' }));
    expect((await world.state()).answered).toBe(12);
    await view.user.click(dialog.getByRole('button', { name: 'Remove all answers' }));
    await screen.findByRole('link', { name: 'Start Assessment' });
    expect((await world.state()).answered).toBe(0);
  });
});

test('whoever reminds of the assessment knows how far it is', async () => {
  const world = await openMaturity();
  await world.answer({ questionId: first, answer: 'yes' });
  await world.open();
  const standing = renderHook(() => useAssessmentProgress());
  await waitFor(() =>
    expect(standing.result.current).toMatchObject({
      completed: false,
      startPath: '/cybermaturity/assessment/start',
      nextPath: at('leadership-1-coverage'),
    }),
  );
});

test('a failed load says so, and can be tried again', async () => {
  const world = await openMaturity();
  world.cutOff('/zimm/assessment');
  const view = await world.open();
  await screen.findByText('Your assessment could not be loaded');
  world.cutOff(null);
  await view.user.click(button('Try again'));
  await screen.findByRole('link', { name: 'Start Assessment' });
});
