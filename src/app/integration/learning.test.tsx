// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { courseOf } from '#modules/training/server/testing/learnWorld.ts';
import { openLearn } from '../testing/learning.tsx';

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const part = (name: string) => within(screen.getByRole('heading', { level: 2, name }).closest('section')!);
const first = courseOf(1);

test('a link shows whose it is, what is due, and what comes in which month', async () => {
  const world = await openLearn();
  const [token] = await world.learners('Bo');
  const { user, at } = await world.open(`/learn/${token}`);
  await heading('Hello, Bo');
  expect(screen.getByText(/Acme Widgets Inc\./)).toBeTruthy();
  const now = part('To do now');
  expect(now.getByRole('heading', { name: first.title })).toBeTruthy();
  expect(now.getByText(`${first.minutes} minutes`)).toBeTruthy();
  expect(now.getByText(/^due /)).toBeTruthy();
  expect(part('Coming').getByText(courseOf(2).title)).toBeTruthy();
  expect(part('Coming').getByText('April 2026')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Done' })).toBeNull();
  await user.click(now.getByRole('link', { name: `Start: ${first.title}` }));
  await heading(first.title);
  await waitFor(() => expect(at()).toBe(`/learn/${token}/${first.id}/start`));
});

test('each place of a course is an address: links lead there, back goes back, and a reload stays', async () => {
  const world = await openLearn();
  const [token] = await world.learners('Bo');
  const view = await world.open(`/learn/${token}/${first.id}`);
  await heading(first.title);
  const [one, two] = first.lessons;
  const isKept = (place: string) =>
    waitFor(async () =>
      expect((await world.loadCourse(token!, first.id)).body.data.progress.place).toBe(place),
    );
  await view.user.click(screen.getByRole('link', { name: 'Start' }));
  await heading(one!.title);
  expect(view.at()).toBe(`/learn/${token}/${first.id}/${one!.id}`);
  await view.user.click(screen.getByRole('link', { name: `Next: ${two!.title}` }));
  await heading(two!.title);
  await isKept(two!.id);
  await view.router.navigate(-1);
  await heading(one!.title);
  await isKept(one!.id);
  view.unmount();
  const again = await world.open(`/learn/${token}/${first.id}/${two!.id}`);
  await heading(two!.title);
  await isKept(two!.id);
  again.unmount();
  await world.open(`/learn/${token}/${first.id}`);
  await heading(two!.title);
});

test('a finished course stands under Done with its score and its certificate, and is offered at its end too', async () => {
  const world = await openLearn();
  const [token] = await world.learners('Bo');
  await world.prepare(token!, first);
  await world.takeTest(token!, first, 1);
  const home = await world.open(`/learn/${token}`);
  await heading('Hello, Bo');
  expect(screen.getByText(/Everything is done for now/)).toBeTruthy();
  expect(part('Done').getByText(/88%/)).toBeTruthy();
  const link = part('Done').getByRole('link', { name: `Certificate of ${first.title}, PDF` });
  const file = await world.anyone.get(link.getAttribute('href')!.replace(/^\/api/, ''));
  expect(file.status).toBe(200);
  home.unmount();
  await world.open(`/learn/${token}/${first.id}`);
  await heading('Well done. One thing is left');
  expect((await screen.findByRole('link', { name: 'Download your certificate' })).getAttribute('href')).toBe(
    link.getAttribute('href'),
  );
  expect(screen.getByRole('link', { name: 'To your courses' }).getAttribute('href')).toBe(`/learn/${token}`);
});

test('what is failed says so on the first page, and leads back to the test', async () => {
  const world = await openLearn();
  const [token] = await world.learners('Bo');
  await world.prepare(token!, first);
  await world.takeTest(token!, first, 5);
  const { user } = await world.open(`/learn/${token}`);
  await user.click(await screen.findByRole('link', { name: `Try the test again: ${first.title}` }));
  await heading('Not there yet');
});

test('an expired link offers a new one, which comes by mail and works', async () => {
  const world = await openLearn();
  const [token] = await world.learners('Bo');
  world.later(61);
  const { user, unmount } = await world.open(`/learn/${token}`);
  await heading('This link has expired');
  await user.click(screen.getByRole('button', { name: 'Send me a new link' }));
  await heading('Look into your mailbox');
  unmount();
  const fresh = await world.tokenIn('bo');
  expect(fresh).not.toBe(token);
  await world.open(`/learn/${fresh}`);
  await heading('Hello, Bo');
});

test('a link that ends in the middle of a course says so instead of losing answers without a word', async () => {
  const world = await openLearn();
  const [token] = await world.learners('Bo');
  const { user } = await world.open(`/learn/${token}/${first.id}/${first.lessons[0]!.id}`);
  await heading(first.lessons[0]!.title);
  world.later(61);
  await user.click(screen.getByRole('link', { name: `Next: ${first.lessons[1]!.title}` }));
  await heading('This link has expired');
});

test('what is no link, a course that is not open and one that is nobody’s say what to do', async () => {
  const world = await openLearn();
  const [token] = await world.learners('Bo');
  const invented = await world.open(`/learn/${'A'.repeat(80)}`);
  await heading('This link does not work');
  invented.unmount();
  const short = await world.open('/learn/short');
  await heading('This link does not work');
  short.unmount();
  const locked = await world.open(`/learn/${token}/${courseOf(2).id}`);
  await heading(`“${courseOf(2).title}” is not open yet`);
  expect(screen.getByText(/It opens on Apr 1, 2026/)).toBeTruthy();
  locked.unmount();
  await world.open(`/learn/${token}/no-such-course`);
  await heading('This course is not among yours');
  expect(screen.getByRole('link', { name: 'To your courses' })).toBeTruthy();
});

test('without a connection the page says that the link is not used up, and tries again', async () => {
  const world = await openLearn();
  const [token] = await world.learners('Bo');
  world.cutOff('learn/open');
  const { user } = await world.open(`/learn/${token}`);
  await heading('This page could not be loaded');
  world.cutOff();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Hello, Bo');
});

test('a certificate is found by its code, however it is typed, and an unknown code is said to be unknown', async () => {
  const world = await openLearn();
  const [token] = await world.learners('Bo');
  await world.take(token!, first);
  const { certificate } = (await world.openLearning(token!)).body.data.courses[0];
  const { user, at } = await world.open('/certificate');
  await heading('Check a certificate');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(screen.getByText('Enter the code of the certificate.')).toBeTruthy();
  await user.type(
    screen.getByRole('textbox', { name: 'Code of the certificate' }),
    `${certificate.toLowerCase().replaceAll('-', ' ')}{Enter}`,
  );
  await heading('Certificate check');
  const sheet = within(screen.getByRole('region', { name: 'Certificate' }));
  for (const words of [
    'This certificate is genuine',
    'Acme Widgets Inc.',
    first.title,
    'Mar 2, 2026',
    '100%',
    certificate,
  ])
    expect(sheet.getByText(words)).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Check another code' }), 'AAAA-BBBB-CCCC-DDDD{Enter}');
  await heading('No certificate has this code');
  expect(at()).toBe('/certificate/AAAA-BBBB-CCCC-DDDD');
  expect(screen.queryByText('Acme Widgets Inc.')).toBeNull();
});
