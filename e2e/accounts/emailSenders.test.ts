import { expect, test, vi } from 'vitest';
import { makeAccount, makeAdministrator, signInByCalls, type Calls } from '../calls.ts';
import { picture, reads, startJourney } from '../journey.ts';
import { lastingComplaintsOf, sideways } from '../crawl/looking.ts';
import { atDesk, linkIn, mailsAbout } from '../policies/policyDesk.ts';
import { switchSecondFactorOn } from './secondFactor.ts';
import { operate } from '../world.ts';

vi.setConfig({ testTimeout: 240_000 });

const journey = startJourney();
const sizes = [
  { width: 1440, height: 900, dark: false },
  { width: 390, height: 844, dark: true },
  // for whoever looks at the pictures
  ...(process.env.JOURNEY_PICTURES
    ? [
        { width: 900, height: 900, dark: true },
        { width: 390, height: 844, dark: false },
      ]
    : []),
];
const recipients = [1, 2, 3, 4].map((n) => `person${n}@stranger-lamps.com`);

/** Keeps pictures of a page in each size, and says what stands against it. */
async function looks(name: string, path: string, words: string | RegExp, calls?: Calls) {
  const complaints: string[] = [];
  for (const size of sizes) {
    const { page } = calls ? await atDesk(journey, calls, size) : await journey.visit(size);
    await page.goto(path);
    await reads(page, words);
    await picture(page, `${name}-${size.width}-${size.dark ? 'dark' : 'light'}`);
    complaints.push(...(await lastingComplaintsOf(page)));
    if ((await sideways(page)) > 0) complaints.push(`${size.width} px scrolls sideways`);
  }
  expect(complaints).toEqual([]);
}

test('recipients report a sender, and staff see it and decide', async () => {
  const { portal } = journey;
  const owner = await makeAdministrator(portal, 'mallory@pier-bakery.com', {
    companyName: 'Payroll refund waiting - Contoso Bank',
  });
  const policy = {
    custom: true,
    name: 'Refund rules',
    customPolicy: '<p>Read this.</p>',
    status: 'Active',
    approver: 'Ada Marsh',
  };
  const { body } = await owner.post<{ data: { id: string } }>('/policy/policySave', { policy });
  await owner.post('/policy/addSigners', {
    people: recipients.map((email) => ({ name: 'Dana Fuller', email })),
  });
  await owner.post('/policy/askToSign', { policyTypes: [body.data.id] });
  const links: string[] = [];
  for (const to of recipients) {
    const [mail] = await mailsAbout(journey, to, /^Security policies to read and sign$/);
    links.push(linkIn(mail!, /^\/report-email\//));
  }
  await looks('report-email', links[0]!, 'Report this email?');
  const { page } = await journey.visit({ width: 390, height: 844 });
  for (const link of links.slice(0, 3)) {
    await page.goto(link);
    await page.getByLabel('What was wrong with it? (optional)').fill('I do not know this company.');
    await page.getByRole('button', { name: 'Report and stop these emails' }).click();
    await reads(page, 'Thank you for your report');
  }
  await picture(page, 'report-email-done');
  await page.goto('/report-email/none-of-ours-0123456789');
  await reads(page, 'This link does not work');

  await makeAccount(portal, 'sam@support.example');
  await operate(portal, 'staff', ['add', 'sam@support.example', '--name', 'Sam Rivera']);
  const staff = await signInByCalls(portal.url, 'sam@support.example');
  await switchSecondFactorOn(portal, staff, 'sam@support.example');
  await looks('staff-senders', '/staff/senders?show=open', 'Stopped by reports', staff);
  const desk = await atDesk(journey, staff);
  await desk.page.goto('/staff/senders');
  await desk.page.getByRole('link', { name: /^Payroll refund/ }).click();
  await reads(desk.page, 'I do not know this company.');
  await looks('staff-sender', new URL(desk.page.url()).pathname, 'I do not know this company.', staff);
  await desk.page.getByRole('button', { name: 'Allow email' }).click();
  const dialog = desk.page.getByRole('dialog', { name: 'Allow email to others' });
  await dialog.getByLabel('Reason').fill('Called the owner. The company is real.');
  await picture(desk.page, 'staff-sender-decide');
  await dialog.getByRole('button', { name: 'Allow email' }).click();
  await reads(desk.page, 'Email to others is allowed again.');
  await reads(desk.page, 'Sam Rivera');
});
