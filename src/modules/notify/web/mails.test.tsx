// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jobHandlers } from '#app/program/jobs.ts';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { noticeEvents } from '../entities.ts';
import { MailsPanel } from './MailsPanel.tsx';
import { notifyModule } from './module.ts';

const slow = { timeout: 10_000 };

test('the page of a link asks first, switches off, and takes it back', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const facts = {
    website: 'Shop',
    url: 'https://shop.example',
    reason: 'It did not answer.',
    nextScan: null,
    path: '/webappscan/Shop',
  };
  const job = { orgId: ada.orgId, key: 'one', notice: { event: 'scan-failed', facts } };
  const { spec } = jobHandlers.find((one) => one.spec.name === 'notify')!;
  await portal.base.jobs.enqueue(portal.database.global, spec, job);
  await portal.runJobs();
  const kept = (await portal.mailbox.list()).find(({ subject }) => subject === 'The scan of Shop failed')!;
  const path = /Unsubscribe: https?:\/\/[^/]+(\/unsubscribe\/\S+)/.exec(
    (await portal.mailbox.read(kept.id))!.text,
  )![1]!;
  const wanted = async () =>
    (await ada.get('/notifications/choices')).body.data.choices.find(
      (one: { event: string }) => one.event === 'scan-failed',
    ).wanted;
  const view = await renderScreen(notifyModule, portal.browser(), path);
  await screen.findByRole('heading', { name: 'Switch these emails off?' }, slow);
  expect(screen.getByText('Failed scans.')).toBeTruthy();
  expect(await wanted()).toBe(true);
  await view.user.click(screen.getByRole('button', { name: 'Switch them off' }));
  await screen.findByRole('heading', { name: 'These emails are switched off' });
  expect(await wanted()).toBe(false);
  await view.user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('heading', { name: 'These emails come again' });
  expect(await wanted()).toBe(true);
  await view.router.navigate(`${path.slice(0, -4)}0000`);
  await screen.findByRole('heading', { name: 'This link does not work' }, slow);
});

test('the panel shows what is on, saves each change, and can switch all off', async () => {
  const ada = await (await testPortal()).member();
  const view = await renderScreen(<MailsPanel />, ada);
  const done = await screen.findByRole('switch', { name: /^Completed scans/ }, slow);
  expect(done).toHaveProperty('checked', false);
  expect(screen.getByRole('switch', { name: /^Weekly summary/ })).toHaveProperty('checked', true);
  await view.user.click(done);
  const saved = async () =>
    (await ada.get('/notifications/choices')).body.data.choices.filter(
      (one: { wanted: boolean }) => one.wanted,
    ).length;
  await waitFor(async () => expect(await saved()).toBe(noticeEvents.length));
  await view.user.click(await screen.findByRole('button', { name: 'Switch all off' }));
  await waitFor(async () => expect(await saved()).toBe(0));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Switch all off' })).toBeNull());
});
