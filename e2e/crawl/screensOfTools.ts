import type { Page } from 'playwright-core';
import { reads } from '../journey.ts';
import { press, type Screen } from './looking.ts';
import type { PolicyState } from './toolState.ts';

const assessment = '/cybermaturity/assessment';
const report = '/cybermaturity/report';
const policies = '/securitypolicy';

const dialogShows = (words: string | RegExp) => async (page: Page) => reads(page.getByRole('dialog'), words);
const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const pick = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole('menuitem', { name: item }).click();
};

/** Of a company that has answered nothing. */
export const emptyMaturityScreens: readonly Screen[] = [
  { name: 'assessment empty', path: assessment, shows: 'Leadership & Ownership' },
  {
    name: 'assessment welcome',
    path: `${assessment}/start`,
    shows: 'Welcome to your cyber maturity assessment',
  },
  {
    name: 'assessment interstitial',
    path: `${assessment}/start`,
    shows: 'Welcome to your cyber maturity assessment',
    open: inTurn(press("Let's begin"), (page) => reads(page, 'First area: People')),
  },
  { name: 'report empty', path: report, shows: 'Your report begins with the first answer' },
];

/** Of one that has begun. */
export const begunMaturityScreens: readonly Screen[] = [
  {
    name: 'assessment begun',
    path: assessment,
    shows: 'so far',
    open: async (page) => {
      await page.getByText('Awareness & Training').click();
      await reads(page, 'Go on with this element');
    },
  },
  {
    name: 'question with its words',
    path: `${assessment}/awareness-1-upkeep`,
    shows: 'Why Awareness & Training matters',
    open: async (page) => {
      await page.getByText('Why Awareness & Training matters').click();
      await press('phishing')(page);
      await reads(page, /^Phishing/);
    },
  },
  {
    name: 'question without its note',
    path: `${assessment}/awareness-1-coverage`,
    shows: 'Not applicable',
    open: async (page) => {
      await press('Not applicable')(page);
      await page.getByLabel('Why does this not apply to your company?').waitFor();
      await press('Next')(page);
      await reads(page, 'Please say in a sentence why this does not apply.');
    },
  },
  { name: 'question not sure', path: `${assessment}/leadership-3-upkeep`, shows: 'Ask Cyber Concierge' },
  {
    name: 'question shortcuts',
    path: `${assessment}/leadership-1-key`,
    shows: 'Leadership & Ownership',
    open: async (page) => {
      const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
      // on a phone there are no keys to tell of
      if (!(await button.isVisible())) return;
      await button.click();
      await dialogShows('Previous answer')(page);
    },
  },
  { name: 'report begun', path: report, shows: 'so far' },
];

/** Of one that has answered everything. */
export const doneMaturityScreens: readonly Screen[] = [
  { name: 'assessment done', path: assessment, shows: 'Update Responses' },
  {
    name: 'start over',
    path: assessment,
    shows: 'Update Responses',
    open: inTurn(pick('More', /^Start over/), dialogShows(/./)),
  },
  { name: 'report done', path: report, shows: 'are your weakest points' },
  {
    name: 'report compared',
    path: report,
    shows: 'are your weakest points',
    open: async (page) => {
      await page.getByLabel('Compare with').selectOption({ index: 1 });
      await reads(page, 'Up 1');
    },
  },
  {
    name: 'elements explained',
    path: report,
    shows: 'are your weakest points',
    open: inTurn(press('Elements'), dialogShows('Technology')),
  },
];

/** Of a company without any policy. */
export const emptyPolicyScreens: readonly Screen[] = [
  { name: 'policies empty', path: policies, shows: 'No policies yet' },
  {
    name: 'company details',
    path: policies,
    shows: 'No policies yet',
    open: inTurn(pick('More actions', 'Company details for all policies'), dialogShows('Security contact')),
  },
  { name: 'template untouched', path: `${policies}/passwords`, shows: 'Not saved yet' },
  {
    name: 'approve with values missing',
    path: `${policies}/passwords`,
    shows: 'Not saved yet',
    open: inTurn(press('Approve'), dialogShows('Name of the password manager')),
  },
  {
    name: 'custom policy without a name',
    path: `${policies}/new`,
    shows: 'A good policy says, in this order',
    open: async (page) => {
      await page
        .getByRole('toolbar')
        .or(page.getByRole('textbox', { name: 'Text of the policy' }))
        .first()
        .waitFor();
      await press('Save draft')(page);
      await reads(page, 'Please give the policy a name.');
    },
  },
  { name: 'sign-off empty', path: `${policies}?tab=sign-off`, shows: 'Approve a policy first' },
];

/** Of one with policies in every state, and people who sign. */
export const fullPolicyScreens = ({ own }: PolicyState): Screen[] => [
  { name: 'policies full', path: policies, shows: 'Visitors in the workshop' },
  {
    name: 'policy actions',
    path: policies,
    shows: 'Visitors in the workshop',
    open: inTurn(press(/^Actions: /), (page) => page.getByRole('menu').waitFor()),
  },
  { name: 'policy in force', path: `${policies}/backup/1`, shows: 'Version 1' },
  { name: 'template editor', path: `${policies}/passwords/1`, shows: /^Saved / },
  {
    name: 'template editor, its text',
    path: `${policies}/passwords/1`,
    shows: /^Saved /,
    open: async (page) => {
      const tab = page.getByRole('tab', { name: 'Read the text' });
      if (await tab.isVisible()) await tab.click();
      await page.getByRole('region', { name: 'Preview of the text' }).waitFor();
    },
  },
  {
    name: 'draft returned',
    path: `${policies}/patching/1`,
    shows: 'Fourteen days are too long for the shop.',
  },
  { name: 'draft sent', path: `${policies}/logging/1`, shows: 'The link works until' },
  {
    name: 'custom editor',
    path: `${policies}/${own}/1?show=edit`,
    shows: 'A good policy says, in this order',
    open: (page) => reads(page, 'Visitors are never'),
  },
  {
    name: 'history compared',
    path: `${policies}/acceptable-use?show=history&from=1&to=2`,
    shows: /lines? changed/,
  },
  {
    name: 'approve again',
    path: `${policies}/acceptable-use/3`,
    shows: 'Version 3',
    open: inTurn(pick('More actions', 'Approve again'), dialogShows('What is frozen with your approval')),
  },
  {
    name: 'notify with mistakes',
    path: `${policies}/logging/1`,
    shows: 'The link works until',
    open: async (page) => {
      await pick('More actions', 'Notify approver')(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('bo at elsewhere');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await reads(dialog, 'Please enter a valid email address.');
    },
  },
  {
    name: 'delete draft',
    path: `${policies}/passwords/1`,
    shows: /^Saved /,
    open: inTurn(pick('More actions', 'Delete draft'), dialogShows(/./)),
  },
  { name: 'sign-off', path: `${policies}?tab=sign-off`, shows: 'Dee Fox' },
  {
    name: 'sign-off of one person',
    path: `${policies}?tab=sign-off`,
    shows: 'Dee Fox',
    open: inTurn(press('Dee Fox'), dialogShows('Visitors in the workshop')),
  },
  {
    name: 'remove from the team',
    path: `${policies}?tab=sign-off`,
    shows: 'Dee Fox',
    open: inTurn(pick('Actions for Dee Fox', 'Remove from the team'), dialogShows(/./)),
  },
  {
    name: 'add people with mistakes',
    path: `${policies}?tab=sign-off`,
    shows: 'Dee Fox',
    open: async (page) => {
      await press('Add people')(page);
      const dialog = page.getByRole('dialog', { name: 'Add people' });
      await dialog.getByRole('button', { name: 'Add to the team' }).click();
      await reads(dialog, 'Enter at least one person with a name and an email address.');
    },
  },
];

/** What a link opens for people without an account. */
export const linkScreens = ({ approval, signing }: PolicyState): Screen[] => [
  { name: 'approval link', path: `/policy-approval/${approval}`, shows: 'asks you to approve a policy' },
  {
    name: 'approval link, returned without a word',
    path: `/policy-approval/${approval}`,
    shows: 'asks you to approve a policy',
    open: async (page) => {
      await press('Return with comment')(page);
      await press('Send back')(page);
      await reads(page, 'Please say what should change.');
    },
  },
  { name: 'signing link', path: `/policy-signing/${signing.open}`, shows: '3 policies to read and sign' },
  {
    name: 'signing link, begun',
    path: `/policy-signing/${signing.begun}`,
    shows: 'What changed since you signed:',
  },
  {
    name: 'signing link, a text with mistakes',
    path: `/policy-signing/${signing.begun}?policy=acceptable-use`,
    shows: 'I have read and understood this policy',
    open: async (page) => {
      await press('Sign')(page);
      await reads(page, 'Please confirm that you have read and understood the policy.');
    },
  },
  { name: 'signing link, done', path: `/policy-signing/${signing.done}`, shows: 'All signed, thank you' },
];

/** Links that open nothing any more; the server refuses each. */
export const deadLinkScreens = ({ answered }: PolicyState): Screen[] => [
  { name: 'approval link used', path: `/policy-approval/${answered}`, shows: 'This link was used already' },
  {
    name: 'signing link, invented',
    path: `/policy-signing/${'A'.repeat(80)}`,
    shows: 'This link does not work',
  },
];
