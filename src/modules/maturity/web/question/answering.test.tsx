// @vitest-environment happy-dom
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { useConciergePrompt } from '#modules/plans/web/public.ts';
import {
  asks,
  at,
  button,
  first,
  isChosen,
  isSaved,
  openMaturity,
  type View,
  type World,
} from '../testing/assessment.tsx';

describe('answering by keyboard', () => {
  test('digits and letters choose, Enter goes on, Backspace and the arrow go back', async () => {
    const world = await openMaturity();
    const view = await world.open(at(first));
    await asks(world, first);
    await view.user.keyboard('1{Enter}');
    await asks(world, 'leadership-1-coverage');
    await view.user.keyboard('m{Enter}');
    await asks(world, 'leadership-1-evidence');
    await view.user.keyboard('{Backspace}');
    await asks(world, 'leadership-1-coverage');
    expect(isChosen('Most')).toBe(true);
    await view.user.keyboard('{ArrowLeft}');
    await asks(world, first);
    await view.user.keyboard('{Enter}');
    await asks(world, 'leadership-1-coverage');
    const { questions } = await world.state();
    expect(Object.values(questions).map(({ questionId, answer }) => [questionId, answer])).toEqual([
      [first, 'yes'],
      ['leadership-1-coverage', 'mostly'],
    ]);
  });

  test('keys that come quicker than the screen are taken in their order', async () => {
    const world = await openMaturity();
    await world.open(at(first));
    await asks(world, first);
    for (const key of ['y', 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await asks(world, 'leadership-1-coverage');
    expect((await world.state()).questions[first]).toMatchObject({ answer: 'yes' });
  });

  test('the new question is announced: its heading has the focus', async () => {
    const world = await openMaturity();
    const view = await world.open(at(first));
    await asks(world, first);
    await view.user.keyboard('y{Enter}');
    expect(await asks(world, 'leadership-1-coverage')).toBe(document.activeElement);
  });

  test('Enter without an answer says what is missing', async () => {
    const world = await openMaturity();
    const view = await world.open(at(first));
    await asks(world, first);
    await view.user.keyboard('{Enter}');
    expect(await screen.findByText('Choose an answer to go on.')).toBeTruthy();
    expect(view.at()).toBe(at(first));
  });

  test('a question mark shows the keys; single keys can be switched off for good', async () => {
    const world = await openMaturity();
    const view = await world.open(at(first));
    await asks(world, first);
    await view.user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    await view.user.click(dialog.getByRole('switch', { name: 'Choose answers with single keys' }));
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await view.user.keyboard('1y');
    expect(isChosen('Yes')).toBe(false);
    view.unmount();
    const again = await world.open(at(first));
    await asks(world, first);
    await again.user.keyboard('1');
    expect(isChosen('Yes')).toBe(false);
  });
});

test('not applicable is saved with its reason, and not before', async () => {
  const world = await openMaturity();
  const { question } = world.places.find((place) => place.question.naAllowed && place.level === 1)!;
  const view = await world.open(at(question.id));
  await asks(world, question.id);
  await view.user.keyboard('x');
  const field = await screen.findByRole('textbox', { name: /Why does this not apply/ });
  expect(document.activeElement).toBe(field);
  await view.user.click(button('Next'));
  expect(await screen.findByText('Please say in a sentence why this does not apply.')).toBeTruthy();
  expect(world.sent('/saveAssessment')).toEqual([]);
  await view.user.type(field, 'We have none of these. 1y');
  await view.user.click(button('Next'));
  await waitFor(() => expect(view.at()).not.toBe(at(question.id)));
  expect((await world.state()).questions[question.id]).toMatchObject({
    answer: 'notApplicable',
    note: 'We have none of these. 1y',
  });
});

test('not sure is saved and offers the concierge, and nothing waits for it', async () => {
  const world = await openMaturity();
  const view = await world.open(at(first));
  await asks(world, first);
  await view.user.keyboard('u');
  await isSaved();
  const concierge = renderHook(() => useConciergePrompt());
  expect(concierge.result.current).toBe(false);
  await view.user.click(button('Ask Cyber Concierge'));
  await waitFor(() => expect(concierge.result.current).toBe(true));
  await view.user.click(button('Next'));
  await asks(world, 'leadership-1-coverage');
  expect((await world.state()).questions[first]?.answer).toBe('unsure');
});

const finishPeople = async (world: World): Promise<View> => {
  await world.reach({ leadership: 0, awareness: 0, workforce: 0 });
  await world.answer(
    { questionId: 'reporting-1-key', answer: 'no' },
    { questionId: 'reporting-1-coverage', answer: 'no' },
    { questionId: 'reporting-1-evidence', answer: 'no' },
  );
  const view = await world.open(at('reporting-1-upkeep'));
  await asks(world, 'reporting-1-upkeep');
  return view;
};

test('a completed area is told once, and the pages between come in order', async () => {
  const world = await openMaturity();
  const view = await finishPeople(world);
  await view.user.keyboard('n{Enter}');
  const congrats = 'Congrats! You completed the Security Area: People.';
  for (const trigger of ['area-done:people', 'before:process']) {
    const page = world.config.interstitials.find((one) => one.trigger === trigger)!;
    await screen.findByRole('heading', { level: 1, name: page.title });
    expect((await screen.findAllByText(congrats)).length).toBeGreaterThan(0);
    await view.user.click(button(page.button));
  }
  await asks(world, 'risk-1-key');
  await view.user.keyboard('{Backspace}');
  await asks(world, 'reporting-1-upkeep');
  const toasts = () => document.querySelectorAll('.mantine-Notification-root').length;
  const before = toasts();
  await view.user.click(button('Not sure'));
  await waitFor(async () =>
    expect((await world.state()).questions['reporting-1-upkeep']?.answer).toBe('unsure'),
  );
  await isSaved();
  expect(toasts()).toBeLessThanOrEqual(before);
});

test('the first step that is not met explains why the topic ends', async () => {
  const world = await openMaturity();
  await world.answer(
    { questionId: first, answer: 'no' },
    { questionId: 'leadership-1-coverage', answer: 'no' },
    { questionId: 'leadership-1-evidence', answer: 'no' },
  );
  const view = await world.open(at('leadership-1-upkeep'));
  await asks(world, 'leadership-1-upkeep');
  await view.user.keyboard('n{Enter}');
  const page = world.config.interstitials.find((one) => one.trigger === 'first-failed-step')!;
  await view.user.click(await screen.findByRole('button', { name: page.button }));
  await asks(world, 'awareness-1-key');
});

test('a word of the glossary is explained on asking, by keyboard too', async () => {
  const world = await openMaturity();
  const place = world.places.find(({ question, level }) => level === 1 && question.glossary.length > 0)!;
  const view = await world.open(at(place.question.id));
  await asks(world, place.question.id);
  const word = document.querySelector<HTMLButtonElement>('button[aria-expanded="false"]')!;
  word.focus();
  await view.user.keyboard('{Enter}');
  const term = world.config.glossary.find(({ key }) => place.question.glossary.includes(key))!;
  await screen.findByText(term.text);
  expect(view.at()).toBe(at(place.question.id));
  await view.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(term.text)).toBeNull());
});

test('what the portal knows is offered, and used only on pressing', async () => {
  const world = await openMaturity();
  const { targetId } = await world.call('/monitoring/webapps/createTarget', {
    targetName: 'Shop',
    targetUrl: 'https://shop.acme-widgets.com',
    urlConfirmed: true,
  });
  await world.call('/monitoring/webapps/scheduleScan', {
    targetId,
    recurrence: 'w',
    dateTime: '2026-03-04T09:00:00Z',
    scan_profile: 'lightning',
  });
  const [offer] = (await world.state()).evidence;
  await world.reach({
    [world.places.find((place) => place.question.id === offer!.questionId)!.element.id]: 3,
  });
  const view = await world.open(at(offer!.questionId));
  await asks(world, offer!.questionId);
  expect((await world.state()).questions[offer!.questionId]?.answer).toBe('no');
  expect(screen.getByText(new RegExp(offer!.text.slice(0, 30)))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Take a look' }).getAttribute('href')).toBe(offer!.href);
  await view.user.click(button(/^Use as answer:/));
  await waitFor(async () =>
    expect((await world.state()).questions[offer!.questionId]?.answer).toBe(offer!.suggested),
  );
});
