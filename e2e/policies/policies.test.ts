import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { makeAdministrator, makeColleague, type Calls } from '../calls.ts';
import { arrives, picture, reads, startJourney, type Visit } from '../journey.ts';
import {
  act,
  approver,
  atApproval,
  atDesk,
  barOf,
  company,
  dialogOf,
  field,
  linkIn,
  mailsAbout,
  paperOf,
  pdfFrom,
  placesOf,
  saveByKeys,
  sendToApprover,
  typePolicy,
} from './policyDesk.ts';

vi.setConfig({ testTimeout: 90_000 });

const journey = startJourney();
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Your policies' }).getByRole('row').filter({ hasText: name });

describe('an administrator puts policies in force', () => {
  const name = 'Passwords & Sign-in';
  let ada: Visit;
  let page: Page;
  let calls: Calls;

  test('finds a template from the dashboard, fills it in beside its text, and loses nothing on the way', async () => {
    calls = await makeAdministrator(journey.portal, 'ada@harbor-lamps.com');
    ada = await atDesk(journey, calls, { keep: true });
    page = ada.page;
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Activate Policies', exact: true }).click();
    await arrives(page, '/securitypolicy');
    await reads(page, 'Begin with these five');
    await picture(page, 'policies-fresh');
    await page.getByRole('link', { name, exact: true }).click();
    await reads(barOf(page), 'Not saved yet');
    await field(page, 'Shortest password with a second factor').fill('12');
    await field(page, 'Name of the password manager').fill('Lamp Vault');
    await expect.poll(() => placesOf(page, 'minLengthWithMfa')).toEqual(['12']);
    await expect
      .poll(async () => new Set(await placesOf(page, 'passwordManagerName')))
      .toEqual(new Set(['Lamp Vault']));
    await page.getByRole('switch', { name: 'Codes by text message may be used as a last resort' }).uncheck();
    await reads(paperOf(page), 'Codes sent by text message, phone call or email are not accepted.');
    await picture(page, 'policies-template');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await reads(page, 'Draft saved.');
    await arrives(page, '/securitypolicy/passwords/1');
    await reads(barOf(page), /^Saved .* by Ada Marsh$/);

    await field(page, 'Name of the password manager').fill('Lamp Vault Pro');
    const back = page.getByRole('main').getByRole('link', { name: 'Security Policies' });
    await back.click();
    const leaving = dialogOf(page, 'Leave without saving?');
    await reads(leaving, /This browser tab keeps them/);
    await picture(page, 'policies-leaving');
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await leaving.waitFor({ state: 'detached' });
    await back.click();
    await leaving.getByRole('button', { name: 'Leave', exact: true }).click();
    await rowOf(page, name).getByRole('link', { name }).click();
    await reads(page.getByRole('region', { name: 'Unsaved work' }), 'You have unsaved work');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => field(page, 'Name of the password manager').inputValue()).toBe('Lamp Vault Pro');
    await reads(barOf(page), 'Unsaved changes');
    await saveByKeys(page, 'Ada Marsh');
    await page.reload();
    await expect.poll(() => field(page, 'Name of the password manager').inputValue()).toBe('Lamp Vault Pro');
    await expect.poll(() => field(page, 'Shortest password with a second factor').inputValue()).toBe('12');
  });

  test('writes at the same draft as a colleague: who saves later sees both, and neither is lost', async () => {
    const ben = await atDesk(journey, await makeColleague(journey.portal, calls, 'ben@harbor-lamps.com'));
    const attempts = 'Wrong attempts before a lock or delay';
    const months = 'Months after which keys of programs are renewed';
    await ben.page.goto('/securitypolicy/passwords/1');
    await field(ben.page, months).fill('6');
    await page.bringToFront();
    await field(page, attempts).fill('5');
    await saveByKeys(page, 'Ada Marsh');

    await ben.page.bringToFront();
    await ben.page.keyboard.press('Control+s');
    const conflict = dialogOf(ben.page, 'Someone else saved this policy');
    await reads(
      conflict,
      /^Ada Marsh saved version 1 on .*, while you were working on it\. Nothing is lost\.$/,
    );
    const cells = (of: string) =>
      conflict.getByRole('row').filter({ hasText: of }).getByRole('cell').allTextContents();
    await expect
      .poll(async () => [await cells(attempts), await cells(months)])
      .toEqual([
        [expect.stringMatching(/^5\b/), expect.stringMatching(/^10\b/)],
        [expect.stringMatching(/^12\b/), expect.stringMatching(/^6\b/)],
      ]);
    await picture(ben.page, 'policies-conflict');
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await expect.poll(() => field(ben.page, attempts).inputValue()).toBe('5');
    await ben.page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => field(ben.page, months).inputValue()).toBe('6');
    await field(ben.page, attempts).fill('5');
    await saveByKeys(ben.page, 'Ben Ferry');

    await page.bringToFront();
    await page.reload();
    await reads(barOf(page), /by Ben Ferry$/);
    await expect
      .poll(async () => [await field(page, attempts).inputValue(), await field(page, months).inputValue()])
      .toEqual(['5', '6']);
  });

  let first: string;

  test('is led to what is missing, and sends the draft to an owner without account, who returns it', async () => {
    await act(page, 'Notify approver');
    await reads(
      dialogOf(page, 'Notify approver'),
      'Before anyone can approve this policy, these values are needed:',
    );
    await picture(page, 'policies-missing');
    await page.getByRole('button', { name: 'Fill in the first one' }).click();
    for (const [label, value] of [
      ['Owner of the policies', company.policyOwner],
      ['Security contact', company.securityContactName],
      ['Email address of the security contact', company.securityContactEmail],
    ] as const)
      await field(page, label).fill(value);
    first = await sendToApprover(journey, page, 1, 'Our first one.');

    const { page: hers, complaints } = await atApproval(journey, first, { width: 390, height: 844 });
    await reads(hers, 'Ada Marsh asks you to approve a policy');
    await reads(hers.getByRole('region', { name: 'Note', exact: true }), 'Our first one.');
    await picture(hers, 'policies-approval-390');
    await hers.getByRole('button', { name: 'Return with comment' }).click();
    await hers.getByRole('button', { name: 'Send back' }).click();
    await reads(hers, 'Please say what should change.');
    await hers.getByLabel('What should change?').fill('Twelve is short.\nLet us say fourteen.');
    await hers.getByLabel('Your full name').fill('Gail Penrose');
    await hers.getByRole('button', { name: 'Send back' }).click();
    await reads(hers, 'Sent back with your comment');
    await picture(hers, 'policies-returned-390');
    expect(complaints).toEqual([]);
  });

  test('reads the comment, changes the draft and sends it again: only the new link decides', async () => {
    const [mail] = await mailsAbout(
      journey,
      'ada@harbor-lamps.com',
      /^Returned with a comment: Passwords & Sign-in$/,
    );
    expect(mail!.text.replaceAll(/\s+/g, ' ')).toContain('Twelve is short. Let us say fourteen.');
    await page.goto(linkIn(mail!, /^\/securitypolicy\//));
    await reads(page.getByRole('region', { name: 'Returned' }), /Let us say fourteen\./);
    await picture(page, 'policies-returned');
    await field(page, 'Shortest password with a second factor').fill('14');
    const second = await sendToApprover(journey, page, 2, 'Fourteen it is.');
    expect(second).not.toBe(first);

    const { page: old } = await atApproval(journey, first);
    await reads(old, 'The draft was sent back with a comment.');
    await picture(old, 'policies-dead-link');
    const { page: hers, complaints } = await atApproval(journey, second);
    await reads(hers, 'Fourteen it is.');
    await reads(hers, /where a second factor is on, at least 14\./);
    await picture(hers, 'policies-approval');
    await hers.getByLabel('Your full name').fill('Gail Penrose');
    await hers.getByRole('button', { name: 'Approve' }).click();
    await reads(hers, 'Thank you, Gail Penrose');
    expect(complaints).toEqual([]);
  });

  test('gets word of the approval, and shows who approved which text: on screen, on the dashboard, on paper', async () => {
    const [mail] = await mailsAbout(journey, 'ada@harbor-lamps.com', /^Approved: Passwords & Sign-in$/);
    await page.goto(linkIn(mail!, /^\/securitypolicy\//));
    const facts = page.getByRole('complementary', { name: 'About this version' });
    await reads(facts, 'Gail Penrose');
    await expect.poll(() => facts.getByText(/^[0-9a-f]{64}$/).count()).toBe(1);
    const hash = await facts.getByText(/^[0-9a-f]{64}$/).innerText();
    await picture(page, 'policies-active');
    const file = await pdfFrom(page, 'Download PDF', journey.portal.url);
    expect(file.name).toBe('Harbor_Passwords_Sign-in_v1.pdf');
    for (const words of [
      'at least 14',
      'Lamp Vault Pro',
      'Gail Penrose',
      approver.email,
      hash,
      'In force',
      'Harbor Lamps LLC',
    ])
      expect(file.words).toContain(words);
    expect(file.words).not.toContain('DRAFT');
    expect(file.pdf).toMatchObject({ tagged: true, lang: 'en-US', title: 'Passwords & Sign-in, version 1' });
    for (const role of ['H1', 'H2', 'P', 'L', 'LI', 'Table', 'TH', 'TD'])
      expect(file.pdf.roles.flat()).toContain(role);
    await page.getByRole('main').getByRole('link', { name: 'Security Policies' }).click();
    await reads(rowOf(page, name), 'Active');
    await reads(rowOf(page, name), 'Gail Penrose');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const card = page.getByRole('region', { name: 'Security Policies' });
    await reads(card, 'Review Your Policies');
    await expect
      .poll(async () => (await card.innerText()).replaceAll(/\s+/g, ' '))
      .toMatch(/In effect 1 Drafts 0/i);
  });

  test('writes a policy of her own with the keyboard, and approves it herself', async () => {
    await page.goto('/securitypolicy');
    await page.getByRole('link', { name: 'Add Custom Policy' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the policy' });
    await field(page, 'Policy name').fill('Keys to the workshop');
    await typePolicy(page, text);
    await picture(page, 'policies-custom');
    await saveByKeys(page, 'Ada Marsh');
    await arrives(page, /^\/securitypolicy\/keys-to-the-workshop[\w-]*\/1$/);
    await page.reload();
    await reads(text.getByRole('heading'), 'Who holds a key');
    await expect
      .poll(() => text.getByRole('listitem').allTextContents())
      .toEqual(['The day shift has two', 'The night shift has one']);
    await reads(barOf(page), /^Saved/);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = dialogOf(page, 'Approve policy');
    await expect.poll(() => dialog.getByLabel('Approved by').inputValue()).toBe('Ada Marsh');
    await picture(page, 'policies-approve');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await reads(page, 'Policy approved.');
    // the menu of the draft goes with its bar
    await barOf(page).waitFor({ state: 'detached' });
    await reads(page.getByRole('main').locator('strong'), 'numbered');
    // the words are her own
    expect(
      await page
        .getByRole('main')
        .getByText(/^Our texts are a starting point/)
        .count(),
    ).toBe(0);
    await picture(page, 'policies-custom-active');
    const { pdf, words } = await pdfFrom(page, 'Download PDF', journey.portal.url);
    for (const part of [
      'Who holds a key',
      'Every key is numbered and signed for.',
      'The night shift has one',
      'Holder',
      'Ada Marsh',
    ])
      expect(words).toContain(part);
    for (const role of ['L', 'LI', 'Table', 'TH', 'TD']) expect(pdf.roles.flat()).toContain(role);
  });

  test('throws a draft away, and hands all that holds on as one paper', async () => {
    await page.goto('/securitypolicy/backup');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await arrives(page, '/securitypolicy/backup/1');
    await page.goto('/securitypolicy');
    const menu = 'Actions: Backup & Recovery, version 1';
    await act(page, 'Delete draft', menu);
    const dialog = dialogOf(page, 'Delete draft?');
    await picture(page, 'policies-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await act(page, 'Delete draft', menu);
    await dialog.getByRole('button', { name: 'Delete draft' }).click();
    await reads(page, 'Draft deleted.');
    await expect.poll(() => rowOf(page, 'Backup & Recovery').count()).toBe(0);
    await picture(page, 'policies-list');
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'policies-list-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    const file = await pdfFrom(page, 'Download policy pack', journey.portal.url);
    expect(file.name).toMatch(/^Harbor_Policies_\d{4}_\d\d_\d\d\.pdf$/);
    const names = [name, 'Keys to the workshop'];
    // the contents lead to the page on which each begins
    const contents = file.pdf.pages.find((text) => text.startsWith('Contents'))!;
    const numbers = contents.match(/^\d+$/gm)!.map(Number);
    expect(numbers.map((at) => file.pdf.pages[at - 1]!.split('\n')[0])).toEqual(names);
    for (const one of names) expect(contents.split('\n')).toContain(one);
    expect(file.pdf.roles.flat()).toContain('TOC');
    expect(file.pdf.bookmarks.map(({ title }) => title)).toEqual(expect.arrayContaining(names));
    expect(file.words).not.toContain('Backup & Recovery, version');
  });

  test('met no error and no violation of the policy on the way', async () => {
    // a window with a PDF alone asks for a picture of its own
    expect(ada.complaints.filter((line) => !/\.pdf: .* status of 404/.test(line))).toEqual([]);
    await ada.context.close();
  });
});
