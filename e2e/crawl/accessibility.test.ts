import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { serveFlawedSite } from '#providers/scanner/testing/flawed.ts';
import {
  handOver,
  makeAccount,
  makeAdministrator,
  makeColleague,
  signInByCalls,
  type Calls,
} from '../calls.ts';
import { subscribe } from '../checkout.ts';
import { reads, refuseAnalytics, startJourney } from '../journey.ts';
import { lookAt as lookAtIn, press, type Screen } from './looking.ts';
import {
  checkoutScreen,
  codeScreens,
  payerScreens,
  settingsScreens,
  setUpScreens,
  signedOutScreens,
  staffScreens,
} from './screens.ts';
import { switchSecondFactorOn } from '../accounts/secondFactor.ts';
import { operate, until } from '../world.ts';

vi.setConfig({ testTimeout: 120_000 });

const flawed = await serveFlawedSite();
afterAll(() => flawed.close());
// an analytics provider that is never reached: without consent nothing asks it
const journey = startJourney(() => ({
  SCAN_ALLOW_PRIVATE: flawed.host,
  HEAP_APP_ID: '42',
  HEAP_ENDPOINT: 'http://127.0.0.1:9',
}));

const lookAt = (screens: readonly Screen[], calls?: Calls) => lookAtIn(journey, screens, { calls });

describe('nobody is kept out: no fault of accessibility, no sideways scrolling, no error', () => {
  let full: Calls;
  let targetId: string;

  test('while a scan runs', async () => {
    full = await makeAdministrator(journey.portal, 'full@harbor-lamps.com');
    const website = {
      targetName: 'Main shop',
      targetUrl: flawed.url,
      scanProfile: 'safe',
      urlConfirmed: true,
    };
    const { body } = await full.post<{ targetId: string }>('/monitoring/webapps/createTarget', website);
    targetId = body.targetId;
    await full.post('/monitoring/webapps/startScan', { targetId });
    expect(
      await lookAt([{ name: 'scans running', path: '/webappscan', shows: 'Scan initiated' }], full),
    ).toEqual([]);
  });

  test('before sign-in', async () => {
    expect(await lookAt(signedOutScreens)).toEqual([]);
  });

  test('on the way in', async () => {
    await makeAccount(journey.portal, 'new@harbor-lamps.com');
    const calls = await signInByCalls(journey.portal.url, 'new@harbor-lamps.com');
    const toCompany = press('Continue');
    const onboarding = await lookAt(
      [
        { name: 'welcome', path: '/onboarding', shows: 'Welcome to Cyber Safety' },
        {
          name: 'onboarding with mistakes',
          path: '/onboarding',
          shows: 'Welcome to Cyber Safety',
          open: async (page) => {
            await toCompany(page);
            await page.getByLabel('Organization name').fill('');
            await page.getByRole('button', { name: 'Next' }).click({ force: true });
            await reads(page, 'Please enter the organization name.');
          },
        },
      ],
      calls,
    );
    const saved = await calls.post('/profile/profileSave', {
      companyProfile: {
        companyName: 'Harbor Lamps LLC',
        industry: 'RETAIL',
        numberOfEmployees: '0-10',
        companyUrl: '',
      },
      adminProfile: { firstName: 'Ada', lastName: 'Marsh' },
    });
    expect(saved.status).toBe(200);
    const turn = (pages: number) => async (page: Page) => {
      for (let at = 1; at < pages; at++) await press('Next')(page);
      await reads(page, `${pages} of 6`);
    };
    const intro = await lookAt(
      [1, 3, 6].map((at) => ({
        name: `introduction ${at}`,
        path: '/intro',
        shows: '1 of 6',
        open: turn(at),
      })),
      calls,
    );
    expect([...onboarding, ...intro]).toEqual([]);
  });

  test('with nothing in it yet', async () => {
    const calls = await makeAdministrator(journey.portal, 'empty@harbor-lamps.com');
    const wizard = press('Add a Website');
    const wrong = await lookAt(
      [
        { name: 'dashboard empty', path: '/dashboard', shows: 'No scans yet' },
        { name: 'scans empty', path: '/webappscan', shows: 'Find out what your website gives away' },
        { name: 'intro of scans', path: '/webappscan', shows: 'Find out what', open: press('View Intro') },
        {
          name: 'wizard with mistakes',
          path: '/webappscan',
          shows: 'Find out what',
          open: async (page) => {
            await wizard(page);
            await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
            await reads(page, 'Please enter a name.');
          },
        },
        {
          name: 'wizard at its end',
          path: '/webappscan',
          shows: 'Find out what',
          open: async (page) => {
            await wizard(page);
            const dialog = page.getByRole('dialog');
            await dialog.getByLabel('Website name').fill('Shop');
            await dialog.getByLabel('Protocol').selectOption('http://');
            await dialog.getByRole('textbox', { name: 'URL' }).fill(flawed.host);
            await dialog.getByRole('button', { name: 'Next' }).click();
            await dialog.getByLabel('I have permission to scan this website').check();
            await dialog.getByRole('button', { name: 'I Agree' }).click();
            await dialog.getByLabel('Choose another schedule').check();
            await reads(dialog, 'Recurrence');
          },
        },
        { name: 'plans', path: '/plan', shows: /Essential/ },
        { name: 'account menu', path: '/plan', shows: /Essential/, open: openAccountMenu },
      ],
      calls,
    );
    expect(wrong).toEqual([]);
  });

  test('with a website and its report', async () => {
    type Scans = { scanMap: Record<string, { scans: { status: string }[] }> };
    await until('the report', async () => {
      const answer = await full.post<Scans>('/monitoring/webapps/loadScanMap', { targetId });
      return answer.body.scanMap[targetId]!.scans[0]!.status === 'completed';
    });
    const choose = (action: string) => async (page: Page) => {
      await press('Actions')(page);
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('dialog').waitFor();
    };
    const wrong = await lookAt(
      [
        { name: 'dashboard full', path: '/dashboard', shows: 'View Scan Findings' },
        { name: 'evidence packs', path: '/evidence', shows: 'Make evidence pack' },
        { name: 'scans full', path: '/webappscan', shows: 'View details' },
        {
          name: 'report details',
          path: '/webappscan',
          shows: 'View details',
          open: async (page) => {
            await press('View details')(page);
            await page.getByRole('heading', { level: 4 }).getByRole('button').first().click();
            await reads(page, 'How to fix it');
          },
        },
        { name: 'export menu', path: '/webappscan', shows: 'View details', open: press('Export') },
        {
          name: 'decision about an issue',
          path: '/webappscan',
          shows: 'View details',
          open: async (page) => {
            await page.getByRole('heading', { level: 3 }).getByRole('button').first().click();
            await press('Accept risk')(page);
            await page.getByRole('dialog', { name: 'Accept this risk' }).waitFor();
          },
        },
        { name: 'download menu', path: '/webappscan', shows: 'View details', open: press('Download Report') },
        { name: 'edit name', path: '/webappscan', shows: 'View details', open: choose('Edit Website Name') },
        { name: 'schedule', path: '/webappscan', shows: 'View details', open: choose('Schedule Scans') },
        { name: 'scan settings', path: '/webappscan', shows: 'View details', open: choose('Scan Settings') },
        { name: 'remove', path: '/webappscan', shows: 'View details', open: choose('Remove Website') },
      ],
      full,
    );
    expect(wrong).toEqual([]);
  });

  test('in Settings and in the log', async () => {
    await makeColleague(journey.portal, full, 'ben@harbor-lamps.com');
    await full.post('/accounts/invite_user', {
      email: 'cora@harbor-lamps.com',
      firstName: 'Cora',
      lastName: 'Quay',
      jobTitle: '',
    });
    expect(await lookAt(settingsScreens, full)).toEqual([]);
  });

  test('while somebody pays, and then', async () => {
    const before = await lookAt([checkoutScreen], full);
    const { page, context } = await journey.visit();
    await handOver(full, context, journey.portal.url);
    await page.addInitScript(refuseAnalytics);
    await page.goto('/plan');
    await subscribe(page, 'Essential');
    expect([...before, ...(await lookAt(payerScreens, full))]).toEqual([]);
  });

  test('of those who were invited by the operator, and of those who have not said yet what may be measured', async () => {
    const email = 'nina@harbor-lamps.com';
    await operate(journey.portal, 'invite', [
      '--email',
      email,
      '--subscription',
      'START',
      '--first',
      'Nina',
      '--sec',
    ]);
    const { links } = await journey.portal.mail(email, /account is waiting/);
    const path = new URL(links.find((link) => link.includes('/signupSec/'))!).pathname;
    const invited = await lookAt([{ name: 'sign-up link', path, shows: 'Welcome, Nina' }]);
    const card: Screen = {
      name: 'consent',
      path: '/dashboard',
      shows: 'May we measure how you use the portal?',
    };
    expect([...invited, ...(await lookAtIn(journey, [card], { calls: full, undecided: true }))]).toEqual([]);
  });

  test('at the desk of staff, and in the support session that begins there', async () => {
    const email = 'sam@support.example';
    const { body: who } = await full.post<{ cognitoId: string }>('/accounts/check', { bc: true });
    const { body: profile } = await full.post<{ orgId: string }>('/profile/profileCheck', {
      cognitoId: who.cognitoId,
    });
    const { orgId } = profile;
    await makeAccount(journey.portal, email);
    await operate(journey.portal, 'staff', ['add', email, '--name', 'Sam Rivera']);
    const staff = await signInByCalls(journey.portal.url, email);
    const setUp = await lookAt(setUpScreens, staff);
    await switchSecondFactorOn(journey.portal, staff, email);
    const desk = [...(await lookAt(codeScreens(email))), ...(await lookAt(staffScreens(orgId), staff))];
    const begun = await staff.post('/staff/supportSession/begin', {
      orgId,
      cognitoId: who.cognitoId,
      reason: 'Ticket 4711',
    });
    expect(begun.status).toBe(200);
    const support: Screen = { name: 'support session', path: '/dashboard', shows: 'Sam Rivera is acting as' };
    expect([...setUp, ...desk, ...(await lookAt([support], staff))]).toEqual([]);
  });
});

/** The person's menu: at the foot of the side menu, which is a drawer on a phone. */
async function openAccountMenu(page: Page) {
  const drawer = page.getByRole('button', { name: 'Open menu' });
  if (await drawer.isVisible()) await drawer.click();
  await page
    .getByRole('button', { name: /Account menu/ })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
}
