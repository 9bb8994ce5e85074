// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { asks, at, button, first, isChosen, isSaved, openMaturity } from './testing/assessment.tsx';

describe('saving', () => {
  test('pressing twice saves once; a quick second thought replaces the first', async () => {
    const world = await openMaturity();
    const view = await world.open(at(first));
    await asks(world, first);
    await view.user.dblClick(button('Yes'));
    await isSaved();
    await view.user.click(button('Yes'));
    expect(world.sent('/saveAssessment')).toHaveLength(1);
    // in one breath, however slow the machine is
    fireEvent.click(button('Not sure'));
    fireEvent.click(button('No'));
    await waitFor(async () => expect((await world.state()).questions[first]?.answer).toBe('no'));
    expect(world.sent('/saveAssessment').map(({ data }) => data.answer)).toEqual(['yes', 'no']);
  });

  test('leaving right after choosing loses nothing', async () => {
    const world = await openMaturity();
    await world.answer({ questionId: first, answer: 'yes' });
    const view = await world.open(at('leadership-1-coverage'));
    await asks(world, 'leadership-1-coverage');
    await view.user.click(button('All'));
    await view.user.click(screen.getByRole('link', { name: 'Cyber Maturity' }));
    await waitFor(async () =>
      expect((await world.state()).questions['leadership-1-coverage']?.answer).toBe('yes'),
    );
  });

  test('a failure is told once, keeps the choice, and can be tried again', async () => {
    const world = await openMaturity();
    const view = await world.open(at(first));
    await asks(world, first);
    world.cutOff('/saveAssessment');
    // in one breath: after the failure, Next tries again
    fireEvent.click(button('Yes'));
    fireEvent.click(button('Next'));
    expect(await screen.findAllByText('Oops! Something went wrong. Please try again.')).toHaveLength(1);
    expect(isChosen('Yes')).toBe(true);
    await screen.findByText(/Not saved yet/);
    expect(view.at()).toBe(at(first));
    expect((await world.state()).questions).toEqual({});
    world.cutOff(null);
    await view.user.click(button('Next'));
    await asks(world, 'leadership-1-coverage');
    expect((await world.state()).questions[first]?.answer).toBe('yes');
  });

  test('what failed and was left behind can be sent from the overview', async () => {
    const world = await openMaturity();
    await world.answer({ questionId: first, answer: 'yes' });
    const view = await world.open(at('leadership-1-coverage'));
    await asks(world, 'leadership-1-coverage');
    world.cutOff('/saveAssessment');
    await view.user.click(button('All'));
    await screen.findByText(/Not saved yet/);
    await view.user.click(screen.getByRole('link', { name: 'Cyber Maturity' }));
    await screen.findByText('One answer is not saved yet');
    world.cutOff(null);
    await view.user.click(button('Try again'));
    await waitFor(() => expect(screen.queryByText('One answer is not saved yet')).toBeNull());
    await waitFor(async () =>
      expect((await world.state()).questions['leadership-1-coverage']?.answer).toBe('yes'),
    );
  });

  test('an answer can be taken back', async () => {
    const world = await openMaturity();
    await world.answer({ questionId: first, answer: 'yes' });
    const view = await world.open(at(first));
    await view.user.click(await screen.findByRole('button', { name: 'Remove answer' }));
    await waitFor(() => expect(isChosen('Yes')).toBe(false));
    await waitFor(async () => expect((await world.state()).questions).toEqual({}));
    expect(world.sent('/removeAssessment')).toEqual([{ data: { questionIds: [first] } }]);
  });
});
