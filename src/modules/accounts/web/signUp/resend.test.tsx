// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { goodPassword, listeningPortal, toastSaying } from '../testing/listeningPortal.tsx';

const email = 'ada@acme-widgets.com';

test('resending waits a minute and counts the seconds', async () => {
  const portal = await listeningPortal();
  const { user } = await portal.open('/verify?username=ada%40acme-widgets.com');
  const resend = await screen.findByRole('button', { name: 'Resend Email' });
  expect(resend.getAttribute('aria-disabled')).toBe('true');
  await user.hover(resend);
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/^You can resend in \d\d seconds$/);
});

test('a minute after the page was opened the mail is sent again, and a minute after that it may be once more', async () => {
  const portal = await listeningPortal();
  await portal.identity.handle(
    'SignUp',
    {
      ClientId: portal.identity.clientId,
      Username: email,
      Password: goodPassword,
      UserAttributes: [{ Name: 'email', Value: email }],
    },
    { ip: '203.0.113.7' },
  );
  await portal.runJobs();
  portal.clock.advance(61);
  const realNow = Date.now;
  let later = 0;
  const now = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + later);
  const { user } = await portal.open('/verify?username=ada%40acme-widgets.com');
  const resend = await screen.findByRole('button', { name: 'Resend Email' });
  later = 58_000;
  await user.click(resend);
  expect(resend.getAttribute('aria-disabled')).toBe('true');
  later = 60_000;
  await waitFor(() => expect(resend.getAttribute('aria-disabled')).toBeNull());
  await user.click(resend);
  await toastSaying('Verification email has been sent. Please check your email.', 'success');
  await portal.runJobs();
  expect(await portal.mailbox.list({ to: email })).toHaveLength(2);
  expect(resend.getAttribute('aria-disabled')).toBe('true');
  later = 121_000;
  await waitFor(() => expect(resend.getAttribute('aria-disabled')).toBeNull());
  now.mockRestore();
});
