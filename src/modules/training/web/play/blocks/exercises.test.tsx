// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPlayer } from '../testing/player.tsx';

/** The explanations of the test course begin with this sign and name their place. */
const why = (place: string) => screen.findByText(new RegExp(`¤${place.replaceAll('.', '\\.')}(\\s|$)`));
const exercise = (prompt: string) => screen.findByRole('region', { name: prompt });
/** A page that opens puts the focus on its heading, a moment after it can be seen. */
const opened = () => waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));

test('a message is decided about: a wrong answer says why and can be given again, a right one leads to the next', async () => {
  const { user, kept } = openPlayer({ place: 'one' });
  const box = within(await exercise('Sort the inbox.'));
  expect(box.getByText('0 of 2 decided')).toBeTruthy();
  expect(document.body.textContent).not.toContain('¤');
  await user.click(box.getByRole('button', { name: 'Keep' }));
  const wrong = await why('inbox.m1.keep');
  expect(wrong.closest('[aria-live]')).toBeTruthy();
  await user.click(box.getByRole('button', { name: 'Report' }));
  const right = await why('inbox.m1.report');
  await waitFor(() => expect(document.activeElement).toBe(right.parentElement));
  await user.keyboard('{Tab}{Enter}');
  expect(await box.findByRole('article', { name: 'Mail m2' })).toBeTruthy();
  expect(box.getByText('1 of 2 decided')).toBeTruthy();
  expect(document.activeElement).toBe(box.getByRole('region', { name: 'Message 2 of 2' }));
  await user.keyboard('{Tab}{Tab}{Enter}');
  await why('inbox.m2.report');
  expect(box.getByText('Done')).toBeTruthy();
  expect(kept.state.done).toContain('inbox');
});

test('a decided message can be read again, and takes no other answer', async () => {
  const { user, asked } = openPlayer({ place: 'one' });
  const box = within(await exercise('Sort the inbox.'));
  await user.click(box.getByRole('button', { name: 'Report' }));
  await why('inbox.m1.report');
  await user.click(box.getByRole('button', { name: 'Keep' }));
  expect(asked('choose')).toHaveLength(1);
  await user.click(box.getByRole('button', { name: /Mail m2 \(not decided\)/ }));
  await user.click(box.getByRole('button', { name: /Mail m1 \(decided\)/ }));
  await why('inbox.m1.report');
});

test('things go to their bins one after the other, with the reason, and the keyboard stays where it is', async () => {
  const { user, kept } = openPlayer({ place: 'two' });
  const box = within(await exercise('Sort these.'));
  await opened();
  box.getByRole('button', { name: 'Open' }).focus();
  await user.keyboard('{Enter}');
  await why('bins.s\\d.open');
  expect(document.activeElement).toBe(box.getByRole('button', { name: 'Open' }));
  box.getByRole('button', { name: 'Secret' }).focus();
  for (const left of [2, 1, 0]) {
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(within(box.getByRole('region', { name: 'Secret' })).queryAllByText(/^Paper/)).toHaveLength(
        3 - left,
      ),
    );
  }
  expect(box.getByText('Done')).toBeTruthy();
  expect(box.queryByRole('button', { name: 'Secret' })).toBeNull();
  // the buttons are gone, the focus is not lost
  await waitFor(() => expect(document.activeElement?.textContent).toContain('goes to'));
  expect(kept.state.done).toContain('bins');
});

test('risks are found in the picture or in the list, and every place says what it is', async () => {
  const { user, kept } = openPlayer({ place: 'three' });
  const box = within(await exercise('Find the risks.'));
  expect(box.getByRole('img', { name: 'A desk with a lamp on it.' })).toBeTruthy();
  const list = within(box.getByRole('list', { name: 'Places in the picture' }));
  await user.click(box.getByRole('button', { name: '1: Thing f1' }));
  await why('office.f1');
  expect(box.getByText('1 of 2 found')).toBeTruthy();
  expect(box.getByRole('button', { name: '1: Thing f1 (looked at: a risk)' })).toBeTruthy();
  list.getByRole('button', { name: 'Thing f3' }).focus();
  await user.keyboard('{Enter}');
  await why('office.f3');
  expect(box.getByText('Thing f3: fine.')).toBeTruthy();
  expect(list.getByRole('button', { name: 'Thing f3 (looked at: fine)' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await user.click(list.getByRole('button', { name: 'Thing f2' }));
  await why('office.f2');
  expect(box.getByText('Done')).toBeTruthy();
  expect(kept.state.done).toContain('office');
});

test('at each place of a map something is chosen, and the next place is offered', async () => {
  const { user, kept } = openPlayer({ place: 'three' });
  const box = within(await exercise('Pick what is safe.'));
  await user.click(box.getByRole('button', { name: '1: Stop c1' }));
  const card = await box.findByRole('region', { name: 'Stop c1' });
  expect(document.activeElement).toBe(card);
  await user.click(within(card).getByRole('button', { name: 'Answer b' }));
  await why('map.c1.b');
  await user.click(within(card).getByRole('button', { name: 'Answer a' }));
  await why('map.c1.a');
  await user.click(box.getByRole('button', { name: 'Next: Stop c2' }));
  await user.click(
    within(await box.findByRole('region', { name: 'Stop c2' })).getByRole('button', { name: 'Answer a' }),
  );
  await why('map.c2.a');
  expect(kept.state.done).toContain('map');
});

test('a story shows what each choice led to, what it cost, and how it could go another way', async () => {
  const { user, kept } = openPlayer({ place: 'four' });
  const box = within(await exercise('Go through the day.'));
  expect(box.getAllByText('$100').length).toBeGreaterThan(0);
  await user.click(box.getByRole('button', { name: 'Pay' }));
  const note = await why('day.a.pay');
  expect(box.getByText('You: Pay')).toBeTruthy();
  expect(document.activeElement).toBe(note.closest('section'));
  expect(box.getAllByText('$500').length).toBeGreaterThan(0);
  await user.click(box.getByRole('button', { name: 'Hide' }));
  expect(await box.findByRole('heading', { name: 'This one hurt' })).toBeTruthy();
  expect(box.getByText('Tell next time.')).toBeTruthy();
  expect(box.getByText('Done')).toBeTruthy();
  await user.click(box.getByRole('button', { name: 'Try another way' }));
  await user.click(await box.findByRole('button', { name: 'Call' }));
  await user.click(await box.findByRole('button', { name: 'Tell' }));
  expect(await box.findByRole('heading', { name: 'A good end' })).toBeTruthy();
  expect(box.getAllByText('$100').length).toBeGreaterThan(0);
  expect(kept.state.done).toContain('day');
});

test('settings are switched on one device of several, each with its reason, and keep their place', async () => {
  const { user, kept } = openPlayer({ place: 'five' });
  const box = within(await exercise('Switch on.'));
  await user.click(box.getByRole('radio', { name: 'computer' }));
  const [lock, update] = [
    box.getByRole('switch', { name: 'lock' }),
    box.getByRole('switch', { name: 'update' }),
  ];
  lock.focus();
  await user.keyboard(' ');
  expect(await box.findByText('It helps you every day.')).toBeTruthy();
  expect((lock as HTMLInputElement).checked).toBe(true);
  await user.click(update);
  expect(await box.findByText('Done')).toBeTruthy();
  await user.click(lock);
  await waitFor(() => expect(kept.state.work.settings).toEqual(['computer/update']));
  // what was done once stays done
  expect(box.getByText('Done')).toBeTruthy();
});

test('cards tell more when they are pressed', async () => {
  const { user } = openPlayer({ place: 'five' });
  const card = await screen.findByRole('button', { name: 'Front' });
  expect(card.getAttribute('aria-expanded')).toBe('false');
  await opened();
  card.focus();
  await user.keyboard('{Enter}');
  expect(card.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('Back').closest('[hidden]')).toBeNull();
});

test('a made-up password is judged and thrown away, and nothing of it leaves the page', async () => {
  const { user, kept, asked } = openPlayer({ place: 'two' });
  const box = within(await exercise('Try one.'));
  const field = box.getByRole<HTMLInputElement>('textbox', { name: 'A made-up password' });
  expect([field.autocomplete, field.name, field.getAttribute('spellcheck')]).toEqual(['off', '', 'false']);
  await user.type(field, 'Summer2024!');
  expect(box.getByText('guessed at once')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(await box.findByText(/What you typed is thrown away/)).toBeTruthy();
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
  expect(asked('tried')).toEqual([]);
  await user.type(field, 'velvet otter climbs the ninth lantern{Enter}');
  await waitFor(() => expect(asked('tried')).toHaveLength(1));
  expect(box.getByText('Done')).toBeTruthy();
  expect(JSON.stringify([kept.asked, kept.state])).not.toMatch(/summer|velvet/i);
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)].join()).not.toMatch(/velvet/);
});

test('three tries do as well as a good one', async () => {
  const { user, asked } = openPlayer({ place: 'two' });
  const box = within(await exercise('Try one.'));
  const field = box.getByRole('textbox', { name: 'A made-up password' });
  await user.click(box.getByRole('button', { name: 'Test it' }));
  expect(document.activeElement).toBe(field);
  for (const word of ['hello', 'qwertyuiop', 'abcabcabcabc']) await user.type(field, `${word}{Enter}`);
  await waitFor(() => expect(asked('tried')).toHaveLength(1));
  expect(await box.findByText('Done')).toBeTruthy();
});
