import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { handOver, makeAccount, makeAdministrator, signInByCalls, type Calls } from './calls.ts';
import { arrives, picture, reads, startJourney, type Visit } from './journey.ts';
import { lookAt, type Screen } from './crawl/looking.ts';
import { switchSecondFactorOn } from './accounts/secondFactor.ts';
import { operate } from './world.ts';

vi.setConfig({ testTimeout: 120_000 });

const journey = startJourney();
const email = 'piet@pier-bakery.com';

async function visitAs(calls: Calls, path: string): Promise<Visit> {
  const visit = await journey.visit({ keep: true });
  await handOver(calls, visit.context, journey.portal.url);
  await visit.page.goto(path);
  return visit;
}

const write = async (page: Page, label: string, text: string) => {
  const editor = page.getByRole('textbox', { name: label });
  await editor.click();
  await page.keyboard.type(text);
};

describe('the desk of staff', () => {
  let owner: Calls;
  let piet: Visit;
  let staff: Calls;
  let sam: Visit;
  let conversation: string;

  test('publishes a letter to the customers it is for, after saying how many those are', async () => {
    owner = await makeAdministrator(journey.portal, email, { companyName: 'Pier Bakery' });
    await makeAccount(journey.portal, 'sam@support.example');
    await operate(journey.portal, 'staff', ['add', 'sam@support.example', '--name', 'Sam Rivera']);
    staff = await signInByCalls(journey.portal.url, 'sam@support.example');
    await switchSecondFactorOn(journey.portal, staff, 'sam@support.example');
    sam = await visitAs(staff, '/staff');
    const { page } = sam;
    await page.getByRole('link', { name: 'Pier Bakery' }).click();
    await page.getByRole('link', { name: 'Write a message' }).click();
    await reads(page, 'Reaches 1 organization, 1 person now.');
    await page.getByLabel('Title').fill('Your oven timer talks to the internet');
    await page.getByLabel('Summary').fill('Anyone can switch it off.');
    await write(page, 'Text', 'Put it behind the router.');
    await page.getByText('As the customer sees it').click();
    await reads(page.getByRole('article'), 'Put it behind the router.');
    await picture(page, 'desk-letter');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish this message?' });
    await reads(dialog, '1 organization, 1 person');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await arrives(page, /^\/staff\/concierge\/messages\/[\w-]+$/);
    await reads(page, '0 of 1 person');
  });

  test('publishes a weakness, and the customer reads both and asks', async () => {
    const { page } = sam;
    await page.getByRole('link', { name: 'Organizations' }).click();
    await page.getByRole('link', { name: 'Pier Bakery' }).click();
    await page.getByRole('link', { name: 'Add a weakness' }).click();
    await page.getByLabel('Title').fill('The oven timer is open to everyone');
    await page.getByLabel('Severity').selectOption('High');
    await write(page, 'Text', 'Anyone can reach it.');
    await page.getByRole('button', { name: 'Publish weakness' }).click();
    await arrives(page, /^\/staff\/concierge\/weaknesses\/[\w-]+\/[\w-]+$/);
    await journey.portal.mail(email, /The oven timer is open to everyone/);
    piet = await visitAs(owner, '/concierge/messages');
    const { page: his } = piet;
    await his.getByRole('link', { name: /Your oven timer talks to the internet/ }).click();
    await reads(his.getByRole('article'), 'Put it behind the router.');
    await his.goto('/concierge/weaknesses');
    await his.getByRole('link', { name: /The oven timer is open to everyone/ }).click();
    await his.getByLabel('Your question').fill('Which router do you mean?');
    await his.getByRole('button', { name: 'Send' }).click();
    // the words stand in the field as well, before they are sent
    await reads(his.getByRole('listitem'), 'Which router do you mean?');
  });

  test('answers, and the customer finds the answer where they asked', async () => {
    const { page } = sam;
    await page.getByRole('link', { name: 'Conversations' }).click();
    await reads(page, /^Waiting \d+ min$/);
    await picture(page, 'desk-conversations');
    await page.getByRole('link', { name: 'The oven timer is open to everyone' }).click();
    await arrives(page, /^\/staff\/concierge\/conversations\//);
    conversation = new URL(page.url()).pathname;
    await reads(page, 'Which router do you mean?');
    await write(page, 'Your answer', 'The one in your office.');
    await picture(page, 'desk-conversation');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await reads(page.getByRole('listitem'), 'The one in your office.');
    await journey.portal.mail(email, /oven timer/);
    await piet.page.reload();
    await reads(piet.page.getByRole('listitem').filter({ hasText: 'The one in your office.' }), 'Sam Rivera');
    expect([...sam.complaints, ...piet.complaints]).toEqual([]);
    await piet.context.close();
  });

  test('keeps nobody out: no fault of accessibility, no sideways scrolling, no error', async () => {
    const screens: Screen[] = [
      {
        name: 'desk messages',
        path: '/staff/concierge/messages',
        shows: 'Your oven timer talks to the internet',
      },
      { name: 'desk new message', path: '/staff/concierge/new-message', shows: 'Begin from' },
      {
        name: 'desk weaknesses',
        path: '/staff/concierge/weaknesses',
        shows: 'The oven timer is open to everyone',
      },
      {
        name: 'desk candidates',
        path: '/staff/concierge/weaknesses?part=candidates',
        shows: 'Nothing waits for a decision',
      },
      {
        name: 'desk conversations',
        path: '/staff/concierge/conversations',
        shows: 'No one waits for an answer',
      },
      { name: 'desk conversation', path: conversation, shows: 'Which router do you mean?' },
      {
        name: 'desk weakness',
        path: new URL(await weaknessOf(sam.page)).pathname,
        shows: 'The oven timer is open to everyone',
      },
    ];
    expect(await lookAt(journey, screens, { calls: staff })).toEqual([]);
    await sam.context.close();
  });
});

async function weaknessOf(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Open the weakness and set its status' }).click();
  await arrives(page, /^\/staff\/concierge\/weaknesses\//);
  return page.url();
}
