import { expect } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { administrator, goodPassword, linkOf, newestMail, type Portal } from './accounts.ts';

export const bo = 'bo@acme-widgets.com';
export const request = {
  email: ' Bo@Acme-Widgets.com',
  firstName: 'Bo',
  lastName: 'Lind',
  jobTitle: 'IT lead',
};

export const linkIn = async (portal: Portal, to: string) =>
  linkOf((await newestMail(portal, to))!, '/invite-link/').split('/')[2]!;
export const read = (portal: Portal, linkId: string) =>
  portal.browser().get(`/accounts/inviteLink?linkId=${encodeURIComponent(linkId)}`);
export const accept = (portal: Portal, linkId: string, password = goodPassword) =>
  portal.browser().post('/accounts/inviteLink', { linkId, password });

export async function withInvite() {
  const portal = await testPortal();
  const ada = await administrator(portal, 'ada@acme-widgets.com');
  expect((await ada.post('/accounts/invite_user', request)).body).toEqual({ success: true });
  return { portal, ada, linkId: await linkIn(portal, bo) };
}
