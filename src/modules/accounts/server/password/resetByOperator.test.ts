import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { resetSecondFactorOf } from '../secondFactor/resetSecondFactor.ts';
import { mailAbout, setUpSecondFactor, actsOf, factorOf } from '../testing/secondFactor.ts';
import { isIn } from '../testing/accounts.ts';

const email = 'ada@acme-widgets.com';

const codeOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.code];

test('an operator resets that of the last administrator, which the organisation’s log and a mail tell', async () => {
  const portal = await testPortal();
  const ada = await portal.member(email);
  await setUpSecondFactor(portal, ada, email);
  expect(await resetSecondFactorOf(portal.base, ' ADA@acme-widgets.com')).toMatchObject({
    cognitoId: ada.cognitoId,
    email,
  });
  expect(await isIn(ada)).toBe(false);
  const mail = await mailAbout(portal, email, 'The second factor of your Cyber Safety account was reset');
  expect(mail.text).toContain('Our support team');
  expect((await actsOf(portal, ada.orgId)).slice(1)).toMatchObject([
    {
      act: 'second-factor-reset-by-operator',
      actorId: null,
      subjectId: ada.cognitoId,
      subjectName: email,
    },
  ]);
  expect(await factorOf(await portal.signIn(email))).toMatchObject({ on: false });
  expect(await resetSecondFactorOf(portal.base, 'nobody@example.com')).toBeNull();
});

test('an operator resets that of staff, who then set one up before they find anybody', async () => {
  const portal = await testPortal();
  const sam = await portal.staff('sam@support.example', { strong: false });
  await setUpSecondFactor(portal, sam, 'sam@support.example');
  expect((await sam.get('/staff/organizations')).status).toBe(200);
  await resetSecondFactorOf(portal.base, 'sam@support.example');
  expect(await isIn(sam)).toBe(false);
  expect(
    await mailAbout(
      portal,
      'sam@support.example',
      'The second factor of your Cyber Safety account was reset',
    ),
  ).toBeTruthy();
  const again = await portal.signIn('sam@support.example');
  expect(codeOf(await again.get('/staff/organizations'))).toEqual([403, 'second-factor-needed']);
});
