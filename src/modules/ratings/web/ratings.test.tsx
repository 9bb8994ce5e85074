// @vitest-environment happy-dom
import { cleanNotifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { organizationContract } from '#modules/organization/contract.ts';
import { queryClient } from '#platform/web/query.ts';
import { noEventsText, RatingsFailure } from '#providers/ratings/port.ts';
import { testRatings } from '#providers/ratings/testing/ratings.ts';
import { ratingsModule } from './module.ts';

const domain = 'acme-widgets.com';
const asset = `files.${domain}`;

/** A company on its trial, whose address is known unless left out. */
async function openRatings(companyUrl: string = domain) {
  const ratings = testRatings();
  const portal = await testPortal({ ratings });
  vi.useFakeTimers({ toFake: ['Date'], now: portal.clock.now() });
  onTestFinished(() => {
    vi.useRealTimers();
    // toasts outlive the screen that they were shown on
    cleanNotifications();
  });
  const ada = await portal.member('ada@acme-widgets.com');
  const company = {
    orgId: ada.orgId,
    companyName: 'Acme Widgets',
    companyUrl,
    industry: 'RETAIL',
    numberOfEmployees: '11-20',
  };
  expect((await ada.post('/profile/companyUpdate', company)).status).toBe(200);
  const measure = async () => {
    await ada.post('/ratings/fastRatings', { url: domain, pdf: false });
    await portal.runJobs();
  };
  const open = async (path = '/attacksurface') => {
    const view = await renderScreen(ratingsModule, ada, path);
    const { cognitoId } = (await ada.post('/accounts/check', {})).body;
    const profile = (await ada.post('/profile/profileCheck', { cognitoId })).body;
    queryClient.setQueryData([organizationContract.profileCheck.path], profile);
    return view;
  };
  return { ratings, portal, ada, measure, open };
}

const flawed = {
  facts: ['dmarc-missing', ['tls-old-versions', asset]] as const,
  assets: [
    { asset: domain, kind: 'domain', because: 'The address that the company entered.' },
    { asset, kind: 'host', because: 'It is a name in the domain.' },
  ] as const,
};

describe('before there is a rating', () => {
  test('without an address the company is asked for one, and sees a sample that says so', async () => {
    const world = await openRatings('');
    await world.open();
    const enter = await screen.findByRole('link', { name: 'Enter website address' });
    expect(enter.getAttribute('href')).toBe('/settings/organization');
    expect(screen.getByText('Sample. These are not your numbers.')).toBeTruthy();
    expect(screen.getByText(/A company: 490/)).toBeTruthy();
    expect(world.ratings.requests).toEqual([]);
  });

  test('the first look shows how far it is, and then the rating', async () => {
    const world = await openRatings();
    await world.open();
    await screen.findByText('Your first rating is on its way');
    await world.portal.runJobs();
    await screen.findByText(/measured Mar 2, 2026/);
    expect(screen.getByText('Nothing seen from outside needs a fix. Well done.')).toBeTruthy();
    expect(
      within(screen.getByRole('list', { name: 'Risk categories' })).getAllByRole('listitem'),
    ).toHaveLength(4);
  });

  test('an address of which nothing is known says Invalid URL to a person who watched, and not on a later visit', async () => {
    const world = await openRatings();
    world.ratings.script(() => Promise.reject(new RatingsFailure('no-events', noEventsText)));
    const view = await world.open();
    await screen.findByText('Your first rating is on its way');
    await world.portal.runJobs();
    await screen.findByText('Invalid URL');
    expect(screen.getByText(`There is no rating for ${domain}`)).toBeTruthy();
    expect(screen.getByText(new RegExp(`^${noEventsText}`))).toBeTruthy();
    view.unmount();
    await waitFor(() => expect(screen.queryByText('Invalid URL')).toBeNull());
    await world.open();
    await screen.findByText(`There is no rating for ${domain}`);
    expect(screen.queryByText('Invalid URL')).toBeNull();
  });

  test('what fails on our side says Error loading data, and can be tried again', async () => {
    const world = await openRatings();
    let broken = true;
    const send: typeof world.ada.send = (method, url, payload, headers) =>
      world.ada.send(method, broken && url.includes('fastRatings') ? '/api/nowhere' : url, payload, headers);
    const view = await renderScreen(ratingsModule, { send }, '/attacksurface');
    queryClient.setQueryData([organizationContract.profileCheck.path], {
      companyData: { companyUrl: domain },
    });
    await screen.findByText('Your rating could not be loaded');
    // on the page, and as the toast of modules.md 8
    await waitFor(() => expect(screen.getAllByText('Error loading data')).toHaveLength(2));
    broken = false;
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Your first rating is on its way');
  });
});

describe('with a rating', () => {
  test('ticking fixes shows the rating that they would bring', async () => {
    const world = await openRatings();
    world.ratings.observe(flawed);
    await world.measure();
    const { user } = await world.open();
    const plan = within(
      (await screen.findByRole('heading', { name: 'Plan your next fixes' })).closest('section')!,
    );
    const fixes = await plan.findAllByRole('checkbox');
    expect(fixes).toHaveLength(2);
    const today = Number(/Today: (\d+)/.exec(plan.getByText(/Today: /).textContent!)![1]);
    for (const fix of fixes) await user.click(fix);
    const planned = await plan.findByText(/^2 ticked: about \d+, Advanced/);
    const projected = Number(/about (\d+)/.exec(planned.textContent!)![1]);
    expect(projected).toBeGreaterThan(today);
    expect(plan.getByText(new RegExp(`With these fixes: ${projected}`))).toBeTruthy();
    await user.click(plan.getByRole('button', { name: 'Untick all' }));
    await plan.findByText('Nothing ticked yet.');
  });

  test('an asset that is not theirs is left out with a reason, and taken back', async () => {
    const world = await openRatings();
    world.ratings.observe(flawed);
    await world.measure();
    const { user } = await world.open();
    await user.click(await screen.findByRole('button', { name: 'Not ours' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Leave out ${asset}?` }));
    await user.click(dialog.getByRole('button', { name: 'Leave out' }));
    expect(dialog.getByText('Please say in a few words why.')).toBeTruthy();
    await user.type(dialog.getByLabelText(/Why is it not yours/), 'Sold in May');
    await user.click(dialog.getByRole('button', { name: 'Leave out' }));
    await screen.findAllByText(`${asset} is left out of your rating.`);
    await screen.findByText(/Left out: Sold in May/);
    await user.click(screen.getByRole('button', { name: 'It is ours' }));
    await screen.findAllByText(`${asset} counts in your rating again.`);
    await screen.findByRole('button', { name: 'Not ours' });
  });

  test('a requested risk is open and has the focus, with steps that say who does them', async () => {
    const world = await openRatings();
    world.ratings.observe(flawed);
    await world.measure();
    await world.open('/attacksurface?tab=analysis&risk=dmarc');
    const risk = await screen.findByRole('article', { name: /^DMARC/ });
    await waitFor(() => expect(document.activeElement).toBe(risk));
    expect(within(risk).getByText('Nothing stops forged mail in your name')).toBeTruthy();
    expect(within(risk).getAllByText('Your domain registrar:').length).toBeGreaterThan(0);
    expect(
      within(screen.getByRole('navigation', { name: 'Risk vectors' })).getAllByRole('link'),
    ).toHaveLength(24);
  });

  test('the snapshot is saved and told; a detailed report is asked for once', async () => {
    const world = await openRatings();
    await world.measure();
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user } = await world.open('/attacksurface?tab=reports');
    await user.click(await screen.findByRole('button', { name: 'Download Snapshot Report' }));
    await screen.findAllByText('Report Received successfully');
    expect(saved).toHaveBeenCalledTimes(1);
    saved.mockRestore();
    for (const answer of [
      'Requested. The report arrives as a Cyber Concierge message.',
      /You have already asked for this/,
    ]) {
      await user.click(screen.getByRole('button', { name: 'Request Detailed Report' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Request a Detailed Report' }));
      await user.click(dialog.getByRole('button', { name: 'Request' }));
      await screen.findAllByText(answer);
    }
    expect(screen.getByText('Measured once so far. The line starts on the second day.')).toBeTruthy();
  });
});
