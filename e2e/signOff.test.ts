import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { callsWith, handOver, makeAdministrator, type Calls } from './calls.ts';
import { picture, reads, startJourney } from './journey.ts';
import { lookAt, press, type Screen } from './looking.ts';
import { until } from './world.ts';

vi.setConfig({ testTimeout: 120_000 });

const journey = startJourney();
const company = { policyOwner: 'Ada Marsh', securityContactName: 'the IT desk', securityContactEmail: 'desk@harbor-lamps.com' };
const address = '/securitypolicy?tab=sign-off';

/** The newest link of a kind in the mails to an address, as a path. */
const linkTo = (to: string, page: 'policy-approval' | 'policy-signing') =>
  until(`a link to ${page} for ${to}`, async () => {
    const links = (await journey.portal.mails(to)).flatMap((mail) => mail.links);
    const link = links.find((one) => one.includes(`/${page}/`));
    return link && new URL(link).pathname;
  });

async function save(calls: Calls, policy: object): Promise<void> {
  const { status, body } = await calls.post('/policy/policySave', { policy });
  expect([status, body.error]).toEqual([200, undefined]);
}

/** Presses Tab until this button, link, tick or field has the focus; gives how often. */
async function tabTo(page: Page, role: 'link' | 'checkbox' | 'textbox' | 'button', name: string | RegExp): Promise<number> {
  const wanted = page.getByRole(role, { name });
  for (let presses = 1; presses <= 12; presses++) {
    await page.keyboard.press('Tab');
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return presses;
  }
  throw new Error(`${name} is not within twelve presses of Tab.`);
}

describe('people without an account', () => {
  let ada: Calls;
  let approval: string;
  let signing: string;

  test('approve a draft that an administrator sent them, once', async () => {
    ada = await makeAdministrator(journey.portal, 'ada@harbor-lamps.com');
    await ada.post('/policy/saveCompanyValues', { values: company });
    await save(ada, { id: 'acceptable-use', mode: 'sent', approver: 'Rosa Klein', approverEmail: 'rosa@elsewhere-tools.com' });
    approval = await linkTo('rosa@elsewhere-tools.com', 'policy-approval');
    const { page, context, complaints } = await journey.visit({ width: 390, height: 844 });
    const referrers: string[] = [];
    context.on('request', (request) => void referrers.push(request.headers().referer ?? ''));
    await page.goto(approval);
    await reads(page, 'asks you to approve a policy');
    await page.getByRole('link', { name: 'To your answer' }).click();
    await page.getByLabel('Your full name').fill('Rosa Klein');
    await page.getByRole('button', { name: 'Approve' }).dblclick();
    await reads(page, 'Thank you, Rosa Klein');
    expect(new Set(referrers)).toEqual(new Set(['']));
    expect(complaints).toEqual([]);
    await page.reload();
    await reads(page, 'This link was used already');
    await reads(page, 'The policy was approved with it.');
  });

  test('are added from a pasted list and asked by mail', async () => {
    const { page, context, complaints } = await journey.visit();
    await handOver(ada, context, journey.portal.url);
    await page.goto(address);
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByText('Paste a list').click();
    await page.getByLabel('Names and email addresses').fill('Name;Email\nBo Lind;bo@harbor-lamps.com\nCy Dale;cy@harbor-lamps.com');
    await page.getByRole('button', { name: 'Add 2 people' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('switch', { name: 'Ask people to sign Acceptable Use' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Save and send mails' }).click();
    await reads(page, 'Nobody has signed everything yet');
    signing = await linkTo('bo@harbor-lamps.com', 'policy-signing');
    expect(complaints).toEqual([]);
  });

  test('read and sign with the keyboard alone on a narrow screen', async () => {
    const { page, complaints } = await journey.visit({ width: 320, height: 640 });
    await page.goto(signing);
    await reads(page, 'A policy to read and sign');
    expect(await tabTo(page, 'link', 'Read the policy')).toBe(1);
    await page.keyboard.press('Enter');
    await reads(page, /^Your signature$/);
    await tabTo(page, 'link', 'To your signature');
    await page.keyboard.press('Enter');
    expect(await tabTo(page, 'checkbox', 'I have read and understood this policy')).toBe(1);
    await page.keyboard.press('Space');
    await tabTo(page, 'textbox', /Your full name/);
    await page.keyboard.type('Bo Lind');
    await page.keyboard.press('Enter');
    await reads(page, 'All signed, thank you');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Acceptable Use as PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/_v1\.pdf$/);
    await picture(page, 'signed');
    expect(complaints).toEqual([]);
  });

  test('are seen by the administrator, whose export names them', async () => {
    const { page, context } = await journey.visit();
    await handOver(ada, context, journey.portal.url);
    await page.goto(address);
    await reads(page, '1 of 2 people has signed everything');
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
  });

  test('and administrators are not kept out: no fault of accessibility, no sideways scrolling, no error', async () => {
    await save(ada, {
      id: 'infosec',
      mode: 'sent',
      approver: 'Rosa Klein',
      approverEmail: 'rosa2@elsewhere-tools.com',
      customValues: { executiveSponsor: 'Nora Quill' },
    });
    const draft = await linkTo('rosa2@elsewhere-tools.com', 'policy-approval');
    const waiting = await linkTo('cy@harbor-lamps.com', 'policy-signing');
    const open: Screen[] = [
      { name: 'approval link', path: draft, shows: 'asks you to approve', open: press('Approve') },
      { name: 'approval link, returning', path: draft, shows: 'asks you to approve', open: press('Return with comment') },
      { name: 'signing link', path: waiting, shows: 'A policy to read and sign' },
      { name: 'signing link, text', path: `${waiting}?policy=acceptable-use`, shows: /^Your signature$/, open: press('Sign') },
      { name: 'signing link, done', path: signing, shows: 'All signed, thank you' },
    ];
    expect(await lookAt(journey, open)).toEqual([]);
    const team: Screen[] = [
      { name: 'sign-off', path: address, shows: 'has signed everything' },
      {
        name: 'sign-off of a person',
        path: address,
        shows: 'has signed everything',
        open: (page) => page.getByRole('button', { name: 'Bo Lind', exact: true }).click(),
      },
      { name: 'sign-off, adding', path: address, shows: 'has signed everything', open: press('Add people') },
    ];
    expect(await lookAt(journey, team, { calls: callsWith(journey.portal.url, ada.cookie) })).toEqual([]);
  });
});
