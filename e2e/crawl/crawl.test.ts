import { expect, test, vi } from 'vitest';
import { person, staff } from '#app/demo/company.ts';
import { team } from '#app/demo/team.ts';
import { accountsPaths } from '#modules/accounts/paths.ts';
import { handOver, makeAccount, signInByCalls, type Calls } from '../calls.ts';
import { crawl, declaredRoutes, movementsOf, watchShifts, type Crawl } from './crawling.ts';
import { refuseAnalytics, startJourney } from '../journey.ts';
import { switchSecondFactorOn } from '../accounts/secondFactor.ts';
import { operate, until } from '../world.ts';

vi.setConfig({ testTimeout: 600_000 });

const journey = startJourney(undefined, ['--demo']);
const shown = new Set<string>();
/** Places by the title of their tab, over everything that was looked at. */
const titles = new Map<string, Set<string>>();

/** What is reached otherwise than by a link: a menu, a button, an address that leads on. */
const noLinkTo = [
  '/settings',
  '/settings/you',
  '/settings/organization',
  '/settings/organization/activity',
  '/settings/admins',
  '/plan',
  '/intro',
  '/assessment',
  '/assessment/start',
  '/assessment/leadership-1-key',
  '/report',
  '/cybermaturity/assessment/start',
  '/concierge/incident',
  '/weaknesses',
  '/messages',
];

async function look(calls: Calls | null, starts: readonly string[], follows = true): Promise<Crawl> {
  const { page, context, complaints } = await journey.visit();
  await context.addInitScript(refuseAnalytics);
  await context.addInitScript(watchShifts);
  if (calls) await handOver(calls, context, journey.portal.url);
  const found = await crawl(page, starts, { follows });
  for (const route of found.visited) shown.add(route);
  for (const [title, places] of found.titles)
    titles.set(title, new Set([...(titles.get(title) ?? []), ...places]));
  expect([...found.wrong, ...complaints]).toEqual([]);
  return found;
}

/** The newest link of a kind that a mail of the example company brought, or is about to bring. */
const linkTo = (kind: string, people: readonly string[]): Promise<string> =>
  until(`an email with a link to /${kind}`, async () => {
    for (const address of people)
      for (const { links } of await journey.portal.mails(address)) {
        const link = links
          .map((one) => new URL(one))
          .find(({ pathname }) => pathname.startsWith(`/${kind}/`));
        if (link) return link.pathname;
      }
    return null;
  });

test('every page and every menu entry of the example company works at three widths', async () => {
  const calls = await signInByCalls(journey.portal.url, person.email, person.password);
  const { addresses } = await look(calls, ['/dashboard', ...noLinkTo]);
  const { page, context } = await journey.visit();
  await handOver(calls, context, journey.portal.url);
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation').getByRole('link');
  await menu.first().waitFor();
  const entries = await menu.evaluateAll((links) =>
    (links as HTMLAnchorElement[]).map((link) => link.getAttribute('href')!),
  );
  const inside = entries.filter((entry) => entry.startsWith('/') && entry !== '/');
  expect(inside.length).toBeGreaterThan(8);
  expect(inside.filter((entry) => !addresses.includes(entry))).toEqual([]);
});

type Targets = { targetList: { targetId: string }[] };
type Issues = { issues: { findingId: string }[] };

/** A link that shows one issue of the example company to its developer. */
async function issueLinkOf(calls: Calls): Promise<string> {
  for (const { targetId } of (await calls.post<Targets>('/monitoring/webapps/loadTargetList')).body
    .targetList) {
    const [issue] = (await calls.post<Issues>('/monitoring/webapps/loadIssues', { targetId })).body.issues;
    if (!issue) continue;
    const made = await calls.post<{ link: { address: string } }>('/monitoring/webapps/makeIssueLink', {
      targetId,
      findingId: issue.findingId,
    });
    return new URL(made.body.link.address).pathname;
  }
  throw new Error('No website of the example company has an open issue.');
}

test('every page that needs no account works, and so do those that links in mails open', async () => {
  const { portal } = journey;
  const mates = team.map(({ email }) => email);
  const signsLater = team
    .filter(({ signs, signsAgain, left }) => signs !== undefined && signsAgain === undefined && !left)
    .map(({ email }) => email);
  const calls = await signInByCalls(portal.url, person.email, person.password);
  const invited = {
    email: 'kim.doyle@harborlamps.example',
    firstName: 'Kim',
    lastName: 'Doyle',
    jobTitle: '',
  };
  expect((await calls.post('/accounts/invite_user', invited)).status).toBe(200);
  const newcomers = ['first@brightwater.example', 'second@brightwater.example'];
  await operate(portal, 'invite', ['--email', newcomers[0]!, '--subscription', 'START', '--first', 'Ida']);
  await operate(portal, 'invite', [
    '--email',
    newcomers[1]!,
    '--subscription',
    'START',
    '--first',
    'Ola',
    '--sec',
  ]);
  await calls.post('/accounts/sendResetPasswordMagicLink', { email: person.email });
  const starts = [
    '/signin',
    '/signup',
    '/verify',
    '/forgotPassword',
    '/link-error-page',
    '/scanner',
    '/404',
    '/certificate',
    '/evidence-check',
    await issueLinkOf(calls),
    await linkTo('policy-approval', [...mates, person.email]),
    await linkTo('policy-signing', signsLater),
    await linkTo('report-email', signsLater),
    await linkTo('unsubscribe', [person.email]),
    accountsPaths.confirming('first@brightwater.example', '123456'),
    await linkTo('resetPassword', [person.email]),
    await linkTo('invite-link', [invited.email]),
    await linkTo('signupLink', newcomers),
    await linkTo('signupSec', newcomers),
  ];
  await look(null, starts, false);
  await look(null, [await linkTo('learn', mates)]);
});

test('setting up an organization works', async () => {
  const email = 'third@brightwater.example';
  await makeAccount(journey.portal, email);
  await look(await signInByCalls(journey.portal.url, email), ['/onboarding'], false);
});

test('every page of the desk of staff works, and before it the second factor', async () => {
  const calls = await signInByCalls(journey.portal.url, staff.email, staff.password);
  await look(calls, ['/staff/second-factor'], false);
  await switchSecondFactorOn(journey.portal, calls, staff.email, staff.password);
  await look(calls, ['/staff', '/staff/new-brand', '/staff/new-channel']);
});

test('a certificate that is genuine and one that nobody has come without a jump', async () => {
  const { page, context } = await journey.visit();
  await context.addInitScript(watchShifts);
  const link = await linkTo(
    'learn',
    team.map(({ email }) => email),
  );
  const calls = await signInByCalls(journey.portal.url, person.email, person.password);
  type Opened = { data: { courses: { certificate: string | null }[] } };
  const { body } = await calls.post<Opened>('/learn/open', { token: link.split('/')[2] });
  const code = body.data.courses.map(({ certificate }) => certificate).find(Boolean);
  expect(code).toBeTruthy();
  const found = [
    ...(await movementsOf(page, `/certificate/${code}`)),
    ...(await movementsOf(page, '/certificate/AAAA-BBBB-CCCC-DDDD')),
  ];
  expect(found).toEqual([]);
});

test('no address of the product was left out', () => {
  /** Shown in a state that the example company is not in, and looked at by other journeys. */
  const elsewhere = ['/second-factor-setup', '/incorrect-url', '/maintenance', '/', '/*'];
  expect(declaredRoutes().filter((route) => !shown.has(route) && !elsewhere.includes(route))).toEqual([]);
});

test('no two pages have the same title', () => {
  expect(titles.size).toBeGreaterThan(80);
  const shared = [...titles]
    .filter(([, places]) => places.size > 1)
    .map(([title, places]) => `${title}: ${[...places].join(', ')}`);
  expect(shared).toEqual([]);
});
