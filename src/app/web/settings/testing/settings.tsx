import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { testPortal, type TestPortal } from '../../../testing/portal.ts';
import { renderScreen } from '../../../testing/screens.tsx';
import { settingsModule } from '../module.ts';

export type Member = Awaited<ReturnType<TestPortal['member']>>;
export const open = (person: Pick<Member, 'send'>, path = '/settings') =>
  renderScreen(settingsModule, person, path);

/** A toast of a tone with these words; how long each tone stays is held by the toasts' own tests. */
export const saying = (tone: 'success' | 'danger', words: string) =>
  waitFor(() =>
    expect(
      [...document.querySelectorAll(`[data-tone="${tone}"]`)].map((one) => one.textContent).join(),
    ).toContain(words),
  );

export async function world() {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const orgId = ada.orgId;
  const bo = await portal.identity.createUser({ email: 'bo@acme-widgets.com', password: 'Correct-horse-7' });
  const at = portal.clock.now();
  await portal.database.inOrg(orgId, (db) =>
    db
      .insertInto('admin')
      .values({
        orgId,
        cognitoId: bo.cognitoId,
        email: bo.email,
        firstName: 'Bo',
        lastName: 'Lind',
        jobTitle: 'IT lead',
        createdAt: at,
        updatedAt: at,
      })
      .execute(),
  );
  await ada.post('/accounts/invite_user', { email: 'cy@acme-widgets.com', firstName: 'Cy', lastName: 'Ode' });
  return { portal, ada, bo };
}
/** Whatever is sent to this address fails on the way. */
export const failing = (person: Member, part: string): Pick<Member, 'send'> => ({
  send: (method, url, ...rest) => person.send(method, url.includes(part) ? `/api/nowhere` : url, ...rest),
});
export const dialog = () => screen.findByRole('dialog');
export const press = async (view: Awaited<ReturnType<typeof open>>, name: string) =>
  view.user.click(within(await dialog()).getByRole('button', { name }));
