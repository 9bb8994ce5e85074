import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { makeAdministrator, type Calls } from '../calls.ts';
import { letTimePassSinceMail } from '../database.ts';
import { arrives, picture, reads, startJourney, type Visit, type VisitOptions } from '../journey.ts';
import { act, atDesk, company, dialogOf, field, linkIn, mailsAbout } from './policyDesk.ts';
import { tabTo } from '../steps.ts';

vi.setConfig({ testTimeout: 90_000 });

const journey = startJourney();

describe('a team reads and signs', () => {
  const asks = /^Security policies to read and sign$/;
  const changes = /^A security policy has changed: please read and sign$/;
  const [dora, finn, cy] = ['dora@harbor-lamps.com', 'finn@harbor-lamps.com', 'cy@harbor-lamps.com'] as const;
  const team = [dora, finn, cy];
  let calls: Calls;
  let ada: Visit;
  let page: Page;

  /** Opens the link of the newest mail about something in a browser of its own. */
  async function open(who: string, subject: RegExp, options: VisitOptions = {}): Promise<Visit> {
    const [mail] = await mailsAbout(journey, who, subject);
    const visit = await journey.visit(options);
    await visit.page.goto(linkIn(mail!, /^\/policy-signing\//));
    return visit;
  }
  const signHere = async (theirs: Page, typed: string) => {
    await theirs.getByLabel('I have read and understood this policy').check();
    await theirs.getByLabel('Your full name').fill(typed);
    await theirs.getByRole('button', { name: 'Sign', exact: true }).click();
  };
  const heading = (theirs: Page, words: string) =>
    theirs.getByRole('heading', { level: 1, name: words }).waitFor();

  test('is pasted as a list, and each gets a mail of their own', async () => {
    calls = await makeAdministrator(journey.portal, 'ada@pier-lamps.com');
    await calls.post('/policy/saveCompanyValues', { values: company });
    for (const policy of [
      { id: 'passwords', customValues: { passwordManagerName: 'Lamp Vault' } },
      { custom: true, name: 'Keys to the workshop', customPolicy: '<h1>Keys</h1><p>No one lends a key.</p>' },
    ])
      expect(
        await calls.post('/policy/policySave', { policy: { ...policy, status: 'Active' } }),
      ).toMatchObject({ status: 200 });
    ada = await atDesk(journey, calls, { keep: true });
    page = ada.page;
    await page.goto('/securitypolicy');
    await page.getByRole('tab', { name: 'Sign-off' }).click();
    await reads(page, 'Who works with you?');
    await picture(page, 'sign-off-fresh');
    await page.getByRole('button', { name: 'Add people' }).click();
    const dialog = dialogOf(page, 'Add people');
    await dialog.getByText('Paste a list').click();
    await dialog
      .getByLabel('Names and email addresses')
      .fill(`Name\tEmail\nDora Quay\t${dora}\nFinn Reed\t${finn}\n=SUM(A1) Cy\t${cy}\nNobody\tno address`);
    await reads(dialog, '3 people will be added, 1 line left out.');
    await picture(page, 'sign-off-paste');
    await dialog.getByRole('button', { name: 'Add 3 people' }).click();
    await reads(page.getByRole('dialog'), '3 people added. 1 line not added.');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    for (const name of ['Passwords & Sign-in', 'Keys to the workshop']) {
      await page.getByRole('switch', { name: `Ask people to sign ${name}` }).focus();
      await page.keyboard.press('Space');
    }
    await reads(
      page,
      '3 people will be asked to sign Keys to the workshop and Passwords & Sign-in, and each gets one email with a link.',
    );
    await picture(page, 'sign-off-choose');
    await page.getByRole('button', { name: 'Save and send emails' }).click();
    await reads(page, 'Emails with a link went to 3 people.');
    const links = await Promise.all(
      team.map(async (who) => linkIn((await mailsAbout(journey, who, asks))[0]!, /^\/policy-signing\//)),
    );
    expect(new Set(links).size).toBe(3);
  });

  test('signs: one at a desk, one by keyboard alone, one on a phone, who stops half way', async () => {
    const doras = await open(dora, asks);
    await reads(doras.page, '2 policies to read and sign');
    await picture(doras.page, 'signing-list');
    await doras.page.getByRole('link', { name: 'Read Keys to the workshop' }).click();
    await reads(doras.page, 'No one lends a key.');
    await doras.page.getByRole('button', { name: 'Sign', exact: true }).click();
    await reads(doras.page, 'Please confirm that you have read and understood the policy.');
    await signHere(doras.page, 'Dora Quay');
    await reads(doras.page, 'Signed. Next: Passwords & Sign-in.');
    await heading(doras.page, 'Passwords & Sign-in');
    // typed once, offered again
    await expect.poll(() => doras.page.getByLabel('Your full name').inputValue()).toBe('Dora Quay');
    await signHere(doras.page, 'Dora Quay');
    await reads(doras.page, 'All signed, thank you');
    await picture(doras.page, 'signing-done');

    const cys = await open(cy, asks);
    const { keyboard } = cys.page;
    await tabTo(cys.page, cys.page.getByRole('link', { name: 'Read Keys to the workshop' }));
    await keyboard.press('Enter');
    for (const policy of ['Keys to the workshop', 'Passwords & Sign-in']) {
      await heading(cys.page, policy);
      await tabTo(cys.page, cys.page.getByLabel('I have read and understood this policy'));
      await keyboard.press('Space');
      await tabTo(cys.page, cys.page.getByLabel('Your full name'));
      await keyboard.type(policy.startsWith('Keys') ? '@Cy Dory' : '');
      await keyboard.press('Enter');
    }
    await reads(cys.page, 'All signed, thank you');

    const finns = await open(finn, asks, { width: 390, height: 844 });
    await picture(finns.page, 'signing-list-390');
    await finns.page.getByRole('link', { name: 'Passwords & Sign-in', exact: true }).click();
    await heading(finns.page, 'Passwords & Sign-in');
    await finns.page.getByRole('link', { name: 'To your signature' }).click();
    await picture(finns.page, 'signing-text-390');
    await signHere(finns.page, 'Finn Reed');
    await heading(finns.page, 'Keys to the workshop');
    expect([doras, cys, finns].flatMap(({ complaints }) => complaints)).toEqual([]);
  });

  test('is seen: who signed when; whoever waits is reminded, though not at once again', async () => {
    await page.bringToFront();
    await page.reload();
    await reads(page, '2 of 3 people have signed everything');
    await picture(page, 'sign-off');
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'sign-off-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Dora Quay', exact: true }).click();
    const details = dialogOf(page, 'Dora Quay');
    await expect.poll(() => details.getByRole('listitem').allTextContents()).toHaveLength(2);
    for (const line of await details.getByRole('listitem').allTextContents())
      expect(line).toMatch(/Version 1\w{3} \d+, \d{4}, \d+:\d\d [AP]M P[SD]T, as “Dora Quay”$/);
    await picture(page, 'sign-off-person');
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });

    const remind = async () => {
      await page.getByRole('button', { name: 'Remind all waiting' }).click();
      await dialogOf(page, 'Remind the one who waits?')
        .getByRole('button', { name: 'Send reminders' })
        .click();
    };
    await remind();
    await reads(page, /^No reminder was sent: 1 person skipped/);
    await letTimePassSinceMail(journey.portal, finn);
    await remind();
    await reads(page, 'Reminder sent to 1 person.');
    const finns = await open(finn, /^Reminder: security policies are waiting for your signature$/, {
      width: 390,
      height: 844,
    });
    await reads(finns.page, 'A policy to read and sign');
    await finns.page.getByRole('link', { name: 'Read Keys to the workshop' }).click();
    await signHere(finns.page, 'Finn Reed');
    await reads(finns.page, 'All signed, thank you');
  });

  test('is handed on as a list that no spreadsheet takes for a formula', async () => {
    await page.reload();
    await reads(page, 'Everyone has signed');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Harbor Lamps LLC signatures \d{4}-\d\d-\d\d\.csv$/);
    const csv = readFileSync(await file.path(), 'utf8');
    expect(csv.startsWith('\ufeffPolicy,Version,Status,Name,Email,Name as typed,')).toBe(true);
    const lines = csv.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(6);
    for (const who of team)
      expect(lines.filter((line) => line.includes(',Signed,') && line.includes(`,${who},`))).toHaveLength(2);
    expect(lines.filter((line) => line.includes(`,'=SUM(A1) Cy,${cy},'@Cy Dory,`))).toHaveLength(2);
  });

  /** Changes one value of the passwords policy and approves what comes of it. */
  async function approveNext(
    version: number,
    length: string,
    note: string,
    material: boolean,
  ): Promise<void> {
    await page.goto(`/securitypolicy/passwords/${version - 1}`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await field(page, 'Shortest password with a second factor').fill(length);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = dialogOf(page, 'Approve policy');
    await dialog.getByLabel('What changed').fill(note);
    if (material) await dialog.getByLabel('Material change: ask people to sign again').check();
    await picture(page, `sign-off-approve-${version}`);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await arrives(page, `/securitypolicy/passwords/${version}`);
    await reads(page.getByRole('complementary', { name: 'About this version' }), note);
  }

  test('is not asked again for a small change, and is by mail for one that matters', async () => {
    await approveNext(2, '10', 'A little longer.', false);
    await page.goto('/securitypolicy?tab=sign-off');
    await reads(page, 'Everyone has signed');
    await approveNext(3, '16', 'Much longer.', true);
    for (const who of team) {
      await mailsAbout(journey, who, changes);
      // the mail of the small change would have come before
      expect((await journey.portal.mails(who)).filter(({ subject }) => changes.test(subject))).toHaveLength(
        1,
      );
    }
    await page.goto('/securitypolicy?tab=sign-off');
    await reads(page, 'No one has signed everything yet');
    await reads(page, '0 of 3 signed');
    const finns = await open(finn, changes, { width: 390, height: 844, dark: true });
    await finns.page.getByRole('link', { name: 'Read Passwords & Sign-in' }).click();
    await reads(finns.page.getByRole('region', { name: 'What changed' }), 'Much longer.');
    await reads(finns.page, /where a second factor is on, at least 16\./);
    await picture(finns.page, 'signing-again-390-dark');
    await signHere(finns.page, 'Finn Reed');
    await reads(finns.page, 'All signed, thank you');
    expect(finns.complaints).toEqual([]);
  });

  test('can be shown what held when, and what changed between', async () => {
    await page.goto('/securitypolicy/passwords/3');
    await act(page, 'History');
    const versions = page.getByRole('list').filter({ hasText: 'Version 1' }).getByRole('listitem');
    await expect.poll(() => versions.filter({ hasText: /Replaced/ }).count()).toBe(2);
    await reads(versions.filter({ hasText: 'Version 3' }), 'Material change');
    const changed = page.getByRole('region', { name: 'What changed' });
    await reads(changed, /^1 line changed\.$/);
    const marks = async () => [
      await changed.locator('del').allTextContents(),
      await changed.locator('ins').allTextContents(),
    ];
    await expect.poll(marks).toEqual([['Removed: 10'], ['Added: 16']]);
    await page.getByLabel('From').selectOption('1');
    await expect.poll(marks).toEqual([['Removed: 8'], ['Added: 16']]);
    await picture(page, 'policies-history');
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'policies-history-390');
    expect(ada.complaints).toEqual([]);
    await ada.context.close();
  });
});
