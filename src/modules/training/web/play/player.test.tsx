// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshState } from '../../playState.ts';
import { course, doneAll, hours, prepared, takeTest } from '../../testing/play.ts';
import { openPlayer } from './testing/player.tsx';

const heading = () => screen.findByRole('heading', { level: 1 });
const rail = () => within(screen.getByRole('navigation', { name: 'Course' }));

test('a course begins with what it is about, and goes on where it was left', async () => {
  const fresh = openPlayer();
  expect((await heading()).textContent).toBe('A course for tests');
  expect(screen.getByText('Everything that a course can hold.')).toBeTruthy();
  await fresh.user.click(screen.getByRole('button', { name: 'Start' }));
  expect((await heading()).textContent).toBe('Lesson one');
  expect(document.activeElement).toBe(await heading());
  await waitFor(() => expect(fresh.kept.state.opened).toEqual(['one']));
  await fresh.user.click(screen.getByRole('button', { name: 'Next: Lesson two' }));
  await waitFor(() => expect(fresh.kept.state.place).toBe('two'));
  fresh.unmount();
  openPlayer({ state: fresh.kept.state });
  expect((await heading()).textContent).toBe('Lesson two');
});

test('the rail says of each place how it stands and how much is left, and leads everywhere', async () => {
  const { user } = openPlayer({
    state: doneAll(freshState('seed'), [{ kind: 'open', lesson: 'one' }]),
    place: 'three',
  });
  await heading();
  expect(rail().getByRole('button', { name: /^Lesson one ?\(begun\)/ })).toBeTruthy();
  expect(rail().getByRole('button', { name: /^Test ?\(not open yet\)/ })).toBeTruthy();
  const current = rail().getByRole('button', { name: /^Lesson three/ });
  expect(current.getAttribute('aria-current')).toBe('step');
  expect(rail().getAllByText('About 16 minutes left').length).toBeGreaterThan(0);
  await user.click(rail().getByRole('button', { name: /^Lesson five/ }));
  expect((await heading()).textContent).toBe('Lesson five');
});

test('a page whose exercise is left says so and shows it, and does not hold anybody', async () => {
  const { user } = openPlayer({ place: 'four' });
  expect(await screen.findByText(/One exercise on this page is not done yet/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show it' }));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Go through the day.' }));
  await user.click(screen.getByRole('button', { name: 'Next: Lesson five' }));
  expect((await heading()).textContent).toBe('Lesson five');
});

test('with a lost connection nothing is lost: it says what is not saved and saves it later', async () => {
  const { user, kept } = openPlayer({ place: 'one' });
  await screen.findByRole('button', { name: 'Report' });
  await waitFor(() => expect(kept.state.opened).toEqual(['one']));
  kept.isCut = true;
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect((await screen.findByText('Not saved.')).closest('[role=alert]')).toBeTruthy();
  expect(screen.queryByText(/¤/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Not saved.')).toBeTruthy();
  kept.isCut = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/¤inbox\.m1\.report/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Not saved.')).toBeNull());
  expect(kept.state.work.inbox).toEqual(['m1']);
});

test('back online, what was not saved is saved without a press', async () => {
  const { user, kept } = openPlayer({ place: 'five' });
  const lock = await screen.findByRole<HTMLInputElement>('switch', { name: 'lock' });
  await waitFor(() => expect(kept.state.opened).toEqual(['five']));
  kept.isCut = true;
  await user.click(lock);
  await screen.findByText('Not saved.');
  kept.isCut = false;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(kept.state.work.settings).toEqual(['phone/lock']));
  await waitFor(() => expect(screen.queryByText('Not saved.')).toBeNull());
});

test('a course that cannot be opened says so and is opened by a second try', async () => {
  const { user, kept } = openPlayer({ isCut: true });
  expect((await heading()).textContent).toBe('The course could not be opened');
  kept.isCut = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await heading()).textContent).toBe('A course for tests');
});

test('a double press does one thing, and what another window did is shown without a word', async () => {
  const { user, kept, asked, elsewhere } = openPlayer({ place: 'four' });
  const call = await screen.findByRole('button', { name: 'Call' });
  await waitFor(() => expect(kept.state.opened).toEqual(['four']));
  await user.dblClick(call);
  await screen.findByText(/¤day\.a\.call/);
  expect(kept.state.work.day).toEqual(['call']);
  expect(asked('step')).toHaveLength(1);
  await elsewhere({ kind: 'step', exercise: 'day', scene: 'b', choice: 'tell' });
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(await screen.findByRole('heading', { name: 'A good end' })).toBeTruthy();
  expect(screen.queryByText('Not saved.')).toBeNull();
});

test('a finished course ends with something to do today, to print or to copy, with certificate and next course', async () => {
  const passed = takeTest(prepared, 0).state;
  const print = vi.fn();
  vi.stubGlobal('print', print);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user, asked } = openPlayer({
    state: passed,
    certificate: <a href="/c.pdf">Certificate</a>,
    next: <a href="/n">Next course</a>,
  });
  expect((await heading()).textContent).toBe('Well done. One thing is left');
  expect(screen.getByRole('heading', { name: 'Do this today' })).toBeTruthy();
  expect(screen.getByText('Look.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Certificate' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(document.body.dataset.sheet).toBe('on');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.body.dataset.sheet).toBeUndefined();
  // looking around in a finished course writes nothing
  await user.click(rail().getByRole('button', { name: /^Lesson one/ }));
  expect((await heading()).textContent).toBe('Lesson one');
  expect(asked('open')).toEqual([]);
});

test('whoever reads again after a third failure is led from one missed lesson to the next, and back to the test', async () => {
  let state = prepared;
  for (let i = 0; i < 3; i++) state = takeTest(state, 4).state;
  const missed = state.reread;
  const { user } = openPlayer({ state, now: () => hours(25).now });
  for (const [at] of missed.entries()) {
    expect((await heading()).textContent).toBe(course.lessons.find(({ id }) => id === missed[at])!.title);
    const next = missed[at + 1];
    const title = course.lessons.find(({ id }) => id === next)?.title;
    await user.click(
      await screen.findByRole('button', { name: title ? `Next: ${title}` : 'Back to the test' }),
    );
  }
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('whoever is named to be feedback stands under every page', async () => {
  const { user } = openPlayer({
    contact: { name: 'Dana Brook', reach: '555-0100' },
    onLeave: () => {},
    leaveLabel: 'All courses',
  });
  await heading();
  expect(screen.getByText('Dana Brook')).toBeTruthy();
  await user.click(rail().getByRole('button', { name: /^Lesson two/ }));
  expect(screen.getByText('Dana Brook')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'All courses' })).toBeTruthy();
});
